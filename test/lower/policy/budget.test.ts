// Tables that do not fit: routes and CPU rules that mean the same, an error where nothing does, and never a lost rule.

import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { LowerContext } from '../../../src/lower/context.ts';
import { makeDraft } from '../../../src/lower/draft.ts';
import { layOut } from '../../../src/lower/layout.ts';
import { compose, TooManyRules } from '../../../src/lower/policy/compose.ts';
import { ingressSpace } from '../../../src/lower/policy/ingress-space.ts';
import { drop } from '../../../src/lower/policy/policy-rule.ts';
import { proveTable } from '../../../src/lower/policy/prove-table.ts';
import { policyLayers } from '../../../src/lower/policy/switch-rules.ts';
import { type Item, itemsOf, propertyValue } from '../../../src/model/config.ts';
import { type LoweredSite, lowerSite, printSwitchRule, switchRulesOf, switchSite } from '../../support/policy-site.ts';

const capacity = 128;

function acl(from: string, rules: readonly string[], last = 'permit: any'): LoweredSite {
  const lines = [...rules, last].map((rule) => `      - ${rule}\n`).join('');
  return lowerSite(switchSite(`  wide:\n    from: ${from}\n    rules:\n${lines}`));
}

function codes({ diagnostics }: LoweredSite): readonly string[] {
  return diagnostics.map(({ code }) => code).filter((code) => code.startsWith('lower/'));
}

function contextOf({ intent, value }: LoweredSite) {
  const device = intent.devices.get(value.device);
  if (!device) throw new Error('no such device');
  const layout = layOut(intent, device);
  const { target } = value;
  const context: LowerContext = { intent, device, target, layout, draft: makeDraft(), diagnostics: [], choices: [] };
  return { context, space: ingressSpace(layout, target) };
}

/** The proof of a site whose configuration was changed afterwards. */
function proofWith(site: LoweredSite, items: readonly Item[]): readonly Diagnostic[] {
  const { context, space } = contextOf(site);
  return proveTable(context, { layers: policyLayers(context, space), space, config: { items }, sent: [] });
}

describe('a wide range of ports', () => {
  const site = acl('left', [
    'permit: { to: 198.51.100.9 }',
    'deny: { to: 198.51.100.0/24, protocol: tcp, port: 1024-9000 }',
  ]);

  test('goes to the CPU as one class, and the ACL stands there', () => {
    expect(switchRulesOf(site).map(printSwitchRule)).toContain('to CPU tcp → 198.51.100.0/24 at ether1');
    const raw = itemsOf(site.value.config, '/ip/firewall/raw').map((item) => propertyValue(item, 'dst-port'));
    expect(raw).toContain('1024-9000');
    expect(codes(site)).toEqual(['lower/acl-on-cpu']);
  });

  test('the warning names the ceiling', () => {
    expect(site.diagnostics.find(({ code }) => code === 'lower/acl-on-cpu')?.what).toMatch(/at about 680 Mbit\/s/);
  });

  test('the proof covers the CPU: without what drops there, it fails', () => {
    const { items } = site.value.config;
    expect(proofWith(site, items)).toEqual([]);
    const raw = itemsOf(site.value.config, '/ip/firewall/raw');
    for (const lost of raw.filter((item) => propertyValue(item, 'action') !== 'return')) {
      const [found] = proofWith(
        site,
        items.filter((item) => item !== lost),
      );
      expect(found?.code).toBe('lower/policy-not-equal');
    }
  });

  test('a range that is nearly everything is two entries, not a redirect', () => {
    const other = acl('left', ['deny: { to: 198.51.100.0/24, protocol: tcp, port: 1-65535 }']);
    expect(switchRulesOf(other).some((item) => item.properties.has('redirect-to-cpu'))).toBe(false);
    expect(codes(other)).toEqual([]);
  });
});

describe('more destinations than entries', () => {
  const hosts = Array.from({ length: 200 }, (_, index) => `deny: { to: 192.0.2.${index}, from: 10.0.2.0/24 }`);
  // Every other address, so that nothing can be aggregated.
  const scattered = Array.from({ length: 100 }, (_, index) => `deny: { to: 192.0.2.${index * 2} }`);

  test('become blackhole routes where everybody is denied', () => {
    const site = acl('[left, right, far]', [
      ...scattered,
      ...scattered.map((rule) => rule.replace('192.0.2', '198.51.100')),
    ]);
    const routes = itemsOf(site.value.config, '/ip/route').filter((item) => item.properties.has('blackhole'));
    expect(routes.length).toBeGreaterThan(0);
    expect(switchRulesOf(site).length + routes.length).toBe(200);
    expect(switchRulesOf(site).length).toBeLessThanOrEqual(capacity);
    expect(codes(site)).toEqual([]);
    expect(proofWith(site, site.value.config.items)).toEqual([]);
    const [lost] = routes;
    const [found] = proofWith(
      site,
      site.value.config.items.filter((item) => item !== lost),
    );
    expect(found?.code).toBe('lower/policy-not-equal');
  });

  test('stay switch rules where only some are denied, and the error says what each costs', () => {
    const site = acl('left', scattered);
    const [found] = site.diagnostics.filter(({ code }) => code === 'lower/acl-table-full');
    expect(found?.what).toBe('the policies of `core` need 300 switch rules, and 98DX3236 has room for 128');
    expect(found?.primary.text).toBe('takes 300');
    // Nothing is left out in silence: the proof holds for the table as it is.
    expect(switchRulesOf(site)).toHaveLength(300);
    expect(codes(site)).toEqual(['lower/acl-table-full']);
  });

  test('neighbouring hosts were aggregated before anything else', () => {
    expect(codes(acl('left', hosts))).toEqual([]);
  });
});

test('snooping takes an entry of the same table', () => {
  // With a source, a deny is no matter of a route.
  const lines = Array.from(
    { length: capacity },
    (_, index) => `      - deny: { from: 10.0.2.9, to: 192.0.2.${index * 2} }\n`,
  );
  const text = `  full:\n    from: [left, right, far]\n    rules:\n${lines.join('')}      - permit: any\n`;
  const exact = lowerSite(switchSite(text));
  expect(switchRulesOf(exact)).toHaveLength(capacity);
  expect(codes(exact)).toEqual([]);
  const snooping = lowerSite(switchSite(text, '    dhcp-snooping: { trusted: ether1 }\n'));
  expect(codes(snooping)).toEqual(['lower/acl-table-full']);
});

test('ACLs whose permits multiply are refused before they fill the memory', () => {
  // Each ACL permits by another end of the packet, so that every permit of one meets every permit of the others.
  const acl = (name: string, permit: (index: number) => string) => {
    const permits = Array.from({ length: 60 }, (_, index) => `      - permit: { ${permit(index)} }\n`).join('');
    return `  ${name}:\n    from: left\n    rules:\n${permits}      - deny: any\n`;
  };
  const acls = [
    acl('by-source', (index) => `from: 10.0.2.${index * 2}`),
    acl('by-destination', (index) => `to: 192.0.2.${index * 2}`),
    acl('by-port', (index) => `protocol: tcp, port: ${index * 2}`),
  ];
  expect(codes(lowerSite(switchSite(acls.join(''))))).toContain('lower/acl-too-entangled');
});

test('however many addresses a device has, no table comes of them where nothing is asked', () => {
  const { context, space } = contextOf(acl('left', []));
  const [own] = policyLayers(context, space).flatMap(({ rules }) => rules.filter(({ effect }) => effect !== 'permit'));
  if (!own) throw new Error('a device without an address');
  const layer = { name: 'local', stage: 'judge', rules: new Array<typeof own>(30_000).fill(own) } as const;
  expect(compose([layer])).toEqual([]);
  expect(() => compose([layer, { ...layer, rules: [{ ...own, effect: drop }] }])).toThrow(TooManyRules);
});
