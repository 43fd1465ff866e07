import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import { builtInProfiles } from './support/built-in-profiles.ts';
import { printConfig } from './support/print-config.ts';

const profiles = builtInProfiles();
test('try', () => {
  for (const site of (process.env.SITES ?? 'rig,branch,datacenter,rig-broken').split(',')) {
    const { value } = loadIntent(
      { path: 'site.yaml', text: readFileSync(site.includes('/') ? site : `fixtures/sites/${site}/site.yaml`, 'utf8') },
      { profiles },
    );
    for (const [name, { target }] of value?.devices ?? []) {
      const t0 = performance.now();
      const low = value && lower(value, name, target);
      console.log(site, name, Math.round(performance.now() - t0), 'ms');
      const shown = {
        items: low!.value.config.items.filter(
          (i) =>
            /switch\/rule|firewall|switch\/port|interface\/list|\/ip\/route|vrf/.test(i.menu) &&
            !(i.menu.endsWith('/port') && i.properties.get('l3-hw-offloading')?.value === 'yes'),
        ),
      };
      console.log(printConfig(shown));
      console.log(low!.value.choices.map((c) => `${c.rule}: ${c.form} [${c.entries}]`).join('\n'));
      console.log(renderDiagnostics(low!.diagnostics));
    }
  }
});
