// The switch rules of a config. `switch-rule-walk.ts` has what they do to a class of packets.

import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import type { Traffic } from '../firewall/outcome.ts';
import type { Attachment } from '../network/attachments.ts';
import { addressInterval, portSet, protocolName, readerOf } from '../network/matchers.ts';
import type { BridgePort, Network } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import type { PacketMatch } from '../packets/space.ts';

export interface SwitchRule {
  readonly item: Item;
  /** Position among those of its chip, from zero. */
  readonly index: number;
  readonly chip: string;
  /** Ports or bonds; undefined = all. */
  readonly ports: ReadonlySet<string> | undefined;
  readonly match: PacketMatch;
  /** Matchers that a flow does not decide, by property. */
  readonly undecided: readonly string[];
  readonly vlanId: number | undefined;
  readonly vlanHeader: string | undefined;
  readonly action: SwitchAction;
}

export type SwitchAction =
  | { readonly kind: 'permit' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'redirect-to-cpu' }
  | { readonly kind: 'to-port'; readonly ports: readonly string[] }
  | { readonly kind: 'new-vrf'; readonly vrf: string };

const menu = '/interface/ethernet/switch/rule';

/** Matchers that look at what a flow does not name: they may match all of it, part of it, or nothing. */
const undecidable = ['src-mac-address', 'dst-mac-address', 'vlan-priority', 'dscp', 'traffic-class', 'flow-label'];

export const switchRules: (network: Network) => readonly SwitchRule[] = derivedOnce(({ config, chips }) => {
  const sizes = new Map<string, number>();
  return enabledItemsOf(config, menu).map((item) => {
    const named = propertyValue(item, 'switch');
    const row = chips.find((each) => named === undefined || each.item?.key === named);
    const chip = row?.switch.name ?? named ?? 'switch1';
    const index = sizes.get(chip) ?? 0;
    sizes.set(chip, index + 1);
    return compile(chip, item, index);
  });
});

function compile(chip: string, item: Item, index: number): SwitchRule {
  const value = (name: string) => propertyValue(item, name);
  const ports = listValues(value('ports'));
  const { match, unread } = packetMatch(item);
  const vlanId = value('vlan-id');
  return {
    item,
    index,
    chip,
    ports: ports.length > 0 ? new Set(ports) : undefined,
    match,
    undecided: [...unread, ...undecidable.filter((name) => narrowsBy(item, name))],
    vlanId: vlanId === undefined ? undefined : Number(vlanId),
    vlanHeader: value('vlan-header'),
    action: switchActionOf(item),
  };
}

/** Whether a rule narrows what it matches by such a property; a mask of zeros does not. */
export function narrowsBy(item: Item, name: string): boolean {
  return !/^$|\/[0:.]+$/.test(propertyValue(item, name) ?? '');
}

/** Addresses and protocols without `mac-protocol` are IPv4 alone; ports alone are both families. */
function packetMatch(item: Item): { readonly match: PacketMatch; readonly unread: readonly string[] } {
  const unread: string[] = [];
  const read = readerOf(item, unread);
  const address = (name: string, family: 4 | 6) =>
    read(name, (text) => {
      const interval = addressInterval(text, family);
      return interval && [interval];
    });
  const source = address('src-address', 4) ?? address('src-address6', 6);
  const destination = address('dst-address', 4) ?? address('dst-address6', 6);
  const sourcePort = read('src-port', portSet);
  const destinationPort = read('dst-port', portSet);
  const protocols = read('protocol', (text) => new Set([protocolName(text)]));
  return { match: { family: familyOf(item), protocols, source, destination, sourcePort, destinationPort }, unread };
}

/** The family that a rule matches; 'other' frames (ARP and so on) are no IP flow. */
export function familyOf(item: Item): 4 | 6 | undefined {
  const has = (name: string) => propertyValue(item, name) !== undefined;
  const family = familyOfFrames.get(framesOf(item));
  if (family) return family;
  if (has('src-address6') || has('dst-address6')) return 6;
  return has('src-address') || has('dst-address') || has('protocol') ? 4 : undefined;
}

export function matchesIp(item: Item): boolean {
  const frames = framesOf(item);
  return frames === undefined || familyOfFrames.has(frames);
}

/** The frames that a rule asks for, by name where it says the number of those that carry IP or ARP. */
export function framesOf(item: Item): string | undefined {
  const text = propertyValue(item, 'mac-protocol')?.toLowerCase();
  return text && (namesOfFrames.get(Number(text)) ?? text);
}

const namesOfFrames: ReadonlyMap<number, string> = new Map([
  [0x0800, 'ip'],
  [0x0806, 'arp'],
  [0x86dd, 'ipv6'],
]);

const familyOfFrames: ReadonlyMap<string | undefined, 4 | 6> = new Map([
  ['ip', 4],
  ['ipv6', 6],
]);

export function switchActionOf(item: Item): SwitchAction {
  const targets = propertyValue(item, 'new-dst-ports');
  if (isYes(propertyValue(item, 'redirect-to-cpu'))) return { kind: 'redirect-to-cpu' };
  // `all` lets the packet pass as it is, like a rule without the property.
  if (targets !== undefined && targets !== 'all') {
    const ports = listValues(targets);
    return ports.length === 0 ? { kind: 'drop' } : { kind: 'to-port', ports };
  }
  const vrf = propertyValue(item, 'new-vrf');
  return vrf !== undefined && vrf !== '' ? { kind: 'new-vrf', vrf } : { kind: 'permit' };
}

/** The VRF that a rule takes packets of an interface to; undefined where they stay in their own. */
export function assignedVrf(network: Network, { action }: SwitchRule, inInterface: string): string | undefined {
  return action.kind === 'new-vrf' && action.vrf !== vrfAt(network, inInterface) ? action.vrf : undefined;
}

type Entered = Pick<Traffic, 'ingress' | 'inInterface'>;

/**
 * The chip moves nothing to a VRF by a rule: packets that one names a VRF for go to the CPU, those of that VRF too.
 * Source: manual, l3hw, "VRF Assignment via ACL".
 */
export function isHandedOver({ action }: SwitchRule, ingress: Attachment): boolean {
  return action.kind === 'new-vrf' && action.vrf !== 'main' && movesToVrfs(ingress) === false;
}

/** Whether the chip of these ports moves packets to a VRF by a rule; undefined = nobody has published it. */
function movesToVrfs({ ports }: Attachment) {
  return ports[0]?.switch?.fact('acl.new-vrf')?.value;
}

/** Packets for the CPU that a rule matches may never get there: it names other ports, or another VRF. */
export function movesElsewhere(network: Network, rule: SwitchRule, { ingress, inInterface }: Entered): boolean {
  const isMoved = assignedVrf(network, rule, inInterface) !== undefined;
  return rule.action.kind === 'to-port' || (isMoved && movesToVrfs(ingress) !== false);
}

/** The rules that list a port of the attachment, or every port. */
export const rulesAt = derivedPer((network: Network, { name, ports: below }: Attachment): readonly SwitchRule[] => {
  const chip = below[0]?.switch;
  return switchRules(network).filter(
    ({ chip: ruleChip, ports, item }) =>
      ruleChip === chip?.name &&
      (!ports || ports.has(name) || below.some((port) => ports.has(port.name))) &&
      matchesIp(item),
  );
});

/** Names that a rule lists and does not work for, or may not: a port of elsewhere, or no port of any chip. */
export function badPortsOf(network: Network, { ports, chip }: Pick<SwitchRule, 'ports' | 'chip'>): readonly string[] {
  return [...(ports ?? [])].filter((name) => isBadPort(network, name, chip));
}

function isBadPort(network: Network, name: string, chip: string): boolean {
  const port = network.ports.get(name);
  if (port) return port.switch?.name !== chip;
  const hardware = network.bonds.get(name)?.hardware;
  const isOnChip = typeof hardware === 'object' && hardware.name === chip;
  return !isOnChip && network.kindOf(name) !== undefined;
}

/** What switches a port of a bridge that filters VLANs; undefined = the CPU, or nothing filters VLANs there. */
export function filteringChip(network: Network, name: string): BridgePort['hardware'] {
  const member = network.bridgePorts.get(name);
  return member && network.bridges.get(member.bridge)?.vlanFiltering ? member.hardware : undefined;
}
