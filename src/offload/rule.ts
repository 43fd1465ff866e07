// The shape of an offload rule: metadata and a pure check. One rule, one restriction.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Fix, Label } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { type RuleWords, type WordedCode, wordsOf } from '../evidence/rule-words.ts';
import { hasFastpath } from '../forwarding/firewall/cpu-path.ts';
import type {
  Bond,
  Bridge,
  ChipState,
  L3Interface,
  Network,
  PhysicalPort,
  VlanInterface,
  Vrf,
} from '../forwarding/network/network.ts';
import { type Config, enabledItemsOf, type Item, type MenuPath, type Setting, settingOf } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';
import { families } from '../model/prefix.ts';
import type { Fact, Target } from '../profile/target.ts';
import { commandFix, setValue } from './fix.ts';
import { label } from './locations.ts';

/** The catalogue's scale: critical, high, medium, low, information. */
export type Cost = 'C' | 'H' | 'M' | 'L' | 'i';

/** Worst first. */
export const costs: readonly Cost[] = ['C', 'H', 'M', 'L', 'i'];

/**
 * What most rules of a group are about: only others say it. The order is the catalogue's, which is that of findings of
 * equal weight.
 */
const usualDatapath = {
  l3hw: 'l3-routing',
  route: 'l3-routing',
  vxlan: 'l2-switching',
  mtu: 'l3-routing',
  l2: 'l2-switching',
  acl: 'acl',
  firewall: 'fasttrack',
  fastpath: 'l3-routing',
  'cpu-l2': 'l2-switching',
  ops: 'l2-switching',
} as const satisfies Record<string, Datapath>;

export const ruleGroups = Object.keys(usualDatapath).filter((name): name is RuleGroup => name in usualDatapath);
export type RuleGroup = keyof typeof usualDatapath;
/** A code with words of a rule, whose evidence is on record. */
export type RuleId = Extract<EvidencedCode, WordedCode>;

export interface RuleContext {
  readonly config: Config;
  readonly target: Target;
  readonly network: Network;
}

/** One place where a rule applies. Findings of one rule with the same `what` and cost become one diagnostic. */
export interface Finding
  extends Pick<Diagnostic, 'what' | 'primary' | 'fix'>,
    Partial<Pick<Diagnostic, 'related' | 'evidence'>> {
  /** The item whose placement suffers. */
  readonly subject: Item;
  /** Further items whose placement suffers for the same reason. */
  readonly affects?: readonly Item[];
  /** What becomes of the subject's traffic; `hardware` = it stays there, under a condition worth knowing. */
  readonly placement: Placement;
  /** Where it is `unknown`: some of the traffic is certain to suffer, although nobody knows which. As loud as if known. */
  readonly isCertainOfSome?: boolean;
  /** Where this place is worse or milder than the rule's own cost. */
  readonly cost?: Cost;
  /** In place of the rule's own `why`, where the place changes the consequence. */
  readonly why?: string;
}

/** One step of an ordered change, as plain data. */
export interface PlannedChange {
  readonly action: string;
  readonly menu: MenuPath;
  readonly key: string;
  readonly properties: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
  /** What it changes, as it is before the first change; absent for what a change adds. */
  readonly item?: Item;
}

/** What a rule has to say about a sequence of changes. */
export interface ChangeFinding {
  /** Positions in the sequence that it is about, in order. */
  readonly changes: readonly number[];
  readonly what: string;
  readonly cost?: Cost;
}

export interface Rule extends RuleWords {
  /** `<group>/<id>` = fixtures folder = diagnostic code = anchor in docs/rules/<group>.md. */
  readonly id: RuleId;
  readonly cost: Cost;
  readonly datapath: Datapath;
  /** `configuration` rules need a config alone; `live` rules judge state that was read from a device. */
  readonly needs: 'configuration' | 'live' | 'plan';
  /**
   * Rules whose findings this one explains: at the same place one diagnostic carries both codes, elsewhere theirs
   * come after it.
   */
  readonly implies?: readonly RuleId[];
  /** What a site is told of one of its keys where it brings this about: findings that are no errors join that. */
  readonly impliedBy?: Code;
  check(context: RuleContext): readonly Finding[];
  /** For `plan` rules: the changes in the order in which they would be made, and the state before the first of them. */
  judge?(changes: readonly PlannedChange[], before: RuleContext): readonly ChangeFinding[];
}

/** Most rules need a config alone: only others say so. */
const usual: Pick<Rule, 'needs'> = { needs: 'configuration' };

/** A text at a property of an item, or at its name where the property is left to its default. */
export type WrittenLabel = Label | readonly [item: Item, property: string | undefined, text: string];

/** Words alone, commands behind their title, or another value of a property of the subject. */
export type WrittenFix =
  | Fix
  | string
  | readonly [title: string, ...commands: readonly string[]]
  | { readonly set: string; readonly to: string; readonly title: string };

/**
 * A finding as a rule writes it: most stand at a property of their subject, as `[property, text]`, and tell what costs
 * it the chip.
 */
export type WrittenFinding = Omit<Finding, 'placement' | 'primary' | 'related' | 'fix'> & {
  /** Absent = `cpu`. */
  readonly placement?: Placement;
  readonly primary: WrittenLabel | readonly [property: string | undefined, text: string];
  readonly related?: readonly WrittenLabel[];
  readonly fix?: WrittenFix;
};

/** What a check returns: one place alone, or all that there are. */
export type Findings = readonly WrittenFinding[] | WrittenFinding;

/** A rule as it is written; its words are looked up. */
export type WrittenRule = Omit<Rule, keyof RuleWords | keyof typeof usual | 'datapath' | 'check'> &
  Partial<Pick<Rule, keyof typeof usual | 'datapath'>> & {
    check(context: RuleContext): Findings;
  };

export function defineRule({ check, ...rule }: WrittenRule): Rule {
  const datapath = usualDatapath[groupOf(rule.id)];
  return { ...usual, datapath, ...wordsOf(rule.id), ...rule, check: (context) => [check(context)].flat().map(placed) };
}

/** A rule without its check, for those whose check the engine's answers make up. */
export type RuleHead = Omit<WrittenRule, 'check' | 'judge' | 'needs' | 'datapath'>;

/** A check of what the chip routes: where none does, there is nothing to find. */
export function ofRoutingChip(
  check: (context: RuleContext & { readonly chip: ChipState }) => Findings,
): WrittenRule['check'] {
  return (context) => {
    const chip = context.network.offload;
    return chip?.l3Offload ? check({ ...context, chip }) : [];
  };
}

/** A check of one after the other, of all that a function finds. */
export function ofEach<T, C extends RuleContext>(
  all: (network: Network) => Iterable<T>,
  check: (each: T, context: C) => Findings,
): (context: C) => Findings {
  return (context) => [...all(context.network)].flatMap((each) => check(each, context));
}

/** An item, alone or with what is known of it. */
type Owner = Item | { readonly item: Item } | readonly [item: Item, ...rest: readonly unknown[]];

export type FindingAbout = Omit<WrittenFinding, 'subject'> & Partial<Pick<WrittenFinding, 'subject'>>;

/** A check of one after the other, whose findings are about the item itself where they name no other. */
export function aboutEach<T extends Owner, C extends RuleContext>(
  all: (network: Network) => Iterable<T>,
  check: (each: T, context: C) => readonly FindingAbout[] | FindingAbout,
): (context: C) => Findings {
  return ofEach(all, (each: T, context: C) => {
    return [check(each, context)].flat().map((finding) => ({ ...finding, subject: finding.subject ?? itemOf(each) }));
  });
}

function itemOf(owner: Owner): Item {
  if ('item' in owner) return owner.item;
  return 'menu' in owner ? owner : owner[0];
}

/**
 * A finding that a fact of the chip makes certain, which goes with it as evidence. Where nobody has written the fact
 * down, it is not documented `whether`.
 */
export function restingOn<F extends Partial<WrittenFinding>>(
  fact: Fact<unknown> | undefined,
  whether: string,
  { says, ...finding }: F & { readonly says: string },
) {
  if (fact) return { ...finding, evidence: [fact.says(says)] };
  return { ...finding, placement: 'unknown' as const, what: `it is not documented ${whether}` };
}

/** The same where a chip routes; nothing elsewhere. */
export function routed<T>(all: (network: Network) => Iterable<T>): (network: Network) => Iterable<T> {
  return (network) => (network.offload?.l3Offload ? all(network) : []);
}

/** What is derived of each address family that the device can fast-track. */
export function fastFamilies<T>(all: (network: Network, family: 4 | 6) => readonly T[]): (network: Network) => T[] {
  return (network) => families.flatMap((family) => (hasFastpath(network, family) ? all(network, family) : []));
}

export const bonds = (network: Network): Iterable<Bond> => network.bonds.values();
export const bridges = (network: Network): Iterable<Bridge> => network.bridges.values();
/** Of bridges, each with its bridge. */
export const bridgePorts = (network: Network) =>
  [...bridges(network)].flatMap((bridge) => bridge.ports.map((port) => ({ item: port.item, bridge, port })));
export const chips = (network: Network): readonly ChipState[] => network.chips;
export const l3Interfaces = (network: Network): Iterable<L3Interface> => network.l3Interfaces.values();
export const ports = (network: Network): Iterable<PhysicalPort> => network.ports.values();
export const vrfs = (network: Network): Iterable<Vrf> => network.vrfs.values();
export const vlans = (network: Network): Iterable<VlanInterface> => network.vlanInterfaces.values();

/** Enabled items of the menus of a table, each with the rest of its line. */
export function rowsOf<T extends readonly unknown[]>(...table: readonly (readonly [menu: MenuPath, ...rest: T])[]) {
  return ({ config }: Network): readonly (readonly [item: Item, ...rest: T])[] =>
    table.flatMap(([menu, ...rest]) => enabledItemsOf(config, menu).map((item) => [item, ...rest] as const));
}

/** What a settings menu says of a property; nothing where that is left to its default. */
export function settingIn(menu: MenuPath, property: string): (network: Network) => readonly Setting[] {
  return ({ config }) => [settingOf(config, menu, property) ?? []].flat();
}

/** Enabled items of menus. */
export function itemsIn(...menus: readonly MenuPath[]): (network: Network) => readonly Item[] {
  return ({ config }) => menus.flatMap((menu) => enabledItemsOf(config, menu));
}

function placed({ primary, related, fix, ...finding }: WrittenFinding): Finding {
  const { subject } = finding;
  return {
    placement: 'cpu',
    ...finding,
    primary: 'text' in primary || primary.length === 3 ? labelled(primary) : label(subject, ...primary),
    ...(related && { related: related.map(labelled) }),
    ...(fix !== undefined && { fix: fixOf(subject, fix) }),
  };
}

function labelled(written: WrittenLabel): Label {
  return 'text' in written ? written : label(...written);
}

function fixOf(subject: Item, fix: WrittenFix): Fix {
  if (typeof fix === 'string') return manualFix(fix);
  if ('set' in fix) return setValue(subject, fix.set, fix.to, fix.title);
  return 'title' in fix ? fix : commandFix(...fix);
}

export function groupOf(id: RuleId): RuleGroup {
  const group = ruleGroups.find((each) => id.startsWith(`${each}/`));
  if (!group) throw new Error(`${id} is of no group`);
  return group;
}
