// What audit and trace have in common to be compared by: codes of policies that the chip spares packets, and places.

import type { Item } from '../../src/model/config.ts';
import type { Finding } from '../../src/offload/rule.ts';
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
