// Every site of fixtures/sites/ loads and becomes the configuration beside it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Staged } from '../src/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import type { Config } from '../src/model/config.ts';
import { evaluateScript } from '../src/rsc/evaluate.ts';
import { parseRsc } from '../src/rsc/parser.ts';
import type { SourceFile } from '../src/source/location.ts';
import { builtInProfiles } from './support/built-in-profiles.ts';
import { printConfig } from './support/print-config.ts';

const sites = join(import.meta.dirname, '..', 'fixtures', 'sites');
const profiles = builtInProfiles();

function evaluateRaw(file: SourceFile, base: Config): Staged<Config> {
  const script = parseRsc(file);
  const evaluated = evaluateScript(script.value, base);
  return { value: evaluated.value, diagnostics: [...script.diagnostics, ...evaluated.diagnostics] };
}

describe.each(readdirSync(sites))('%s', (site) => {
  const file = { path: 'site.yaml', text: readFileSync(join(sites, site, 'site.yaml'), 'utf8') };
  const { value: intent, diagnostics } = loadIntent(file, { profiles });

  test('loads without a complaint', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(intent).toBeDefined();
  });

  for (const [name, { target }] of intent?.devices ?? []) {
    const lowered = intent && lower(intent, name, target, { evaluateRaw });
    if (!lowered) continue;

    test(`${name}: the configuration`, async () => {
      await expect(printConfig(lowered.value.config)).toMatchFileSnapshot(join(sites, site, `${name}.config.txt`));
    });

    test(`${name}: what lowering says`, async () => {
      await expect(renderDiagnostics(lowered.diagnostics)).toMatchFileSnapshot(join(sites, site, `${name}.says.txt`));
    });
  }
});
