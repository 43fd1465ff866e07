// Who is in the bridge: one row per port or bond, and one row per VLAN.

import { expandPorts } from '../intent/ports.ts';
import type { Property } from '../model/config.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { type Attachment, bridgeName, type VlanLayout } from './layout.ts';
import { settingsOf } from './menu-words.ts';
import { say } from './say.ts';
import { tag } from './tag.ts';

/** A bridge that does not filter takes no VLAN settings: the chip's own table has them. */
export function addBridgePort(context: LowerContext, attachment: Attachment, { filters }: { filters: boolean }): void {
  const { intent, device, draft } = context;
  const { name, role, places, origin } = attachment;
  const untagged = role.vlan ?? role.native;
  const vid = untagged === undefined ? undefined : intent.site.vlans?.[untagged]?.id;
  const untaggedOrigin = places.at(role.vlan === undefined ? 'native' : 'vlan');
  const guard = device.ports.get(name)?.settings['bpdu-guard'];
  const stp = (device.ports.get(name)?.settings ?? device.settings.bonds?.[name])?.stp;
  const isPlain = role.bridged === true && role.trunk === undefined;
  const tree = (key: keyof NonNullable<typeof stp>) => said(stp?.[key], places.at('stp', key));
  draft.add('/interface/bridge/port', origin, {
    bridge: said(bridgeName, origin),
    interface: said(name, origin),
    ...(filters &&
      !isPlain && {
        pvid: said(vid, untaggedOrigin),
        'frame-types': said(frameTypesOf(attachment), places.at(role.vlan === undefined ? 'trunk' : 'vlan')),
        'ingress-filtering': said(true, origin),
      }),
    trusted: trustOf(context, attachment),
    'bpdu-guard': said(guard, places.at('bpdu-guard')),
    edge: tree('edge'),
    'restricted-role': tree('root-guard'),
    'path-cost': tree('cost'),
    priority: tree('priority'),
    ...(role['bridge-port'] && settingsOf('/interface/bridge/port', role['bridge-port'], places.below('bridge-port'))),
    comment: tag(['port', name], origin),
  });
}

/** One row per VLAN: rows with several ids let frames of one VLAN leave untagged in another. */
export function addVlanRow({ device, draft }: LowerContext, vlan: VlanLayout): void {
  const { name, settings, origin } = vlan;
  const members = device.settings['vlan-table']?.[name];
  // The CPU is a member only where the device has an interface: elsewhere it would get every flooded frame for nothing.
  const tagged = [...(vlan.isRouted ? [bridgeName] : []), ...vlan.tagged.map((each) => each.name)];
  const untagged = vlan.untagged.map((each) => each.name);
  draft.add('/interface/bridge/vlan', origin, {
    bridge: said(bridgeName, origin),
    'vlan-ids': said(settings.id, origin),
    tagged: tagged.length > 0 ? said(tagged.join(','), origin) : undefined,
    untagged: untagged.length > 0 ? said(untagged.join(','), origin) : undefined,
    ...(members && settingsOf('/interface/bridge/vlan', members, device.places.below('vlan-table', name))),
    comment: tag(['vlan', name], origin, settings.description),
  });
}

function frameTypesOf({ role }: Attachment): string {
  if (role.vlan !== undefined) return 'admit-only-untagged-and-priority-tagged';
  return role.native === undefined && role.bridged === undefined ? 'admit-only-vlan-tagged' : 'admit-all';
}

function trustOf({ device, target }: LowerContext, attachment: Attachment): Property | undefined {
  const { trusted = [] } = device.settings['dhcp-snooping'] ?? {};
  const index = trusted.findIndex((written) => isOf(attachment, written, target));
  return index < 0 ? undefined : said(true, device.places.at('dhcp-snooping', 'trusted', index));
}

function isOf({ name, ports }: Attachment, written: string, target: LowerContext['target']): boolean {
  const expansion = expandPorts(written, target);
  const names = expansion.kind === 'ports' ? expansion.names : [written];
  return names.includes(name) || ports.some((port) => names.includes(port));
}

/** Snooping is the bridge's, and so is whom it trusts. */
export function sayTrustedOutside(context: LowerContext): void {
  const { device, layout, target } = context;
  for (const [index, written] of (device.settings['dhcp-snooping']?.trusted ?? []).entries()) {
    if (layout.bridged.some((attachment) => isOf(attachment, written, target))) continue;
    say(context, 'lower/trusted-outside-bridge', {
      what: `trust in \`${written}\` does nothing: it is not in the bridge, which alone drops DHCP answers`,
      at: device.places.at('dhcp-snooping', 'trusted', index),
      severity: 'warning',
      fix: 'leave it out here, or give it VLANs',
    });
  }
}
