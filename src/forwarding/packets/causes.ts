// Causes with the evidence for the behaviour behind them. A fact's own evidence goes first, where a fact decides.

import type { Evidence } from '../../diagnostics/diagnostic.ts';
import { type EvidencedCode, evidenceOf } from '../../evidence/evidence-of.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import type { Placement } from '../../model/placement.ts';
import type { Fact } from '../../profile/target.ts';
import type { Location } from '../../source/location.ts';
import type { Cause } from './flow.ts';

/** A cause with the placement that it leads to. */
export interface Reason {
  readonly placement: Exclude<Placement, 'hardware'>;
  readonly cause: Cause;
}

export function makeReason(
  placement: Reason['placement'],
  code: EvidencedCode,
  text: string,
  at?: Location,
  ...evidence: readonly Evidence[]
): Reason {
  return { placement, cause: cause(code, text, at, ...evidence) };
}

/** No placement follows from a fact that nobody has written down. */
export function undocumented(what: string, at: Location | undefined): Reason {
  return makeReason('unknown', 'flow/unknown-fact', `it is not documented ${what}`, at);
}

/** Certain where somebody wrote the fact down. */
export function reasonByFact(
  placement: Reason['placement'],
  code: EvidencedCode,
  fact: Fact<unknown> | undefined,
  text: string,
  at?: Location,
): Reason {
  return fact
    ? makeReason(placement, code, text, at, fact.says(text))
    : makeReason('unknown', code, `it is not documented whether this holds: ${text}`, at);
}

/** Nobody can be sent to there. */
export function portlessReason(name: string): Reason {
  return makeReason('dropped', 'flow/no-port', `no port of \`${name}\` is up and takes its frames`);
}

/** A flag takes a whole VLAN off the chip: its own, or that of a member port. */
export function isVlanOff({ cause: { code } }: Reason): boolean {
  return code === 'l3hw/l3hw-vlan-off' || code === 'l3hw/l3hw-port-off-poisons-vlan';
}

export function cause(code: EvidencedCode, text: string, at?: Location, ...evidence: readonly Evidence[]): Cause {
  return { code, text, at, evidence: [...evidence, ...evidenceOf(code)] };
}

/** The value of a property, or the item where it is left to its default. */
export function placeOf(item: Item | undefined, property?: string): Location | undefined {
  if (!item) return undefined;
  const set =
    property === undefined || propertyValue(item, property) === undefined ? undefined : item.properties.get(property);
  return set?.origin ?? item.origin;
}
