// What the bridge firewall does to frames: those that a bridge hands to the device's IP handler or gets from it, and
// those that stay in the bridge. It is the CPU's: what a chip forwards does not meet it.

import { enabledItemsOf, type Item, type MenuPath, propertyValue } from '../../model/config.ts';
import { append } from '../../source/append.ts';
import { derivedPer } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { attachmentsOf } from '../network/attachments.ts';
import { rowMatch } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { type PacketMatch, type PacketSet, split } from '../packets/space.ts';
import { jumpsMax } from './chains.ts';
import { actionOf, nameMatch } from './firewall.ts';

/** Where frames enter a bridge, or leave it. */
interface BridgeSide {
  readonly bridge: string;
  /** The port; absent = not known which. */
  readonly port?: { readonly name: string; readonly tagged: boolean };
}

/** With both sides the frames stay in the bridge, with one the device routes them. */
interface Frames {
  readonly packets: PacketSet;
  readonly in?: BridgeSide;
  readonly out?: BridgeSide;
}

interface Part {
  readonly packets: PacketSet;
  /** Whether they come so far is open; of a rule, whether it matches. */
  readonly isOpen: boolean;
}

/** A rule that takes frames, or changes them. */
export interface BridgeRule extends Part {
  readonly item: Item;
  readonly action: string;
}

/** The rules that frames meet, each with the part that it was meant for. */
export function bridgeRulesFor(network: Network, frames: Frames): readonly BridgeRule[] {
  return menus.flatMap(({ menu, input, output, between }) => {
    const rules = enabledItemsOf(network.config, menu);
    if (rules.length === 0) return [];
    const chains = frames.in && frames.out ? between : [frames.in ? input : output];
    const start = { packets: frames.packets, isOpen: false };
    return chains.flatMap((chain) => walk({ network, rules, frames, left: { jumps: jumpsMax } }, chain, [start]).met);
  });
}

/** What names a port where frames enter or leave, rules and queues, and its horizon: ports with the same fare alike. */
export function bridgeMentions(network: Network, port: string, side: keyof typeof portMatchers): string {
  const horizon = horizonOf(network, port);
  const naming = mentioned(network, side).get(port) ?? [];
  return [...naming, ...(horizon === undefined ? [] : [`horizon ${horizon}`])].join();
}

/** Ports with the same send each other nothing. Source: manual, bridging-and-switching, `horizon`. */
export function horizonOf({ bridgePorts }: Network, port: string): string | undefined {
  const item = bridgePorts.get(port)?.item;
  const horizon = item && propertyValue(item, 'horizon');
  return horizon === 'none' ? undefined : horizon;
}

/** Of all ports of an L3 interface. */
export function bridgeMentionsAt(network: Network, name: string): string {
  const sides = (port: string) => (['in', 'out'] as const).map((side) => bridgeMentions(network, port, side));
  return [...new Set(attachmentsOf(network, name).map((port) => sides(port.name).join(' ')))].join(';');
}

const mentioned = derivedPer((network: Network, side: keyof typeof portMatchers) => {
  const byPort = new Map<string, number[]>();
  const rules = [...menus.map(({ menu }) => menu), '/queue/tree' as const];
  for (const [index, item] of rules.flatMap((menu) => enabledItemsOf(network.config, menu)).entries()) {
    const named = portMatchers[side].flatMap((name) => [...(nameMatch(propertyValue(item, name))?.names ?? [])]);
    for (const port of named.flatMap((name) => [name, ...network.interfaceListMembers(name)])) {
      append(byPort, port, index);
    }
  }
  return byPort;
});

const portMatchers = {
  in: ['in-interface', 'in-interface-list'],
  out: ['out-interface', 'out-interface-list', 'parent'],
} as const;

/** Chains of the frames that a bridge hands over, gets, and keeps. */
const menus: readonly { menu: MenuPath; input: string; output: string; between: readonly string[] }[] = [
  { menu: '/interface/bridge/filter', input: 'input', output: 'output', between: ['forward'] },
  { menu: '/interface/bridge/nat', input: 'dstnat', output: 'srcnat', between: ['dstnat', 'srcnat'] },
];

interface Walk {
  readonly met: readonly BridgeRule[];
  /** What comes out of the chain at its end. */
  readonly left: readonly Part[];
}

interface Ruled {
  readonly network: Network;
  readonly rules: readonly Item[];
  readonly frames: Frames;
  /** How many more jumps are followed. */
  readonly left: { jumps: number };
}

function walk(ruled: Ruled, chain: string, start: readonly Part[], jumps: readonly string[] = []): Walk {
  const met: BridgeRule[] = [];
  const returned: Part[] = [];
  let left = start;
  for (const item of ruled.rules) {
    if (propertyValue(item, 'chain') !== chain) continue;
    const { inside, outside } = splitBy(ruled, item, left);
    const after = behind(ruled, item, inside, jumps);
    met.push(...after.met);
    if (propertyValue(item, 'action') === 'return') returned.push(...inside);
    left = [...outside, ...after.left];
  }
  return { met, left: [...left, ...returned] };
}

/** What a rule does to the packets that it matches, and which of them the next rule gets. */
function behind(ruled: Ruled, item: Item, inside: readonly Part[], jumps: readonly string[]): Walk {
  const action = actionOf(item);
  const target = action === 'jump' ? propertyValue(item, 'jump-target') : undefined;
  if (target !== undefined && inside.length > 0 && !jumps.includes(target)) {
    const open = inside.map((part) => ({ item, action, ...part, isOpen: true }));
    if (ruled.left.jumps === 0) return { met: open, left: inside };
    ruled.left.jumps -= 1;
    return walk(ruled, target, inside, [...jumps, target]);
  }
  const met = idle.has(action) ? [] : inside.map((part) => ({ item, action, ...part }));
  return { met, left: ending.has(action) ? [] : inside };
}

const idle: ReadonlySet<string> = new Set(['accept', 'jump', 'log', 'passthrough', 'return']);
const ending = wordSet('accept arp-reply drop dst-nat redirect return src-nat');

/** What a rule matches; what it may match is on both sides. */
function splitBy({ network, frames }: Ruled, item: Item, parts: readonly Part[]) {
  const meant = isMeant(network, item, frames);
  const match = frameMatch(item, frames.packets.family);
  if (meant === false || !match) return { inside: [], outside: parts };
  const mayMatch = meant === 'open' || [...item.properties.keys()].some((name) => !readOfFrames.has(name));
  const inside: Part[] = [];
  const outside: Part[] = [];
  for (const { packets, isOpen } of parts) {
    const halves = split(packets, match);
    if (halves.inside) inside.push({ packets: halves.inside, isOpen: isOpen || mayMatch });
    if (halves.inside && mayMatch) outside.push({ packets: halves.inside, isOpen: true });
    outside.push(...halves.outside.map((rest) => ({ packets: rest, isOpen })));
  }
  return { inside, outside };
}

/** Whether a rule is about frames that enter and leave there. */
function isMeant(network: Network, item: Item, frames: Frames): boolean | 'open' {
  const answers = (['in', 'out'] as const).flatMap((side) => {
    const where = frames[side];
    const ask = (matcher: string, name: string | undefined): readonly (boolean | 'open')[] => {
      const match = nameMatch(propertyValue(item, `${side}-${matcher}`));
      if (!match || !where) return match ? [false] : [];
      if (name === undefined) return ['open'];
      const isAmong = [...match.names].some((each) => each === name || network.interfaceListMembers(each).has(name));
      return [isAmong !== match.negated];
    };
    return [
      ...ask('bridge', where?.bridge),
      ...['interface', 'interface-list'].flatMap((matcher) => ask(matcher, where?.port?.name)),
      ...(where ? ofKind(propertyValue(item, 'mac-protocol'), where.port?.tagged) : []),
    ];
  });
  if (answers.includes(false)) return false;
  return answers.includes('open') ? 'open' : true;
}

/** What protocol a tagged frame is of is its tag's. */
function ofKind(kind: string | undefined, tagged: boolean | undefined): readonly (false | 'open')[] {
  if (kind === undefined) return [];
  return tagged || (tagged === undefined && kind === 'vlan') ? ['open'] : kind === 'vlan' ? [false] : [];
}

const readOfFrames = wordSet(`
  action chain comment disabled dst-address dst-port in-bridge in-interface in-interface-list ip-protocol jump-target
  log log-prefix mac-protocol new-packet-mark new-priority out-bridge out-interface out-interface-list passthrough
  src-address src-port to-arp-reply-mac-address to-dst-mac-address to-src-mac-address
`);

/** Undefined = frames of something else. */
function frameMatch(item: Item, family: 4 | 6): PacketMatch | undefined {
  const kind = propertyValue(item, 'mac-protocol') ?? 'vlan';
  return ['vlan', family === 4 ? 'ip' : 'ipv6'].includes(kind) ? rowMatch(item, family, 'ip-protocol') : undefined;
}
