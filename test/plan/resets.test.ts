// What rosc set, rosc resets: a device that went from one site to another and back is as it was after the first, and
// what strangers set on it stays.

import { describe, expect, test } from 'vitest';
import { makePlan } from '../../src/plan/make-plan.ts';
import { configOf } from '../support/config-of.ts';
import { checkPairs, goThrough } from '../support/site-pair.ts';

const smallSwitch = (ports: string) => `version: 1
site: small
vlans:
  office: { id: 47 }
  guests: { id: 48 }
devices:
  core:
    model: RB450Gx4
    routeros: 7.20.8
    ports: { ${ports} }
`;

describe('a device that goes from one site to another and back', () => {
  test('is as it was', () => checkPairs(8));

  test('leaves no VLAN mode on a port that left its VLAN, and the plan says so', async () => {
    const one = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }');
    const two = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }, ether3: { vlan: office }');
    const { states, plans } = await goThrough([one, two, one]);
    expect(states[2]).toEqual(states[0]);
    const back = plans[2]?.changes.filter(({ because }) => because.startsWith('rosc set it'));
    expect(back?.map(({ menu, key }) => `${menu} ${key}`)).toEqual([
      '/interface/ethernet ether3',
      '/interface/ethernet/switch/port ether3',
    ]);
  });

  test('keeps what strangers set, before and between', async () => {
    const one = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }');
    const two = smallSwitch('ether1: { vlan: office }, ether3: { vlan: office, description: desk }');
    const strangers = [
      '/interface/ethernet/set [find default-name=ether3] comment="to the cellar" mtu=1400',
      '/interface/ethernet/switch/port/set [find name=ether3] default-vlan-id=7',
    ].join('\n');
    const { states } = await goThrough([one, two, one], strangers);
    expect(states[2]).toEqual(states[0]);
    const ether3 = states[2]?.filter((text) => /ether3\b/.test(text));
    expect(ether3?.join('\n')).toMatch(/mtu=1400.* to the cellar/);
    expect(ether3?.join('\n')).toContain('default-vlan-id=7');
  });

  test('says what stays, where nobody wrote down what it was', () => {
    const prior = configOf({
      '/interface/ethernet': [{ 'default-name': 'ether3', l2mtu: '9004', comment: 'rosc:port/ether3/l2mtu' }],
    });
    const device = { name: 'core', model: 'RB450Gx4', serial: '', routeros: '7.20.8' };
    const { value, diagnostics } = makePlan({ site: 'test', device, prior, desired: { items: [] } });
    expect(value.changes.map(({ properties }) => properties)).toEqual([
      [{ name: 'comment', before: 'rosc:port/ether3/l2mtu', after: '' }],
    ]);
    expect(diagnostics.map(({ code, what }) => [code, what])).toEqual([
      ['plan/kept-setting', '`l2mtu` of `ether3` stays 9004, though the site no longer asks for it'],
    ]);
  });
});
