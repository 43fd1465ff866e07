// Two spellings of one value are equal, two values are not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/model/duration.ts';
import type { MenuProperty, ValueType } from '../../src/model/menu.ts';
import { canonical } from '../../src/model/values.ts';
import { effectiveText } from '../../src/plan/compare.ts';

function spec(type: ValueType, rest: Partial<MenuProperty> = {}): MenuProperty {
  return { type, offload: 'neutral', ...rest };
}

const equal: readonly [ValueType, string, string][] = [
  ['bool', 'true', 'yes'],
  ['bool', 'false', 'no'],
  ['number', '0x8000', '32768'],
  ['number', '0064', '64'],
  ['number', '10M', '10000000'],
  ['number', '2000KiB', '2048000'],
  ['duration', '00:05:00', '5m'],
  ['duration', '30', '30s'],
  ['duration', '1d2h', '26h'],
  ['duration', '7d', '1w'],
  ['duration', '1w3d00:00:10', '10d10s'],
  ['duration', '1300ms', '1s300ms'],
  ['duration', '97', '1m37s'],
  ['duration', '00:00:00.300', '300ms'],
  ['set', 'ether2,ether1', 'ether1, ether2'],
  ['set', '10.0.0.1,2001:DB8::0', '2001:db8::,10.0.0.1'],
  ['set', '!b,a', '!a,b'],
  ['list', 'a, b', 'a,b'],
  ['ranges', '10,20-22,21,23', '10,20-23'],
  ['ranges', '!443,80', '!80,443'],
  ['ranges', '1-1', '1'],
  ['address', '10.0.0.1/32', '10.0.0.1'],
  ['address', '10.0.0.1/255.255.255.0', '10.0.0.1/24'],
  ['address', '10.0.0.1/255.255.255.255', '10.0.0.1'],
  ['prefix', '10.0.0.0/0.0.0.0', '0.0.0.0/0'],
  ['address', '2001:DB8:0:0::1', '2001:db8::1'],
  ['interface-address', '10.0.0.1', '10.0.0.1/32'],
  ['interface-address', '2001:db8::1', '2001:DB8::1/64'],
  ['prefix', '10.0.0.7/24', '10.0.0.0/24'],
  ['prefix', '10.0.0.1', '10.0.0.1/32'],
  ['prefix', '!2001:DB8::1', '!2001:db8::1/128'],
  ['mac', '00:00:5e:00:53:af', '00:00:5E:00:53:AF'],
];

const different: readonly [ValueType, string, string][] = [
  ['bool', 'yes', 'no'],
  ['number', '10', '0x10'],
  ['number', 'auto', '0'],
  ['duration', '1m', '1ms'],
  ['duration', 'auto', '0s'],
  ['list', 'a,b', 'b,a'],
  ['set', '!a,b', 'a,b'],
  ['ranges', '1-3', '1,3'],
  ['address', '10.0.0.1/24', '10.0.0.1'],
  ['address', '10.0.0.1/255.0.255.0', '10.0.0.1/24'],
  ['address', '10.0.0.1/255.255.255.1', '10.0.0.1'],
  ['interface-address', '10.0.0.1/24', '10.0.0.2/24'],
  ['interface-address', '2001:db8::1/128', '2001:db8::1'],
  ['prefix', '10.0.0.1-10.0.0.9', '10.0.0.1'],
  ['mac', '00:00:5E:00:53:01', '00:00:5E:00:53:02'],
  ['text', 'Yes', 'yes'],
  ['text', ' x ', 'x'],
];

describe('canonical', () => {
  it.each(equal)('%s: %s is %s', (type, a, b) => {
    expect(canonical(spec(type), a)).toBe(canonical(spec(type), b));
  });

  it.each(different)('%s: %s is not %s', (type, a, b) => {
    expect(canonical(spec(type), a)).not.toBe(canonical(spec(type), b));
  });

  it('reads the booleans and numbers that the API prints for words of an enum', () => {
    const modes = spec('enum', { enum: ['yes', 'no', 'auto'] });
    expect(canonical(modes, 'true')).toBe('yes');
    expect(canonical(modes, 'auto')).toBe('auto');
    expect(canonical(spec('enum', { enum: ['0x8100', '0x88a8'] }), '33024')).toBe('0x8100');
  });

  it('is its own normal form', () => {
    const types = fc.constantFrom<ValueType>(
      'bool',
      'number',
      'duration',
      'list',
      'set',
      'ranges',
      'address',
      'prefix',
      'mac',
    );
    const text = fc.oneof(fc.string(), fc.stringMatching(/^!?[\d.:/,\-wdhms]{1,20}$/));
    fc.assert(
      fc.property(types, text, (type, value) => {
        const once = canonical(spec(type), value);
        expect(canonical(spec(type), once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('effectiveText', () => {
  it('counts what is not set as the default', () => {
    expect(effectiveText('/interface/bridge', 'vlan-filtering', undefined)).toBe('no');
    expect(effectiveText('/interface/bridge', 'vlan-filtering', 'false')).toBe('no');
    expect(effectiveText('/interface/bridge', 'fast-forward', undefined)).toBe('yes');
    expect(effectiveText('/interface/bridge', 'comment', '')).toBe(
      effectiveText('/interface/bridge', 'comment', undefined),
    );
    expect(effectiveText('/interface/bridge', 'no-such-property', 'x')).toBe('x');
    expect(effectiveText('/interface/bridge', 'no-such-property', undefined)).toBeUndefined();
  });

  it('takes a flag as set by being there', () => {
    expect(effectiveText('/ip/route', 'blackhole', '')).toBe(effectiveText('/ip/route', 'blackhole', 'yes'));
    expect(effectiveText('/ip/route', 'blackhole', '')).not.toBe(effectiveText('/ip/route', 'blackhole', undefined));
    for (const off of ['no', 'false']) expect(effectiveText('/ip/route', 'blackhole', off)).toBeUndefined();
  });

  it('takes an empty list of destination ports for what it says: nothing may leave', () => {
    expect(effectiveText('/interface/ethernet/switch/rule', 'new-dst-ports', '')).toBe('');
    expect(effectiveText('/interface/ethernet/switch/rule', 'new-dst-ports', undefined)).toBeUndefined();
  });
});

describe('parseDuration', () => {
  it.each([
    ['1m37s', 97_000],
    ['01:00:00', 3_600_000],
    ['300ms', 300],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['never', '', '1x', '5 m'])('%s is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
