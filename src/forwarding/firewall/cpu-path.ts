// Which of its three paths the CPU can use: what stands against FastPath, and the fewer things that stand against
// FastTrack.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { type Config, enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import type { CpuPath } from '../../model/placement.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { bridgeBelow, bridgeOf } from '../network/masters.ts';
import type { Bridge, Network, Reference } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { fasttrackRules } from './fasttrack-rules.ts';
import { firewallMenu, firewallOf } from './firewall.ts';
import { addedPolicies } from './ipsec.ts';

/**
 * Stops FastTrack and FastPath for one family. `interfaces`: where the packets enter, and where they leave, which only
 * decides how they end. Source: manual, packet-flow-in-routeros, "Half-FastPath".
 */
export function fasttrackReason(network: Network, family: 4 | 6, interfaces: readonly string[]): Reason | undefined {
  if (!hasFastpath(network, family)) {
    const text = `IPv6 has no FastPath in ${network.target.routeros.text}`;
    return makeReason('cpu', 'fastpath/fp-ipv6-version', text);
  }
  const [stop] = fasttrackStops(network, family);
  if (stop) return stop.reason;
  const reason = interfaces[0] === undefined ? undefined : slowFrom(network, interfaces[0]);
  if (reason) return reason;
  const bridges = new Set(interfaces.flatMap((name) => network.bridges.get(bridgeBelow(network, name) ?? '') ?? []));
  if (bridges.size === 0) return undefined;
  return (stopsOfAllBridges(network)[0] ?? bridgeStops(network, bridges)[0])?.reason;
}

/** Some rule asks for FastTrack connections, and nothing on the device as a whole stops them. */
export function mayFasttrack(network: Network, family: 4 | 6): boolean {
  return fasttrackRules(network, family).length > 0 && !fasttrackReason(network, family, []);
}

/** IPv6 has FastPath and FastTrack since 7.18. */
export function hasFastpath({ target }: Network, family: 4 | 6): boolean {
  return family === 4 || isAtLeastVersion(target.routeros, '7.18');
}

/** Something that keeps packets off a fast path of the CPU, with the property that says it. */
export interface Stop extends Reference {
  readonly reason: Reason;
}

/** What stops FastTrack and FastPath on the whole device, where the family has them. */
export const fasttrackStops = derivedPer(({ config }: Network, family: 4 | 6): readonly Stop[] => {
  const { item, value } = settingOf(config, family === 4 ? '/ip/settings' : '/ipv6/settings', 'allow-fast-path') ?? {};
  const isOff = item && value === 'no';
  const text = 'a mesh interface is configured';
  return [
    ...(isOff ? [stop(item, 'allow-fast-path', 'fastpath/fp-disabled', 'FastPath is switched off')] : []),
    ...meshesOf(config).map((mesh) => stop(mesh, 'name', 'fastpath/fp-mesh', text)),
  ];
});

const meshesOf = (config: Config) => enabledItemsOf(config, '/interface/mesh');

function stop(item: Item, property: string, code: EvidencedCode, text: string, at = placeOf(item, property)): Stop {
  return { item, property, reason: makeReason('cpu', code, text, at) };
}

/** What stops FastPath on the whole device, in the order in which it is told. */
export const fastpathStops = derivedPer((network: Network, family: 4 | 6): readonly Stop[] => {
  const { config, target } = network;
  const each = (items: readonly Item[], property: string, code: EvidencedCode, text: string): readonly Stop[] =>
    items.map((item) => stop(item, property, code, text, item.origin));
  const enabled = (menu: Item['menu'], code: EvidencedCode, text: string) => {
    const { item, value } = settingOf(config, menu, 'enabled') ?? {};
    return item && isYes(value) ? [stop(item, 'enabled', code, text)] : [];
  };
  const rules = firewallItems(config, family).slice(0, 1);
  const queues = 'fastpath/fp-simple-queue-or-global-tree';
  const vrfs = [...network.vrfs.values()].map(({ item }) => item);
  const trees = enabledItemsOf(config, '/queue/tree').filter((item) => propertyValue(item, 'parent') === 'global');
  const seesFlows = family === 6 && !isAtLeastVersion(target.routeros, '7.21.5');
  return [
    ...each(rules, 'action', 'fastpath/fp-firewall-rules', 'there are firewall rules'),
    ...enabled('/ip/firewall/connection/tracking', 'fastpath/fp-conntrack-active', 'connection tracking is on'),
    ...each(enabledItemsOf(config, '/queue/simple'), 'target', queues, 'there are queues'),
    ...each(trees, 'parent', queues, 'there are queues'),
    ...each(vrfs, 'interfaces', 'fastpath/fp-vrf', 'there are VRFs'),
    ...each(enabledItemsOf(config, '/ip/hotspot'), 'interface', 'fastpath/fp-hotspot', 'there is a HotSpot'),
    ...each(addedPolicies(network), 'dst-address', 'fastpath/fp-ipsec', 'there are IPsec policies'),
    ...(seesFlows ? enabled('/ip/traffic-flow', 'fastpath/fp-ipv6-trafficflow', 'Traffic-Flow is on') : []),
  ];
});

/** Whether connections are tracked, which FastTrack and NAT need. */
export function isTracking(network: Network): boolean {
  const enabled = settingOf(network.config, '/ip/firewall/connection/tracking', 'enabled')?.value ?? 'auto';
  return enabled === 'auto' ? firewallOf(network, 4).rules + firewallOf(network, 6).rules > 0 : isYes(enabled);
}

/** Enabled firewall rules of one family, in the order in which they are told. */
export function firewallItems(config: Config, family: 4 | 6): readonly Item[] {
  const told = ['filter', 'nat', 'mangle', 'raw'] as const;
  return told.flatMap((table) => enabledItemsOf(config, firewallMenu(table, family)));
}

export const bridgeRuleMenus = [
  '/interface/bridge/filter',
  '/interface/bridge/nat',
  '/interface/bridge/calea',
] as const;

/** Since then bridge FastPath works with VLAN filtering. */
const filteringVersion = '7.2';

/** What stops FastPath of these bridges, which FastTrack over a bridge needs. */
export function bridgeStops(network: Network, bridges: Iterable<Bridge>): readonly Stop[] {
  const filtersSlowly = !isAtLeastVersion(network.target.routeros, filteringVersion);
  const found = [...stopsOfAllBridges(network)];
  for (const { item, vlanFiltering } of bridges) {
    const snooping = ['dhcp-snooping', 'dhcpv6-snooping'].filter((name) => isYes(propertyValue(item, name)));
    found.push(...snooping.map((name) => bridgeStop(item, name, `${name} is on`)));
    if (vlanFiltering && filtersSlowly) {
      found.push(bridgeStop(item, 'vlan-filtering', `no bridge FastPath with it before ${filteringVersion}`));
    }
  }
  return found;
}

/** The path of frames that the CPU bridges. Tunnels have conditions of their own, and take the slow one here. */
export function pathInBridge(network: Network, ports: readonly string[]): CpuPath {
  const bridges = ports.flatMap((name) => bridgeOf(network, name) ?? []);
  const isPlain = bridges.length > 0 && ports.every((name) => plainKinds.has(network.kindOf(name)));
  const isFree = meshesOf(network.config).length === 0 && bridgeStops(network, bridges).length === 0;
  return isPlain && isFree ? 'fastpath' : 'slow';
}

const plainKinds: ReadonlySet<string | undefined> = new Set(['port', 'bond', 'vlan', 'wireless']);

/** Settings, and rules of the bridge firewall. */
const stopsOfAllBridges = derivedOnce(({ config }: Network): readonly Stop[] => {
  const read = (property: string, isStopping: boolean, text: string) => {
    const { item, value } = settingOf(config, '/interface/bridge/settings', property) ?? {};
    return item && isYes(value) === isStopping ? [bridgeStop(item, property, text)] : [];
  };
  // The action stands for a rule; where it is left to its default, the chain does.
  const telling = (rule: Item) => (propertyValue(rule, 'action') === undefined ? 'chain' : 'action');
  return [
    ...read('use-ip-firewall', true, 'bridged packets go through the IP firewall'),
    ...read('allow-fast-path', false, 'bridge FastPath is switched off'),
    ...bridgeRuleMenus.flatMap((menu) =>
      enabledItemsOf(config, menu).map((rule) => bridgeStop(rule, telling(rule), `there are rules in ${menu}`)),
    ),
  ];
});

function bridgeStop(item: Item, property: string, text: string): Stop {
  return stop(item, property, 'firewall/fasttrack-bridge-fp-off', text);
}

const fastTunnels = wordSet('eoip gre ipip l2tp-client l2tp-server pppoe-client pppoe-server vpls');

/** Whether packets that enter there can start on FastPath; undefined = no such interface. */
export function receivesFast(network: Network, name: string): boolean | undefined {
  const kind = network.kindOf(name);
  if (kind === undefined || kind === 'loopback') return undefined;
  if (kind === 'tunnel') return fastTunnels.has(menuOf(network, name)?.replace(/^\/interface\/|\/server$/g, '') ?? '');
  return kind !== 'other';
}

/** Of a tunnel that has the setting. Source: manual, eoip, gre, vxlan, l2tp, `allow-fast-path`. */
export function allowsFastpath(item: Item): boolean {
  const byDefault = /^\/interface\/l2tp-(?:client|server\/server)$/.test(item.menu) ? 'no' : 'yes';
  return isYes(propertyValue(item, 'allow-fast-path') ?? byDefault);
}

/** Why packets by an interface are slow from the start. */
export function slowFrom(network: Network, name: string): Reason | undefined {
  const item = network.l3Interfaces.get(name)?.item;
  if (!receivesFast(network, name)) {
    const text = `\`${name}\` does not receive on FastPath`;
    return makeReason('cpu', 'fastpath/fp-iface-unsupported-rx', text, placeOf(item));
  }
  if (!item || allowsFastpath(item)) return undefined;
  const at = placeOf(item, 'allow-fast-path');
  return makeReason('cpu', 'fastpath/fp-tunnel-allow', `FastPath of \`${name}\` is switched off`, at);
}

/** Why packets that leave by an interface finish on the slow path, wherever they started. */
export function slowTo(
  network: Network,
  name: string,
): (Reason & { readonly item: Item; readonly bond?: string }) | undefined {
  const code = 'fastpath/fp-iface-unsupported-tx';
  const bond = [name, network.vlanInterfaces.get(name)?.parent ?? ''].find((each) => network.bonds.has(each));
  const item = bond === undefined ? network.l3Interfaces.get(name)?.item : network.bonds.get(bond)?.item;
  if (!item || (bond === undefined && receivesFast(network, name) !== false)) return undefined;
  const text = bond === undefined ? `\`${name}\` does not support FastPath` : 'a bond sends on the slow path';
  return { item, ...(bond !== undefined && { bond }), ...makeReason('cpu', code, text, placeOf(item, 'name')) };
}

/** The menu that makes the interface; undefined for front ports that nothing is set on. */
export function menuOf(network: Network, name: string): Item['menu'] | undefined {
  return network.l3Interfaces.get(name)?.item?.menu;
}
