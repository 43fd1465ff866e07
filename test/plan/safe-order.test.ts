// The order in which rosc changes a device, judged by the rules about changes: it never breaks the ones that it is for.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { onFactory } from '../../src/lower/raw.ts';
import type { Config } from '../../src/model/config.ts';
import { type AnalysedDevice, analyseSource, isAnalysed } from '../../src/pipeline/analyse-site.ts';
import { judgePlan } from '../../src/pipeline/judge-plan.ts';
import { planDevice } from '../../src/pipeline/plan-device.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { examples } from '../support/examples.ts';
import { lowerSite } from '../support/lower-site.ts';
import { projectRoot } from '../support/project-root.ts';
import { randomSite } from '../support/random-site.ts';

const site = `version: 1
site: ordered
vlans:
  left:  { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.14.3
    ports:
      ether1: { vlan: left }
      ether2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
`;
const profiles = builtInProfiles();

function deviceOf(site: string): AnalysedDevice {
  const analysed = analyseSource({ path: 'site.yaml', text: site }, { value: profiles, diagnostics: [] }, {});
  const [device] = isAnalysed(analysed) ? analysed.devices : [];
  if (!device) throw new Error(analysed.diagnostics.map(({ what }) => what).join('; '));
  return device;
}

function configurationAs({ lowered }: AnalysedDevice): Config {
  return onFactory(lowered.config, lowered.target);
}

function planOf(device: AnalysedDevice, prior: Config) {
  const { target } = device.lowered;
  const identity = { name: 'core', model: target.model, serial: '', routeros: target.routeros.text };
  const { value } = planDevice(device, { identity, config: prior }, { site: 'judged', profiles });
  if (!value) throw new Error('no plan');
  return value;
}

const guards = ['l3hw/l2-change-while-l3hw-on', 'mtu/mtu-change-live'];

function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code }) => code).sort();
}

describe('the order that rosc makes', () => {
  test('is what keeps layer 2 and MTU from changing under a chip that routes', () => {
    const before = deviceOf(site);
    const after = deviceOf(
      site.replace('10.0.2.0/24', '10.0.2.0/24, mtu: 9000').replace(/$/, '    dhcp-snooping: { trusted: [ether1] }\n'),
    );
    const prior = configurationAs(before);
    const { plan, judged: found } = planOf(after, prior);
    expect(codesOf(found)).toEqual(['l2/switch-reset-on-change', 'mtu/l2mtu-change-flaps']);
    const hasty = { ...plan, changes: plan.changes.filter(({ disruption }) => disruption !== 'offload-pause') };
    const { target } = after.lowered;
    const context = { config: prior, target, network: buildNetwork(prior, target) };
    const unsafe = judgePlan(hasty, { before: context, desired: after.lowered.config });
    expect(codesOf(unsafe)).toEqual(expect.arrayContaining(guards));
    expect(unsafe.filter(({ code }) => guards.includes(code)).map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
    ]);
  });

  test.each(['rig', 'branch', 'reference', 'services'])('is safe for %s on a new device', (name) => {
    const site = readFileSync(join(projectRoot, 'fixtures', 'sites', name, 'site.yaml'), 'utf8');
    const device = deviceOf(site);
    const { plan, judged: found } = planOf(device, onFactory({ items: [] }, device.lowered.target));
    expect(plan.changes.length).toBeGreaterThan(10);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(codesOf(found).filter((code) => guards.includes(code))).toEqual([]);
  });

  test('is safe from any site to any other', () => {
    fc.assert(
      fc.property(randomSite, randomSite, (one, other) => {
        fc.pre(one.devices.core.model === other.devices.core.model);
        const before = loadIntent({ path: 'site.yaml', text: JSON.stringify(one) }, { profiles }).value;
        if (!before) throw new Error('the site cannot be read');
        const { config, target } = lowerSite(before, 'core').value;
        const { judged: found } = planOf(deviceOf(JSON.stringify(other)), onFactory(config, target));
        expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(codesOf(found).filter((code) => guards.includes(code))).toEqual([]);
      }),
      { numRuns: examples(20, 60) },
    );
  });
});
