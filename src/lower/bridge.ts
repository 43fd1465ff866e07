// The one bridge of a device: its ports, its VLANs, spanning tree and snooping. It filters VLANs itself, except on
// chips that would leave the hardware for it and have a VLAN table of their own.

import { printDeferred } from '../model/deferred.ts';
import type { Location } from '../source/location.ts';
import { addBridgePort, addVlanRow, sayTrustedOutside } from './bridge-members.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { bridgeName, mtuDefault, type VlanLayout } from './layout.ts';
import { settingsOf } from './menu-words.ts';
import { say } from './say.ts';
import { tag } from './tag.ts';
import { lowerVlanTable, vlanTableSwitch } from './vlan-table.ts';

export function lowerBridge(context: LowerContext): void {
  const { layout } = context;
  const table = vlanTableSwitch(context);
  sayWithoutRow(context, hasBridge(context) && table === undefined);
  sayTrustedOutside(context);
  if (!hasBridge(context)) return;
  // Without VLANs there is nothing to keep apart.
  const filters = table === undefined && layout.vlans.size > 0;
  addBridge(context, { filters });
  for (const attachment of layout.bridged) addBridgePort(context, attachment, { filters });
  if (table) lowerVlanTable(context, table);
  else for (const vlan of layout.vlans.values()) addVlanRow(context, vlan);
}

/** Members of VLANs of which the bridge has no row. */
function sayWithoutRow(context: LowerContext, hasRows: boolean): void {
  const { device, layout } = context;
  for (const name of Object.keys(device.settings['vlan-table'] ?? {})) {
    if (hasRows && layout.vlans.has(name)) continue;
    say(context, 'lower/vlan-without-row', {
      what: `the bridge has no row for VLAN \`${name}\` whose members could be said`,
      at: device.places.keyAt('vlan-table', name),
      fix: 'say at a port that it carries the VLAN, or leave this out',
    });
  }
}

/** A device whose VLANs have neither port nor interface needs no bridge. */
export function hasBridge({ layout }: LowerContext): boolean {
  return layout.bridged.length > 0 || [...layout.l3.values()].some(({ kind }) => kind === 'vlan');
}

function addBridge({ intent, device, layout, draft }: LowerContext, { filters }: { filters: boolean }): void {
  const origin = device.places.keyAt(device.settings.ports ? 'ports' : 'gateways');
  const ownSpanningTree = device.settings['spanning-tree'];
  const spanningTree = ownSpanningTree ?? intent.site.defaults?.['spanning-tree'] ?? 'rstp';
  const spanningTreeOrigin = ownSpanningTree ? device.places.at('spanning-tree') : origin;
  // As RouterOS prints priorities: `0x8000`.
  const hexadecimal = device.settings['bridge-priority']?.toString(16).toUpperCase();
  const [macPort] = layout.bridged.flatMap(({ ports }) => ports);
  const largest = largestBridged(layout.vlans.values());
  const further =
    device.settings.bridge && settingsOf('/interface/bridge', device.settings.bridge, device.places.below('bridge'));
  const keepsMac = macPort !== undefined && !further?.['auto-mac'];
  const ownMac = keepsMac && !further?.['admin-mac'] ? macPort : undefined;
  draft.set('/interface/bridge', bridgeName, origin, {
    name: said(bridgeName, origin),
    'vlan-filtering': said(filters, origin),
    'protocol-mode': said(spanningTree, spanningTreeOrigin),
    priority: hexadecimal === undefined ? undefined : said(`0x${hexadecimal}`, device.places.at('bridge-priority')),
    // A bridge that picks its own MAC may change it when ports come and go, and hardware routing depends on it.
    'auto-mac': keepsMac ? said(false, origin) : undefined,
    'admin-mac': ownMac === undefined ? undefined : said(printDeferred({ kind: 'mac-of', port: ownMac }), origin),
    mtu: largest && largest.mtu > mtuDefault ? said(largest.mtu, largest.origin) : undefined,
    comment: tag(['bridge'], origin),
  });
  setSnooping({ device, draft }, origin);
  if (further) draft.set('/interface/bridge', bridgeName, origin, further);
}

/** The VLAN with the largest MTU: bridge and ports have to carry its packets. */
export function largestBridged(vlans: Iterable<VlanLayout>): VlanLayout | undefined {
  return [...vlans].reduce<VlanLayout | undefined>(
    (largest, vlan) => (largest && largest.mtu >= vlan.mtu ? largest : vlan),
    undefined,
  );
}

function setSnooping({ device, draft }: Pick<LowerContext, 'device' | 'draft'>, origin: Location): void {
  const { settings, places } = device;
  const igmp = settings['igmp-snooping'];
  const isQuerier = typeof igmp === 'object' && igmp.querier;
  draft.set('/interface/bridge', bridgeName, origin, {
    'dhcp-snooping': settings['dhcp-snooping'] ? said(true, places.keyAt('dhcp-snooping')) : undefined,
    'igmp-snooping': igmp ? said(true, places.at('igmp-snooping')) : undefined,
    'multicast-querier': isQuerier ? said(true, places.at('igmp-snooping', 'querier')) : undefined,
  });
}
