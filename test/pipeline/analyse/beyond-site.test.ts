// A plan repeats nothing that the site's own report says, and tells what strangers' items have to do with it.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import { startServer } from '../../../src/device/sim/server.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import type { DiagnosticJson } from '../../../src/diagnostics/render-json.ts';
import { realClock } from '../../../src/io/real-clock.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { projectRoot } from '../../support/project-root.ts';
import { targetOf } from '../../support/sim-target.ts';

const model = 'CRS326-24G-2S+';
const routeros = '7.18.2';

const site = `version: 1
site: beyond
vlans:
  left:  { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: ${model}
    routeros: ${routeros}
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1: { vlan: left }
      ether2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    raw: |
      # filtering
      /interface/bridge/set [find name=bridge] vlan-filtering=no
`;
const notFiltering = 'l2/pvid-without-vlan-filtering';

/** `SEVERITY CODE` and the places, of findings with one of the codes, first against a device, then its export. */
async function found(text: string, script: string, ...codes: readonly string[]) {
  const named = /model: (\S+)/.exec(text)?.[1] ?? model;
  const simulator = createSimulator({ target: targetOf(named, routeros), clock: realClock, script });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  const said = async (...where: readonly string[]) => {
    const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
    await io.writeFile(join(projectRoot, 'site.yaml'), text);
    await io.writeFile(join(projectRoot, 'device.rsc'), simulator.export());
    expect(await main(['plan', 'site.yaml', ...where, '--json', '--fail-on', 'never'], io), io.err()).toBe(0);
    const { diagnostics }: { diagnostics: readonly DiagnosticJson[] } = JSON.parse(io.out());
    return diagnostics
      .filter(({ code }) => codes.includes(code))
      .map(({ severity, code, location, related }) => {
        const places = [location, ...related.map((each) => each.location)];
        return `${severity} ${code} ${places.map((at) => ('file' in at ? at.file : at.menu)).join(' ')}`;
      });
  };
  try {
    return [
      await said('--device', `core=api://admin@127.0.0.1:${server.port}`),
      await said('--against', 'device.rsc'),
    ] as const;
  } finally {
    await server.close();
  }
}

const bare = '/system/identity/set name=bare';

test('what the site is warned of is said once, at its place in the site', async () => {
  const once = [`error ${notFiltering} ${Array(5).fill('site.yaml').join(' ')}`];
  expect(await found(site, bare, notFiltering)).toEqual([once, once]);
});

test('what the site accepts is accepted on the device too', async () => {
  const code = 'mtu/routed-mtu-mismatch';
  const large = site.replace('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }').replace(/ {4}raw:[\s\S]*/, '');
  const [warned] = await found(large, bare, code);
  expect(warned).toEqual([`warning ${code} site.yaml site.yaml`]);
  const comment = `  # rosc:ignore ${code} nobody sends large packets there`;
  const accepting = large.replace(/( {4}(?:management|gateways):.*)/g, `$1${comment}`);
  expect(await found(accepting, bare, code)).toEqual([[], []]);
});

test('a `raw:` line takes a comment that accepts what it causes', async () => {
  const comment = `# rosc:ignore ${notFiltering} filtering comes next week`;
  const accepting = site.replace('# filtering', comment);
  expect(await found(accepting, bare, notFiltering, 'offload/ignore-unused')).toEqual([[], []]);
});

test('lists that RouterOS itself keeps are nothing that anybody meant', async () => {
  const apart = site.replace('{ vlan: left }', '{ vlan: left, l3-offload: false }').replace(/ {4}raw:[\s\S]*/, '');
  expect(await found(apart, bare, 'l3hw/l3hw-interface-list-drift')).toEqual([[], []]);
  const theirs = `/interface/list add name=uplinks
/interface/list/member add list=uplinks interface=ether1
/interface/list/member add list=uplinks interface=ether2
`;
  const [live] = await found(apart, theirs, 'l3hw/l3hw-interface-list-drift');
  expect(live).toHaveLength(1);
});

test('what a stranger has a part in is said as loud as in the site, at the device or in its export', async () => {
  const theirs =
    '/interface/bridge add name=bridge\n/interface/bridge/vlan add bridge=bridge tagged=bridge vlan-ids=77';
  const [live, exported] = await found(site, theirs, notFiltering);
  expect(live).toEqual([expect.stringMatching(/^error .* site.yaml/), expect.stringMatching(/^error .*bridge\/vlan/)]);
  expect(exported).toEqual([live[0], expect.stringMatching(/^error .*device\.rsc/)]);
});

test('how many routes a neighbour sends, as the site says it, holds for its plan too', async () => {
  const bgp = `    bgp:
      asn: 64600
      router-id: 10.0.2.1
      advertise: left
      peers: { up: { address: 10.0.3.9, asn: 4500, routes: 200 } }
`;
  const code = 'route/bgp-feed-without-suppress';
  const ports = site.replace(/ether([12]):/g, 'sfp-sfpplus$1:').replace('ether24', 'ether1');
  const text = ports.replace(model, 'CRS309-1G-8S+').replace(/ {4}raw:[\s\S]*$/, bgp);
  expect(await found(text, bare, code)).toEqual([[], []]);
  const warned = [`warning ${code} site.yaml`];
  expect(await found(text.replace(', routes: 200', ''), bare, code)).toEqual([warned, warned]);
});
