// ACLs stand twice: as switch rules, and in the raw table for while L3 offload is off. A site may leave the second
// out, and a plan says when nothing stands in.

import { describe, expect, test } from 'vitest';
import { type Config, itemsOf, propertyValue } from '../../../src/model/config.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { type LoweredSite, lowerSite, switchSite } from '../../support/policy-site.ts';

const rules = '    rules:\n      - deny: { to: far }\n      - permit: any\n';

function site(more = ''): LoweredSite {
  return lowerSite(switchSite(`  quiet:\n    from: left\n${more}${rules}`));
}

function rawOf({ value }: LoweredSite): readonly string[] {
  return (['/ip/firewall/raw', '/ipv6/firewall/raw'] as const).flatMap((menu) =>
    itemsOf(value.config, menu).map((item) => `${menu} ${propertyValue(item, 'comment')}`),
  );
}

test('the denies of the chip are the denies of the raw table', () => {
  expect(rawOf(site())).toEqual([
    '/ip/firewall/raw rosc:acl/quiet',
    '/ip/firewall/raw rosc:acl/quiet/implicit/own-address',
    '/ip/firewall/raw rosc:acl/quiet/deny/10.0.4.0/24',
  ]);
});

test('a site may leave them out', () => {
  expect(rawOf(site('    firewall-fallback: false\n'))).toEqual([]);
});

test('the former name of the key means the same, and the newer one counts where both stand', () => {
  expect(rawOf(site('    firewall-twin: false\n'))).toEqual([]);
  expect(rawOf(site('    firewall-twin: false\n    firewall-fallback: true\n'))).not.toEqual([]);
});

test('not where the CPU judges: there they are the ACL', () => {
  const text = switchSite(`  quiet:\n    from: left\n    firewall-fallback: false\n${rules}`);
  const router = lowerSite(text.replace('CRS326-24G-2S+', 'RB5009UG+S+IN').replaceAll('ether1:', 'ether5:'));
  expect(rawOf(router)).toContain('/ip/firewall/raw rosc:acl/quiet/deny/10.0.4.0/24');
});

describe('the plan says what stands in while switch rules change', () => {
  const device = { name: 'core', model: 'CRS326-24G-2S+', serial: 'X', routeros: '7.20.8' };

  /** The device runs the site, without one of its rules. */
  function impact({ value }: LoweredSite, isGone: (item: Config['items'][number]) => boolean): string | undefined {
    const prior: Config = { items: value.config.items.filter((item) => !isGone(item)) };
    const { impacts } = makePlan({ site: 'test', device, prior, desired: value.config }).value;
    return impacts.find(({ disruption }) => disruption === 'rules-inactive')?.text;
  }

  const isDeny = (item: Config['items'][number]) => propertyValue(item, 'new-dst-ports') === '';
  const isVlan = (item: Config['items'][number]) => item.menu === '/interface/vlan' && item.key === 'far';
  const both = (item: Config['items'][number]) => isDeny(item) || isVlan(item);

  test('nothing, while the chip routes', () => {
    expect(impact(site(), isDeny)).toMatch(/^all switch rules are inactive .*: what they drop may pass$/);
  });

  test('the firewall, while layer 2 changes and the CPU routes', () => {
    expect(impact(site(), both)).toMatch(/: L3 offload is off then, and the firewall denies what the ACLs deny$/);
  });

  test('nothing, where the site left it out', () => {
    expect(impact(site('    firewall-fallback: false\n'), both)).toMatch(/: what they drop may pass$/);
  });
});
