import fc from 'fast-check';
import { test } from 'vitest';
import { importSite } from '/work/main/src/commands/import-site.ts';
import { loadIntent } from '/work/main/src/intent/load.ts';
import { onFactory } from '/work/main/src/lower/raw.ts';
import { builtInProfiles } from '/work/main/test/support/built-in-profiles.ts';
import { lowerSite } from '/work/main/test/support/lower-site.ts';
import { randomSite } from '/work/main/test/support/random-site.ts';
const profiles = builtInProfiles();
test('x', () => {
  for (const site of fc.sample(randomSite, { numRuns: 3, seed: 5 })) {
    const intent = loadIntent({ path: 's', text: JSON.stringify(site) }, { profiles });
    console.log(JSON.stringify(site), intent.diagnostics.map((d) => d.code));
    const { target, config } = lowerSite(intent.value!, 'core').value;
    console.log(importSite({ target, config: onFactory(config, target), foreign: [], secrets: [], withheld: [] }, { site: 'a', device: 'core', path: 's' }, profiles).text);
  }
});
