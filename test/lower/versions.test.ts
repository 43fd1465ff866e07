// What differs between RouterOS versions: a site compiles for each of them into words that it knows.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { lower } from '../../src/lower/lower.ts';
import { knowsProperty, propertySpec } from '../../src/model/menus.ts';
import { version } from '../../src/model/version.ts';
import { printConfig } from '../support/print-config.ts';
import { projectRoot } from '../support/project-root.ts';
import { read } from '../support/valid-site.ts';

const root = join(projectRoot, 'fixtures');
const sites = readdirSync(join(root, 'sites'));

function siteOf(name: string) {
  return read(readFileSync(join(root, 'sites', name, 'site.yaml'), 'utf8'));
}

function lowerFor(site: ReturnType<typeof siteOf>, device: string, routeros: string) {
  const target = site.devices.get(device)?.targetAt(version(routeros));
  if (!target) throw new Error(`no device ${device}`);
  // `raw:` lines are the author's own words.
  return lower(site, device, target, { evaluateRaw: (_, base) => ({ value: base, diagnostics: [] }) });
}

// BGP: instances from 7.20, `afi` from 7.19. Link speeds: names from 7.12.
test.each(['7.11', '7.19.6', '7.24.1'])('services for RouterOS %s', async (routeros) => {
  const { value, diagnostics } = lowerFor(siteOf('services'), 'core', routeros);
  const text = `${printConfig(value.config)}\n${renderDiagnostics(diagnostics)}`;
  await expect(text).toMatchFileSnapshot(join(root, 'versions', `services-${routeros}.txt`));
});

describe.each(sites)('%s', (name) => {
  const site = siteOf(name);
  test.each(Array.from({ length: 15 }, (_, index) => `7.${index + 10}`))('says nothing that %s does not know', (v) => {
    for (const device of site.devices.keys()) {
      const { config } = lowerFor(site, device, v).value;
      const unknown = config.items.flatMap(({ menu, properties }) =>
        [...properties.keys()]
          .filter((property) => propertySpec(menu, property) && !knowsProperty(menu, property, version(v)))
          .map((property) => `${menu} ${property}`),
      );
      expect(unknown, device).toEqual([]);
    }
  });
});

test('what a version lacks is said at the line that wants it', () => {
  const { value, diagnostics } = lowerFor(siteOf('services'), 'core', '7.10');
  const said = diagnostics.filter(({ code }) => code === 'lower/too-old');
  expect(said.map(({ what }) => what)).toEqual([
    'this does not happen: RouterOS 7.10 has no `suppress-hw-offload` in `/ipv6/route`',
  ]);
  expect(said[0]?.fix?.title).toBe('use RouterOS 7.12 or newer, or leave it out');
  expect(value.config.items.some(({ properties }) => properties.has('suppress-hw-offload'))).toBe(false);
});
