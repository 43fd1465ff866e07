// What audit and trace have in common to be compared by: codes of policies that the chip spares packets, and places.

import type { Outcome } from '../../src/forwarding/firewall/outcome.ts';
import type { Item } from '../../src/model/config.ts';
import type { Finding, RuleContext } from '../../src/offload/rule.ts';
import { rules } from '../../src/offload/rules.ts';
import type { Location } from '../../src/source/location.ts';

/** Codes of policies that the chip, or FastTrack, spares packets. */
export function isBypass(code: string): boolean {
  return code.includes('bypass');
}

export function placesOf({ origin, properties }: Item): readonly Location[] {
  return [origin, ...[...properties.values()].map((property) => property.origin)];
}

export function namedBy({ subject, affects, primary, related }: Finding): readonly Location[] {
  return [...[subject, ...(affects ?? [])].flatMap(placesOf), primary.at, ...(related ?? []).map(({ at }) => at)];
}

/** Where trace finds what a finding of a rule says: one about FastTrack stands at its rule, and names the policy. */
export function causePlaces(rule: string, finding: Finding): readonly Location[] {
  return rule.includes('fasttrack') ? namedBy(finding) : placesOf(finding.subject);
}

export interface Found {
  readonly rule: string;
  readonly finding: Finding;
}

/** What all rules say of a configuration. */
export function findingsOf(context: RuleContext): readonly Found[] {
  return rules
    .filter(({ needs }) => needs === 'configuration')
    .flatMap((rule) => rule.check(context).map((finding) => ({ rule: rule.id, finding })));
}

const ofIngress = 'l3hw/l3hw-ingress-only-off';

/**
 * Where audit and trace part: what a finding calls bypassed some class misses, and what a class misses a finding names.
 * `others`: classes of which no finding has to speak.
 */
export function partings(
  findings: readonly Found[],
  outcomes: readonly Outcome[],
  others: readonly Outcome[] = [],
): readonly string[] {
  const missed = missedBy(outcomes);
  const all = [...missed, ...missedBy(others)];
  const claims = findings.filter(({ rule, finding }) => isBypass(rule) && finding.placement === 'unpredictable');
  const idle = claims.filter(({ rule, finding }) => {
    const places = causePlaces(rule, finding);
    return !all.some(({ code, at }) => code === rule && at && places.includes(at));
  });
  const speaking = findings.filter(({ rule }) => isBypass(rule) || rule === ofIngress);
  const named = new Set(speaking.flatMap(({ finding }) => namedBy(finding)));
  const unnamed = missed.flatMap(({ code, at, placement }) =>
    at && named.has(at) ? [] : [`trace alone: ${code} (${placement})`],
  );
  return [...new Set([...idle.map(({ rule }) => `audit alone: ${rule}`), ...unnamed])];
}

function missedBy(outcomes: readonly Outcome[]) {
  return outcomes
    .filter(({ placement }) => placement !== 'hardware')
    .flatMap(({ because, placement }) =>
      because.filter(({ code }) => isBypass(code)).map((cause) => ({ ...cause, placement })),
    );
}
