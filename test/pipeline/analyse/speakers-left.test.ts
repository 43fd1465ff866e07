// Routes when a cable or a device is down: those that OSPF and BGP bring go another way, or away, and of equal static
// paths those stay that lead somewhere.

import { expect, test } from 'vitest';
import { analyseSource, isAnalysed } from '../../../src/pipeline/analyse/analyse-site.ts';
import { separateFlows } from '../../../src/pipeline/analyse/site-flows.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';

/** Three devices, each with a cable to the two others and a VLAN; device n is called by its letter. */
function triangle(routing: (device: number) => string): string {
  const letters = ['a', 'b', 'c'];
  const vlans = letters.map((name, index) => `  ${name}: { id: ${index + 10}, ipv4: 10.0.${index}.0/24 }`);
  const links = [
    ['192.0.2.1/30', '192.0.2.5/30'],
    ['192.0.2.2/30', '192.0.2.9/30'],
    ['192.0.2.6/30', '192.0.2.10/30'],
  ];
  const devices = letters.map(
    (name, index) => `  ${name}:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports:
      ether1: { routed: ${links[index]?.[0]} }
      ether2: { routed: ${links[index]?.[1]} }
      ether3: { vlan: ${name} }
    gateways: { ${name}: 10.0.${index}.1 }
${routing(index)}`,
  );
  const flows = '  - { name: over, from: a, to: b, path: hardware }';
  return `version: 1\nsite: triangle\nvlans:\n${vlans.join('\n')}\ndevices:\n${devices.join('\n')}\nflows:\n${flows}\n`;
}

const ospf = triangle(
  (index) => `    ospf:
      router-id: 192.0.2.${index + 1}
      areas: { backbone: { interfaces: { ether1: {}, ether2: {}, ${['a', 'b', 'c'][index]}: { passive: true } } } }`,
);

const neighbours = [
  [
    ['b', 65_002, '192.0.2.2'],
    ['c', 65_003, '192.0.2.6'],
  ],
  [
    ['a', 65_001, '192.0.2.1'],
    ['c', 65_003, '192.0.2.10'],
  ],
  [
    ['a', 65_001, '192.0.2.5'],
    ['b', 65_002, '192.0.2.9'],
  ],
] as const;
const bgp = triangle((index) => {
  const peers = (neighbours[index] ?? []).map(
    ([name, asn, address]) => `        ${name}: { address: ${address}, asn: ${asn}, out: [{ accept: any }] }`,
  );
  const own = ['a', 'b', 'c'][index];
  return `    bgp:
      asn: ${65_001 + index}
      router-id: 192.0.2.${index + 1}
      advertise: ${own}
      peers:
${peers.join('\n')}`;
});

function devicesWith(text: string, down: readonly string[]) {
  const loaded = { value: builtInProfiles(), diagnostics: [] };
  const site = analyseSource({ path: 'site.yaml', text }, loaded, { down });
  if (!isAnalysed(site)) throw new Error(site.diagnostics.map(({ what }) => what).join('\n'));
  return site.devices;
}

function flowWith(text: string, down: readonly string[]): string | undefined {
  return devicesWith(text, down).find(({ lowered }) => lowered.device === 'a')?.flows[0]?.placement;
}

/** On all devices that it crosses. */
function worstWith(text: string, down: readonly string[]): string | undefined {
  return separateFlows(devicesWith(text, down)).crossing[0]?.verdict.placement;
}

test.each([
  ['OSPF', ospf],
  ['BGP', bgp],
])('%s goes round a cable that is down', (_, text) => {
  expect(flowWith(text, [])).toBe('hardware');
  expect(flowWith(text, ['a:ether1'])).toBe('hardware');
  expect(flowWith(text, ['c'])).toBe('hardware');
  // Both ways are gone: by the cable and by the device that would have led round it.
  expect(flowWith(text, ['a:ether1', 'c'])).toBe('dropped');
  expect(flowWith(text, ['b'])).toBe('dropped');
});

/** An access switch with one cable to each core, and both cores with an uplink. */
const equalPaths = `version: 1
site: cores
vlans:
  office: { id: 10, ipv4: 10.10.0.0/24 }
devices:
  a:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports:
      ether1: { routed: 10.0.1.2/30 }
      ether2: { routed: 10.0.2.2/30 }
      ether3: { vlan: office }
    gateways: { office: 10.10.0.1 }
    routes:
      - { to: 0.0.0.0/0, via: [10.0.1.1, 10.0.2.1] }
${['b', 'c'].map((name, index) => coreOf(name, index + 1)).join('\n')}
flows:
  - { name: surf, from: office, to: internet, path: hardware }
`;

function coreOf(name: string, index: number): string {
  return `  ${name}:
    model: CRS317-1G-16S+
    routeros: 7.20.8
    ports:
      sfp-sfpplus1: { routed: 10.0.${index}.1/30 }
      sfp-sfpplus2: { routed: 203.0.113.${index * 4 + 2}/30, zone: internet }
    routes:
      - { to: 0.0.0.0/0, via: 203.0.113.${index * 4 + 1} }
      - { to: 10.10.0.0/24, via: 10.0.${index}.2 }`;
}

test.each([
  [[], 'hardware'],
  [['b'], 'hardware'],
  [['c'], 'hardware'],
  [['a:ether1'], 'hardware'],
  [['b:sfp-sfpplus1'], 'hardware'],
  [['b', 'c'], 'dropped'],
  [['a:ether1', 'c'], 'dropped'],
  [['a:ether1', 'a:ether2'], 'dropped'],
] as const)('of two equal paths with %j down a flow is %s', (down, placement) => {
  expect(flowWith(equalPaths, down)).toBe(placement);
});

test('a core that lost its uplink still gets its share of what goes by equal paths', () => {
  expect(worstWith(equalPaths, ['b:sfp-sfpplus2'])).toBe('dropped');
  expect(worstWith(equalPaths.replace('[10.0.1.1, 10.0.2.1]', '10.0.2.1'), ['b:sfp-sfpplus2'])).toBe('hardware');
});
