// One mutated site, checked and told in all forms.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseSource, siteReport } from '../../src/pipeline/analyse/analyse-site.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { reportJson } from '../../src/report/site-report.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import type { Attempt } from './fuzz.ts';
import { mutateText } from './mutate-text.ts';
import { projectRoot } from './project-root.ts';

/** Sites of a screen or two. */
function siteSeeds(): readonly string[] {
  return readdirSync(join(projectRoot, 'fixtures'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /site\.yaml$|^(?:import|foreign)\/.*\.yaml$/.test(path))
    .map((path) => readFileSync(join(projectRoot, 'fixtures', path), 'utf8'))
    .filter((text) => text.length < 3000)
    .sort();
}

/** What breaks YAML, or looks like it, and values that a site may have elsewhere. */
const noise = [
  ...[
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ': ',
    '- ',
    '? ',
    '#',
    '\n',
    '\r\n',
    '\t',
    '\u0000',
    '\ufeff',
    '\u2028',
    '\u0085',
  ],
  ...[
    '&a ',
    '*a',
    '&a [*a]',
    '<<: *a\n',
    '<<: [*a, *a]\n',
    '!env X',
    '!file /x',
    '!!binary ',
    '!!set ',
    '!x ',
    '!<',
    '%',
  ],
  ...[
    '|\n',
    '>-\n',
    '|9\n',
    '---\n',
    '...\n',
    '%YAML 1.1\n---\n',
    '~',
    'null',
    '.inf',
    '-.nan',
    '0x1F',
    '1e999',
    '0o17',
  ],
  ...[
    '__proto__: 1\n',
    'constructor: {}\n',
    'include: [a.yaml]\n',
    'x-a: &a {b: c}\n',
    '{}',
    '[]',
    '[[[[',
    '{a: {a: {',
  ],
  ...['\n  ', '\n        ', '0.0.0.0/0', '::/0', '999.1.1.1/99', '4094', '-1', '99999999999999999999', 'true', 'yes'],
];

/** Accepted when it came as far as verdicts. */
export function checkOfMutants(): Attempt {
  const profiles = { value: builtInProfiles(), diagnostics: [] };
  const texts = siteSeeds();
  return (random) => {
    const pick = () => texts[Math.floor(random() * texts.length)] ?? '';
    const text = mutateText(pick(), { other: pick(), noise, random, stepsMax: 2 });
    const report = siteReport(analyseSource({ path: 'site.yaml', text }, profiles, {}));
    renderReport(report, { verbose: true });
    JSON.stringify(reportJson(report));
    return report.devices.length > 0;
  };
}
