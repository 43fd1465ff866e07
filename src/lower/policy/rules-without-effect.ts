// Rules of an ACL that no packet ever comes to, because several earlier ones together take all of theirs. One earlier
// rule that does so alone is seen when the site is read.

import type { Diagnostic, Found } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { sidesOf } from '../../intent/schema-policy.ts';
import type { LowerContext } from '../context.ts';
import { aclLayer, type JudgingAcl, judgingAcls } from './acl-layers.ts';
import { aclTable } from './acl-table.ts';
import { findPacket, SearchTooLarge } from './find-packet.ts';
import type { Entrances } from './implicit-layers.ts';
import { type IngressPacketSet, includes } from './ingress-packet-set.ts';
import { type Neighbours, ruleList } from './neighbours.ts';
import { type LayerRule, pass } from './policy-rule.ts';

export function rulesWithoutEffect(context: LowerContext, space: Entrances): readonly Diagnostic[] {
  return judgingAcls(context).flatMap((acl) => ofAcl(context, acl, space));
}

function ofAcl(context: LowerContext, acl: JudgingAcl, space: Entrances): readonly Diagnostic[] {
  const { rules } = aclLayer(context, acl, space);
  // The short form has kept a rule that decides anything.
  const written = new Set(aclTable(context, acl, space).rules.flatMap(causesOf));
  if (rules.every(({ cause }) => written.has(cause.rule))) return [];
  const found = new Set<string>();
  const reached = new Set<string>();
  const list = ruleList(rules.map(({ match, cause }) => ({ match, verdict: pass, parts: [{ match, cause }] })));
  for (const [index, { match, cause }] of rules.entries()) {
    const { rule: name } = cause;
    if (!written.has(name) && isHidden(list.neighboursOf(index, match), match)) found.add(name);
    else reached.add(name);
  }
  return acl.acl.rules.flatMap((rule, index): Found => {
    const name = `acl ${acl.name}/${index + 1}`;
    if (!found.has(name) || reached.has(name)) return [];
    return mistake('lower/acl-rule-without-effect', {
      what: `this \`${sidesOf(rule).key}\` never happens: earlier rules together take all of its packets`,
      at: acl.places.at('rules', index),
      severity: 'warning',
      device: context.device.name,
      fix: 'remove it, or put it before them',
    });
  });
}

function causesOf({ cause, parts }: LayerRule): readonly string[] {
  return (parts ?? [{ cause }]).map((part) => part.cause.rule);
}

/** Hidden by several rules, and by none of them alone. */
function isHidden({ rules }: Neighbours, match: IngressPacketSet): boolean {
  const earlier = rules.filter(({ list }) => list === 0);
  if (match.ingress === 0n || earlier.some((each) => includes(each.match, match))) return false;
  try {
    return findPacket(match, 1, earlier, ([first]) => first === undefined) === undefined;
  } catch (error) {
    if (error instanceof SearchTooLarge) return false;
    throw error;
  }
}
