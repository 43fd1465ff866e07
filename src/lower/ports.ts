// Front ports: what the Ethernet and the switch-port menus say of them. Ports that the site does not name stay
// untouched.

import { largestBridged } from './bridge.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { type L3Layout, mtuDefault } from './layout.ts';
import { linkSettings } from './link-settings.ts';
import { settingsOf } from './menu-words.ts';
import { tag } from './tag.ts';

const vlanTagBytes = 4;
/** L2MTU of front ports that nobody set: frames of this size pass on every model. */
const l2mtuDefault = 1580;

export function lowerPorts(context: LowerContext): void {
  const named = namedPorts(context);
  for (const name of named) {
    lowerEthernet(context, name);
    lowerSwitchPort(context, name);
  }
  if (context.device.settings['unused-ports'] === 'shut') shutOthers(context, named);
}

/** Lanes of a cage that the site uses stay as they are: they may be part of the link in it. */
function shutOthers({ device, target, draft }: LowerContext, named: readonly string[]): void {
  const origin = device.places.at('unused-ports');
  const cages = new Set(named.map(cageOf));
  for (const { name, medium } of target.ports.values()) {
    if (medium === 'wifi' || named.includes(name)) continue;
    if (medium.startsWith('qsfp') && cages.has(cageOf(name))) continue;
    draft.set('/interface/ethernet', name, origin, {
      'default-name': said(name, origin),
      disabled: said(true, origin),
    });
  }
}

/** `qsfp28-1` of `qsfp28-1-3`. */
function cageOf(name: string): string {
  return name.replace(/(\d)-\d+$/, '$1');
}

/** Every port with a role, the management port included, in front-panel order. */
function namedPorts({ device, target }: LowerContext): readonly string[] {
  const management = device.settings.management?.port;
  return [...target.ports.keys()].filter((name) => device.ports.has(name) || name === management);
}

function lowerEthernet(context: LowerContext, name: string): void {
  const { device, draft } = context;
  const port = device.ports.get(name);
  const origin = port?.written ?? device.places.at('management', 'port');
  const { description, enabled, l2mtu } = port?.settings ?? {};
  const routed = routedOn(context, name);
  const needed = neededL2mtu(context, name);
  const settings = {
    mtu: routed && routed.mtu !== mtuDefault ? said(routed.mtu, routed.origin) : undefined,
    l2mtu: l2mtu !== undefined && port ? said(l2mtu, port.places.at('l2mtu')) : needed,
    ...(port && linkSettings(context, port)),
    ...(port?.settings.ethernet &&
      settingsOf('/interface/ethernet', port.settings.ethernet, port.places.below('ethernet'))),
    disabled: enabled !== undefined && port ? said(!enabled, port.places.at('enabled')) : undefined,
    comment:
      description !== undefined && port ? tag(['port', name], port.places.at('description'), description) : undefined,
  };
  if (Object.values(settings).every((setting) => setting === undefined)) return;
  draft.set('/interface/ethernet', name, origin, { 'default-name': said(name, origin), ...settings });
}

function routedOn({ layout }: LowerContext, name: string): L3Layout | undefined {
  const routed = layout.l3.get(name);
  return routed?.kind === 'port' ? routed : undefined;
}

/** What the largest packet through this port needs, where the factory's setting does not carry it. */
function neededL2mtu(context: LowerContext, name: string) {
  const { layout } = context;
  const isInBridge = layout.bridged.some(({ ports }) => ports.includes(name));
  const bridged = isInBridge ? largestBridged(layout.vlans.values()) : undefined;
  const routed = [...layout.l3.values()].find(
    ({ kind, attachments }) => kind !== 'vlan' && attachments.some(({ ports }) => ports.includes(name)),
  );
  const bytes = Math.max(bridged ? bridged.mtu + vlanTagBytes : 0, routed?.mtu ?? 0);
  const origin = bridged?.origin ?? routed?.origin;
  return bytes > l2mtuDefault && origin ? said(bytes, origin) : undefined;
}

/** The flag is written for every named port of the routing chip, so that one left over from another time is mended. */
function lowerSwitchPort({ device, target, draft }: LowerContext, name: string): void {
  const chip = target.offloadSwitch;
  if (!chip || target.switchOf(name) !== chip) return;
  const port = device.ports.get(name);
  const wanted = port?.settings['l3-offload'];
  const origin = port?.written ?? device.places.at('management', 'port');
  const flagOrigin = port && wanted !== undefined ? port.places.at('l3-offload') : origin;
  draft.set('/interface/ethernet/switch/port', name, origin, {
    name: said(name, origin),
    'l3-hw-offloading': said(wanted ?? true, flagOrigin),
  });
}
