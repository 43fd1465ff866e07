// Bridges, their ports, and which of them a switch chip takes over.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Switch } from '../../profile/target.ts';
import { computeIfAbsent, derivedOnce, firstOfEach, groupBy } from '../../source/grouping.ts';
import type { NamedInterface, Naming } from './interfaces.ts';
import type { Bridge, BridgeFeature, BridgePort, FeatureUse, Network } from './network.ts';

type Below = Pick<Network, 'ports' | 'bonds'> & Naming;

/** A membership before it is known which bridge each chip takes. */
interface PortMembership extends Pick<BridgePort, 'interface' | 'item' | 'bridge'> {
  /** The chip that could switch it. */
  readonly chip: Switch | 'unknown' | undefined;
}

export function bridgingOf(below: Below) {
  const items = new Map(
    enabledItemsOf(below.config, '/interface/bridge').map((item) => [propertyValue(item, 'name') ?? item.key, item]),
  );
  const memberships = membershipsOf(below).filter(({ bridge }) => items.has(bridge));
  const winnersOf = winningBridges(items, memberships);
  const bridgePorts = new Map<string, BridgePort>();
  const uses = new Map([...items].map(([name, item]) => [name, usesOf(name, item, memberships)]));
  for (const membership of firstOfEach(memberships, ({ interface: name }) => name)) {
    bridgePorts.set(
      membership.interface,
      bridgePort(membership, hardwareOf(below, membership, uses.get(membership.bridge) ?? [], winnersOf)),
    );
  }
  const portsOf = groupBy(bridgePorts.values(), (port) => port.bridge);
  const bridges = new Map(
    [...items].map(([name, item]) => [name, bridge(name, item, portsOf.get(name) ?? [], uses.get(name) ?? [])]),
  );
  return { bridges, bridgePorts };
}

function membershipsOf(below: Below): readonly PortMembership[] {
  const { config } = below;
  const memberships: PortMembership[] = [];
  const lists = new Set(enabledItemsOf(config, '/interface/list').map((item) => propertyValue(item, 'name')));
  for (const item of enabledItemsOf(config, '/interface/bridge/port')) {
    const bridge = propertyValue(item, 'bridge') ?? '';
    const wanted = propertyValue(item, 'interface') ?? item.key;
    const members = below.named.has(wanted) ? [wanted] : below.interfaceListMembers(wanted);
    // A name that is neither stays a member, so that whoever asks about it can say that it does not exist.
    const isUnknown = members instanceof Set && members.size === 0 && !lists.has(wanted);
    const named = isUnknown ? [wanted] : [...members];
    const names = named.filter((name) => name === wanted || mayBePort(below.named.get(name)));
    for (const name of names) memberships.push({ interface: name, item, bridge, chip: chipBelow(name, below) });
  }
  // RouterOS makes the bridge port of a VXLAN interface by itself when the interface names a bridge.
  for (const item of enabledItemsOf(config, '/interface/vxlan')) {
    const bridge = propertyValue(item, 'bridge');
    if (bridge) memberships.push({ interface: propertyValue(item, 'name') ?? item.key, item, bridge, chip: undefined });
  }
  return memberships;
}

/** Of a list, which may have bridges, as `all` has, and tunnels that carry packets and no frames. */
function mayBePort(each: NamedInterface | undefined): boolean {
  return each?.kind !== 'bridge' && !/^\/interface\/(?:6to4|gre6?|ipip(?:v6)?|wireguard)$/.test(each?.item?.menu ?? '');
}

function chipBelow(name: string, { ports, bonds }: Below): PortMembership['chip'] {
  const port = ports.get(name);
  return port ? port.switch : bonds.get(name)?.hardware;
}

/**
 * Each chip offloads as many bridges as `l2.bridges` says. Which ones, when more compete, is not documented:
 * the first in configuration order is what forum reports show.
 */
function winningBridges(items: ReadonlyMap<string, Item>, memberships: readonly PortMembership[]) {
  const claims = new Map<PortMembership['chip'], Set<string>>();
  for (const membership of memberships) {
    if (isCandidate(membership)) computeIfAbsent(claims, membership.chip, () => new Set()).add(membership.bridge);
  }
  return derivedOnce((chip: Switch) =>
    [...items.keys()].filter((name) => claims.get(chip)?.has(name)).slice(0, chip.fact('l2.bridges')?.value ?? 1),
  );
}

function isCandidate({ item }: PortMembership): boolean {
  return isHardwareWanted(item) && !hasHorizon(item);
}

function isHardwareWanted(item: Item): boolean {
  return isYes(propertyValue(item, 'hw') ?? 'yes');
}

/** Of a bridge port; no chip knows the split horizon. */
export function hasHorizon(item: Item): boolean {
  return (propertyValue(item, 'horizon') ?? 'none') !== 'none';
}

/** Since when DHCP snooping works on hardware bonds; of before nothing is said. Source: manual, marvell-prestera. */
const snoopsOnBonds = '7.17';

function hardwareOf(
  { bonds, target }: Below,
  membership: PortMembership,
  uses: readonly FeatureUse[],
  winnersOf: (chip: Switch) => readonly string[],
): BridgePort['hardware'] {
  const { chip } = membership;
  if (!isCandidate(membership) || chip === undefined) return undefined;
  if (chip === 'unknown') return 'unknown';
  const isKept = keepsBridge(chip, { uses });
  if (isKept === false) return undefined;
  const mayLoseBond = bonds.has(membership.interface) && uses.some(({ property }) => property === 'dhcp-snooping');
  if (mayLoseBond && !isAtLeastVersion(target.routeros, snoopsOnBonds)) return 'unknown';
  // Where nobody has recorded how many bridges the chip offloads, the others may be too.
  if (!winnersOf(chip).includes(membership.bridge)) return chip.fact('l2.bridges') ? undefined : 'unknown';
  return isKept ? chip : 'unknown';
}

/** Whether the chip has every feature that the bridge uses; undefined = nobody knows. */
export function keepsBridge(chip: Switch, { uses }: Pick<Bridge, 'uses'>): boolean | undefined {
  const answers = uses.map(({ fact }) => chip.fact(fact)?.value);
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

const switchedOn: readonly (readonly [property: string, BridgeFeature, EvidencedCode])[] = [
  ['vlan-filtering', 'l2.vlan-filtering', 'l2/vlan-filtering-nonhw'],
  ['igmp-snooping', 'l2.igmp-snooping', 'l2/igmp-snooping-nonhw'],
  ['dhcp-snooping', 'l2.dhcp-snooping', 'cpu-l2/bridge-hw-lost'],
  ['arp-inspection', 'l2.arp-inspection', 'cpu-l2/bridge-hw-lost'],
  ['ip-source-guard', 'l2.arp-inspection', 'cpu-l2/bridge-hw-lost'],
  ['dhcpv6-snooping', 'l2.arp-inspection', 'l2/dhcpv6-snooping'],
  ['ra-guard', 'l2.arp-inspection', 'l2/ra-guard'],
];

function usesOf(name: string, item: Item, memberships: readonly PortMembership[]): readonly FeatureUse[] {
  const mode = propertyValue(item, 'protocol-mode') ?? 'rstp';
  const filtering = isYes(propertyValue(item, 'vlan-filtering'));
  const uses: FeatureUse[] = [];
  const add = (property: string, fact: BridgeFeature, code: EvidencedCode, by = item) =>
    uses.push({ fact, code, item: by, property });
  add('name', 'l2.bridge', 'cpu-l2/no-l2hw-chip');
  if (mode === 'mstp') add('protocol-mode', 'l2.mstp', 'l2/mstp-nonhw');
  else if (mode !== 'none') add('protocol-mode', 'l2.stp', 'cpu-l2/no-l2hw-chip');
  if (filtering && (propertyValue(item, 'ether-type') ?? '0x8100') !== '0x8100') {
    add('ether-type', 'l2.tag-stacking', 'l2/ether-type-nonprestera');
  }
  const isStacking = (membership: PortMembership) =>
    membership.bridge === name && isYes(propertyValue(membership.item, 'tag-stacking'));
  const stacking = filtering && memberships.find(isStacking);
  if (stacking) add('tag-stacking', 'l2.tag-stacking', 'l2/tag-stacking-nonprestera', stacking.item);
  for (const use of switchedOn) if (isYes(propertyValue(item, use[0]))) add(...use);
  return uses;
}

const frameTypes = ['admit-all', 'admit-only-vlan-tagged', 'admit-only-untagged-and-priority-tagged'] as const;

function bridgePort({ interface: name, item, bridge }: PortMembership, hardware: BridgePort['hardware']): BridgePort {
  const pvid = propertyValue(item, item.menu === '/interface/vxlan' ? 'bridge-pvid' : 'pvid');
  const admitted = propertyValue(item, 'frame-types');
  return {
    interface: name,
    item,
    bridge,
    pvid: Number(pvid ?? (unreadableOf(item).includes('pvid') ? Number.NaN : 1)),
    frameTypes: frameTypes.find((type) => type === admitted) ?? 'admit-all',
    ingressFiltering: isYes(propertyValue(item, 'ingress-filtering') ?? 'yes'),
    hwWanted: isHardwareWanted(item),
    hardware,
  };
}

function bridge(name: string, item: Item, ports: readonly BridgePort[], uses: readonly FeatureUse[]): Bridge {
  const switches = new Set<Switch>();
  for (const { hardware } of ports) if (hardware && hardware !== 'unknown') switches.add(hardware);
  return {
    name,
    item,
    vlanFiltering: isYes(propertyValue(item, 'vlan-filtering')),
    pvid: Number(propertyValue(item, 'pvid') ?? 1),
    etherType: propertyValue(item, 'ether-type') ?? '0x8100',
    ports,
    switches: [...switches],
    uses,
  };
}

/** What the CPU bridges goes through the IP firewall. */
export function bridgesByIp({ config }: Pick<Network, 'config'>): boolean {
  return isYes(settingOf(config, bridgeSettings, 'use-ip-firewall')?.value);
}

/** Of one bridge: where it filters VLANs, only with `for-vlan`. Source: manual, bridging-and-switching, that setting. */
export function isByIp({ config }: Pick<Network, 'config'>, { vlanFiltering }: Bridge): boolean {
  const ofVlans = settingOf(config, bridgeSettings, 'use-ip-firewall-for-vlan');
  return bridgesByIp({ config }) && (!vlanFiltering || isYes(ofVlans?.value));
}

const bridgeSettings = '/interface/bridge/settings';

/**
 * Interfaces by which the packets come that a rule of a chain means with these names. Source: manual,
 * bridging-and-switching, `use-ip-firewall-for-vlan`.
 */
export function bridgeSeen(network: Network, chain: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const isNamed = chain === 'prerouting';
  const vlans = hiddenVlans(network);
  if (vlans.length === 0 || !(isNamed || chain === 'dstnat')) return names;
  // Destination NAT is before routing too, but the manual names `prerouting` alone: there it may be either.
  const kept = [...names].filter((name) => !isNamed || !vlans.some((vlan) => vlan.name === name));
  return new Set([...kept, ...vlans.flatMap(({ name, bridge }) => (names.has(bridge) ? name : []))]);
}

const hiddenVlans = derivedOnce((network: Network) =>
  [...network.vlanInterfaces].flatMap(([name, { parent }]) => {
    const bridge = network.bridges.get(parent);
    return bridge?.vlanFiltering && isByIp(network, bridge) ? { name, bridge: parent } : [];
  }),
);
