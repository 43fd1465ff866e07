// What the example sites want of firewall, NAT and policy routes, against what the Linux kernel does with the lowered
// rules, packet by packet. The expectations are read from the sites, not from the compiler. FastTrack is left out.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadIntent } from '../../../src/intent/load.ts';
import { type Config, enabledItemsOf, type Item, propertyValue } from '../../../src/model/config.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import type { Step, Talk } from '../../support/linux/job.ts';
import { renderKernel } from '../../support/linux/render.ts';
import { taken } from '../../support/linux/render-firewall.ts';
import { runJobs, whyUnable } from '../../support/linux/run-kernel.ts';
import { lowerSite } from '../../support/lower-site.ts';
import { projectRoot } from '../../support/project-root.ts';

/** A conversation, and what becomes of it: `OUT: SOURCE → DESTINATION` of the opener, with `answered` behind it. */
type Wanted = readonly [protocol: Talk['protocol'], from: string, to: string, expected: string];

/** By site and device; `ADDRESS[:PORT]@OWN` comes in by the interface with the address OWN. */
const wanted: Readonly<Record<string, readonly Wanted[]>> = {
  'nat-edge edge': [
    ['tcp', '10.0.10.5@10.0.10.1', '192.0.2.9:443', 'ether1: 198.51.100.2 → 192.0.2.9:443, answered'],
    ['udp', '10.0.10.5@10.0.10.1', '192.0.2.9:53', 'ether1: 198.51.100.2 → 192.0.2.9:53, answered'],
    ['icmp', '10.0.10.5@10.0.10.1', '192.0.2.9', 'ether1: 198.51.100.2 → 192.0.2.9, answered'],
    ['tcp', '192.0.2.9@198.51.100.2', '10.0.10.5:443', 'dropped'],
    ['tcp', '192.0.2.9@198.51.100.2', '198.51.100.2:22', 'dropped'],
  ],
  'branch gw': [
    ['tcp', '10.10.0.5@10.10.0.1', '192.0.2.9:443', 'sfp-sfpplus1: 203.0.113.2 → 192.0.2.9:443, answered'],
    ['udp', '10.30.0.5@10.30.0.1', '192.0.2.9:53', 'sfp-sfpplus1: 203.0.113.2 → 192.0.2.9:53, answered'],
    // Nobody masquerades the servers.
    ['tcp', '10.20.0.5@10.20.0.1', '192.0.2.9:443', 'sfp-sfpplus1: 10.20.0.5 → 192.0.2.9:443, answered'],
    ['tcp', '192.0.2.9@203.0.113.2', '203.0.113.2:443', '10.20.0.1: 192.0.2.9 → 10.20.0.10:443, answered'],
    ['udp', '192.0.2.9@203.0.113.2', '203.0.113.2:443', 'dropped'],
    ['tcp', '192.0.2.9@203.0.113.2', '203.0.113.2:80', 'dropped'],
    ['tcp', '192.0.2.9@203.0.113.2', '10.20.0.11:443', 'dropped'],
    ['icmp', '192.0.2.9@203.0.113.2', '10.10.0.5', 'dropped'],
    ['tcp', '10.10.0.5@10.10.0.1', '10.20.0.5:22', '10.20.0.1: 10.10.0.5 → 10.20.0.5:22, answered'],
  ],
  'datacenter edge': [
    ['tcp', '10.30.0.5@10.0.0.2', '192.0.2.9:873', 'ether3: 203.0.113.2 → 192.0.2.9:873, answered'],
    ['tcp', '10.30.0.5@10.0.0.2', '192.0.2.9:443', 'ether2: 198.51.100.2 → 192.0.2.9:443, answered'],
    ['udp', '10.30.0.5@10.0.0.2', '192.0.2.9:873', 'ether2: 198.51.100.2 → 192.0.2.9:873, answered'],
    ['tcp', '10.20.0.5@10.0.0.2', '192.0.2.9:873', 'ether2: 198.51.100.2 → 192.0.2.9:873, answered'],
    ['tcp', '192.0.2.9@198.51.100.2', '10.30.0.5:873', 'dropped'],
    ['tcp', '192.0.2.9@203.0.113.2', '10.20.0.5:22', 'dropped'],
  ],
  'rig-broken core': [
    ['tcp', '10.0.3.5@10.0.3.1', '192.0.2.9:873', '10.0.2.1: 10.0.3.5 → 192.0.2.9:873, answered'],
    ['tcp', '10.0.3.5@10.0.3.1', '192.0.2.9:443', '10.0.3.1: 10.0.3.5 → 192.0.2.9:443, answered'],
    ['udp', '10.0.3.5@10.0.3.1', '192.0.2.9:873', '10.0.3.1: 10.0.3.5 → 192.0.2.9:873, answered'],
    ['tcp', '10.0.2.5@10.0.2.1', '192.0.2.9:873', '10.0.3.1: 10.0.2.5 → 192.0.2.9:873, answered'],
  ],
  'reference core': [
    ['tcp', '10.10.0.5@10.10.0.1', '203.0.114.9:443', 'sfp-sfpplus1: 203.0.113.2 → 203.0.114.9:443, answered'],
    ['udp', '10.30.0.5@10.30.0.1', '203.0.114.9:53', 'sfp-sfpplus1: 203.0.113.2 → 203.0.114.9:53, answered'],
    ['tcp', '10.21.0.5@10.20.0.1', '203.0.114.9:443', 'sfp-sfpplus1: 203.0.113.2 → 203.0.114.9:443, answered'],
    ['tcp', '203.0.114.9@203.0.113.2', '203.0.113.2:8443', '10.20.0.1: 203.0.114.9 → 10.20.0.10:443, answered'],
    ['tcp', '203.0.114.9@203.0.113.2', '203.0.113.2:80', 'dropped'],
    ['tcp', '203.0.114.9@203.0.113.2', '10.20.0.5:22', 'dropped'],
    ['udp', '203.0.114.9@203.0.113.2', '10.20.0.53:53', 'dropped'],
    ['icmp', '203.0.114.9@203.0.113.2', '10.10.0.5', 'dropped'],
    // The chip sends these elsewhere, by a switch rule with `new-vrf`; what comes to the CPU goes by the default route.
    ['tcp', '10.20.0.5:1024@10.20.0.1', '198.18.0.9:873', 'sfp-sfpplus1: 203.0.113.2 → 198.18.0.9:873, answered'],
  ],
  'datacenter core': [
    ['tcp', '10.20.0.5@10.20.0.1', '192.0.2.9:443', 'dropped'],
    ['tcp', '10.20.0.5@10.20.0.1', '10.30.0.5:2049', '10.30.0.1: 10.20.0.5 → 10.30.0.5:2049, answered'],
    ['tcp', '10.20.0.5@10.20.0.1', '198.18.0.9:443', 'ether24: 10.20.0.5 → 198.18.0.9:443, answered'],
  ],
};

const unable = whyUnable();
if (unable !== undefined) console.log(`the Linux kernel judges nothing here: ${unable}`);

it.skipIf(unable !== undefined).each(Object.keys(wanted))(
  `%s${unable === undefined ? '' : ` (skipped: ${unable})`}`,
  (name) => {
    const [site = '', device = ''] = name.split(' ');
    const config = withoutFasttrack(lowered(site, device));
    const { setup, missing } = renderKernel(config);
    expect([...missing]).toEqual([]);
    const cases = wanted[name] ?? [];
    const talks = cases.map((each, index) => talkOf(config, each, index));
    const [answer] = runJobs([{ id: 0, ...setup, talks }]);
    expect([answer?.unable, answer?.errors]).toEqual([undefined, '']);
    const became = cases.map(([protocol, from, to], index) => [
      protocol,
      from,
      to,
      describe(config, answer?.talks?.[index] ?? []),
    ]);
    expect(became).toEqual(cases);
  },
);

function lowered(site: string, device: string): Config {
  const text = readFileSync(join(projectRoot, 'fixtures/sites', site, 'site.yaml'), 'utf8');
  const { value: intent } = loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() });
  if (!intent) throw new Error(`${site} cannot be read`);
  return lowerSite(intent, device).value.config;
}

function withoutFasttrack(config: Config): Config {
  const isFast = (item: Item) => propertyValue(item, 'action') === 'fasttrack-connection';
  return { ...config, items: config.items.filter((item) => !isFast(item)) };
}

function talkOf(config: Config, [protocol, from, to]: Wanted, index: number): Talk {
  const [client = '', own = ''] = from.split('@');
  const [src = '', sport] = client.split(':');
  const [dst = '', port] = to.split(':');
  const isDevice = interfaceWith(config, dst) !== undefined;
  return {
    family: 4,
    protocol,
    in: interfaceWith(config, own) ?? '',
    src,
    dst,
    sport: Number(sport ?? 50_000 + index),
    dport: Number(port ?? 0),
    oneWay: isDevice && port === '22',
  };
}

function interfaceWith(config: Config, address: string): string | undefined {
  const item = enabledItemsOf(config, '/ip/address').find((each) =>
    propertyValue(each, 'address')?.startsWith(`${address}/`),
  );
  return item && propertyValue(item, 'interface');
}

/** In the words of the table. */
function describe(config: Config, steps: readonly Step[]): string {
  const [opener] = steps;
  const [exit] = opener?.out ?? [];
  if (!exit) return opener?.log.some(([prefix]) => prefix === taken) ? 'taken' : 'dropped';
  const own = enabledItemsOf(config, '/ip/address').find((each) => propertyValue(each, 'interface') === exit.port);
  const isVlan = !/^(ether|sfp)/.test(exit.port);
  const [address] = (own && propertyValue(own, 'address')?.split('/')) ?? [];
  const port = exit.dport === 0 ? '' : `:${exit.dport}`;
  const answers = steps.filter(({ direction, out }) => direction === 'back' && out.length === 1);
  return `${isVlan ? address : exit.port}: ${exit.src} → ${exit.dst}${port}${answers.length === 3 ? ', answered' : ''}`;
}
