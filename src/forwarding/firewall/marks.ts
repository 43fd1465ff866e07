// Marks of packets and connections: the rules that gave those that a policy asks for, rules that nobody heeds, and
// marks that are alike: whichever a packet or its connection has, no rule sends it another way. Those that queues alone
// read are, and without this each rule that may give one would part the ways of packets.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { derivedOnce, groupBy } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { cause, placeOf } from '../packets/causes.ts';
import type { ChainState } from './chain-state.ts';
import { type Firewall, type FirewallRule, firewallMenu, isPassthrough, tables } from './firewall.ts';
import { changesNoWay } from './rule-effects.ts';

export type MarkKind = 'connection' | 'packet';

/** One mark for all that are alike. */
export type MarkClasses = Readonly<Record<MarkKind, (mark: string) => string>>;

/** Where queues matter too. */
export const eachMark: MarkClasses = { connection: (mark) => mark, packet: (mark) => mark };

export function givenBy({ item }: Pick<FirewallRule, 'item'>, kind: MarkKind): string {
  return propertyValue(item, `new-${kind}-mark`) ?? 'no-mark';
}

/** The rule gives a mark like the one that is there. */
export function marksAlike(rule: FirewallRule, state: ChainState, marks: MarkClasses): boolean {
  const kind = markedBy(rule);
  return kind !== undefined && marks[kind](givenBy(rule, kind)) === marks[kind](state[`${kind}Mark`]);
}

/** What a rule does that only marks. */
function markedBy(rule: FirewallRule): MarkKind | undefined {
  return isPassthrough(rule.item) ? kindOf(rule) : undefined;
}

/** What a rule marks; undefined where it does something else. */
export function kindOf({ action }: Pick<FirewallRule, 'action'>): MarkKind | undefined {
  return kinds.find((kind) => action === `mark-${kind}`);
}

export const kinds: readonly MarkKind[] = ['packet', 'connection'];

export const markClasses = derivedOnce((firewall: Firewall): MarkClasses => {
  if (firewall.isShaped) return eachMark;
  const rules = tables.flatMap((table) => firewall.all(table));
  let known: Classes = { connection: firstClass(rules, 'connection'), packet: firstClass(rules, 'packet') };
  for (let count = 0; count < sizeOf(known); ) {
    count = sizeOf(known);
    known = { connection: split(rules, known, 'connection'), packet: split(rules, known, 'packet') };
  }
  const { connection, packet } = known;
  return { connection: (mark) => connection.get(mark) ?? mark, packet: (mark) => packet.get(mark) ?? mark };
});

/** The name of its class for each mark. */
type Classes = Readonly<Record<MarkKind, ReadonlyMap<string, string>>>;

/** At first all marks are alike. */
function firstClass(rules: readonly FirewallRule[], kind: MarkKind): ReadonlyMap<string, string> {
  const names = rules.flatMap((rule) => [givenBy(rule, kind), ...(rule[`${kind}Mark`]?.names ?? [])]);
  return new Map([noMark, ...names].map((name) => [name, noMark]));
}

const noMark = 'no-mark';

/** Marks of one class that a rule tells apart, where its match matters, are not alike. */
function split(rules: readonly FirewallRule[], known: Classes, kind: MarkKind): ReadonlyMap<string, string> {
  const telling = new Map<string, number[]>();
  for (const [index, rule] of rules.entries()) {
    for (const name of rule[`${kind}Mark`]?.names ?? []) {
      if (matters(rule, known, kind, known[kind].get(name))) append(telling, name, index);
    }
  }
  const parts = groupBy(known[kind].keys(), (mark) => `${known[kind].get(mark)} ${telling.get(mark)}`);
  return new Map([...parts.values()].flatMap((alike) => alike.map((mark) => [mark, alike[0] ?? mark])));
}

/** Whether packets with a mark of this class go on otherwise where the rule matches. */
function matters(rule: FirewallRule, known: Classes, kind: MarkKind, own: string | undefined): boolean {
  if (changesNoWay(rule)) return false;
  const given = markedBy(rule);
  if (given === undefined) return true;
  return given === kind ? known[kind].get(givenBy(rule, kind)) !== own : new Set(known[given].values()).size > 1;
}

function sizeOf({ connection, packet }: Classes): number {
  return new Set(connection.values()).size + new Set(packet.values()).size;
}

/** What asks for marks. */
export type Asking = Partial<Pick<FirewallRule, 'packetMark' | 'connectionMark'>>;

/** Of rules that marked a packet, those that gave it what is asked for, and what they asked for themselves. */
export function markersOf(marking: readonly FirewallRule[], asking: Asking): readonly FirewallRule[] {
  if (marking.length === 0) return [];
  return kinds.flatMap((kind) => {
    const match = asking[`${kind}Mark`];
    if (!match || match.negated) return [];
    const at = marking.findLastIndex((rule) => kindOf(rule) === kind && match.names.has(givenBy(rule, kind)));
    const rule = marking[at];
    return rule ? [rule, ...markersOf(marking.slice(0, at), rule)] : [];
  });
}

/** Rules whose marks nothing in the configuration reads: whoever does elsewhere does not get them. */
export function unreadMarks(network: Network, met: readonly ChainState[]) {
  const read = marksRead(network);
  const effects = new Set(met.flatMap((each) => each.effects));
  return [...effects].flatMap((rule) => {
    const { item, action } = rule;
    const kind = kindOf(rule);
    const mark = kind && givenBy(rule, kind);
    if (!kind || read.has(`${action} ${mark}`)) return [];
    const text = `the ${kind}s do not get the mark \`${mark}\`, which nothing in this configuration reads`;
    return [{ item, cause: cause('firewall/mangle-bypassed-by-l3hw', text, placeOf(item, 'action')) }];
  });
}

/** Marks that a queue or a rule asks for, behind the action that gives them. */
const marksRead = derivedOnce(({ config }: Network): ReadonlySet<string> => {
  const ofRules = families.flatMap((family) => tables.map((table) => firewallMenu(table, family)));
  const items = (['/queue/simple', '/queue/tree', ...ofRules] as const).flatMap((menu) => enabledItemsOf(config, menu));
  const asked = ['packet-mark', 'packet-marks', 'connection-mark'].flatMap((name) => {
    const marks = items.flatMap((item) => listValues(propertyValue(item, name)?.replace(/^!/, '')));
    return marks.map((mark) => `mark-${name.startsWith('packet') ? 'packet' : 'connection'} ${mark}`);
  });
  return new Set(asked);
});
