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

const network = fc.record({
  on: fc.constantFrom('ether1', 'sfp-sfpplus5', 'sfp-sfpplus6', 'office', 'guests', 'vrrp1', 'lo', 'bond1'),
  six: fc.boolean(),
  net: fc.integer({ min: 0, max: 1 }),
  host: fc.integer({ min: 1, max: 200 }),
  length: fc.constantFrom(16, 24, 25, 30, 32),
});

test('networks that lie on several interfaces are no mistakes of the imported site, as they are none of the device', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(network, {
        minLength: 3,
        maxLength: 8,
        selector: ({ on, six, net, host }) => `${on} ${six} ${net} ${host}`,
      }),
      fc.constantFrom([], [], ['sfp-sfpplus5', 'guests'], ['guests', 'vrrp1']),
      async (addresses, vrf) => {
        const stdin = [
          '# by RouterOS 7.20.8',
          '# model = CRS317-1G-16S+',
          '/interface bridge add name=bridge vlan-filtering=yes',
          '/interface bonding add name=bond1 slaves=sfp-sfpplus3,sfp-sfpplus4 mode=802.3ad',
          '/interface vlan add interface=bridge name=office vlan-id=10',
          '/interface vlan add interface=bridge name=guests vlan-id=20',
          '/interface vrrp add interface=office name=vrrp1',
          '/interface bridge port add bridge=bridge interface=sfp-sfpplus1 pvid=10',
          '/interface bridge vlan add bridge=bridge tagged=bridge,sfp-sfpplus2 vlan-ids=10,20',
          ...(vrf.length > 0 ? [`/ip vrf add name=red interfaces=${vrf.join(',')}`] : []),
          ...addresses.map(({ on, six, net, host, length }) =>
            six
              ? `/ipv6 address add address=2001:db8:0:${net}::${host}/${length + 32} interface=${on}`
              : `/ip address add address=198.18.${net}.${host}/${length} interface=${on}`,
          ),
          '',
        ].join('\n');
        const io = memoryIo({ stdin });
        expect(await main(['import', '-', '-o', 'site.yaml'], io), io.err()).toBe(0);
        const site = io.written.get(join(projectRoot, 'site.yaml')) ?? '';
        const checked = memoryIo({ stdin: site });
        await main(['check', '-', '--json'], checked);
        const { diagnostics } = JSON.parse(checked.out());
        const codes: readonly string[] = diagnostics.map(({ code }: { code: string }) => code);
        expect(
          codes.filter((code) => code.startsWith('intent/')),
          site,
        ).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
});

test('what hosts learn about IPv6 is said of a VLAN, and a port with hosts is a row', async () => {
  const stdin = [
    '# by RouterOS 7.20.8',
    '# model = CRS326-24G-2S+',
    '/interface bridge add name=bridge vlan-filtering=yes auto-mac=no admin-mac=48:A9:8A:00:00:01',
    '/interface vlan add interface=bridge name=office vlan-id=10',
    '/interface vlan add interface=bridge name=quiet vlan-id=20',
    '/interface bridge port add bridge=bridge interface=ether3 pvid=10 frame-types=admit-only-untagged-and-priority-tagged',
    '/interface bridge vlan add bridge=bridge tagged=bridge untagged=ether3 vlan-ids=10',
    '/interface bridge vlan add bridge=bridge tagged=bridge vlan-ids=20',
    '/ipv6 address add address=2001:db8:10::1 interface=office',
    '/ipv6 address add address=2001:db8:20::1 interface=quiet advertise=no',
    '/ipv6 address add address=2001:db8:1::1 interface=ether1',
    '/ipv6 address add address=2001:db8:2::1 interface=ether2 advertise=no',
    '',
  ].join('\n');
  const io = memoryIo({ stdin });
  expect(await main(['import', '-', '-o', 'site.yaml'], io), io.err()).toBe(0);
  const site = io.written.get(join(projectRoot, 'site.yaml')) ?? '';
  expect(site).toContain('router-advertisements: { quiet: { prefix: false } }');
  expect(site).toContain('{ address: "2001:db8:1::1", interface: ether1 }');
  expect(site).toMatch(/ether2: +\{ routed: "2001:db8:2::1\/64" \}/);
  expect(site).not.toContain('/ipv6/address');
});
