// One mutated export, audited and told in all forms.

import { auditSource } from '../../src/pipeline/analyse/audit-source.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { reportJson } from '../../src/report/site-report.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import type { Attempt } from './fuzz.ts';
import { exportNoise, exportSeeds } from './mutate-export.ts';
import { mutateText } from './mutate-text.ts';

/** Accepted when it came as far as a device, whose rules all ran. */
export function auditOfMutants(): Attempt {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const texts = exportSeeds();
  return (random) => {
    const pick = () => texts[Math.floor(random() * texts.length)] ?? '';
    const text = mutateText(pick(), { other: pick(), noise: exportNoise, random });
    const { report } = auditSource({ path: 'fuzzed.rsc', text }, profiles, {});
    renderReport(report, { verbose: true });
    JSON.stringify(reportJson(report));
    return report.devices.length > 0;
  };
}
