// Who talks to whom on a large core: every VLAN to every other, with all routes and rules.

import { buildNetwork } from '../src/forwarding/build.ts';
import { offloadMatrix } from '../src/forwarding/matrix.ts';
import { readExport } from '../src/pipeline/read/read-export.ts';
import type { Profiles } from '../src/profile/profiles.ts';
import type { Figure } from './figure.ts';
import { type Effort, measure } from './measure.ts';
import { spread } from './read-export.ts';

export interface CoreSize {
  readonly vlans: number;
  readonly routes: number;
  readonly rules: number;
}

export async function benchMatrix(profiles: Profiles, size: CoreSize, effort: Effort): Promise<Figure[]> {
  const reading = readExport({ path: 'core.rsc', text: coreExport(size) }, { profiles }).value;
  if (!reading) throw new Error('the made-up core is not read');
  let cells = 0;
  const { medianMs, rangeMs } = await measure(effort, () => {
    const network = buildNetwork({ items: reading.config.items }, reading.target);
    cells = offloadMatrix(network).cells.length;
  });
  if (cells !== size.vlans * (size.vlans - 1)) throw new Error(`${cells} cells`);
  const { vlans, routes, rules } = size;
  return [
    {
      what: 'offload matrix',
      value: medianMs / 1000,
      unit: 's',
      detail: `${vlans} VLANs, ${routes.toLocaleString('en-US')} routes, ${rules} switch rules, ${cells.toLocaleString('en-US')} cells, ${spread(rangeMs)}`,
    },
  ];
}

export function coreExport({ vlans, routes, rules }: CoreSize): string {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  return [
    '# 2026-01-02 03:04:05 by RouterOS 7.20.8',
    '# model = CCR2216-1G-12XS-2XQ',
    '/interface bridge',
    'add name=bridge1 vlan-filtering=yes',
    '/interface bridge port',
    ...range(12).map((n) => `add bridge=bridge1 interface=sfp28-${n + 1} pvid=${100 + n}`),
    '/interface bridge vlan',
    ...range(vlans).map((n) => `add bridge=bridge1 tagged=bridge1,sfp28-11,sfp28-12 vlan-ids=${100 + n}`),
    '/interface vlan',
    ...range(vlans).map((n) => `add interface=bridge1 name=v${n} vlan-id=${100 + n}`),
    '/ip address',
    ...range(vlans).map((n) => `add address=10.${n}.0.1/24 interface=v${n}`),
    '/ip route',
    ...range(routes).map((n) => `add dst-address=198.${18 + (n >> 8)}.${n & 255}.0/24 gateway=10.${n % vlans}.0.2`),
    '/interface ethernet switch',
    'set 0 l3-hw-offloading=yes',
    '/interface ethernet switch rule',
    ...range(rules).map(
      (n) =>
        `add dst-address=10.${(n * 7) % vlans}.0.0/24 dst-port=${1000 + n} mac-protocol=ip new-dst-ports="" ports=sfp28-11,sfp28-12 protocol=tcp src-address=10.${n % vlans}.0.0/24 switch=switch1`,
    ),
    '',
  ].join('\n');
}
