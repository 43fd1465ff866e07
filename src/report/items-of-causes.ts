// The items that each finding keeps out of hardware. An export may have a thousand findings of one rule and ten
// thousand items that it hits, so that items look for their finding, and no finding looks at all of them.

import { codesOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Verdict } from '../offload/verdict.ts';
import { append } from '../source/append.ts';
import { derivedOnce } from '../source/grouping.ts';
import { locationKey } from '../source/location.ts';
import type { DeviceReport, Report } from './site-report.ts';

/** Places that a finding marks: its own, and those beside it. */
export const placesOf = derivedOnce(
  ({ primary, related }: Diagnostic): ReadonlySet<string> =>
    new Set([primary, ...related].map(({ at }) => locationKey(at))),
);

/** By the verdicts' own causes; where several findings of a device share a code, by the places that they mark. */
export function itemsOf(diagnostic: Diagnostic, report: Report): readonly Verdict[] {
  return itemsByCause(report).get(diagnostic) ?? [];
}

const itemsByCause = derivedOnce((report: Report): ReadonlyMap<Diagnostic, readonly Verdict[]> => {
  const index = indexOf(report.diagnostics);
  const found = new Map<Diagnostic, Verdict[]>();
  for (const device of report.devices) {
    for (const verdict of device.verdicts) {
      if (verdict.placement === 'hardware') continue;
      for (const diagnostic of causesOfVerdict(verdict, device, index)) {
        append(found, diagnostic, verdict);
      }
    }
  }
  return found;
});

/** Findings in the order of the report, by `DEVICE CODE` and by `DEVICE PLACE`; one of the whole site has no device. */
interface Index {
  readonly byCode: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly byPlace: ReadonlyMap<string, readonly Diagnostic[]>;
}

function indexOf(diagnostics: readonly Diagnostic[]): Index {
  const [byCode, byPlace] = [new Map<string, Diagnostic[]>(), new Map<string, Diagnostic[]>()];
  for (const diagnostic of diagnostics) {
    const { device = '' } = diagnostic;
    for (const code of new Set(codesOf(diagnostic))) append(byCode, `${device} ${code}`, diagnostic);
    for (const place of placesOf(diagnostic)) append(byPlace, `${device} ${place}`, diagnostic);
  }
  return { byCode, byPlace };
}

function causesOfVerdict(verdict: Verdict, { name }: DeviceReport, index: Index): ReadonlySet<Diagnostic> {
  const { subject, because } = verdict;
  const origin = locationKey(subject.origin);
  const places = [origin, ...[...subject.properties.values()].map((value) => locationKey(value.origin))];
  const causes = new Set<Diagnostic>();
  for (const device of [name, '']) {
    // What the site made of the very line that is at fault.
    const here = index.byPlace.get(`${device} ${origin}`) ?? [];
    for (const each of here.filter((one) => one.severity !== 'note' && locationKey(one.primary.at) === origin)) {
      causes.add(each);
    }
    for (const code of because) {
      const told = index.byCode.get(`${device} ${code}`) ?? [];
      const marking = told.length > 1 ? places.flatMap((place) => index.byPlace.get(`${device} ${place}`) ?? []) : [];
      const cause = marking.find((each) => codesOf(each).includes(code)) ?? told[0];
      if (cause) causes.add(cause);
    }
  }
  return causes;
}
