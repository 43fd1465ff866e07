// Rates of ACL rules: policers of the switch chip, one for each entry, never given to the CPU in silence.

import { describe, expect, test } from 'vitest';
import { loadIntent } from '../../../src/intent/load.ts';
import { itemsOf, propertyValue } from '../../../src/model/config.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { lowerSite, printSwitchRule, switchRulesOf, switchSite } from '../../support/policy-site.ts';

const right = 'ether2';

/** An ACL of VLAN far, which enters by two trunks under one tag, or of another VLAN. */
function limited(rules: string, from = 'far'): ReturnType<typeof lowerSite> {
  return lowerSite(switchSite(`  slow:\n    from: ${from}\n    rules:\n${rules}      - permit: any\n`));
}

function ratesOf(lowered: ReturnType<typeof lowerSite>): readonly (readonly [string, string | undefined])[] {
  return switchRulesOf(lowered).map((item) => [printSwitchRule(item), propertyValue(item, 'rate')]);
}

test('a permit with a rate is a switch rule that passes that much', () => {
  const lowered = limited('      - permit: { to: 198.51.100.7, protocol: tcp, port: 873 }\n        rate: 200Mbps\n');
  expect(ratesOf(lowered)).toEqual([['pass tcp → 198.51.100.7/32 port 873 at ether3,ether4 tag 4', '200000000']]);
  expect(lowered.diagnostics).toEqual([]);
  expect(lowered.value.choices.map(({ form, entries }) => [form, entries])).toEqual([
    ['switch rule that lets pass at most 200 Mbit/s', 1],
    ['no entry: nothing after it would drop these packets', 0],
  ]);
});

test('rules of one rate stay two rules: each sentence has its rate for itself', () => {
  const rule = (host: string) => `      - permit: { to: 198.51.100.${host} }\n        rate: 10Mbps\n`;
  expect(ratesOf(limited(rule('6') + rule('7')))).toHaveLength(2);
});

test('of two ACLs that limit a packet the stricter rate holds, and denies still deny', () => {
  const acl = (name: string, rules: string) => `  ${name}:\n    from: far\n    rules:\n${rules}      - permit: any\n`;
  const lowered = lowerSite(
    switchSite(
      acl('slow', '      - permit: { to: 198.51.100.0/24 }\n        rate: 100Mbps\n') +
        acl(
          'slower',
          '      - deny: { to: 198.51.100.9 }\n      - permit: { to: 198.51.100.0/25 }\n        rate: 10Mbps\n',
        ),
    ),
  );
  expect(lowered.diagnostics).toEqual([]);
  expect(ratesOf(lowered)).toEqual([
    ['drop → 198.51.100.9/32 at ether3,ether4 tag 4', undefined],
    ['pass → 198.51.100.0/25 at ether3,ether4 tag 4', '10000000'],
    ['pass → 198.51.100.0/24 at ether3,ether4 tag 4', '100000000'],
  ]);
});

test('a rule that takes several entries says what it lets pass in all', () => {
  const [found, ...others] = limited(
    '      - permit: { to: 198.51.100.7, protocol: tcp, port: [80, 443] }\n        rate: 50Mbps\n',
  ).diagnostics;
  expect([found?.code, others]).toEqual(['lower/acl-rate-split', []]);
  expect(found?.what).toBe(
    '`acl slow/1` lets up to 100 Mbit/s through: each of its 2 switch rules has the rate for itself',
  );
});

test('where the CPU routes, a rate is refused', () => {
  const text = switchSite(
    '  slow:\n    from: left\n    rules:\n      - permit: { to: 198.51.100.7 }\n        rate: 10Mbps\n      - permit: any\n',
  ).replace('CRS326-24G-2S+', 'RB5009UG+S+IN');
  const codes = lowerSite(text.replaceAll(right, 'ether5')).diagnostics.map(({ code }) => code);
  expect(codes).toContain('lower/acl-rate-without-chip');
});

test('the fallback in the raw table lets pass what the chip limits', () => {
  const lowered = limited(
    '      - permit: { to: 198.51.100.7 }\n        rate: 10Mbps\n      - deny: { to: 198.51.100.0/24 }\n',
  );
  const raw = itemsOf(lowered.value.config, '/ip/firewall/raw').map((item) => [
    propertyValue(item, 'action'),
    propertyValue(item, 'dst-address') ?? propertyValue(item, 'dst-address-type'),
  ]);
  expect(raw).toEqual([
    ['jump', 'unicast'],
    ['return', 'local'],
    ['return', '198.51.100.7'],
    ['drop', '198.51.100.0/24'],
  ]);
});

describe('what the site cannot mean', () => {
  const profiles = builtInProfiles();
  const mistakes = (rule: string) =>
    loadIntent(
      { path: 'site.yaml', text: switchSite(`  slow:\n    from: far\n    rules:\n${rule}      - permit: any\n`) },
      { profiles },
    ).diagnostics.map(({ primary }) => primary.text);

  test.each([
    ['a deny with a rate', '      - deny: { to: right }\n        rate: 10Mbps\n', 'what is denied has no rate'],
    ['more than a rule takes', '      - permit: { to: right }\n        rate: 5Gbps\n', 'limits to 4.29Gbps at most'],
  ])('%s', (_, rule, text) => {
    expect(mistakes(rule).join()).toContain(text);
  });
});
