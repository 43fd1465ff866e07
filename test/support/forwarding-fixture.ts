// Configs and targets for the forwarding tests, as short text.

import type { Evidence } from '../../src/diagnostics/diagnostic.ts';
import type { Network } from '../../src/forwarding/network/network.ts';
import type { Endpoint, Flow } from '../../src/forwarding/packets/flow.ts';
import type { Config, Item, MenuPath, Property } from '../../src/model/config.ts';
import type { Expectation } from '../../src/model/placement.ts';
import { parsePrefix } from '../../src/model/prefix.ts';
import { version } from '../../src/model/version.ts';
import type { ChipFactKey, FactValue, ModelFactKey } from '../../src/profile/fact.ts';
import type { Fact, Port, Switch, Target } from '../../src/profile/target.ts';
import { type SourceFile, span } from '../../src/source/location.ts';

/**
 * One item a line: `/ip/route dst-address=0.0.0.0/0 gateway=10.0.0.1`; the key is the name, interface or first
 * value.
 */
export function config(text: string): Config {
  const file: SourceFile = { path: 'test.rsc', text };
  const items: Item[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at + (line.length - line.trimStart().length);
    at += line.length + 1;
    const [menu, ...words] = line.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
    if (!menu?.startsWith('/')) continue;
    const origin = span(file, start, start + line.trim().length);
    const properties = new Map<string, Property>();
    let offset = start + menu.length;
    let bare: string | undefined;
    for (const word of words) {
      const from = file.text.indexOf(word, offset);
      offset = from + word.length;
      const equals = word.indexOf('=');
      if (equals < 0) bare = word;
      else
        properties.set(word.slice(0, equals), {
          value: word.slice(equals + 1).replace(/^"(.+)"$/, '$1'),
          origin: span(file, from + equals + 1, offset),
        });
    }
    const value = (name: string) => properties.get(name)?.value;
    const key = bare ?? value('default-name') ?? value('name') ?? value('interface') ?? String(items.length);
    items.push({ menu: menu as MenuPath, key, properties, origin });
  }
  return { items };
}

export type Facts = { readonly [K in ChipFactKey]?: FactValue<K> };
export type ModelFacts = { readonly [K in ModelFactKey]?: FactValue<K> };

/** A chip that bridges and routes everything IPv4 and IPv6, without FastTrack: the DX3000 kind. */
export const smallChip: Facts = {
  'l2.bridge': true,
  'l2.stp': true,
  'l2.mstp': true,
  'l2.vlan-filtering': true,
  'l2.tag-stacking': true,
  'l2.igmp-snooping': true,
  'l2.dhcp-snooping': true,
  'l2.arp-inspection': true,
  'l2.bonding-modes': ['802.3ad', 'balance-xor'],
  'l2.bond-slaves': 8,
  'l2.bridges': 1,
  'l3.offload': true,
  'l3.ipv6': true,
  'l3.fasttrack': false,
  'l3.mac-prefix': true,
  'l3.vlan-flag': true,
  'l3.vlan-on-port': false,
  'l3.access-port-bug': false,
  'l3.vrf': false,
  'l3.vxlan': false,
  'l3.ecmp-paths': 8,
  'l3.mtu-profiles': 8,
  'l3.routes.ipv4': 13312,
  'l3.routes.ipv6': 3328,
  'l3.hosts.ipv4': 13312,
  'l3.table': 'shared',
  'l3.next-hops': 4096,
  'acl.rules': 128,
  'acl.new-vrf': false,
};

/** The DX8000 kind: FastTrack in hardware, no MAC prefix. */
export const largeChip: Facts = {
  ...smallChip,
  'l3.fasttrack': true,
  'l3.fasttrack-connections': 4500,
  'l3.nat-entries': 3900,
  'l3.mac-prefix': false,
  'l3.vrf': true,
  'l3.vrf-tables': 512,
  'l3.table': 'indexed',
  'l3.routes.ipv4': 36000,
  'acl.rules': 1024,
  'acl.new-vrf': true,
};

/** A switch chip that routes nothing: what CPU routers have. */
export const accessChip: Facts = {
  'l2.bridge': true,
  'l2.stp': true,
  'l2.mstp': false,
  'l2.vlan-filtering': false,
  'l2.bridges': 1,
  'l2.bonding-modes': [],
  'l3.offload': false,
};

export interface TargetSpec {
  readonly routeros?: string;
  readonly chips?: readonly Facts[];
  /** Ports per chip; the last number is ports wired to the CPU. */
  readonly ports?: readonly number[];
  readonly model?: ModelFacts;
}

/** Ports `ether1`, `ether2` … in chip order, 10 Gbit/s each. */
export function target({
  routeros = '7.20.8',
  chips = [smallChip],
  ports = [8, 1],
  model = {},
}: TargetSpec = {}): Target {
  const switches = chips.map((facts, index) => chip(`switch${index + 1}`, facts));
  const all = new Map<string, Port>();
  for (const [index, count] of ports.entries()) {
    for (let n = 0; n < count; n++) {
      const name = `ether${all.size + 1}`;
      all.set(name, { name, mbps: 10_000, switch: switches[index], medium: 'sfp+', says });
    }
  }
  return {
    model: 'test',
    routeros: version(routeros),
    ports: all,
    switches,
    offloadSwitch: switches.find((candidate) => candidate.fact('l3.offload')?.value),
    switchOf: (port) => all.get(port)?.switch,
    fact: (key) => factOf(model, key),
  };
}

function chip(name: string, facts: Facts): Switch {
  return { name, chip: 'test-chip', family: 'test', type: 'test', fact: (key) => factOf(facts, key) };
}

function factOf<K extends ChipFactKey | ModelFactKey>(
  facts: Facts | ModelFacts,
  key: K,
): Fact<FactValue<K>> | undefined {
  const value = (facts as { readonly [key in K]?: FactValue<K> })[key];
  if (value === undefined) return undefined;
  return {
    value,
    grade: 'documented',
    bound: 'exact',
    cite: 'test',
    says,
  };
}

function says(claim: string): Evidence {
  return { grade: 'documented', claim, citation: 'test' };
}

/** `v10 -> 10.0.3.0/24 tcp 80,443 one-way`: an end is an L3 interface, a prefix, `internet` or `any`. */
export function flow(network: Network, text: string, expected?: Expectation): Flow {
  const [from = '', , to = '', ...words] = text.split(' ');
  const protocol = words.find((word) => /^(tcp|udp|icmp|gre)$/.test(word));
  const ports = words.find((word) => /^\d/.test(word));
  const origin = span({ path: 'site.yaml', text }, 0, text.length);
  return {
    name: text,
    origin,
    from: end(network, from),
    to: end(network, to),
    ...(protocol !== undefined && { protocol }),
    ports: (ports?.split(',') ?? []).map((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return { from: first, to: last };
    }),
    oneWay: words.includes('one-way'),
    ...(expected && { expected, expectedOrigin: origin }),
  };
}

function end(network: Network, label: string): Endpoint {
  const none = { label, interfaces: [], prefixes: [], internet: false };
  if (label === 'any') return none;
  if (label === 'internet') return { ...none, internet: true };
  const prefix = parsePrefix(label);
  if (prefix) return { ...none, prefixes: [prefix] };
  const addresses = network.l3Interfaces.get(label)?.addresses ?? [];
  return { ...none, interfaces: [label], prefixes: addresses.map((address) => address.network) };
}
