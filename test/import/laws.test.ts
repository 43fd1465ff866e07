// The law of importing: a site, lowered and imported, is a site that lowers to the same configuration.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadIntent } from '../../src/intent/load.ts';
import { onFactory } from '../../src/lower/raw.ts';
import type { Config } from '../../src/model/config.ts';
import { parseDeferred } from '../../src/model/deferred.ts';
import { type ImportedSite, importSite } from '../../src/pipeline/import/import-site.ts';
import type { ImportSubject } from '../../src/pipeline/import/import-subject.ts';
import { diff } from '../../src/plan/diff.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { examples } from '../support/examples.ts';
import { lowerSite } from '../support/lower-site.ts';
import { projectRoot } from '../support/project-root.ts';
import { randomSite } from '../support/random-site.ts';

const profiles = builtInProfiles();

function configOf(text: string) {
  const intent = loadIntent({ path: 'site.yaml', text }, { profiles }).value;
  if (!intent) throw new Error(`the site cannot be read:\n${text}`);
  const { target, config } = lowerSite(intent, 'core').value;
  return { target, config: resolved(config) };
}

/** As a device shows it: with MAC addresses in place of the ports that they come from. */
function resolved({ items }: Config): Config {
  const shown = (value: string) => (parseDeferred(value)?.kind === 'mac-of' ? '48:A9:8A:00:00:01' : value);
  return {
    items: items.map((item) => ({
      ...item,
      properties: new Map(
        [...item.properties].map(([name, { value, origin }]) => [name, { value: shown(value), origin }]),
      ),
    })),
  };
}

function importedFrom(subject: ImportSubject): ImportedSite {
  const { value } = importSite(subject, { site: 'again', device: 'core', path: 'site.yaml' }, profiles);
  if (!value) throw new Error('an import that cannot be read');
  return value;
}

test('a site that was lowered and imported lowers to the same configuration', () => {
  fc.assert(
    fc.property(randomSite, (site) => {
      const { target, config } = configOf(JSON.stringify(site));
      const subject = { target, config: onFactory(config, target), foreign: [], secrets: [], withheld: [] };
      const imported = importedFrom(subject);
      expect(imported.differences).toEqual([]);
      const desired = configOf(imported.text).config;
      const again = onFactory(desired, target);
      expect(
        diff(subject.config, again, { exclusive: [...new Set(config.items.map(({ menu }) => menu))] }).changes,
      ).toEqual([]);
      const device = { name: 'core', model: target.model, serial: '', routeros: target.routeros.text };
      const plan = makePlan({ site: 'again', device, prior: subject.config, desired });
      expect(plan.value.changes).toEqual([]);
      expect(plan.value.displaced).toEqual([]);
    }),
    { numRuns: examples(14, 40) },
  );
});

/** The keys of its one device, and those of the menu of its bridge. */
function keysOf(device: Readonly<Record<string, object>>): readonly string[] {
  return [...Object.keys(device), ...Object.keys(device.bridge ?? {}).map((key) => `bridge.${key}`)];
}

test('what a site says comes back in its own words, neither in those of menus nor as `raw:` lines', () => {
  fc.assert(
    fc.property(randomSite, (site) => {
      const { target, config } = configOf(JSON.stringify(site));
      const subject = { target, config: onFactory(config, target), foreign: [], secrets: [], withheld: [] };
      const imported = importedFrom(subject);
      // Which port the bridge has its address from is not to be seen on the device.
      const unseen = ['bridge', 'bridge.admin-mac'];
      const said = [...keysOf(JSON.parse(JSON.stringify(site)).devices.core), ...unseen];
      expect(keysOf(parse(imported.text).devices.core).filter((key) => !said.includes(key))).toEqual([]);
    }),
    { numRuns: examples(14, 40) },
  );
});

const branch = readFileSync(join(projectRoot, 'fixtures/sites/branch/site.yaml'), 'utf8').replace('  gw:', '  core:');

test('an ACL that somebody has changed on the device stays what the device has', () => {
  const { target, config } = configOf(branch);
  const origin = { kind: 'device', device: 'core', menu: '', key: '' } as const;
  const items = onFactory(config, target).items.map((item) => {
    const isChanged = item.menu === '/ip/firewall/raw' && item.properties.get('dst-port')?.value === '139,445';
    const changed = new Map([...item.properties, ['dst-port', { value: '139,446', origin }]]);
    return isChanged ? { ...item, properties: changed } : item;
  });
  const imported = importedFrom({ target, config: { items }, foreign: [], secrets: [], withheld: [] });
  expect(imported.differences).toEqual([]);
  expect(imported.text).toContain('dst-port=139,446');
  expect(imported.text).not.toMatch(/^acls:|remove \[/m);
});

test('ACLs, the firewall, NAT, zones and management of a branch come back as what they were', () => {
  const text = branch;
  const { target, config } = configOf(text);
  const imported = importedFrom({ target, config: onFactory(config, target), foreign: [], secrets: [], withheld: [] });
  const [before, { acls, devices }] = [parse(text), parse(imported.text)];
  expect([imported.rawCount, imported.differences]).toEqual([0, []]);
  expect(Object.keys(acls).sort()).toEqual(Object.keys(before.acls).sort());
  expect(devices.core.firewall).toEqual(before.devices.core.firewall);
  expect(devices.core.management).toEqual(before.devices.core.management);
  expect(devices.core.nat[0]).toEqual(before.devices.core.nat[0]);
});
