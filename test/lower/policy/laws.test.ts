// Laws of the ACL compiler: the emitted rules and the site agree on every packet that is tried, they never cost more
// than writing everything out, and the proof finds every difference that is put into them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../../support/examples.ts';
import { lowerSite, switchRulesOf, switchSite } from '../../support/policy-site.ts';
import {
  acls,
  anyPacket,
  markedAcls,
  naiveEntries,
  own,
  print,
  profiles,
  siteDrops,
  siteMark,
  tableDrops,
  tableMark,
} from '../../support/random-acl.ts';

test('the rules and the site agree on every packet', () => {
  fc.assert(
    fc.property(acls, fc.array(anyPacket, { minLength: 40, maxLength: 40 }), ([lists, last], packets) => {
      const lowered = lowerSite(switchSite(print(lists, last)));
      const table = switchRulesOf(lowered);
      expect(lowered.diagnostics.filter(({ code }) => code.startsWith('lower/policy'))).toEqual([]);
      for (const packet of packets) {
        expect({ packet, drops: tableDrops(table, packet) }).toEqual({ packet, drops: siteDrops(lists, last, packet) });
      }
      expect(table.length).toBeLessThanOrEqual(naiveEntries(lists));
    }),
    { numRuns: examples(40, 100) },
  );
});

test('the rules and the site mark every packet alike', () => {
  const seen = new Set<string | undefined>();
  fc.assert(
    fc.property(markedAcls, fc.array(anyPacket, { minLength: 40, maxLength: 40 }), ([lists, last], packets) => {
      const lowered = lowerSite(switchSite(print(lists, last), profiles));
      const table = switchRulesOf(lowered);
      expect(lowered.diagnostics.filter(({ code }) => code.startsWith('lower/policy'))).toEqual([]);
      for (const packet of packets) {
        const drops = siteDrops(lists, last, packet);
        expect({ packet, drops: tableDrops(table, packet) }).toEqual({ packet, drops });
        // What is dropped has no marking, and what is for the device leaves by no port.
        if (drops || own.includes(packet.destination)) continue;
        const mark = siteMark(lists, packet);
        seen.add(mark);
        expect({ packet, mark: tableMark(table, packet) }).toEqual({ packet, mark });
      }
    }),
    { numRuns: examples(40, 100) },
  );
  expect([...seen].sort()).toEqual(['high', 'low', undefined]);
});

describe('the generator', () => {
  test('reaches both verdicts', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(acls, anyPacket, ([lists, last], packet) => {
        seen.add(siteDrops(lists, last, packet));
      }),
    );
    expect(seen.size).toBe(2);
  });
});
