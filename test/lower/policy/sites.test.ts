// Sites whose point is policy: the switch rules, firewall, routes and sentences that they become, as golden files;
// and what the analysis and the flows say to the result.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../src/diagnostics/render-text.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { decideFlow } from '../../../src/forwarding/decide.ts';
import { loadIntent } from '../../../src/intent/load.ts';
import { lower } from '../../../src/lower/lower.ts';
import type { Choice, Lowered } from '../../../src/lower/lowered.ts';
import type { Item } from '../../../src/model/config.ts';
import { analyze } from '../../../src/offload/analyze.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { printConfig } from '../../support/print-config.ts';
import { projectRoot } from '../../support/project-root.ts';

const folder = join(projectRoot, 'fixtures', 'policy');
const profiles = builtInProfiles();
const policyMenus = /\/switch\/rule|\/firewall\/|\/interface\/list|\/(ip|ipv6)\/route|\/ip\/vrf|\/routing\/table/;

function isPolicy({ menu, properties }: Item): boolean {
  return policyMenus.test(menu) || properties.get('l3-hw-offloading')?.value === 'no';
}

function printChoice({ rule, form, entries, rejected }: Choice): string {
  const others = rejected.map((each) => `\n  not ${each.form}: ${each.reason}`).join('');
  return `${rule}: ${form} [${entries}]${others}`;
}

/** Placement and reasons of every flow that the site relies on. */
function flowsOf({ config, target, flows }: Lowered): readonly string[] {
  const network = buildNetwork(config, target);
  return flows.map((flow) => {
    const { placement, cpuPath, because } = decideFlow(network, flow);
    const codes = [...new Set(because.map(({ code }) => code))].join(' ');
    return `${flow.name}: ${[placement, cpuPath, codes].filter((part) => part).join(' ')}`;
  });
}

describe.each(readdirSync(folder))('%s', (name) => {
  const file = { path: 'site.yaml', text: readFileSync(join(folder, name, 'site.yaml'), 'utf8') };
  const { value: intent, diagnostics } = loadIntent(file, { profiles });
  const [device] = intent?.devices.values() ?? [];
  if (!intent || !device) throw new Error(renderDiagnostics(diagnostics));
  const { value, diagnostics: said } = lower(intent, device.name, device.target);

  test('becomes the policy beside it', async () => {
    const parts = [
      printConfig({ items: value.config.items.filter(isPolicy) }),
      `${value.choices.map(printChoice).join('\n')}\n`,
      `${flowsOf(value).join('\n')}\n`,
      renderDiagnostics(said),
    ];
    await expect(parts.join('\n')).toMatchFileSnapshot(join(folder, name, 'policy.txt'));
  });

  test('survives its own analysis', () => {
    const { config, target } = value;
    const network = buildNetwork(config, target);
    const { diagnostics: found } = analyze({ config, target, network, context: 'site', files: [file] });
    expect(found.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([]);
  });
});

const examples = join(projectRoot, 'fixtures', 'sites');

describe.each(['rig', 'branch', 'datacenter'])('the example %s', (name) => {
  const file = { path: 'site.yaml', text: readFileSync(join(examples, name, 'site.yaml'), 'utf8') };
  const { value: intent } = loadIntent(file, { profiles });
  const devices = [...(intent?.devices.values() ?? [])];
  if (!intent || devices.length === 0) throw new Error(`${name} does not load`);

  test.each(devices.map((device) => [device.name, device] as const))(
    '%s: its flows take the path they ask for',
    (_, device) => {
      const { config, target, flows } = lower(intent, device.name, device.target).value;
      const network = buildNetwork(config, target);
      const asked = flows.filter(({ expected }) => expected !== undefined);
      const paths = asked.map((flow) => [flow.name, decideFlow(network, flow).placement]);
      expect(paths).toEqual(asked.map((flow) => [flow.name, flow.expected]));
      const { diagnostics: found } = analyze({ config, target, network, context: 'site', files: [file] });
      expect(found.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([]);
    },
  );
});
