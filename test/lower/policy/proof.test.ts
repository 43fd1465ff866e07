// The proof: finds every rule that is taken away, added or changed, and shows a packet that tells the difference.

import { describe, expect, test } from 'vitest';
import { aclSite, shapes } from '../../../bench/compile-acl.ts';
import { loadIntent } from '../../../src/intent/load.ts';
import type { LowerContext } from '../../../src/lower/context.ts';
import { makeDraft } from '../../../src/lower/draft.ts';
import { layOut } from '../../../src/lower/layout.ts';
import { ingressSpace } from '../../../src/lower/policy/ingress-space.ts';
import { proveTable } from '../../../src/lower/policy/prove-table.ts';
import { policyLayers, switchRuleMenu } from '../../../src/lower/policy/switch-rules.ts';
import type { Config, Item, Property } from '../../../src/model/config.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { type LoweredSite, lowerSite, switchRulesOf, switchSite } from '../../support/policy-site.ts';

const site = lowerSite(
  switchSite(`  quiet:
    from: left
    rules:
      - permit: { to: 10.0.4.5, protocol: udp, port: 53 }
      - deny: { to: [right, far] }
      - deny: { to: 198.51.100.0/24, protocol: tcp, port: [25, 137-139] }
      - permit: any
  loud:
    from: [left, far]
    rules:
      - deny: { from: 10.0.2.128/25, to: 192.0.2.0/24 }
      - permit: any
`),
);
const rules = switchRulesOf(site);

/** What the proof says when the device had these switch rules. */
function proof({ intent, value }: LoweredSite, table: readonly Item[]) {
  const device = intent.devices.get(value.device);
  if (!device) throw new Error('no such device');
  const layout = layOut(intent, device);
  const { target } = value;
  const context: LowerContext = { intent, device, target, layout, draft: makeDraft(), diagnostics: [], choices: [] };
  const others = value.config.items.filter(({ menu }) => menu !== switchRuleMenu);
  const config: Config = { items: [...others, ...table] };
  const space = ingressSpace(layout, target);
  return proveTable(context, { layers: policyLayers(context, space), space, config, sent: [] });
}

function withProperty(item: Item, name: string, value: string | undefined): Item {
  const properties = new Map<string, Property>(item.properties);
  if (value === undefined) properties.delete(name);
  else properties.set(name, { value, origin: item.origin });
  return { ...item, properties };
}

test('what lowering writes is right', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(proof(site, rules)).toEqual([]);
});

test.each(rules.map((item, index) => [item.properties.get('comment')?.value ?? '', index] as const))(
  'a table without %s is wrong',
  (_, index) => {
    const [found] = proof(site, rules.toSpliced(index, 1));
    expect(found?.code).toBe('lower/policy-not-equal');
  },
);

describe('one changed matcher is found', () => {
  const changes: readonly (readonly [string, string | undefined])[] = [
    ['mac-protocol', 'ipv6'],
    ['ports', 'ether2'],
    ['new-dst-ports', undefined],
    ['dst-port', '26'],
    ['protocol', 'udp'],
    ['dst-address', '10.0.3.0/25'],
    ['dst-address', '10.0.2.0/23'],
    ['src-address', '10.0.2.0/24'],
    ['vlan-id', '3'],
  ];
  test.each(changes)('%s=%s', (name, value) => {
    const suitable = rules.filter((item) => {
      const before = item.properties.get(name)?.value;
      return before !== undefined && before !== value;
    });
    expect(suitable.length).toBeGreaterThan(0);
    for (const item of suitable) {
      const changed = rules.map((each) => (each === item ? withProperty(each, name, value) : each));
      expect(proof(site, changed).map(({ code }) => code)).not.toEqual([]);
    }
  });
});

test('a deny that goes to the CPU is one only where its fallback stands', () => {
  const acl = (more: string) =>
    `  quiet:\n    from: left\n${more}    rules:\n      - deny: { to: far }\n      - permit: any\n`;
  const redirected = (lowered: LoweredSite) =>
    switchRulesOf(lowered).map((item) =>
      item.properties.has('new-dst-ports')
        ? withProperty(withProperty(item, 'new-dst-ports', undefined), 'redirect-to-cpu', 'yes')
        : item,
    );
  const [twin, alone] = [acl(''), acl('    firewall-fallback: false\n')].map((text) => lowerSite(switchSite(text)));
  if (!twin || !alone) throw new Error('two sites');
  expect(proof(twin, redirected(twin))).toEqual([]);
  expect(proof(alone, redirected(alone)).map(({ code }) => code)).toEqual(['lower/policy-not-equal']);
});

describe('the fallback in the raw table', () => {
  const raw = site.value.config.items.filter(({ menu }) => menu.endsWith('/firewall/raw'));

  test('is one chain an ACL', () => {
    const chains = new Set(raw.map((item) => item.properties.get('chain')?.value));
    expect([...chains]).toEqual(['prerouting', 'rosc-acl-quiet', 'rosc-acl-loud']);
  });

  // What is for the device itself is no transit: the proof is about transit alone.
  const deciding = raw.filter((item) => item.properties.get('dst-address-type')?.value !== 'local');

  test.each(deciding.map((item) => [`${item.menu} ${item.properties.get('comment')?.value}`, item] as const))(
    'without %s it is wrong',
    (_, lost) => {
      const items = site.value.config.items.filter((item) => item !== lost);
      const [found] = proof({ ...site, value: { ...site.value, config: { items } } }, rules);
      expect(found?.what).toMatch(
        /^the firewall rules of `core` would not do what the site says: pass instead of drop|drop instead of pass$/,
      );
    },
  );
});

test('the difference is shown as a packet, at the sentence of the site', () => {
  const [found] = proof(site, []);
  expect(found?.what).toBe('the switch rules of `core` would not do what the site says: pass instead of drop');
  expect(found?.primary.text).toMatch(/10\.0\.[34]\.\d+.*entering at `ether1` in VLAN `left`: drop$/);
});

test('a rule of a stranger leaves the proof without an answer', () => {
  const [rule] = rules;
  const stranger = rule && withProperty(rule, 'dscp', '46');
  expect(proof(site, stranger ? [...rules, stranger] : []).map(({ code }) => code)).toEqual([
    'lower/policy-not-proved',
  ]);
});

test('rules that all cut each other do not hide the difference', () => {
  const [rule] = rules;
  if (!rule) throw new Error('no rules');
  // Every rule cuts each dimension in another place, so that the cells multiply.
  const tangled = Array.from({ length: 400 }, (_, index) =>
    [...Object.entries({ 'src-address': `10.0.${index % 256}.${(index * 7) % 256}/32` })].reduce(
      (item, [name, value]) => withProperty(item, name, value),
      withProperty(withProperty(rule, 'dst-address', `0.0.0.0/${index % 2}`), 'mac-protocol', 'ip'),
    ),
  );
  expect(proof(site, tangled).map(({ code }) => code)).toEqual(['lower/policy-not-equal']);
});

test.each(Object.entries(shapes))('2,000 rules: %s', (_, rule) => {
  const text = aclSite(2000, rule);
  const { intent, value, diagnostics } = lowerSite(text);
  // What `pnpm bench` measures compiles; not every shape has room in the chip.
  const { diagnostics: early } = loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() });
  expect([...early, ...diagnostics].filter(({ code }) => code !== 'lower/acl-on-cpu')).toEqual([]);
  expect(proof({ intent, value, diagnostics: [] }, switchRulesOf({ value }))).toEqual([]);
});
