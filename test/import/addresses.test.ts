// Addresses of ports, however an export spells them: a site says each once, and `raw:` takes none of them back.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const row = fc.record({
  on: fc.constantFrom('ether1', 'ether2', 'office'),
  six: fc.boolean(),
  host: fc.integer({ min: 1, max: 3 }),
  mask: fc.constantFrom('', '/24', '/32', '/64', '/128'),
  more: fc.constantFrom(
    '',
    ' advertise=no',
    ' advertise=yes',
    ' disabled=yes',
    ' comment=uplink',
    ' auto-link-local=no',
  ),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

/** RouterOS refuses a second row of the same address on an interface. */
const rows = fc.uniqueArray(row, { maxLength: 6, selector: ({ on, six, host }) => `${on} ${six} ${host}` });

function lineOf({ on, six, host, mask, more }: Row): string {
  const ofFamily = six ? /^(?:\/64|\/128)?$/ : /^(?:\/24|\/32)?$/;
  const length = ofFamily.test(mask) ? mask : '';
  const own = six || !/advertise|auto-link/.test(more) ? more : '';
  const address = six ? `2001:db8:0:${on.length}::${host}` : `192.0.2.${host}`;
  return `/ip${six ? 'v6' : ''} address add address=${address}${length} interface=${on}${own}`;
}

test('`raw:` takes back no address, and corrects none that it has taken back', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (addresses) => {
      const stdin = [
        '# by RouterOS 7.20.8',
        '# model = CRS326-24G-2S+',
        '/interface bridge add name=bridge vlan-filtering=yes',
        '/interface vlan add interface=bridge name=office vlan-id=10',
        '/interface bridge vlan add bridge=bridge tagged=bridge vlan-ids=10',
        ...addresses.map(lineOf),
        '',
      ].join('\n');
      const io = memoryIo({ stdin });
      expect(await main(['import', '-', '-o', 'site.yaml'], io), io.err()).toBe(0);
      const site = io.written.get(join(projectRoot, 'site.yaml')) ?? '';
      expect(
        site.split('\n').filter((line) => /remove|rsc\/no-match/.test(line)),
        site,
      ).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
