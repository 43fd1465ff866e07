// IPsec policies, written down or made by the device as clients connect: which packets each of them selects, and what
// the matcher `ipsec-policy` makes of that.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { poolAddresses } from '../network/address-lists.ts';
import { addressInterval, rowMatch } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import {
  allAddresses,
  type IntervalSet,
  intersect,
  isEmpty,
  mirror,
  type PacketMatch,
  type PacketSet,
  splitAll,
  subtract,
} from '../packets/space.ts';

interface Policy {
  /** The policy, or the identity of the clients that it is made for. */
  readonly item: Item;
  readonly action: string;
  readonly match: PacketMatch;
}

/** Policies that say what they select, in order; those that are made stand behind, while all clients are connected. */
export const ipsecPolicies = derivedPer((network: Network, family: 4 | 6): readonly Policy[] => [
  ...policyItems(network).flatMap((item) => policyOf(item, family) ?? []),
  ...madePolicies(network, family),
]);

/** Without the row that every device has. */
export function addedPolicies(network: Network): readonly Item[] {
  return policyItems(network).filter(({ key }) => key !== '0');
}

function policyItems({ config }: Network): readonly Item[] {
  return enabledItemsOf(config, '/ip/ipsec/policy').filter((item) => !isTemplate(item));
}

function isTemplate(item: Item): boolean {
  return isYes(propertyValue(item, 'template'));
}

/** The device makes the policy while a client is connected. */
export function isMade({ menu }: Item): boolean {
  return menu !== '/ip/ipsec/policy';
}

/**
 * Undefined = a policy of the other family, one that names no addresses of its own (a changed template), or one without
 * a tunnel: transport mode is for packets of the device itself.
 */
function policyOf(item: Item, family: 4 | 6): Policy | undefined {
  const action = propertyValue(item, 'action') ?? 'encrypt';
  if (!namesAddresses(item) || (action === 'encrypt' && !isYes(propertyValue(item, 'tunnel')))) return undefined;
  const match = rowMatch(item, family, 'protocol');
  return match && { item, action, match };
}

function namesAddresses({ properties }: Item): boolean {
  return properties.has('src-address') || properties.has('dst-address');
}

/**
 * Of clients: by a template that names them, or for the addresses that `mode-config` gives them. Where neither does,
 * nothing tells them from anybody else. Source: manual, ipsec, `generate-policy`.
 */
function madePolicies({ config }: Network, family: 4 | 6): readonly Policy[] {
  const templates = enabledItemsOf(config, '/ip/ipsec/policy').filter(isTemplate);
  const groupOf = (item: Item, name: string) => propertyValue(item, name) ?? 'default';
  return enabledItemsOf(config, '/ip/ipsec/identity').flatMap((item) => {
    if (!(propertyValue(item, 'generate-policy') ?? 'no').startsWith('port-')) return [];
    const given = clientsOf(config, propertyValue(item, 'mode-config'), family);
    const group = groupOf(item, 'policy-template-group');
    const named = templates.filter((each) => groupOf(each, 'group') === group && namesAddresses(each));
    return (named.length > 0 ? named : [undefined]).flatMap((template): readonly Policy[] => {
      const destination = prefixOf(template, 'dst-address', family);
      const clients = given && destination ? intersect(given, destination) : (given ?? destination);
      if (!clients || isEmpty(clients) || isEmpty(subtract(allAddresses(family), clients))) return [];
      const source = prefixOf(template, 'src-address', family);
      return [{ item, action: 'encrypt', match: { family, source, destination: clients } }];
    });
  });
}

function prefixOf(item: Item | undefined, name: string, family: 4 | 6): IntervalSet | undefined {
  const interval = addressInterval((item && propertyValue(item, name)) ?? '', family);
  return interval && [interval];
}

/** What `mode-config` hands out; undefined = not known. */
function clientsOf(config: Config, name: string | undefined, family: 4 | 6): IntervalSet | undefined {
  const row = enabledItemsOf(config, '/ip/ipsec/mode-config').find((each) => propertyValue(each, 'name') === name);
  return prefixOf(row, 'address', family) ?? poolAddresses(config, row && propertyValue(row, 'address-pool'), family);
}

export const hasIpsec = derivedOnce(
  (network: Network): boolean =>
    addedPolicies(network).length > 0 ||
    families.some((each) => ipsecPolicies(network, each).some(({ item }) => isMade(item))),
);

type Selected = Pick<Policy, 'item' | 'action'> & { readonly packets: PacketSet };

/** Packets by the policy that they meet; the first that selects a packet decides, and `none` lets it pass as it is. */
export function selectedByIpsec(
  network: Network,
  packets: PacketSet,
): { readonly selected: readonly Selected[]; readonly plain: readonly PacketSet[] } {
  const selected: Selected[] = [];
  const plain: PacketSet[] = [];
  let left: readonly PacketSet[] = [packets];
  for (const { item, action, match } of ipsecPolicies(network, packets.family)) {
    const { inside, outside } = splitAll(left, match);
    if (action === 'none') plain.push(...inside);
    else selected.push(...inside.map((part) => ({ item, action, packets: part })));
    left = outside;
    if (left.length === 0) break;
  }
  return { selected, plain: [...plain, ...left] };
}

/** Cuts packets by `ipsec-policy=in|out,ipsec|none`. */
export type IpsecMatch = (packets: PacketSet) => readonly { packets: PacketSet; matches: boolean }[];

/** Undefined = nobody can tell from the policies. */
export function ipsecMatch(network: Network, text: string): IpsecMatch | undefined {
  const [direction, policy] = text.split(',');
  const isKnown = addedPolicies(network).every(namesAddresses);
  if (!isKnown || (direction !== 'in' && direction !== 'out') || (policy !== 'ipsec' && policy !== 'none')) {
    return undefined;
  }
  const isWanted = policy === 'ipsec';
  // What comes from the other side of a tunnel came through it: the policy refuses what did not.
  const turn = (packets: PacketSet) => (direction === 'in' ? mirror(packets) : packets);
  return (packets) => {
    const { selected, plain } = selectedByIpsec(network, turn(packets));
    const inside = selected.map((each) => ({ packets: turn(each.packets), matches: isWanted }));
    return [...inside, ...plain.map((each) => ({ packets: turn(each), matches: !isWanted }))];
  };
}
