// How loud a finding is, by the cost in the catalogue: alike whether a file, a device or a site says the configuration.

import type { Severity } from '../diagnostics/diagnostic.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { sameLocation } from './locations.ts';
import type { Cost, Finding, Rule } from './rule.ts';

/** Rules about changes are a plan's; those that need live state run on a `device` alone. */
export type AnalysisContext = 'site' | 'audit' | 'device';

const severities: Readonly<Record<Cost, Severity>> = { C: 'error', H: 'error', M: 'warning', L: 'note', i: 'note' };

/** Items of these keys of a site are there because its author wants the CPU to look at packets. */
const asking = /^rosc:(?:acl|firewall|management|nat|pbr)\//;

/** The key `dhcp-snooping` asks for exactly what this rule tells the price of. */
const askedOfBridge = 'l2/dhcp-snooping';

/** The key `l3-offload: false` of a device, whose row says nothing else. */
const askedOfSwitch = 'l3hw/l3hw-switch-off';

/** Whether a key of the site asks for exactly what is found. */
export function isAskedFor({ subject, primary }: Finding, { id }: Rule): boolean {
  const { origin } = subject;
  // A line that is written out has a place for each of its words.
  if (id === askedOfSwitch) return origin.kind === 'source' && sameLocation(primary.at, origin);
  return isOfAskingKey(subject) || (id === askedOfBridge && tagOf(subject).startsWith('rosc:bridge'));
}

/** Whether such a key of the site made the item. */
export function isOfAskingKey(item: Item): boolean {
  return asking.test(tagOf(item));
}

function tagOf(item: Item): string {
  return propertyValue(item, 'comment') ?? '';
}

type Judged = Pick<Finding, 'placement' | 'isCertainOfSome'>;

/** `unknown` says what rosc does not know, not what is wrong: a note, unless something is wrong for certain. */
export function severityOf(cost: Cost, { placement, isCertainOfSome }: Judged, isAsked: boolean): Severity {
  if (placement === 'unknown' && !isCertainOfSome) return 'note';
  return cost === 'H' && isAsked ? 'warning' : severities[cost];
}
