import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { buildNetwork } from '../src/forwarding/build.ts';
import { decideFlow } from '../src/forwarding/decide.ts';
import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import { analyze } from '../src/offload/analyze.ts';
import { builtInProfiles } from './support/built-in-profiles.ts';
const profiles = builtInProfiles();
test('analyse', () => {
  for (const site of (process.env.SITES ?? 'rig,branch,datacenter').split(',')) {
    const { value, diagnostics } = loadIntent({ path: 'site.yaml', text: readFileSync(site.includes('/') ? site : `fixtures/sites/${site}/site.yaml`, 'utf8') }, { profiles });
    if (!value) console.log(renderDiagnostics(diagnostics));
    for (const [name, { target }] of value?.devices ?? []) {
      const low = value && lower(value, name, target);
      if (!low) continue;
      const network = buildNetwork(low.value.config, target);
      const analysis = analyze({ config: low.value.config, target, network, context: 'site', files: [] });
      console.log('#####', site, name);
      for (const flow of low.value.flows) {
        const v = decideFlow(network, flow);
        console.log('FLOW', flow.name, 'expects', flow.expected, '=>', v.placement, v.cpuPath ?? '', v.direction, v.because.map((c) => `${c.code} ${c.text}`).join('; '));
      }
      console.log(renderDiagnostics([...low.diagnostics, ...analysis.diagnostics].filter((d) => d.severity !== 'note')));
      console.log([...analysis.diagnostics].filter((d) => d.severity === 'note').map((d) => `note ${d.code} ${d.what}`).join('\n'));
    }
  }
});
