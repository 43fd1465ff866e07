// Features of the CPU beside the chains of its firewall: IPsec, HotSpot, queues, the bridge firewall, Traffic Flow.
// Which of them were meant for a class of packets, whoever forwards it.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import {
  enabledItemsOf,
  type Item,
  isYes,
  listValues,
  type MenuPath,
  propertyValue,
  settingsOf,
} from '../model/config.ts';
import type { Location } from '../source/location.ts';
import { placeOf } from './causes.ts';
import { isNamed, nameMatch } from './firewall.ts';
import { selectedByIpsec } from './ipsec.ts';
import { addressInterval, addressSet, portSet, protocolName } from './matchers.ts';
import type { Network } from './network.ts';
import { overlapsSet, type PacketMatch, type PacketSet, split } from './space.ts';

/** Packets between two L3 interfaces. */
export interface Crossing {
  readonly packets: PacketSet;
  readonly inInterface: string;
  readonly outInterface: string;
}

/** A feature that was meant for a class, and the part of the class that it was meant for. */
export interface Feature {
  readonly code: EvidencedCode;
  readonly item: Item;
  readonly at: Location | undefined;
  /** As in "the CPU ⟨does⟩ these packets". */
  readonly does: string;
  readonly packets: PacketSet;
  /** Whether the feature means them at all is open. */
  readonly isOpen?: true;
}

/** The features that decide about the packets themselves: what misses them is in the wrong place, or in clear text. */
export function featuresFor(network: Network, crossing: Crossing): readonly Feature[] {
  return [...encrypted(network, crossing), ...hotspots(network, crossing), ...bridgeRules(network, crossing)];
}

function encrypted(network: Network, { packets }: Crossing): readonly Feature[] {
  return selectedByIpsec(network, packets).selected.map(({ item, action, packets: inside }) => {
    const does = action === 'discard' ? 'an IPsec policy discards' : 'an IPsec policy encrypts';
    return { code: 'firewall/ipsec-bypassed-by-l3hw', item, at: placeOf(item, 'dst-address'), does, packets: inside };
  });
}

/** Clients behind its interface have to log in, unless a binding lets their addresses pass. */
function hotspots(network: Network, { packets, inInterface, outInterface }: Crossing): readonly Feature[] {
  const { config } = network;
  if (packets.family === 6) return [];
  const bindings = enabledItemsOf(config, '/ip/hotspot/ip-binding').flatMap((item) => {
    const set = addressSet(propertyValue(item, 'address') ?? '', 4);
    return set && propertyValue(item, 'type') === 'bypassed' ? [set] : [];
  });
  return enabledItemsOf(config, '/ip/hotspot').flatMap((item): readonly Feature[] => {
    const name = propertyValue(item, 'interface');
    if (name !== inInterface && name !== outInterface) return [];
    const side = name === inInterface ? 'source' : 'destination';
    const clients = bindings.reduce<readonly PacketSet[]>(
      (left, set) => left.flatMap((part) => split(part, { [side]: set }).outside),
      [packets],
    );
    const at = placeOf(item, 'interface');
    const does = 'HotSpot asks for a login before it forwards';
    return clients.map((part) => ({ code: 'firewall/hotspot-bypassed-by-l3hw', item, at, does, packets: part }));
  });
}

const bridgeMenus: readonly MenuPath[] = ['/interface/bridge/filter', '/interface/bridge/nat'];
const passing: ReadonlySet<string> = new Set(['accept', 'log', 'passthrough', 'jump', 'return']);

/** What a bridge hands to the device's IP handler, and what that hands to a bridge, meets the bridge's own firewall. */
function bridgeRules(network: Network, crossing: Crossing): readonly Feature[] {
  const bridges = { in: bridgeOf(network, crossing.inInterface), out: bridgeOf(network, crossing.outInterface) };
  if (bridges.in === undefined && bridges.out === undefined) return [];
  return bridgeMenus.flatMap((menu) =>
    enabledItemsOf(network.config, menu).flatMap((item): readonly Feature[] => {
      const value = (name: string) => propertyValue(item, name);
      const action = value('action') ?? 'accept';
      if (passing.has(action)) return [];
      const side = sideOfChain.get(value('chain') ?? '');
      const bridge = side && bridges[side];
      if (bridge === undefined || !isNamed(nameMatch(value(`${side}-bridge`)), bridge)) return [];
      const match = frameMatch(item, crossing.packets.family);
      const inside = match && split(crossing.packets, match).inside;
      if (!inside) return [];
      const isOpen = hasUnreadMatcher(item) && { isOpen: true as const };
      const does = `the bridge firewall would apply its ${action} to`;
      return [
        { code: 'l2/bridge-filter-nat-rules', item, at: placeOf(item, 'action'), does, packets: inside, ...isOpen },
      ];
    }),
  );
}

const sideOfChain: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ['input', 'in'],
  ['dstnat', 'in'],
  ['output', 'out'],
  ['srcnat', 'out'],
]);

const readOfFrames: ReadonlySet<string> = new Set([
  'action',
  'chain',
  'comment',
  'disabled',
  'dst-address',
  'dst-port',
  'in-bridge',
  'ip-protocol',
  'log',
  'log-prefix',
  'mac-protocol',
  'out-bridge',
  'src-address',
  'src-port',
]);

function hasUnreadMatcher({ properties }: Item): boolean {
  return [...properties.keys()].some((name) => !readOfFrames.has(name));
}

/** Undefined = frames of something else. */
function frameMatch(item: Item, family: 4 | 6): PacketMatch | undefined {
  const value = (name: string) => propertyValue(item, name);
  const kind = value('mac-protocol');
  if (kind !== undefined && kind !== (family === 4 ? 'ip' : 'ipv6')) return undefined;
  const addresses = (name: string) => addressSet(value(name) ?? (family === 4 ? '0.0.0.0/0' : '::/0'), family);
  const [source, destination] = [addresses('src-address'), addresses('dst-address')];
  if (!source || !destination) return undefined;
  const protocol = value('ip-protocol');
  const [sourcePort, destinationPort] = [portSet(value('src-port') ?? ''), portSet(value('dst-port') ?? '')];
  return {
    source,
    destination,
    ...(protocol !== undefined && { protocols: new Set([protocolName(protocol)]) }),
    ...(sourcePort && { sourcePort }),
    ...(destinationPort && { destinationPort }),
  };
}

function bridgeOf(network: Network, name: string): string | undefined {
  if (network.bridges.has(name)) return name;
  const parent = network.vlanInterfaces.get(name)?.parent;
  return parent !== undefined && network.bridges.has(parent) ? parent : undefined;
}

/**
 * The queues that shape packets of a mark, or of any: the first simple queue, and trees on the way out and for all.
 */
export function queuesFor(network: Network, crossing: Crossing, packetMark?: string): readonly Item[] {
  const shapes = (item: Item) => {
    const marks = listValues(propertyValue(item, 'packet-marks') ?? propertyValue(item, 'packet-mark'));
    return packetMark === undefined || marks.length === 0 || marks.includes(packetMark);
  };
  const isOnWay = (item: Item) => [crossing.outInterface, 'global'].includes(propertyValue(item, 'parent') ?? '');
  const simple = enabledItemsOf(network.config, '/queue/simple').find(
    (each) => isTarget(each, crossing) && shapes(each),
  );
  const trees = enabledItemsOf(network.config, '/queue/tree').filter((each) => isOnWay(each) && shapes(each));
  return simple ? [simple, ...trees] : trees;
}

function isTarget(item: Item, { packets, inInterface, outInterface }: Crossing): boolean {
  return listValues(propertyValue(item, 'target')).some((target) => {
    if (target === inInterface || target === outInterface) return true;
    const interval = addressInterval(target, packets.family);
    return (
      interval !== undefined &&
      (overlapsSet([interval], packets.source) || overlapsSet([interval], packets.destination))
    );
  });
}

/** The Traffic Flow settings, where it counts packets between these interfaces. */
export function countingFor(network: Network, { inInterface, outInterface }: Crossing): Item | undefined {
  const settings = settingsOf(network.config, '/ip/traffic-flow');
  if (!settings || !isYes(propertyValue(settings, 'enabled'))) return undefined;
  const counted = listValues(propertyValue(settings, 'interfaces') ?? 'all');
  const ends = [inInterface, outInterface];
  const isCounted = counted.some(
    (name) => name === 'all' || ends.includes(name) || ends.some((end) => network.interfaceListMembers(name).has(end)),
  );
  return isCounted ? settings : undefined;
}
