// The firewall of one family as a script for nft: RouterOS's chains on the kernel's hooks, in the order of the manual's
// packet flow, and a log message for each rule that matches.

import { type Item, propertyValue } from '../../../src/model/config.ts';
import { actionOf } from './render-actions.ts';
import { isMatcher, matchersOf, setsOf } from './render-matchers.ts';
import { enabled, isTracking, type Rendering, type Table, tables } from './rendering.ts';

/** Manual, packet-flow-in-routeros, "Forward" and "Input": what a packet meets, and the kernel's places for it. */
const hooks: readonly (readonly [table: Table, chain: string, type: string, hook: string, priority: number])[] = [
  ['raw', 'prerouting', 'filter', 'prerouting', -300],
  ['mangle', 'prerouting', 'filter', 'prerouting', -150],
  ['nat', 'dstnat', 'nat', 'prerouting', -100],
  ['mangle', 'input', 'filter', 'input', -150],
  ['filter', 'input', 'filter', 'input', 0],
  ['mangle', 'forward', 'filter', 'forward', -150],
  ['filter', 'forward', 'filter', 'forward', 0],
  ['mangle', 'postrouting', 'filter', 'postrouting', -150],
  ['nat', 'srcnat', 'nat', 'postrouting', 100],
];

/** Log prefixes of packets that leave, or that the device takes for itself. */
export const leaves = 'leaves';
export const taken = 'taken';

/** What a packet carries at the end. */
export const connectionMarkPrefix = 'connection-mark ';

export function firewallScript(rendering: Rendering, family: 4 | 6): string {
  const chains = tables.flatMap((table) => chainsOf(rendering, table, family));
  const tracks = isTracking(rendering);
  // Tracking reassembles, and it is there only where some rule asks for it: the kernel's is switched on by `ct`.
  const bases = hooks.map(
    ([table, chain, type, hook, priority]) =>
      `chain base_${table}_${chain} { type ${type} hook ${hook} priority ${priority};\n` +
      `${chain === 'postrouting' || chain === 'srcnat' ? skipOwn : ''}` +
      `${family === 6 ? neighbours : ''}${table === 'raw' && !tracks ? 'notrack\n' : ''}jump ${nameOf(table, chain)}\n}`,
  );
  const marks = rendering.connectionMarks
    .all()
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `ct mark & 0xff == ${number} log prefix "${connectionMarkPrefix}${name}" group 1`);
  const ends = [
    `chain own_out { type filter hook output priority -300;\nmeta mark set ${ownBit}\n}`,
    `chain end_out { type filter hook postrouting priority 300;\n${skipOwn}${family === 6 ? neighbours : ''}${marks.join('\n')}\nlog prefix "${leaves}" group 1\n}`,
    `chain end_in { type filter hook input priority 300;\n${family === 6 ? neighbours : ''}ct state new log prefix "${taken}" group 1 accept\nlog prefix "${taken}" group 1\n}`,
  ];
  return [
    `table ${family === 4 ? 'ip' : 'ip6'} router {`,
    ...setsOf(rendering, family),
    ...chains,
    ...bases,
    ...ends,
    '}',
    '',
  ].join('\n');
}

/** What the device itself sends, as to say that it has no route, is not what is judged. */
const ownBit = '0x80000000';
const skipOwn = `meta mark & ${ownBit} != 0 accept\n`;

/** Neighbour discovery is assumed to work, as it is for IPv4. */
const neighbours =
  'icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, nd-router-advert } accept\n';

function chainsOf(rendering: Rendering, table: Table, family: 4 | 6): readonly string[] {
  const items = enabled(rendering, `/${family === 4 ? 'ip' : 'ipv6'}/firewall/${table}`);
  const names = new Set([
    ...hooks.filter(([each]) => each === table).map(([, chain]) => chain),
    ...items.flatMap((item) => [propertyValue(item, 'chain') ?? '', propertyValue(item, 'jump-target') ?? '']),
  ]);
  names.delete('');
  const rules = new Map([...names].map((name) => [name, [] as string[]]));
  items.forEach((item, index) => {
    const chain = propertyValue(item, 'chain') ?? '';
    const prefix = `${family} ${table} ${chain} ${index}`;
    rendering.rules.set(prefix, item);
    rules.get(chain)?.push(...ruleLines(rendering, table, item, family, prefix));
  });
  // A chain stands before those that jump to it.
  return inOrder(items, [...names]).map(
    (name) => `chain ${nameOf(table, name)} {\n${(rules.get(name) ?? []).join('\n')}\n}`,
  );
}

function inOrder(items: readonly Item[], names: readonly string[]): readonly string[] {
  const done: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (done.includes(name) || path.includes(name)) return;
    for (const item of items) {
      const target = propertyValue(item, 'jump-target');
      if (propertyValue(item, 'chain') === name && target !== undefined) visit(target, [...path, name]);
    }
    done.push(name);
  };
  for (const name of names) visit(name, []);
  return done;
}

function nameOf(table: Table, chain: string): string {
  return `${table}_${chain.replace(/\W/g, '_')}`;
}

function ruleLines(rendering: Rendering, table: Table, item: Item, family: 4 | 6, prefix: string): readonly string[] {
  for (const name of item.properties.keys()) {
    if (!isMatcher(name) && name !== 'port' && !others.has(name)) rendering.missing.add(`${table} ${name}`);
  }
  const matchers = matchersOf(rendering, item, family);
  const action = actionOf(rendering, table, item, family, nameOf);
  if (matchers === undefined) return [];
  const line = (words: string) => `${matchers} ${words} log prefix "${prefix}" group 1 ${action}`.trim();
  const port = propertyValue(item, 'port');
  if (port === undefined) return [line('')];
  // Manual: source or destination port. Each has a line of its own; both do the same.
  if (port.startsWith('!')) rendering.missing.add('port negated');
  rendering.constructs.add('matcher: port');
  return ['sport', 'dport'].map((side) => line(`meta l4proto { 6, 17 } th ${side} { ${port} }`));
}

/** What is no matcher, and read with the action or not at all. The engine has a list of its own: neither trusts it. */
const others: ReadonlySet<string> = new Set([
  'action',
  'address-list',
  'address-list-timeout',
  'chain',
  'comment',
  'disabled',
  'jump-target',
  'log',
  'log-prefix',
  'new-connection-mark',
  'new-dscp',
  'new-hop-limit',
  'new-mss',
  'new-packet-mark',
  'new-priority',
  'new-routing-mark',
  'new-ttl',
  'passthrough',
  'reject-with',
  'sniff-target',
  'sniff-target-port',
  'to-address',
  'to-addresses',
  'to-ports',
]);
