// Firewall rules between VLANs that only drop: the CPU has to see both directions for them, while as an ACL the chip
// drops the same packets itself.

import type { Diagnostic, Fix, TextEdit } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { FirewallRule } from '../../intent/schema-policy.ts';
import { type Span, span } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';

/** It names VLANs on both sides and permits nothing that it would have to remember. */
export function isDropBetweenVlans({ intent }: LowerContext, rule: FirewallRule): boolean {
  const areVlans = [...rule.from, ...rule.to].every((end) => intent.site.vlans?.[end] !== undefined);
  const { rules = [] } = rule;
  const onlyDrops = rule.default === 'drop' ? rules.length === 0 : rules.length > 0;
  return areVlans && onlyDrops && rules.every(({ permit }) => permit === undefined);
}

/** One warning for each such rule of the device. */
export function dropsForAcl(context: LowerContext): readonly Diagnostic[] {
  const { device } = context;
  const rules = device.settings.firewall ?? [];
  return rules.flatMap((rule, index) => {
    if (!isDropBetweenVlans(context, rule)) return [];
    const isBothWays = rules.some((other) => isReverse(rule, other) && isDropBetweenVlans(context, other));
    const [from, to] = [listOf(rule.from), listOf(rule.to)];
    return mistake('lower/drop-on-cpu', {
      what: `what passes between ${from} and ${to} goes to the CPU, only for a part of it to be dropped there`,
      at: device.places.at('firewall', index),
      label: 'as `acls: … deny` the chip drops it itself',
      severity: 'warning',
      device: device.name,
      why: `A stateful firewall has to see both directions. An ACL judges each packet by itself${
        isBothWays ? '' : `, so answers of ${from} to what ${to} asks are dropped with it`
      }.`,
      fix: fixOf(context, rule, index),
    });
  });
}

function isReverse(rule: FirewallRule, other: FirewallRule): boolean {
  const covers = (wide: readonly string[], narrow: readonly string[]) => narrow.every((end) => wide.includes(end));
  return covers(other.from, rule.to) && covers(other.to, rule.from);
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The ACL in place of the rule; in words where the rule is more than a line or the site is laid out in another way. */
function fixOf(context: LowerContext, rule: FirewallRule, index: number): Fix {
  const title = `write it as an ACL that denies ${listOf(rule.to)} to ${listOf(rule.from)}`;
  const edits = rule.default === 'drop' ? editsOf(context, rule, index) : [];
  return { title, applicability: edits.length > 0 ? 'review' : 'manual', edits };
}

function editsOf({ intent, device }: LowerContext, rule: FirewallRule, index: number): readonly TextEdit[] {
  const rules = device.settings.firewall ?? [];
  const entry = device.places.at('firewall', index);
  const gone = linesOf(entry, rules.length === 1 ? device.places.keyAt('firewall').start : entry.start);
  if (!/^\s*(firewall:\s*)?- /.test(intent.file.text.slice(gone.start)) || entry.file !== intent.file) return [];
  const name = nameFor(Object.keys(intent.site.acls ?? {}), `${rule.from[0] ?? ''}-to-${rule.to[0] ?? ''}`);
  const acl = `  ${name}:
    from: ${yamlList(rule.from)}
    devices: ${device.name}
    rules:
      - deny: { to: ${yamlList(rule.to)} }
      - permit: any
`;
  const place = placeForAcl(intent, acl);
  return place ? [{ span: gone, text: '' }, place] : [];
}

/** Before the first ACL, where they stand as a block; otherwise at the end of the file. */
function placeForAcl(intent: LowerContext['intent'], acl: string): TextEdit | undefined {
  const { file, site } = intent;
  if (site.acls === undefined) {
    const break_ = file.text.endsWith('\n') ? '' : '\n';
    return { span: span(file, file.text.length, file.text.length), text: `${break_}\nacls:\n${acl}` };
  }
  const [first] = Object.keys(site.acls);
  if (first === undefined) return undefined;
  const key = intent.keyAt('acls', first);
  const start = file.text.lastIndexOf('\n', key.start - 1) + 1;
  const isBlock = key.file === file && file.text.slice(start, key.start) === '  ';
  return isBlock ? { span: span(file, start, start), text: acl } : undefined;
}

/** Whole lines, from the one with `start` to the last of the value. */
function linesOf({ file, end }: Span, start: number): Span {
  const last = file.text.slice(0, end).trimEnd().length;
  const next = file.text.indexOf('\n', last);
  return span(file, file.text.lastIndexOf('\n', start) + 1, next < 0 ? file.text.length : next + 1);
}

function yamlList(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `[${names.join(', ')}]`;
}

const nameMax = 31;

function nameFor(taken: readonly string[], wanted: string): string {
  const base = wanted.slice(0, nameMax);
  const names = [base, ...taken.map((_, index) => `${base.slice(0, nameMax - 4)}-${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? base;
}
