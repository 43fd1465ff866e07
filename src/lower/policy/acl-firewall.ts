// ACLs as rules of the raw table, one chain an ACL. They judge where the CPU routes: always
// on interfaces that no chip sees, and elsewhere while L3 offload is off or what a switch rule sends to the CPU.
// Raw comes before connection tracking: stateless as in a chip, before NAT as in a chip, and a connection one direction
// of which is denied never becomes known, so FastTrack cannot carry it past the rules.

import type { MenuPath } from '../../model/config.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
import { isWhollyOnChip } from '../ingress.ts';
import type { L3Layout } from '../layout.ts';
import { tag } from '../tag.ts';
import { aclLayer, type JudgingAcl, judgingAcls } from './acl-layers.ts';
import { aclTable, fewest } from './acl-table.ts';
import { isDrop } from './compose.ts';
import { routedFamilies } from './families.ts';
import { filterMatchers, type ListNames } from './filter-match.ts';
import type { FirewallWriter } from './firewall-writer.ts';
import { dhcpLayer, type Entrances, ownSubnetRules } from './implicit-layers.ts';
import { type Family, overlap } from './ingress-packet-set.ts';
import type { Cause, LayerRule, PolicyRule } from './policy-rule.ts';
import { matchSummary, type RawMatch, rawMatches } from './raw-match.ts';
import type { NamedEntrances } from './read-raw-rules.ts';

export interface AclsOnCpu {
  /** Firewall rules by sentence. */
  readonly rules: ReadonlyMap<string, number>;
  /** Sentences that the CPU always judges for some packets, because no switch rule does. */
  readonly routed: ReadonlySet<string>;
}

/** An ACL with the interfaces at which the CPU judges by it. */
export interface CpuAcl {
  readonly acl: JudgingAcl;
  readonly interfaces: readonly L3Layout[];
  /** What it leaves alone without being told. */
  readonly implicit: readonly LayerRule[];
  /** The same, then its own sentences. */
  readonly rules: readonly LayerRule[];
}

/** `sent`: interfaces of which the chip sends packets to the CPU for judgement. */
export function cpuAcls(context: LowerContext, sent: readonly L3Layout[]): readonly CpuAcl[] {
  const space = cpuEntrances(context);
  return judgingAcls(context).flatMap((acl): CpuAcl[] => {
    const hasFallback = (acl.acl['firewall-fallback'] ?? acl.acl['firewall-twin']) !== false;
    const interfaces = acl.interfaces.filter((l3) => hasFallback || sent.includes(l3) || !isWhollyOnChip(context, l3));
    if (interfaces.length === 0) return [];
    const own = aclLayer(context, { ...acl, interfaces }, space).rules;
    const drops = own.filter(({ effect }) => isDrop(effect));
    const entering = interfaces.reduce((mask, l3) => mask | space.ofInterface(l3), 0n);
    const implicit = [...ownSubnetRules(context, space), ...dhcpLayer(context, space).rules].flatMap((rule) => {
      const match = { ...rule.match, ingress: rule.match.ingress & entering };
      return drops.some((each) => overlap(each.match, match)) ? [{ ...rule, match }] : [];
    });
    return [{ acl, interfaces, implicit, rules: [...implicit, ...own].map(untreated) }];
  });
}

/** The CPU keeps no rates and marks nothing: what the chip limits or marks, it lets pass. */
function untreated({ limit: _limit, mark: _mark, ...rule }: LayerRule): LayerRule {
  return rule;
}

/** Ways in as the CPU tells them apart: each interface is one. */
export function cpuEntrances({ layout }: Pick<LowerContext, 'layout'>): Entrances & NamedEntrances {
  const byName = new Map([...layout.l3.keys()].map((name, index) => [name, 1n << BigInt(index)]));
  return { all: (1n << BigInt(byName.size)) - 1n, byName, ofInterface: ({ name }) => byName.get(name) ?? 0n };
}

export function lowerAclsOnCpu(context: LowerContext, lists: ListNames, sent: readonly L3Layout[]): AclsOnCpu {
  const rules = new Map<string, number>();
  const routed = new Set<string>();
  const space = cpuEntrances(context);
  for (const { acl, interfaces, implicit } of cpuAcls(context, sent)) {
    // The CPU asks rules one after the other, and an address list at once.
    const own = aclTable(context, { ...acl, interfaces }, space).rules;
    const table = fewest([...implicit, ...own].map(untreated));
    const isRouted = interfaces.some((l3) => sent.includes(l3) || !isWhollyOnChip(context, l3));
    for (const family of routedFamilies(context)) {
      const deciding = table.filter(({ match }) => match.family === family);
      if (deciding.length === 0) continue;
      const writer: RawWriter = {
        context,
        family,
        acl,
        interfaces,
        matchers: filterMatchers(context, family, lists, 'raw'),
        names: new Map(),
      };
      addJump(writer);
      for (const rule of deciding) {
        countRules(rules, rule, addRules(writer, rule));
        if (isRouted) addSentences(routed, rule);
      }
    }
  }
  return { rules, routed };
}

function addSentences(routed: Set<string>, { parts }: PolicyRule): void {
  for (const { cause } of parts) routed.add(cause.rule);
}

/** The first sentence of a rule bears its cost. */
function countRules(rules: Map<string, number>, { parts }: PolicyRule, added: number): void {
  for (const [index, { cause }] of parts.entries()) {
    rules.set(cause.rule, (rules.get(cause.rule) ?? 0) + (index === 0 ? added : 0));
  }
}

interface RawWriter extends Omit<FirewallWriter, 'add' | 'markMatchers'> {
  readonly acl: JudgingAcl;
  readonly interfaces: readonly L3Layout[];
  /** How often each name is taken already. */
  readonly names: Map<string, number>;
}

function rawMenu(family: Family): MenuPath {
  return family === 4 ? '/ip/firewall/raw' : '/ipv6/firewall/raw';
}

export function chainOf({ name }: JudgingAcl): string {
  return `rosc-acl-${name}`;
}

/**
 * An ACL judges what is routed: packets for the device itself, multicast and broadcast never come to its rules. The
 * manual leaves open whether a local address is also a unicast one, so the chain says it once more.
 */
function addJump({ context, family, acl, interfaces, matchers }: RawWriter): void {
  const at = acl.places.at('from');
  const names = interfaces.map(({ name }) => name);
  const jump = {
    chain: said('prerouting', at),
    action: said('jump', at),
    'jump-target': said(chainOf(acl), at),
    ...matchers.interfaces('in', names, `acl-${acl.name}`, at),
    'dst-address-type': said('unicast', at),
    comment: tag(['acl', acl.name], at, acl.acl.description),
  };
  const spare = {
    chain: said(chainOf(acl), at),
    action: said('return', at),
    'dst-address-type': said('local', at),
    comment: tag(['acl', acl.name, 'implicit', 'own-address'], at),
  };
  for (const settings of [jump, spare]) context.draft.add(rawMenu(family), at, settings);
}

function addRules(writer: RawWriter, { match, verdict, parts }: PolicyRule): number {
  const { context, family, acl, interfaces, matchers, names } = writer;
  const { cause } = parts.find((part) => part.cause.tag[0] === 'acl') ?? parts[0];
  const { origin: at } = cause;
  const space = cpuEntrances(context);
  const entering = interfaces.filter((l3) => (match.ingress & space.ofInterface(l3)) !== 0n);
  const isEverywhere = entering.length === interfaces.length;
  const matches = rawMatches(match);
  for (const each of matches) {
    const parts = tagOf(acl, cause, each);
    const key = parts.join('/');
    const nth = (names.get(key) ?? 0) + 1;
    names.set(key, nth);
    const unique = nth > 1 ? [...parts, nth] : parts;
    const label = (side: string) => [...unique, side].join('-').replaceAll(/[^\w.-]+/g, '-');
    context.draft.add(rawMenu(family), at, {
      chain: said(chainOf(acl), at),
      action: said(verdict.kind === 'drop' ? 'drop' : 'return', at),
      ...(isEverywhere ? {} : matchers.interfaces('in', namesOf(entering), label('in'), at)),
      ...matchers.addresses('src', each.sources, label('from'), at),
      ...matchers.addresses('dst', each.destinations, label('to'), at),
      protocol: said(each.protocol, at),
      'src-port': said(each.sourcePorts, at),
      'dst-port': said(each.destinationPorts, at),
      comment: tag(unique, at, cause.description),
    });
  }
  return matches.length;
}

/** What is left alone without being told stands in the chain of every ACL that needs it. */
function tagOf({ name }: JudgingAcl, cause: Cause, match: RawMatch): readonly string[] {
  if (cause.tag[0] !== 'acl') return ['acl', name, ...cause.tag];
  return [...cause.tag, ...matchSummary(match)];
}

function namesOf(interfaces: readonly L3Layout[]): readonly string[] {
  return interfaces.map(({ name }) => name);
}
