// Switches with a network in each of many VLANs, and their zones by class.

import { buildNetwork } from '../../src/forwarding/build.ts';
import { zoneTraits } from '../../src/forwarding/bypass/zone-classes.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import type { Endpoint } from '../../src/forwarding/packets/flow.ts';
import { readExport } from '../../src/pipeline/read/read-export.ts';
import { groupBy } from '../../src/source/grouping.ts';
import { builtInProfiles } from './built-in-profiles.ts';

const profiles = builtInProfiles();

/** A switch with so many networks, and a default route; `extra` are further lines of its export. */
export function networkOfVlans(model: string, vlans: number, extra: string): Network {
  const range = Array.from({ length: vlans }, (_, index) => index);
  const text = [
    '# 2026-01-02 03:04:05 by RouterOS 7.20.8',
    `# model = ${model}`,
    '/interface bridge',
    'add name=bridge vlan-filtering=yes',
    '/interface bridge port',
    'add bridge=bridge interface=sfp-sfpplus1',
    'add bridge=bridge interface=sfp-sfpplus2',
    '/interface bridge vlan',
    ...range.map((n) => `add bridge=bridge tagged=bridge,sfp-sfpplus1,sfp-sfpplus2 vlan-ids=${100 + n}`),
    '/interface vlan',
    ...range.map((n) => `add interface=bridge name=v${n} vlan-id=${100 + n}`),
    '/ip address',
    ...range.map((n) => `add address=10.${n >> 8}.${n & 255}.1/24 interface=v${n}`),
    '/ip route',
    'add dst-address=0.0.0.0/0 gateway=10.0.0.2',
    '/interface ethernet switch',
    'set 0 l3-hw-offloading=yes',
    extra,
    '',
  ].join('\n');
  const reading = readExport({ path: 'core.rsc', text }, { profiles }).value;
  if (!reading) throw new Error('the export is not read');
  return buildNetwork({ items: reading.config.items }, reading.target);
}

/** Zones that nothing tells apart stand together. */
export function zoneClasses(network: Network, zones: readonly Endpoint[]): readonly (readonly Endpoint[])[] {
  return [...groupBy(zones, (zone) => zoneTraits(network, zone)).values()];
}
