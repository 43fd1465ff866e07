// Tunnels with a FastPath setting of their own: what it goes past, and which of their packets it does not carry.

import { enabledItemsOf, type Item, isYes, listValues, type MenuPath, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { allowsFastpath, slowTo } from '../firewall/cpu-path.ts';
import { actionOf, isDrop } from '../firewall/firewall.ts';
import { type TraceState, withUncertainty } from '../firewall/outcome.ts';
import { offloadableVxlans, underlayOf, vtepsAt } from '../legs/vxlan.ts';
import type { L3Interface, Network, Reference } from '../network/network.ts';
import { cause, makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';

export interface Tunnel {
  readonly name: string;
  readonly item: Item;
  /** Bytes that the tunnel adds to an IP packet that it carries, over IPv4. */
  readonly overhead: number;
  /** Where the outer packets go, as written; several for VXLAN. */
  readonly remotes: readonly string[];
}

/** Outer headers: IP 20; GRE 4, with a key 8; the Ethernet header inside 14; UDP and VXLAN 16, L2TP and PPP 20. */
const kinds: readonly (readonly [MenuPath, number])[] = [
  ['/interface/eoip', 42],
  ['/interface/gre', 24],
  ['/interface/ipip', 20],
  ['/interface/l2tp-client', 40],
  ['/interface/vxlan', 50],
];

export const fastpathTunnels = derivedOnce((network: Network): readonly Tunnel[] =>
  kinds.flatMap(([menu, overhead]) =>
    enabledItemsOf(network.config, menu).map((item) => {
      const name = propertyValue(item, 'name') ?? item.key;
      const remotes =
        menu === '/interface/vxlan'
          ? vtepsAt(network, name).map(({ address }) => address)
          : [propertyValue(item, 'remote-address') ?? propertyValue(item, 'connect-to') ?? ''];
      return { name, item, overhead, remotes };
    }),
  ),
);

/** Whether outer packets of the tunnel are to be encrypted: by its own secret, or by a policy for its far end. */
export function ipsecOf({ config }: Network, tunnel: Tunnel): Reference | undefined {
  if (propertyValue(tunnel.item, 'ipsec-secret')) return { item: tunnel.item, property: 'ipsec-secret' };
  if (isYes(propertyValue(tunnel.item, 'use-ipsec'))) return { item: tunnel.item, property: 'use-ipsec' };
  const policy = enabledItemsOf(config, '/ip/ipsec/policy').find((item) => {
    const target = parsePrefix(propertyValue(item, 'dst-address') ?? '');
    return target?.length === 32 && tunnel.remotes.some((remote) => parsePrefix(remote)?.base === target.base);
  });
  return policy && { item: policy, property: 'dst-address' };
}

/** What its FastPath goes past: IPsec for certain, and other policies that name the tunnel as the rest lets it. */
export function pastPolicies(network: Network, tunnel: Tunnel): (Reference & { readonly reason: Reason }) | undefined {
  if (!allowsFastpath(tunnel.item)) return undefined;
  const code = 'fastpath/fp-tunnel-bypass';
  const at = placeOf(tunnel.item, tunnel.item.properties.has('allow-fast-path') ? 'allow-fast-path' : 'name');
  const ipsec = ipsecOf(network, tunnel);
  const text = `packets of \`${tunnel.name}\` may leave without IPsec`;
  if (ipsec) return { ...ipsec, reason: makeReason('unpredictable', code, text, at) };
  const found = namingOf(network, tunnel.name);
  const missed = `packets of \`${tunnel.name}\` may pass the ${found?.property === 'target' ? 'queue' : 'firewall'} unseen`;
  return found && { ...found, reason: makeReason('unknown', code, missed, at) };
}

/** The first that names this very tunnel. Rules about lists of interfaces are about many things. */
function namingOf({ config }: Network, name: string): Reference | undefined {
  return policies
    .flatMap(([menu, ...properties]) =>
      enabledItemsOf(config, menu)
        .filter(
          (item) => menu === '/queue/simple' || (isDrop(actionOf(item)) && propertyValue(item, 'chain') !== 'output'),
        )
        .flatMap((item) => properties.map((property) => ({ item, property }))),
    )
    .find(({ item, property }) => listValues(propertyValue(item, property)).includes(name));
}

const policies = [
  ['/ip/firewall/filter', 'in-interface', 'out-interface'],
  ['/ip/firewall/raw', 'in-interface', 'out-interface'],
  ['/queue/simple', 'target'],
] as const;

/** The way out that full packets of the tunnel do not fit. A chip that encapsulates does not fragment, it drops. */
export function tooNarrow(
  network: Network,
  tunnel: Tunnel,
): (Pick<L3Interface, 'name' | 'mtu' | 'item'> & { size: number }) | undefined {
  const set = Number(propertyValue(tunnel.item, 'mtu') ?? Number.NaN);
  const size = Number.isInteger(set) ? set : usualVxlanMtu(tunnel.item);
  if (size === undefined || offloadableVxlans(network).some(({ item }) => item === tunnel.item)) return undefined;
  const paths = tunnel.remotes.flatMap((remote) => underlayOf(network, remote));
  const [path] = paths.filter(({ name }) => name !== tunnel.name).sort((a, b) => a.mtu - b.mtu);
  return path && size + tunnel.overhead > path.mtu ? { ...path, size } : undefined;
}

/** Without a value most tunnels take what fits. */
export function usualVxlanMtu({ menu }: Item): number | undefined {
  return menu === '/interface/vxlan' ? 1500 : undefined;
}

const tunnelsByName = derivedOnce(
  (network: Network): ReadonlyMap<string, Tunnel> => new Map(fastpathTunnels(network).map((each) => [each.name, each])),
);

/** What becomes of packets by a tunnel that FastPath carries further than the policies that name it. */
export const pastPoliciesAt = derivedPer((network: Network, name: string): Reason | undefined => {
  const tunnel = tunnelsByName(network).get(name);
  return tunnel && pastPolicies(network, tunnel)?.reason;
});

/** What their FastPath goes past for certain, and as notes what it may. */
export function withTunnelPolicies(network: Network, trace: TraceState, names: readonly string[]): TraceState {
  const past = names.flatMap((name) => pastPoliciesAt(network, name) ?? []);
  const open = past.filter(({ placement }) => placement === 'unknown').map(({ cause }) => cause);
  const told = open.length > 0 ? { ...trace, notes: [...trace.notes, ...open] } : trace;
  return past.filter(({ placement }) => placement !== 'unknown').reduce(withUncertainty, told);
}

/** Notes where packets that start on a fast path finish on the slow one. */
export function withSlowEnd(network: Network, trace: TraceState, name: string): TraceState {
  const notes = slowEnds(network, name);
  return notes.length > 0 ? { ...trace, notes: [...trace.notes, ...notes] } : trace;
}

const slowEnds = derivedPer((network: Network, name: string): readonly Cause[] => {
  const tunnel = tunnelsByName(network).get(name);
  const path = tunnel && tooNarrow(network, tunnel);
  const [code, text] = ['fastpath/fp-tunnel-fragments', `full packets of \`${name}\` are fragmented`] as const;
  const found = [slowTo(network, name)?.cause, path && cause(code, text, placeOf(tunnel?.item, 'mtu'))];
  return found.filter((each) => each !== undefined);
});
