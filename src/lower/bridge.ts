// The one bridge of a device: its ports, its VLANs, spanning tree and snooping. It filters VLANs itself, except on
// chips that would leave the hardware for it and have a VLAN table of their own.

import { expandPorts } from '../intent/ports.ts';
import type { Property } from '../model/config.ts';
import { printDeferred } from '../model/deferred.ts';
import type { Location } from '../source/location.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { type Attachment, bridgeName, mtuDefault, type VlanLayout } from './layout.ts';
import { settingsOf } from './menu-words.ts';
import { say } from './say.ts';
import { tag } from './tag.ts';
import { lowerVlanTable, vlanTableSwitch } from './vlan-table.ts';

export function lowerBridge(context: LowerContext): void {
  const { layout } = context;
  const table = vlanTableSwitch(context);
  sayWithoutRow(context, hasBridge(context) && table === undefined);
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
  const priority = device.settings['bridge-priority'];
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
    priority: priority === undefined ? undefined : said(hexadecimal(priority), device.places.at('bridge-priority')),
    // A bridge that picks its own MAC may change it when ports come and go, and hardware routing depends on it.
    'auto-mac': keepsMac ? said(false, origin) : undefined,
    'admin-mac': ownMac === undefined ? undefined : said(printDeferred({ kind: 'mac-of', port: ownMac }), origin),
    mtu: largest && largest.mtu > mtuDefault ? said(largest.mtu, largest.origin) : undefined,
    comment: tag(['bridge'], origin),
  });
  setSnooping({ device, draft }, origin);
  if (further) draft.set('/interface/bridge', bridgeName, origin, further);
}

/** As RouterOS prints priorities: `0x8000`. */
function hexadecimal(priority: number): string {
  return `0x${priority.toString(16).toUpperCase()}`;
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

// Who is in the bridge: one row per port or bond, and one row per VLAN.

/** A bridge that does not filter takes no VLAN settings: the chip's own table has them. */
function addBridgePort(context: LowerContext, attachment: Attachment, { filters }: { filters: boolean }): void {
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
function addVlanRow({ device, draft }: LowerContext, vlan: VlanLayout): void {
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

function trustOf({ device, target }: LowerContext, { name, ports }: Attachment): Property | undefined {
  const { trusted = [] } = device.settings['dhcp-snooping'] ?? {};
  const index = trusted.findIndex((written) => {
    const expansion = expandPorts(written, target);
    const names = expansion.kind === 'ports' ? expansion.names : [written];
    return names.includes(name) || ports.some((port) => names.includes(port));
  });
  return index < 0 ? undefined : said(true, device.places.at('dhcp-snooping', 'trusted', index));
}
