// Every site of fixtures/sites/ loads and lowers. `reference`, which has every key, becomes the configurations beside it:
// what the others become has no golden, their scripts, plans and verdicts have.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { said } from '../support/golden.ts';
import { lowerSite } from '../support/lower-site.ts';
import { printConfig } from '../support/print-config.ts';
import { projectRoot } from '../support/project-root.ts';

const sites = join(projectRoot, 'fixtures', 'sites');
const profiles = builtInProfiles();

describe.each(readdirSync(sites))('%s', (site) => {
  const file = { path: 'site.yaml', text: readFileSync(join(sites, site, 'site.yaml'), 'utf8') };
  const { value: intent, diagnostics } = loadIntent(file, { profiles });

  test('loads without a complaint', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(intent).toBeDefined();
  });

  for (const name of intent?.devices.keys() ?? []) {
    const lowered = intent && lowerSite(intent, name);
    if (!lowered) continue;

    test(`${name}: what lowering says`, async () => {
      await said(renderDiagnostics(lowered.diagnostics), join(sites, site, `${name}.says.txt`));
    });

    if (site !== 'reference') continue;
    test(`${name}: the configuration`, async () => {
      await expect(printConfig(lowered.value.config)).toMatchFileSnapshot(join(sites, site, `${name}.config.txt`));
    });
  }
});
