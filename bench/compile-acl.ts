// A site with one very long ACL, to switch rules and back: compiling includes the proof that they are equal.

import { loadIntent } from '../src/intent/load.ts';
import { lower } from '../src/lower/lower.ts';
import { itemsOf } from '../src/model/config.ts';
import type { Profiles } from '../src/profile/profiles.ts';
import type { Figure } from './figure.ts';
import { type Effort, measure } from './measure.ts';
import { spread } from './read-export.ts';

/**
 * How the rules of an ACL differ from each other decides how far they can be put together: the chip holds no thousands.
 * Among 2,000 of a shape no two have the same match.
 */
export const shapes: Readonly<Record<string, (index: number) => string>> = {
  'hosts in any order': (index) => {
    const host = (index * 37) % 2_000;
    return `${action(host >> 4)}: { to: 172.16.${host >> 8}.${host % 256} }`;
  },
  'networks and ports': (index) => {
    const protocol = index % 3 ? 'tcp' : 'udp';
    return `${action(index)}: { to: 172.16.${index % 64}.0/24, protocol: ${protocol}, port: ${(index * 7) % 900} }`;
  },
  'pairs of ends': (index) => {
    const ends = `from: 10.0.2.${(index * 29) % 256}, to: 172.16.${(index * 53) % 256}.0/24`;
    return `${action(index)}: { ${ends}, protocol: tcp, port: ${(index % 5) + 5 * Math.floor(index / 1_280)} }`;
  },
};

function action(index: number): 'permit' | 'deny' {
  return index % 3 ? 'deny' : 'permit';
}

export async function benchAcls(profiles: Profiles, rules: number, effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [shape, rule] of Object.entries(shapes)) {
    const text = aclSite(rules, rule);
    let entries = 0;
    const { medianMs, rangeMs } = await measure(effort, () => {
      const intent = loadIntent({ path: 'site.yaml', text }, { profiles }).value;
      const target = intent?.devices.get('core')?.target;
      if (!intent || !target) throw new Error('the made-up site does not load');
      entries = itemsOf(lower(intent, 'core', target).value.config, '/interface/ethernet/switch/rule').length;
    });
    figures.push({
      what: `compile an ACL of ${rules.toLocaleString('en-US')} rules: ${shape}`,
      value: medianMs / 1000,
      unit: 's',
      detail: `loading and proof included, ${entries.toLocaleString('en-US')} switch rules, ${spread(rangeMs)}`,
    });
  }
  return figures;
}

export function aclSite(rules: number, rule: (index: number) => string): string {
  const lines = Array.from({ length: rules }, (_, index) => `      - ${rule(index)}`);
  return `version: 1
site: bench
capacity: { warn: 100, fail: 100 }
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: CRS317-1G-16S+
    routeros: 7.20.8
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    routes:
      - { to: 172.16.0.0/12, via: 10.0.3.2 }
acls:
  long:
    from: left
    rules:
${lines.join('\n')}
      - permit: any
`;
}
