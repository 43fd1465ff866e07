// Access lists that filter what comes in by a layer-3 interface. A list is carried as a whole or not at all: a permit
// that is left out cuts traffic, a deny that is left out opens it.

import type { NumberRange } from '../../../model/number-range.ts';
import { bitsOf, printAddress, printPrefix } from '../../../model/prefix.ts';
import { append } from '../../../source/append.ts';
import { Names } from '../../names.ts';
import { oneOrMany, type SiteDraft } from '../../site-draft.ts';
import { siteProtocols } from '../acl-values.ts';
import type { ForeignInterface } from '../facts.ts';
import { fragmentRemark } from '../later-fragments.ts';
import type { ForeignAcl, ForeignAclRule } from '../policy-facts.ts';
import { linesOf, type Said } from '../said.ts';
import { prefixOfAddresses } from '../values.ts';
import { isCovered } from '../wildcard-sets.ts';
import type { Conversion } from './conversion.ts';
import { shortened } from './vlans.ts';

type AclDraft = NonNullable<SiteDraft['acls']>[string];
type RuleDraft = AclDraft['rules'][number];
type MatchDraft = Exclude<NonNullable<RuleDraft['permit']>, 'any'>;

export interface CarriedAcl {
  readonly name: string;
  readonly acl: ForeignAcl;
  readonly isDenyAtEnd: boolean;
}

interface AclUse {
  readonly each: ForeignInterface;
  readonly filter: Said<{ readonly acl: string; readonly direction: 'in' | 'out' }>;
}

/** `unproven`: names of the site that are not to be used. */
export function convertAcls(conversion: Conversion, unproven: ReadonlySet<string>): readonly CarriedAcl[] {
  const { config, ledger } = conversion;
  const names = new Names([]);
  const carried: CarriedAcl[] = [];
  const uses = usesOf(conversion);
  const spoken = new Set<ForeignAcl>();
  const refuseUses = (inward: readonly AclUse[], reason: string) => {
    for (const { filter } of inward) conversion.refuse(filter, reason);
  };
  for (const [key, inward] of uses) {
    const acl = config.acls.get(key);
    if (!acl) {
      refuseUses(inward, 'there is no such list: everything passes');
      continue;
    }
    spoken.add(acl);
    const reason = whyNot(acl);
    if (reason !== undefined) {
      refuseUses(inward, `its list has ${reason}, so nothing is filtered here`);
      refuseList(conversion, acl, `not carried as a whole: ${reason} cannot be said`);
      continue;
    }
    const stem = acl.family === 4 ? 'acl' : 'acl6';
    const name = names.claim(acl.name.replace(/^(?=\d)/, `${stem}-`), stem);
    if (unproven.has(name)) {
      refuseUses(inward, 'its list could not be proven equal');
      refuseList(conversion, acl, 'the ACL that came out could not be proven equal to it');
      continue;
    }
    const isDenyAtEnd = config.maker === 'ios' || config.packetFilterDeny !== undefined;
    if (config.packetFilterDeny) conversion.fromAt([config.packetFilterDeny.line], 'acls', name);
    conversion.acls[name] = draftOf(conversion, { acl, name, inward, isDenyAtEnd });
    carried.push({ name, acl, isDenyAtEnd });
  }
  conversion.refuseLeft(config.packetFilterDeny, 'no list that is carried ends with it');
  for (const acl of [...new Set(config.acls.values())].filter((each) => !spoken.has(each))) {
    const isElsewhere = acl.lines.every((line) => ledger.isSettled(line));
    if (!isElsewhere) refuseList(conversion, acl, 'no inbound filter of a layer-3 interface uses it');
  }
  return carried;
}

/** Inbound filters of interfaces that are carried, by list; all others are refused at once. */
function usesOf(conversion: Conversion): ReadonlyMap<string, readonly AclUse[]> {
  const uses = new Map<string, AclUse[]>();
  const routed = new Set(conversion.routed().map(([each]) => each));
  for (const each of conversion.config.interfaces.values()) {
    for (const filter of each.said.filters ?? []) {
      const reason = whyUnused(each, filter.value.direction, routed);
      if (reason !== undefined) conversion.refuse(filter, reason);
      else append(uses, filter.value.acl, { each, filter });
    }
  }
  return uses;
}

function whyUnused(
  each: ForeignInterface,
  direction: 'in' | 'out',
  routed: ReadonlySet<ForeignInterface>,
): string | undefined {
  if (direction === 'out') return 'ACLs judge what comes in: write this one at the VLANs that its packets come from';
  const isBridged = each.kind !== 'vlan' && (each.said.addresses ?? []).length === 0;
  if (isBridged) return 'ACLs judge routed packets, not those of a switch port';
  return routed.has(each) ? undefined : 'the interface is not carried';
}

function refuseList({ ledger }: Conversion, acl: ForeignAcl, reason: string): void {
  for (const line of [...acl.lines, ...linesOf(acl.unsayable, acl.description)]) ledger.refuse(line, reason);
}

/** What a site cannot say of a list; undefined = all of it can be said. */
export function whyNot({ unsayable, rules }: ForeignAcl): string | undefined {
  const [first] = unsayable;
  if (first) return first.value;
  for (const { protocol, source, destination } of rules) {
    if (protocol !== undefined && siteProtocols[protocol] === undefined) return `IP protocol ${protocol}`;
    for (const said of [source, destination]) {
      if (said && prefixOfAddresses(said) === undefined) return 'a wildcard mask with gaps';
    }
  }
  return undefined;
}

interface Drafting extends CarriedAcl {
  readonly inward: readonly AclUse[];
}

function draftOf(conversion: Conversion, { acl, name, inward, isDenyAtEnd }: Drafting): AclDraft {
  const { ledger } = conversion;
  const from = inward.map(({ each, filter }) => {
    conversion.fromAt([filter.line], 'acls', name);
    ledger.remark(filter.line, 'it also judged packets for the switch itself, which an ACL of a site does not');
    return entranceOf(conversion, each);
  });
  conversion.fromAt(acl.lines, 'acls', name);
  speakOfFragments(conversion, acl, isDenyAtEnd);
  const rules: RuleDraft[] = othersPass(conversion, acl);
  let isOpen = true;
  for (const [index, rule] of acl.rules.entries()) {
    if (!isOpen || isCovered(rule, acl.rules.slice(0, index))) {
      ledger.remark(rule.line, 'left out: an earlier rule takes all of its packets');
      continue;
    }
    const match = matchOf(rule);
    const description = rule.description === undefined ? undefined : shortened(rule.description);
    rules.push({ [rule.action]: match ?? 'any', ...(description && { description }) });
    conversion.fromAt([rule.line], 'acls', name, 'rules', rules.length - 1);
    isOpen = match !== undefined;
  }
  if (isOpen) rules.push(isDenyAtEnd ? { deny: 'any' } : { permit: 'any' });
  if (acl.description) conversion.fromAt([acl.description.line], 'acls', name);
  for (const remark of acl.remarks) conversion.refuse(remark, 'no entry stands behind the remark');
  return {
    from: oneOrMany([...new Set(from)]),
    rules,
    ...(acl.description && { description: shortened(acl.description.value) }),
  };
}

function speakOfFragments({ config, ledger }: Conversion, acl: ForeignAcl, isDenyAtEnd: boolean): void {
  const text = fragmentRemark(acl, config.maker, isDenyAtEnd);
  const [first] = acl.rules;
  if (text !== undefined && first) ledger.remark(first.line, text);
}

/** The source's lists are of one family and leave the other alone; a site's rules judge both. */
function othersPass({ config }: Conversion, { family }: ForeignAcl): RuleDraft[] {
  const addresses = [...config.interfaces.values()].flatMap(({ said }) => said.addresses ?? []);
  const isOther = (each: { readonly family: 4 | 6 }) => each.family !== family;
  const hasOther =
    addresses.some(({ value }) => isOther(value.own.host)) || config.routes.some(({ to }) => isOther(to));
  const to = family === 4 ? '::/0' : '0.0.0.0/0';
  return hasOther ? [{ permit: { to }, description: `the list was of IPv${family} alone` }] : [];
}

/** A VLAN, or the zone of a routed port or bond, which it gets for this. */
export function entranceOf(conversion: Conversion, each: ForeignInterface): string {
  const place = conversion.placed.get(each) ?? '';
  if (each.kind === 'vlan') return place;
  const drafts = each.kind === 'aggregate' ? conversion.device.bonds : conversion.device.ports;
  const draft = drafts?.[place];
  const zone = draft?.zone ?? conversion.names.claim(`zone-${place}`);
  if (draft) Object.assign(draft, { zone });
  return zone;
}

/** Undefined = everything. */
export function matchOf(rule: ForeignAclRule): MatchDraft | undefined {
  const prefix = (said: ForeignAclRule['source']) => {
    const found = said && prefixOfAddresses(said);
    if (!found || found.length === 0) return undefined;
    return found.length === bitsOf(found.family) ? printAddress(found) : printPrefix(found);
  };
  const to = prefix(rule.destination);
  const from = prefix(rule.source);
  const protocol = rule.protocol === undefined ? undefined : siteProtocols[rule.protocol];
  const match = {
    ...(to !== undefined && { to }),
    ...(from !== undefined && { from }),
    ...(protocol !== undefined && { protocol }),
    ...(rule.destinationPorts && { port: portsOf(rule.destinationPorts) }),
    ...(rule.sourcePorts && { 'source-port': portsOf(rule.sourcePorts) }),
  };
  return Object.keys(match).length > 0 ? (match as MatchDraft) : undefined;
}

function portsOf(ranges: readonly NumberRange[]): number | string | (number | string)[] {
  return oneOrMany(ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)));
}
