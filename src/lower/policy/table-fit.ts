// What a table that did not fit became: routes in place of denies, and the sentences that say what runs on the CPU or
// does not fit at all.

import type { Diagnostic, Evidence, Found, Label } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { printPrefix } from '../../model/prefix.ts';
import type { LowerContext } from '../context.ts';
import { said } from '../draft.ts';
import { tag } from '../tag.ts';
import type { Fitted } from './budget.ts';
import { ceilingOf, limitText } from './cpu-ceiling.ts';
import { entryCount, prefixesOf } from './entries.ts';
import type { IngressSpace } from './ingress-space.ts';
import type { PolicyRule } from './policy-rule.ts';

export function addBlackholes({ draft, choices }: LowerContext, { blackholes }: Fitted): void {
  for (const { match, parts } of blackholes) {
    const [{ cause }] = parts;
    const { origin, description } = cause;
    for (const prefix of prefixesOf(match.destination, match.family)) {
      if (!prefix) continue;
      const text = printPrefix(prefix);
      draft.add(match.family === 4 ? '/ip/route' : '/ipv6/route', origin, {
        'dst-address': said(text, origin),
        // A presence switch: its value is empty when it is set.
        blackhole: said('', origin),
        comment: tag([...cause.tag, text], origin, description),
      });
    }
    choices.push({
      rule: cause.rule,
      origin,
      form: 'blackhole route, which drops for every source; the device itself does not reach it either',
      rejected: [{ form: 'switch rule that drops', reason: 'the table has no room for it' }],
      entries: 0,
    });
  }
}

export function fitDiagnostics(context: LowerContext, fitted: Fitted, space: IngressSpace): readonly Diagnostic[] {
  return [onCpu(context, fitted), full(context, fitted, space)].flat();
}

function onCpu({ device, target }: LowerContext, { redirected }: Fitted): Found {
  const [first, ...others] = redirected;
  if (!first) return [];
  const { rule } = first.parts[0].cause;
  const ceiling = ceilingOf(target);
  const limit = limitText(ceiling);
  return mistake('lower/acl-on-cpu', {
    what: `the CPU judges packets of \`${rule}\`, ${limit}, because the switch rules have no room`,
    at: first.parts[0].cause.origin,
    label: 'written out, this takes too many entries',
    related: others.map(({ parts: [{ cause }] }): Label => ({ at: cause.origin, text: 'and this' })),
    severity: 'warning',
    device: device.name,
    why:
      'A switch rule takes one port number. One rule sends these packets to the CPU whatever their port, and the ' +
      'same ACL stands there in the raw table.',
    fix: 'name fewer ports, or all of them',
    evidence: ceiling ? [ceiling.evidence] : [],
  });
}

function full({ device, target }: LowerContext, { table, needed, room }: Fitted, space: IngressSpace): Found {
  const chip = target.offloadSwitch;
  if (!chip || room === undefined || needed <= room) return [];
  const size = chip.fact('acl.rules');
  const evidence: Evidence[] = size ? [size.says(`${chip.chip} holds ${size.value} switch rules`)] : [];
  const costs = new Map<string, { rule: PolicyRule; entries: number }>();
  for (const rule of table) {
    const name = rule.parts[0].cause.rule;
    const entries = (costs.get(name)?.entries ?? 0) + entryCount(space, rule.match);
    costs.set(name, { rule: costs.get(name)?.rule ?? rule, entries });
  }
  const related = [...costs.values()]
    .sort((a, b) => b.entries - a.entries)
    .slice(0, relatedMax)
    .map(({ rule, entries }): Label => ({ at: rule.parts[0].cause.origin, text: `takes ${entries}` }));
  const [first] = related;
  return mistake('lower/acl-table-full', {
    what: `the policies of \`${device.name}\` need ${needed} switch rules, and ${chip.chip} has room for ${room}`,
    at: first?.at ?? device.places.at('model'),
    label: first?.text ?? '',
    related: related.slice(1),
    device: device.name,
    why:
      'rosc aggregated the rules, and found neither routes nor CPU rules that could stand for the rest. Rules ' +
      'beyond the table would not be installed, and what they deny would pass.',
    fix: 'aggregate prefixes, name fewer ports, or move a part of the ACLs to another device',
    evidence,
  });
}

const relatedMax = 6;
