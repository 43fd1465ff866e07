// The order in which rosc changes a device, judged by the rules about changes: it never breaks the ones that it is for.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { loadIntent } from '../../src/intent/load.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { onFactory } from '../../src/lower/raw.ts';
import type { Config } from '../../src/model/config.ts';
import { judgePlan } from '../../src/pipeline/plan/judge-plan.ts';
import { contextOf } from '../../src/pipeline/plan/plan-device.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
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

function lowered(text: string): Lowered {
  const { value, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
  if (!value) throw new Error(diagnostics.map(({ what }) => what).join('; '));
  const [name = ''] = value.devices.keys();
  return lowerSite(value, name).value;
}

/** The plan, and what the rules about changes say of it. */
function planOf({ config, target, exclusive }: Lowered, prior: Config) {
  const device = { name: 'core', model: target.model, serial: '', routeros: target.routeros.text };
  const { value: plan } = makePlan({ site: 'judged', device, prior, desired: config, exclusive, displace: false });
  const before = contextOf(prior, target);
  const judge = (judged: Plan) => judgePlan(judged, { before, desired: config });
  return { plan, judge, found: judge(plan) };
}

const guards = ['l3hw/l2-change-while-l3hw-on', 'mtu/mtu-change-live'];

function codesOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code }) => code).sort();
}

describe('the order that rosc makes', () => {
  test('is what keeps layer 2 and MTU from changing under a chip that routes', () => {
    const before = lowered(site);
    const after = lowered(
      site.replace('10.0.2.0/24', '10.0.2.0/24, mtu: 9000').replace(/$/, '    dhcp-snooping: { trusted: [ether1] }\n'),
    );
    const { plan, judge, found } = planOf(after, onFactory(before.config, before.target));
    expect(codesOf(found)).toEqual(['l2/switch-reset-on-change', 'mtu/l2mtu-change-flaps']);
    const unsafe = judge({ ...plan, changes: plan.changes.filter(({ disruption }) => disruption !== 'offload-pause') });
    expect(codesOf(unsafe)).toEqual(expect.arrayContaining(guards));
    expect(unsafe.filter(({ code }) => guards.includes(code)).map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
    ]);
  });

  test.each(['rig', 'branch', 'reference', 'services'])('is safe for %s on a new device', (name) => {
    const site = readFileSync(join(projectRoot, 'fixtures', 'sites', name, 'site.yaml'), 'utf8');
    const device = lowered(site);
    const { plan, found } = planOf(device, onFactory({ items: [] }, device.target));
    expect(plan.changes.length).toBeGreaterThan(10);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(codesOf(found).filter((code) => guards.includes(code))).toEqual([]);
  });

  test('is safe from any site to any other', () => {
    fc.assert(
      fc.property(randomSite, randomSite, (one, other) => {
        fc.pre(one.devices.core.model === other.devices.core.model);
        const before = lowered(JSON.stringify(one));
        const { found } = planOf(lowered(JSON.stringify(other)), onFactory(before.config, before.target));
        expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(codesOf(found).filter((code) => guards.includes(code))).toEqual([]);
      }),
      { numRuns: examples(20, 60) },
    );
  });
});
