// Laws of the ACL compiler: the emitted rules and the site agree on every packet that is tried, they never cost more
// than writing everything out, and the proof finds every difference that is put into them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lowerSite, switchRulesOf, switchSite } from './support/policy-site.ts';
import { acls, anyPacket, naiveEntries, print, siteDrops, tableDrops } from './support/random-acl.ts';

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
    { numRuns: 150 },
  );
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
