// ACLs where the CPU routes: the same policy in the raw table, before connection tracking. Stateless as in a chip,
// and a connection one direction of which is denied never becomes known, so FastTrack cannot carry it past the rules.

import type { IntervalSet } from '../../forwarding/space.ts';
import type { MenuPath } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { isWhollyOnChip } from '../ingress.ts';
import type { L3Layout } from '../layout.ts';
import { tag } from '../tag.ts';
import { aclLayer, type JudgingAcl, judgingAcls } from './acl-layers.ts';
import { compose } from './compose.ts';
import { prefixesOf } from './entries.ts';
import { routedFamilies } from './families.ts';
import { type FilterMatchers, filterMatchers, type ListNames } from './filter-match.ts';
import { dhcpLayer, type Entrances } from './implicit-layers.ts';
import { type Family, isWhole } from './packet-set.ts';
import type { PolicyRule } from './policy-rule.ts';
import { simplify } from './simplify.ts';

const chain = 'rosc-acl';

/** Interfaces of ACLs whose packets, or some of them, the chip does not see. */
function cpuJudged(context: LowerContext, acls: readonly JudgingAcl[]): readonly L3Layout[] {
  const interfaces = new Set(acls.flatMap((acl) => acl.interfaces));
  return [...interfaces].filter((l3) => !isWhollyOnChip(context, l3));
}

/** `sent`: interfaces of which the chip sends packets to the CPU for judgement. Returns the rules of each sentence. */
export function lowerAclsOnCpu(
  context: LowerContext,
  lists: ListNames,
  sent: readonly L3Layout[],
): ReadonlyMap<string, number> {
  const acls = judgingAcls(context);
  const interfaces = [...new Set([...cpuJudged(context, acls), ...sent])];
  const used = new Map<string, number>();
  if (interfaces.length === 0) return used;
  const space = spaceOf(interfaces);
  const table = simplify(compose([dhcpLayer(context, space), ...acls.map((acl) => aclLayer(context, acl, space))]));
  for (const family of routedFamilies(context)) {
    const rules = table.filter(({ match }) => match.family === family);
    if (rules.length === 0) continue;
    const writer = { context, family, interfaces, matchers: filterMatchers(context, family, lists) };
    addJump(writer);
    const counted = new Map<string, number>();
    for (const rule of rules) {
      const name = rule.parts[0].cause.rule;
      const added = addRule(writer, rule, counted);
      used.set(name, (used.get(name) ?? 0) + added);
    }
  }
  return used;
}

/** Each interface is one way in. */
function spaceOf(interfaces: readonly L3Layout[]): Entrances {
  const bit = (l3: L3Layout) => (interfaces.includes(l3) ? 1n << BigInt(interfaces.indexOf(l3)) : 0n);
  return { all: (1n << BigInt(interfaces.length)) - 1n, ofInterface: bit };
}

interface RawWriter {
  readonly context: LowerContext;
  readonly family: Family;
  readonly interfaces: readonly L3Layout[];
  readonly matchers: FilterMatchers;
}

function rawMenu(family: Family): MenuPath {
  return family === 4 ? '/ip/firewall/raw' : '/ipv6/firewall/raw';
}

/** An ACL judges what is routed: packets for the device itself, multicast and broadcast never come to its rules. */
function addJump({ context, family, interfaces, matchers }: RawWriter): void {
  const at = context.intent.keyAt('acls');
  const names = interfaces.map(({ name }) => name);
  const settings = {
    chain: said('prerouting', at),
    action: said('jump', at),
    'jump-target': said(chain, at),
    ...matchers.interfaces('in', names, 'acl', at),
    'dst-address-type': said('unicast', at),
    comment: tag(['acl'], at),
  };
  context.draft.add(rawMenu(family), settings, at);
}

/** RouterOS takes this many port numbers in one rule; a range counts as two. */
const portNumbersMax = 15;

function addRule({ context, family, interfaces, matchers }: RawWriter, rule: PolicyRule, counted: Map<string, number>) {
  const { match, verdict, parts } = rule;
  const [{ cause }] = parts;
  const { origin: at } = cause;
  const key = cause.tag.join('/');
  const names = interfaces.filter((_, index) => ((match.ingress >> BigInt(index)) & 1n) === 1n).map(({ name }) => name);
  const isEverywhere = names.length === interfaces.length;
  const label = (side: string, nth: number) =>
    [...cause.tag, ...(nth > 1 ? [nth] : []), side].join('-').replaceAll('/', '-');
  let added = 0;
  for (const destinationPorts of portTexts(match.destinationPort)) {
    for (const sourcePorts of portTexts(match.sourcePort)) {
      const nth = (counted.get(key) ?? 0) + 1;
      counted.set(key, nth);
      const settings: Settings = {
        chain: said(chain, at),
        action: said(verdict.kind === 'drop' ? 'drop' : 'return', at),
        ...(isEverywhere ? {} : matchers.interfaces('in', names, label('in', nth), at)),
        ...matchers.addresses('src', addresses(match.source, family), label('from', nth), at),
        ...matchers.addresses('dst', addresses(match.destination, family), label('to', nth), at),
        protocol: match.protocol === undefined ? undefined : said(match.protocol, at),
        'src-port': sourcePorts === undefined ? undefined : said(sourcePorts, at),
        'dst-port': destinationPorts === undefined ? undefined : said(destinationPorts, at),
        comment: tag([...cause.tag, ...(nth > 1 ? [nth] : [])], at, cause.description),
      };
      context.draft.add(rawMenu(family), settings, at);
      added++;
    }
  }
  return added;
}

function addresses(set: IntervalSet, family: Family) {
  const prefixes = prefixesOf(set, family).filter((prefix) => prefix !== undefined);
  return prefixes.length > 0 ? prefixes : undefined;
}

function portTexts(set: IntervalSet): readonly (string | undefined)[] {
  if (isWhole(set, 'destinationPort', 4)) return [undefined];
  const texts: string[] = [];
  let words: string[] = [];
  let numbers = 0;
  for (const { from, to } of set) {
    const last = Number(to) - 1;
    const cost = Number(from) === last ? 1 : 2;
    if (numbers + cost > portNumbersMax) {
      texts.push(words.join(','));
      words = [];
      numbers = 0;
    }
    words.push(cost === 1 ? String(last) : `${from}-${last}`);
    numbers += cost;
  }
  return [...texts, words.join(',')];
}
