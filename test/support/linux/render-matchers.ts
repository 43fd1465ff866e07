// Firewall matchers as nftables expressions, one function per matcher, each from its description in the manual's
// cli-reference of /ip/firewall/filter, mangle, nat and raw.

import { type Item, propertyValue } from '../../../src/model/config.ts';
import { parsePrefix } from '../../../src/model/prefix.ts';
import { isKernelName, namesOf } from './render-interfaces.ts';
import { enabled, leavesUntracked, negation, notJudged, type Rendering } from './rendering.ts';

/** Words of a rule; undefined = no packet can match. */
export type Words = string | undefined;

interface Context {
  readonly rendering: Rendering;
  readonly family: 4 | 6;
  readonly item: Item;
}

type Matcher = (text: string, context: Context) => Words;

/** Of packets without a connection nobody says what these are. */
function asksOfConnection(name: string, text: string): boolean {
  return /^connection-(mark|nat-state)$/.test(name) && (text.startsWith('!') || text === 'no-mark');
}

/** All matchers of a rule; `undefined` where no packet matches. */
export function matchersOf(rendering: Rendering, item: Item, family: 4 | 6): Words {
  const parts: string[] = [];
  for (const [name, make] of Object.entries(matchers)) {
    const text = propertyValue(item, name);
    if (text === undefined || text === '') continue;
    rendering.constructs.add(`matcher: ${name}${text.startsWith('!') ? ' negated' : ''}`);
    if (asksOfConnection(name, text) && leavesUntracked(rendering))
      notJudged(rendering, 'a mark of what is not tracked');
    const words = make(text, { rendering, family, item });
    if (words === undefined) return undefined;
    parts.push(words);
  }
  return parts.filter((part) => part !== '').join(' ');
}

export function isMatcher(name: string): boolean {
  return name in matchers;
}

const ip = (family: 4 | 6) => (family === 4 ? 'ip' : 'ip6');

function compare(expression: string, text: string, values: (plain: string) => string): string {
  const { not, plain } = negation(text);
  return `${expression} ${not ? '!= ' : ''}${values(plain)}`;
}

/** `a`, `a,b` → one value or an anonymous set. */
function oneOrMore(plain: string, each: (value: string) => string = (value) => value): string {
  const values = plain.split(',').map((value) => each(value.trim()));
  return values.length === 1 ? (values[0] ?? '') : `{ ${values.join(', ')} }`;
}

const address =
  (side: 'saddr' | 'daddr'): Matcher =>
  (text, { family }) =>
    compare(`${ip(family)} ${side}`, text, (plain) => plain);

function entriesOf(rendering: Rendering, list: string, family: 4 | 6): readonly string[] {
  const entries = enabled(rendering, family === 4 ? '/ip/firewall/address-list' : '/ipv6/firewall/address-list')
    .filter((item) => propertyValue(item, 'list') === list)
    .map((item) => propertyValue(item, 'address') ?? '');
  for (const entry of entries) {
    if (!parsePrefix(entry.split('-')[0] ?? '')) rendering.missing.add(`address-list entry ${entry}`);
  }
  return entries;
}

/** A list without an entry of the family holds nobody. */
const addressList =
  (side: 'saddr' | 'daddr'): Matcher =>
  (text, { rendering, family }) => {
    const { not, plain } = negation(text);
    const entries = entriesOf(rendering, plain, family);
    if (entries.length === 0) return not ? '' : undefined;
    // Overlapping entries are one set to the kernel, which takes them only where it may merge them.
    return entries.length === 1 || not
      ? entries.map((entry) => `${ip(family)} ${side} ${not ? '!= ' : ''}${entry}`).join(' ')
      : `${ip(family)} ${side} @${listName(rendering, plain, family, entries)}`;
  };

/** Sets are declared beside the rules. */
const declared = new WeakMap<Rendering, Map<string, string>>();

function listName(rendering: Rendering, name: string, family: 4 | 6, entries: readonly string[]): string {
  const sets = declared.get(rendering) ?? new Map<string, string>();
  declared.set(rendering, sets);
  const set = `list${family}_${name.replace(/\W/g, '_')}`;
  const type = family === 4 ? 'ipv4_addr' : 'ipv6_addr';
  sets.set(set, `set ${set} { type ${type}; flags interval; auto-merge; elements = { ${entries.join(', ')} }; }`);
  return set;
}

export function setsOf(rendering: Rendering, family: 4 | 6): readonly string[] {
  return [...(declared.get(rendering) ?? [])]
    .filter(([name]) => name.startsWith(`list${family}_`))
    .map(([, text]) => text);
}

const interfaceName =
  (side: 'iifname' | 'oifname'): Matcher =>
  (text) =>
    compare(side, text, (plain) => `"${plain}"`);

/** Manual, cli-reference/interface/list: `all` holds every interface, `none` nobody. */
const interfaceList =
  (side: 'iifname' | 'oifname'): Matcher =>
  (text, { rendering }) => {
    const { not, plain } = negation(text);
    if (plain === 'all') return not ? undefined : '';
    const members = membersOf(rendering, plain);
    if (members.length === 0) return not ? '' : undefined;
    return `${side} ${not ? '!= ' : ''}{ ${members.map((name) => `"${name}"`).join(', ')} }`;
  };

/**
 * Manual, cli-reference/interface/list, `include`, `exclude`: members of others, those without, then its own. Of the
 * lists that are there by themselves, `static` has whatever is configured and `dynamic` nothing of it.
 */
function membersOf(rendering: Rendering, name: string, depth = 0): readonly string[] {
  if (name === 'static') return namesOf(rendering).filter(isKernelName);
  if (name === 'dynamic') return [];
  const list = enabled(rendering, '/interface/list').find((item) => propertyValue(item, 'name') === name);
  if (name === 'all' || depth > depthMax) rendering.missing.add(`interface list ${name}`);
  const others = (property: string) =>
    ((list && propertyValue(list, property)) ?? '')
      .split(',')
      .filter((each) => each !== '' && each !== 'none')
      .flatMap((each) => membersOf(rendering, each, depth + 1));
  const without = others('exclude');
  const own = enabled(rendering, '/interface/list/member')
    .filter((item) => propertyValue(item, 'list') === name)
    .map((item) => propertyValue(item, 'interface') ?? '');
  return [...new Set([...others('include').filter((each) => !without.includes(each)), ...own])];
}

/** How far lists of lists are followed. */
const depthMax = 8;

/** As IANA numbers them. */
const protocolNumbers: Readonly<Record<string, string>> = {
  icmp: '1',
  igmp: '2',
  tcp: '6',
  udp: '17',
  gre: '47',
  'ipsec-esp': '50',
  'ipsec-ah': '51',
  icmpv6: '58',
  ospf: '89',
  vrrp: '112',
  l2tp: '115',
  sctp: '132',
};

const protocol: Matcher = (text, { rendering, family }) =>
  compare('meta l4proto', text, (plain) => {
    // Manual, cli-reference/ipv6/firewall/filter: there `icmp` is not a protocol.
    const number = plain === 'icmp' && family === 6 ? '58' : (protocolNumbers[plain] ?? plain);
    if (!/^\d+$/.test(number)) rendering.missing.add(`protocol ${plain}`);
    return number;
  });

const port =
  (side: 'sport' | 'dport'): Matcher =>
  (text) =>
    `meta l4proto { 6, 17 } ${compare(`th ${side}`, text, (plain) => oneOrMore(plain))}`;

const connectionState: Matcher = (text) => compare('ct state', text, (plain) => oneOrMore(plain));

/** Any of the named translations. */
const connectionNatState: Matcher = (text, { rendering }) => {
  const { not, plain } = negation(text);
  const bits = plain.split(',').map((name) => ({ srcnat: 'snat', dstnat: 'dnat' })[name]);
  if (bits.includes(undefined)) rendering.missing.add(`connection-nat-state ${plain}`);
  return `ct status & (${bits.join('|')}) ${not ? '==' : '!='} 0`;
};

/** Bits of a mark that hold the number of a name. */
const mark =
  (bits: string, numberOf: (name: string, rendering: Rendering) => number): Matcher =>
  (text, { rendering }) => {
    const { not, plain } = negation(text);
    return `${bits} ${not ? '!=' : '=='} ${numberOf(plain, rendering)}`;
  };

const addressType =
  (side: 'saddr' | 'daddr'): Matcher =>
  (text, { rendering }) =>
    compare(`fib ${side} type`, text, (plain) => {
      if (!['local', 'unicast', 'broadcast', 'multicast', 'blackhole', 'unreachable'].includes(plain)) {
        rendering.missing.add(`address type ${plain}`);
      }
      return plain;
    });

const dscp: Matcher = (text, { family }) => compare(`${ip(family)} dscp`, text, (plain) => plain);

/** Every flag named, `!` for those that have to be absent. */
const tcpFlags: Matcher = (text) =>
  `meta l4proto 6 ${text
    .split(',')
    .map((flag) => (flag.startsWith('!') ? `tcp flags & ${flag.slice(1)} == 0` : `tcp flags & ${flag} == ${flag}`))
    .join(' ')}`;

/** Manual, common-firewall-matchers-and-actions, `limit`: `COUNT[/TIME],BURST:packet` matches until the rate is exceeded. */
const limit: Matcher = (text, { rendering }) => {
  const [, count, time = '1s', burst] = /^(\d+)(?:\/(\w+))?,(\d+):packet$/.exec(text) ?? [];
  const unit = { '1s': 'second', '1m': 'minute', '1h': 'hour', '1d': 'day' }[time];
  if (unit === undefined || burst === undefined) rendering.missing.add(`limit ${text}`);
  return `limit rate ${count}/${unit} burst ${burst} packets`;
};

/** Nothing here has a policy. */
const ipsecPolicy: Matcher = (text) => (text.endsWith(',none') ? '' : undefined);

const matchers: Readonly<Record<string, Matcher>> = {
  'src-address': address('saddr'),
  'dst-address': address('daddr'),
  'src-address-list': addressList('saddr'),
  'dst-address-list': addressList('daddr'),
  'src-address-type': addressType('saddr'),
  'dst-address-type': addressType('daddr'),
  'in-interface': interfaceName('iifname'),
  'out-interface': interfaceName('oifname'),
  'in-interface-list': interfaceList('iifname'),
  'out-interface-list': interfaceList('oifname'),
  protocol,
  'src-port': port('sport'),
  'dst-port': port('dport'),
  'tcp-flags': tcpFlags,
  dscp,
  'connection-state': connectionState,
  'connection-nat-state': connectionNatState,
  'connection-mark': mark('ct mark & 0xff', (name, { connectionMarks }) => connectionMarks.of(name)),
  'packet-mark': mark('meta mark & 0xff00', (name, { packetMarks }) => packetMarks.of(name) << 8),
  'routing-mark': mark('meta mark & 0xff', (name, { tables }) => tables.of(name)),
  'ipsec-policy': ipsecPolicy,
  // Last: it counts what all others match.
  limit,
};
