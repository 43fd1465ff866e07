// Audits mutated exports, one after the other, and keeps what crashed or took too long.

import { auditSource } from '../../src/pipeline/audit-source.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { reportJson } from '../../src/report/site-report.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { exportSeeds, mutateExport, randomFrom } from './mutate-export.ts';

export interface FuzzResult {
  readonly audited: number;
  /** Audits that came as far as a device, whose rules all ran. */
  readonly judged: number;
  readonly slowestMs: number;
  readonly failures: readonly { readonly seed: number; readonly reason: string }[];
}

/** An audit of two screens of text that takes this long hangs, for all that a reader can tell. */
export const hangMs = 10_000;

/** Seeds `first` to `first + count - 1`; stops after ten failures. `now` in ms; without it nothing is timed. */
export function fuzzExports(first: number, count: number, now = () => 0): FuzzResult {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const texts = exportSeeds();
  const failures: { seed: number; reason: string }[] = [];
  let judged = 0;
  let audited = 0;
  let slowestMs = 0;
  for (let seed = first; seed < first + count && failures.length < 10; seed++) {
    const random = randomFrom(seed);
    const pick = () => texts[Math.floor(random() * texts.length)] ?? '';
    const text = mutateExport(pick(), pick(), random);
    const start = now();
    try {
      const { report } = auditSource({ path: 'fuzzed.rsc', text }, profiles, {});
      renderReport(report, { verbose: true });
      JSON.stringify(reportJson(report));
      if (report.devices.length > 0) judged++;
    } catch (error) {
      failures.push({ seed, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    audited++;
    const took = now() - start;
    slowestMs = Math.max(slowestMs, took);
    if (took > hangMs) failures.push({ seed, reason: `took ${Math.round(took)} ms` });
  }
  return { audited, judged, slowestMs, failures };
}
