// Matchers of firewall rules from the names of a site: interfaces and addresses, one property where one is enough and
// a list where there are several.

import type { Table } from '../../forwarding/firewall/firewall.ts';
import type { Places } from '../../intent/intent.ts';
import { vrfOf } from '../../intent/networks.ts';
import type { Match } from '../../intent/schema-policy.ts';
import type { NumberRange } from '../../model/number-range.ts';
import { type Prefix, printAddress, printPrefix } from '../../model/prefix.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { say } from '../say.ts';
import { tag } from '../tag.ts';
import { protocolName } from './acl-layers.ts';
import type { Family } from './ingress-packet-set.ts';

/** Names of the lists of a device by their members: the same members always have the same list. */
export type ListNames = Map<string, string>;

/** Makes lists as rules of one table need them, each once. */
export interface FilterMatchers {
  /** `in-interface=x`, or a list of interfaces named after `label`. */
  interfaces(side: 'in' | 'out', names: readonly string[], label: string, at: Location): Settings;
  /** `dst-address=x`, or a list of addresses named after `label`; undefined = every address. */
  addresses(side: 'src' | 'dst', prefixes: readonly Prefix[] | undefined, label: string, at: Location): Settings;
}

/** Rules of `filter` know packets of a VRF by the VRF. */
export function filterMatchers(context: LowerContext, family: Family, lists: ListNames, table: Table): FilterMatchers {
  const { draft } = context;
  const listFor = (members: readonly string[], label: string, make: (list: string) => void): string => {
    const key = members.join();
    const before = lists.get(key);
    if (before !== undefined) return before;
    const taken = new Set(lists.values());
    const name = `rosc-${label}`;
    let unique = name;
    for (let nth = 2; taken.has(unique); nth++) unique = `${name}-${nth}`;
    lists.set(key, unique);
    make(unique);
    return unique;
  };
  return {
    interfaces(side, meant, label, at) {
      const names = table === 'filter' ? seenByFilter(context, meant, at) : meant;
      const [first] = names;
      if (names.length === 1 && first !== undefined) return { [`${side}-interface`]: said(first, at) };
      const list = listFor(names, label, (name) => {
        draft.set('/interface/list', name, at, { name: said(name, at), comment: tag(['zone', label], at) });
        for (const member of names) {
          const comment = tag(['zone', name, member], at);
          draft.add('/interface/list/member', at, { list: said(name, at), interface: said(member, at), comment });
        }
      });
      return { [`${side}-interface-list`]: said(list, at) };
    },
    addresses(side, prefixes, label, at) {
      if (!prefixes) return {};
      const texts = prefixes.map(printMatcher);
      const [first] = texts;
      if (texts.length === 1 && first !== undefined) return { [`${side}-address`]: said(first, at) };
      const menu = family === 4 ? '/ip/firewall/address-list' : '/ipv6/firewall/address-list';
      const list = listFor(texts, label, (name) => {
        for (const text of texts) {
          const comment = tag(['addresses', name, text], at);
          draft.add(menu, at, { list: said(name, at), address: said(text, at), comment });
        }
      });
      return { [`${side}-address-list`]: said(list, at) };
    },
  };
}

/**
 * The names by which filter rules know packets of these interfaces: since 7.14 those of a VRF have the VRF's own.
 * Source: manual, VRF, "VRF interfaces in firewall".
 */
function seenByFilter(context: LowerContext, names: readonly string[], at: Location): readonly string[] {
  const { device, layout, target } = context;
  if (!isAtLeastVersion(target.routeros, '7.14')) return names;
  const vrfAt = (name: string) => vrfOf(device.settings, name);
  const vrfs = new Set(names.flatMap((name) => vrfAt(name) ?? []));
  for (const vrf of vrfs) {
    const missing = [...layout.l3.keys()].find((name) => vrfAt(name) === vrf && !names.includes(name));
    if (missing === undefined) continue;
    say(context, 'lower/filter-in-vrf', {
      what: `the firewall would not hold in VRF \`${vrf}\`: it means some of its interfaces, and not \`${missing}\``,
      at: device.places.at('vrfs', vrf, 'interfaces'),
      related: [{ at, text: 'treats them differently' }],
      why: 'From RouterOS 7.14 on filter rules have the VRF in place of its members, and cannot tell them apart.',
      fix: 'put what the firewall treats alike into a VRF of its own, or write the policy as an ACL',
    });
  }
  return [...names.filter((name) => vrfAt(name) === undefined), ...vrfs];
}

/** As RouterOS prints it: a single IPv4 address without its length. */
function printMatcher(prefix: Prefix): string {
  return prefix.family === 4 && prefix.length === 32 ? printAddress(prefix) : printPrefix(prefix);
}

/** `80,443,8000-8100` */
export function portsText(ranges: readonly NumberRange[] | undefined): string | undefined {
  return ranges?.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** Protocol and ports. */
export function serviceMatch({ protocol, port, 'source-port': source }: Match, places: Places): Settings {
  return {
    protocol: said(protocol && protocolName(protocol), places.at('protocol')),
    'src-port': said(portsText(source), places.at('source-port')),
    'dst-port': said(portsText(port), places.at('port')),
  };
}
