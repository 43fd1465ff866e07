// What `src/forwarding` says of bridges against what the kernel's bridge did: by which ports and tags frames get into
// each L3 interface, by which they leave it, and where frames go that stay in its network.

import { reachReason } from '../../../src/forwarding/legs/l3-leg.ts';
import type { Attachment } from '../../../src/forwarding/network/attachments.ts';
import { entriesInto, exitsFrom } from '../../../src/forwarding/network/attachments.ts';
import type { Network } from '../../../src/forwarding/network/network.ts';
import { followFlow } from '../../../src/forwarding/paths/directions.ts';
import { type Config, enabledItemsOf, propertyValue } from '../../../src/model/config.ts';
import { printAddress } from '../../../src/model/prefix.ts';
import { type BridgeCase, frontPorts, triedTags } from './bridge-cases.ts';
import { deviceOf } from './engine.ts';
import { type RenderedBridge, renderBridge } from './render-bridge.ts';
import type { BridgeAnswer, Run, Spread } from './run-bridge.ts';

export interface JudgedBridge {
  readonly case: BridgeCase;
  readonly rendered: RenderedBridge;
  readonly answer: BridgeAnswer | undefined;
  /** How many frames were compared. */
  readonly frames: number;
  readonly disagreements: readonly string[];
}

/** Where a frame is on the wire: `ether2` untagged, `ether2:3`, `ether2:2:3`. */
function place(port: string, tags: readonly number[]): string {
  return [port, ...tags].join(':');
}

export function judgeBridges(run: Run, cases: readonly BridgeCase[]): readonly JudgedBridge[] {
  const prepared = cases.map((one) => {
    const { config, network } = deviceOf(one);
    const minor = Number(one.routeros.split('.')[1]);
    return { one, network, rendered: renderBridge(config, frontPorts, minor) };
  });
  const jobs = prepared.flatMap(({ rendered }, id) =>
    rendered.missing.size > 0 ? [] : [{ id, ...rendered.setup, tags: triedTags }],
  );
  const answers = new Map(run(jobs).map((answer) => [answer.id, answer]));
  return prepared.map(({ one, network, rendered }, id) => {
    const answer = answers.get(id);
    const { entering = [], leaving = [] } = answer ?? {};
    return {
      case: one,
      rendered,
      answer,
      frames: entering.length + leaving.length,
      disagreements: compareBridge(network, { entering, leaving }),
    };
  });
}

interface Seen {
  readonly entering: readonly Spread[];
  readonly leaving: readonly Spread[];
}

export function compareBridge(network: Network, { entering, leaving }: Seen): readonly string[] {
  return leaving.flatMap(({ from: name, out }) => {
    const wire = tagsOf(network, name);
    const unreached = reachReason(network, name);
    if (unreached?.placement === 'unknown') return [];
    const entries = new Set(unreached ? [] : entriesInto(network, name).map(wire));
    const taking = entering.filter(({ taken }) => taken.includes(name));
    const left = new Set(out.map(([port, tags]) => place(port, tags)));
    const exits = new Set(unreached ? [] : exitsFrom(network, name, 4).map(wire));
    const places = taking.map(({ from, tags = [] }) => place(from, tags));
    const taken = new Set(places.filter((each) => left.has(each) || entries.has(each)));
    // Nobody is resolved where no port takes answers, unless by hand.
    const isResolved = taken.size > 0 || (!unreached && hasNeighbour(network.config, name));
    return [
      ...difference(`${name}: enter`, entries, taken),
      ...difference(`${name}: leave`, exits, isResolved ? left : new Set()),
      ...localDifferences(network, name, taking, { entries, left }),
    ];
  });
}

/** The tags of frames that an attachment of an interface takes and sends. */
function tagsOf(network: Network, name: string): (attachment: Attachment) => string {
  const tags: number[] = [];
  let lowest = name;
  for (let vlan = network.vlanInterfaces.get(lowest); vlan; vlan = network.vlanInterfaces.get(lowest)) {
    tags.unshift(vlan.vid);
    lowest = vlan.parent;
  }
  const bridge = network.bridges.get(lowest);
  return ({ name: port, vid }) => {
    if (!bridge?.vlanFiltering || vid === undefined) return place(port, tags);
    // The bridge takes its own tag; VLANs in that VLAN keep theirs.
    const inner = tags.slice(1);
    return place(port, network.members(bridge.name, vid).tagged.has(port) ? [vid, ...inner] : inner);
  };
}

/** Manual, cli-reference/ip/arp: entries by hand. */
function hasNeighbour(config: Config, name: string): boolean {
  return enabledItemsOf(config, '/ip/arp').some((item) => propertyValue(item, 'interface') === name);
}

/** Frames from one port to others of the same network. */
function localDifferences(
  network: Network,
  name: string,
  taking: readonly Spread[],
  { entries, left }: Readonly<Record<'entries' | 'left', ReadonlySet<string>>>,
): readonly string[] {
  const [address] = network.l3Interfaces.get(name)?.addresses ?? [];
  if (!address) return [];
  const wire = tagsOf(network, name);
  const host = (offset: bigint) => {
    const prefix = { ...address.host, base: address.network.base + offset };
    return { label: printAddress(prefix), interfaces: [name], prefixes: [prefix], internet: false };
  };
  const said = followFlow(network, {
    name: 'local',
    origin: { kind: 'device', device: 'random', menu: '/ip/address', key: '' },
    from: host(2n),
    to: host(3n),
    protocol: 'udp',
    ports: [],
    oneWay: true,
  }).map(({ outcome }) => outcome);
  // Ports that nothing tells apart are said once.
  const reached = taking.flatMap(({ from, tags = [], out }) => {
    const own = place(from, tags);
    return entries.has(own) ? out.map((each) => place(...each)).filter((each) => each !== own && left.has(each)) : [];
  });
  const isSwitched = said.some(({ placement, datapath }) => datapath === 'l2-switching' && placement !== 'dropped');
  if (reached.length > 0 && !isSwitched) return [`${name}: local goes to ${reached.join(' ')}, and none is said to`];
  return said.flatMap(({ placement, traffic, egress }) => {
    const from = wire(traffic.ingress);
    const spread = taking.find(({ from: port, tags = [] }) => place(port, tags) === from);
    if (!spread) return [];
    const there = spread.out.map(([port, tags]) => place(port, tags));
    const exits = egress.flatMap(({ attachment }) => (attachment ? [wire(attachment)] : []));
    if (placement === 'dropped') {
      const reached = exits.filter((exit) => there.includes(exit));
      return reached.length > 0 ? [`${name}: local from ${from} said dropped, goes to ${reached.join(' ')}`] : [];
    }
    return exits
      .filter((exit) => exit !== from && !there.includes(exit))
      .map((exit) => `${name}: local from ${from} said to reach ${exit}, goes to ${there.join(' ') || 'nobody'}`);
  });
}

function difference(what: string, said: ReadonlySet<string>, seen: ReadonlySet<string>): readonly string[] {
  const [more, less] = [[...said].filter((each) => !seen.has(each)), [...seen].filter((each) => !said.has(each))];
  if (more.length === 0 && less.length === 0) return [];
  return [`${what}: said too many [${more.join(' ')}], said too few [${less.join(' ')}]`];
}
