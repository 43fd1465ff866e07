// Reads the finished switch rules of a configuration back into sets of packets, by what the manual says that a matcher
// matches. The proof looks at these and never at what the compiler meant.

import { allAddresses, allPorts, hasPorts, type IntervalSet, prefixInterval } from '../../forwarding/packets/space.ts';
import { type Config, enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { wordSet } from '../../source/word-set.ts';
import type { Family, IngressPacketSet } from './ingress-packet-set.ts';
import type { IngressAtom, IngressSpace } from './ingress-space.ts';
import { drop, pass, toCpu, treated, type Verdict } from './policy-rule.ts';

/** An installed rule, as the chip or the CPU sees it for one family: of switch, of raw, or a route that drops. */
export interface InstalledRule {
  readonly item: Item;
  readonly match: IngressPacketSet;
  readonly verdict: Verdict;
}

export interface Installed {
  readonly rules: readonly InstalledRule[];
  /** Rules with a matcher or an action that this reader does not know; nothing may be proved about them. */
  readonly unread: readonly Item[];
}

const known = wordSet(`
  comment disabled switch ports vlan-id vlan-header mac-protocol protocol src-address dst-address src-address6
  dst-address6 src-port dst-port new-dst-ports redirect-to-cpu new-vrf rate new-qos-profile
`);

export function installedRules(config: Config, space: IngressSpace): Installed {
  const rules: InstalledRule[] = [];
  const unread: Item[] = [];
  for (const item of enabledItemsOf(config, '/interface/ethernet/switch/rule')) {
    const verdict = verdictOf(item);
    const family = familyOf(item);
    const match = family && matchOf(item, space, family);
    if (verdict && match && [...item.properties.keys()].every((name) => known.has(name))) {
      rules.push({ item, match, verdict });
    } else unread.push(item);
  }
  return { rules, unread };
}

function verdictOf(item: Item): Verdict | undefined {
  const rate = propertyValue(item, 'rate');
  const profile = propertyValue(item, 'new-qos-profile');
  const verdict = actionOf(item);
  // Nothing is known about what a mark does to packets that go to the CPU.
  if (profile !== undefined && verdict?.kind === 'cpu') return undefined;
  return (
    verdict &&
    treated(verdict, {
      ...(rate !== undefined && { limit: { bps: Number(rate) } }),
      ...(profile !== undefined && { mark: { profile } }),
    })
  );
}

function actionOf(item: Item): Verdict | undefined {
  if (isYes(propertyValue(item, 'redirect-to-cpu'))) return toCpu;
  const ports = propertyValue(item, 'new-dst-ports');
  if (ports !== undefined) return listValues(ports).length === 0 ? drop : undefined;
  const vrf = propertyValue(item, 'new-vrf');
  return vrf === undefined || vrf === 'main' ? pass : { kind: 'vrf', vrf };
}

/** Every rule of rosc says its family; one without it would also match ARP and the like. */
function familyOf(item: Item): Family | undefined {
  const protocol = propertyValue(item, 'mac-protocol');
  return protocol === 'ip' ? 4 : protocol === 'ipv6' ? 6 : undefined;
}

function matchOf(item: Item, { atoms }: IngressSpace, family: Family): IngressPacketSet | undefined {
  const [mine, other] = family === 4 ? ['', '6'] : ['6', ''];
  if (item.properties.has(`src-address${other}`) || item.properties.has(`dst-address${other}`)) return undefined;
  const source = addresses(propertyValue(item, `src-address${mine}`), family);
  const destination = addresses(propertyValue(item, `dst-address${mine}`), family);
  const sourcePort = port(propertyValue(item, 'src-port'));
  const destinationPort = port(propertyValue(item, 'dst-port'));
  const protocol = propertyValue(item, 'protocol');
  if (!source || !destination || !sourcePort || !destinationPort) return undefined;
  const asksPorts = sourcePort !== allPorts || destinationPort !== allPorts;
  if (asksPorts && (protocol === undefined || !hasPorts(protocol))) return undefined;
  const ingress = atoms.reduce((mask, atom, index) => (enters(item, atom) ? mask | (1n << BigInt(index)) : mask), 0n);
  return { ingress, family, protocol, source, destination, sourcePort, destinationPort };
}

/** A bond is matched by its own name, or by all of its ports. */
function enters(item: Item, { attachment, vid }: IngressAtom): boolean {
  const ports = listValues(propertyValue(item, 'ports'));
  const isListed =
    ports.length === 0 || ports.includes(attachment.name) || attachment.ports.every((name) => ports.includes(name));
  if (!isListed) return false;
  const header = propertyValue(item, 'vlan-header');
  if (header !== undefined && (header === 'present') !== (vid !== undefined)) return false;
  const id = propertyValue(item, 'vlan-id');
  return id === undefined || Number(id) === vid;
}

function addresses(text: string | undefined, family: Family): IntervalSet | undefined {
  if (text === undefined) return allAddresses(family);
  const prefix = parsePrefix(text);
  return prefix?.family === family ? [prefixInterval(prefix)] : undefined;
}

function port(text: string | undefined): IntervalSet | undefined {
  if (text === undefined) return allPorts;
  return /^\d{1,5}$/.test(text) ? [{ from: Number(text), to: Number(text) + 1 }] : undefined;
}
