// What the example sites want of firewall, NAT and policy routes, against what the Linux kernel does with the lowered
// rules, packet by packet. The expectations are read from the sites, not from the compiler. FastTrack is left out.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadIntent } from '../../../src/intent/load.ts';
import { type Config, enabledItemsOf, type Item, propertyValue } from '../../../src/model/config.ts';
import { evaluateScript } from '../../../src/rsc/evaluate.ts';
import { parseRsc } from '../../../src/rsc/parser.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import type { Step, Talk } from '../../support/linux/job.ts';
import { renderKernel } from '../../support/linux/render.ts';
import { taken } from '../../support/linux/render-firewall.ts';
import { runJobs, whyUnable } from '../../support/linux/run-kernel.ts';
import { lowerSite } from '../../support/lower-site.ts';
import { projectRoot } from '../../support/project-root.ts';

/** A conversation, and what becomes of it: `OUT: SOURCE → DESTINATION` of the opener, with `answered` behind it. */
type Wanted = readonly [protocol: Talk['protocol'], from: string, to: string, expected: string];

/** A site with policies of both families. */
const dualStack = `
version: 1
site: dual
vlans:
  office: { id: 10, ipv4: 10.0.10.0/24, ipv6: "2001:db8:10::/64" }
  servers: { id: 20, ipv4: 10.0.20.0/24, ipv6: "2001:db8:20::/64" }
devices:
  edge:
    model: RB4011iGS+RM
    routeros: 7.20.8
    ports:
      ether1: { routed: [198.51.100.2/30, "2001:db8:ffff::2/64"], zone: internet }
      ether2: { routed: [203.0.113.2/30, "2001:db8:fffe::2/64"], zone: line2 }
      ether3: { vlan: office }
      ether4: { vlan: servers }
    gateways: { office: [10.0.10.1, "2001:db8:10::1"], servers: [10.0.20.1, "2001:db8:20::1"] }
    routes: [{ to: 0.0.0.0/0, via: 198.51.100.1 }, { to: "::/0", via: "2001:db8:ffff::1" }]
    nat:
      - { masquerade: [office, servers], out: [internet, line2] }
    firewall:
      - from: [internet, line2]
        to: any
        default: drop
        rules:
          - permit: { to: servers, protocol: tcp, port: 443 }
          - deny: { to: office }
      - from: office
        to: servers
        default: drop
        rules:
          - permit: { protocol: tcp, port: [22, 443] }
          - permit: { to: "2001:db8:20::53", protocol: udp, port: 53 }
    pbr:
      - { name: backups, from: servers, match: { protocol: tcp, port: 873 }, via: "2001:db8:fffe::1" }
`;

/** What nobody lowers, because the other end of a line gives it. */
const given: Readonly<Record<string, readonly string[]>> = {
  'reference home': [
    '/ip/address/add address=203.0.113.77/24 interface=dsl',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=203.0.113.1',
  ],
};

/** By site and device; `ADDRESS[:PORT]@OWN` comes in by the interface with the address OWN; IPv6 stands in brackets. */
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
    [
      'tcp',
      '[2001:db8:10::5]@[2001:db8:10::1]',
      '[2001:db8:77::9]:443',
      'sfp-sfpplus1: [2001:db8:10::5] → [2001:db8:77::9]:443, answered',
    ],
    ['tcp', '[2001:db8:77::9]@[2001:db8:ffff::2]', '[2001:db8:10::5]:22', 'dropped'],
    ['icmpv6', '[2001:db8:77::9]@[2001:db8:ffff::2]', '[2001:db8:10::5]', 'dropped'],
    // The chip sends these elsewhere, by a switch rule with `new-vrf`; what comes to the CPU goes by the default route.
    ['tcp', '10.20.0.5:1024@10.20.0.1', '198.18.0.9:873', 'sfp-sfpplus1: 203.0.113.2 → 198.18.0.9:873, answered'],
  ],
  'reference home': [
    ['tcp', '10.60.0.5@10.60.0.1', '192.0.2.9:443', 'dsl: 203.0.113.77 → 192.0.2.9:443, answered'],
    ['tcp', '10.60.0.200@10.60.0.1', '192.0.2.9:443', 'provider: 10.60.0.200 → 192.0.2.9:443, answered'],
    ['tcp', '192.0.2.9@203.0.113.77', '203.0.113.77:443', 'bridge: 192.0.2.9 → 10.60.0.10:443, answered'],
    // The line is `outside`, and no rule lets its packets in.
    ['udp', '192.0.2.9@203.0.113.77', '203.0.113.77:443', 'dropped'],
    ['tcp', '192.0.2.9@203.0.113.77', '10.60.0.5:22', 'dropped'],
    ['tcp', '192.0.2.66@203.0.113.77', '203.0.113.77:443', 'dropped'],
    ['tcp', '10.60.0.5@10.60.0.1', '10.60.0.1:22', 'taken'],
    [
      'tcp',
      '[2001:db8:60::5]@[2001:db8:60::1]',
      '[2001:db8:ff::9]:22',
      'sit1: [2001:db8:60::5] → [2001:db8:ff::9]:22, answered',
    ],
    ['tcp', '[2001:db8:ff::9]@sit1', '[2001:db8:60::5]:22', 'dropped'],
    [
      'tcp',
      '[2001:db8:ff::9]@sit1',
      '[2001:db8:60::5]:443',
      'bridge: [2001:db8:ff::9] → [2001:db8:60::5]:443, answered',
    ],
    ['udp', '[2001:db8:bad::9]@sit1', '[2001:db8:60::5]:53', 'dropped'],
  ],
  'dual edge': [
    ['tcp', '10.0.10.5@10.0.10.1', '192.0.2.9:443', 'ether1: 198.51.100.2 → 192.0.2.9:443, answered'],
    [
      'tcp',
      '[2001:db8:10::5]@[2001:db8:10::1]',
      '[2001:db8:77::9]:443',
      'ether1: [2001:db8:10::5] → [2001:db8:77::9]:443, answered',
    ],
    [
      'tcp',
      '[2001:db8:10::5]@[2001:db8:10::1]',
      '[2001:db8:20::5]:22',
      '10.0.20.1: [2001:db8:10::5] → [2001:db8:20::5]:22, answered',
    ],
    ['tcp', '[2001:db8:10::5]@[2001:db8:10::1]', '[2001:db8:20::5]:80', 'dropped'],
    [
      'udp',
      '[2001:db8:10::5]@[2001:db8:10::1]',
      '[2001:db8:20::53]:53',
      '10.0.20.1: [2001:db8:10::5] → [2001:db8:20::53]:53, answered',
    ],
    ['udp', '[2001:db8:10::5]@[2001:db8:10::1]', '[2001:db8:20::54]:53', 'dropped'],
    ['icmpv6', '[2001:db8:10::5]@[2001:db8:10::1]', '[2001:db8:20::5]', 'dropped'],
    [
      'tcp',
      '[2001:db8:20::5]@[2001:db8:20::1]',
      '[2001:db8:10::5]:80',
      '10.0.10.1: [2001:db8:20::5] → [2001:db8:10::5]:80, answered',
    ],
    [
      'tcp',
      '[2001:db8:77::9]@[2001:db8:ffff::2]',
      '[2001:db8:20::5]:443',
      '10.0.20.1: [2001:db8:77::9] → [2001:db8:20::5]:443, answered',
    ],
    ['tcp', '[2001:db8:77::9]@[2001:db8:ffff::2]', '[2001:db8:20::5]:22', 'dropped'],
    ['tcp', '[2001:db8:77::9]@[2001:db8:ffff::2]', '[2001:db8:10::5]:443', 'dropped'],
    ['tcp', '[2001:db8:77::9]@[2001:db8:fffe::2]', '[2001:db8:10::5]:443', 'dropped'],
    [
      'tcp',
      '[2001:db8:20::5]@[2001:db8:20::1]',
      '[2001:db8:77::9]:873',
      'ether2: [2001:db8:20::5] → [2001:db8:77::9]:873, answered',
    ],
    [
      'tcp',
      '[2001:db8:20::5]@[2001:db8:20::1]',
      '[2001:db8:77::9]:443',
      'ether1: [2001:db8:20::5] → [2001:db8:77::9]:443, answered',
    ],
    [
      'udp',
      '[2001:db8:20::5]@[2001:db8:20::1]',
      '[2001:db8:77::9]:873',
      'ether1: [2001:db8:20::5] → [2001:db8:77::9]:873, answered',
    ],
    ['tcp', '192.0.2.9@198.51.100.2', '10.0.20.5:443', '10.0.20.1: 192.0.2.9 → 10.0.20.5:443, answered'],
    ['tcp', '10.0.10.5@10.0.10.1', '10.0.20.5:80', 'dropped'],
    ['tcp', '10.0.10.5@10.0.10.1', '10.0.20.5:22', '10.0.20.1: 10.0.10.5 → 10.0.20.5:22, answered'],
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
    const config = withGiven(withoutFasttrack(lowered(site, device)), given[name] ?? []);
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
  const file = join(projectRoot, 'fixtures/sites', site, 'site.yaml');
  const text = site === 'dual' ? dualStack : readFileSync(file, 'utf8');
  const { value: intent } = loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() });
  if (!intent) throw new Error(`${site} cannot be read`);
  return lowerSite(intent, device).value.config;
}

function withoutFasttrack(config: Config): Config {
  const isFast = (item: Item) => propertyValue(item, 'action') === 'fasttrack-connection';
  return { ...config, items: config.items.filter((item) => !isFast(item)) };
}

function withGiven(config: Config, lines: readonly string[]): Config {
  const { value } = parseRsc({ path: 'given.rsc', text: `${lines.join('\n')}\n` });
  return evaluateScript(value, config).value;
}

/** `10.0.0.1:80`, `[2001:db8::1]:80`, each with a port or without. */
function endOf(text: string): { readonly address: string; readonly port: string | undefined } {
  const [, address = '', port] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(text) ?? [];
  return { address, port };
}

function talkOf(config: Config, [protocol, from, to]: Wanted, index: number): Talk {
  const [client = '', own = ''] = from.split('@');
  const { address: src, port: sport } = endOf(client);
  const { address: dst, port } = endOf(to);
  const isDevice = interfaceWith(config, dst) !== undefined;
  return {
    family: src.includes(':') ? 6 : 4,
    protocol,
    in: interfaceWith(config, endOf(own).address) ?? own,
    src,
    dst,
    sport: Number(sport ?? 50_000 + index),
    dport: Number(port ?? 0),
    oneWay: isDevice && port === '22',
  };
}

function addressItems(config: Config): readonly Item[] {
  return (['/ip/address', '/ipv6/address'] as const).flatMap((menu) => enabledItemsOf(config, menu));
}

function interfaceWith(config: Config, address: string): string | undefined {
  const item = addressItems(config).find((each) => propertyValue(each, 'address')?.startsWith(`${address}/`));
  return item && propertyValue(item, 'interface');
}

/** In the words of the table. */
function describe(config: Config, steps: readonly Step[]): string {
  const [opener] = steps;
  const [exit] = opener?.out ?? [];
  if (!exit) return opener?.log.some(([prefix]) => prefix === taken) ? 'taken' : 'dropped';
  const own = enabledItemsOf(config, '/ip/address').find((each) => propertyValue(each, 'interface') === exit.port);
  const isVlan = !/^(ether|sfp|bridge|provider|dsl|sit)/.test(exit.port);
  const [address] = (own && propertyValue(own, 'address')?.split('/')) ?? [];
  const [src, dst] = [exit.src, exit.dst].map((each) => (each.includes(':') ? `[${each}]` : each));
  const port = exit.dport === 0 ? '' : `:${exit.dport}`;
  const answers = steps.filter(({ direction, out }) => direction === 'back' && out.length === 1);
  return `${isVlan ? address : exit.port}: ${src} → ${dst}${port}${answers.length === 3 ? ', answered' : ''}`;
}
