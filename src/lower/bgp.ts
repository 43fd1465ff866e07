// BGP. Its menus changed twice: until 7.18 a connection names its address families in `address-families`, from 7.19 in
// `afi`, and from 7.20 router id and AS number stand in an instance of their own.

import type { Places } from '../intent/intent.ts';
import type { Bgp } from '../intent/schema-routing.ts';
import type { Secret } from '../intent/secret.ts';
import { printDeferred } from '../model/deferred.ts';
import { containsPrefix, type Prefix, parsePrefix, printAddress, printPrefix } from '../model/prefix.ts';
import { isAtLeastVersion } from '../model/version.ts';
import { allowBfd } from './bfd.ts';
import type { LowerContext } from './context.ts';
import { type Settings, said } from './draft.ts';
import { subnetsOf } from './layout.ts';
import { addFilterChain, addFilterRule } from './routing-filter.ts';
import { say } from './say.ts';
import { tag } from './tag.ts';

const instanceName = 'rosc';
const multipathSince = '7.22';
const networkList = 'rosc-bgp';
const advertisedChain = 'rosc-bgp-out';

type Peer = Bgp['peers'][string];

export function lowerBgp(context: LowerContext): void {
  const { bgp } = context.device.settings;
  if (!bgp) return;
  const places = context.device.places.below('bgp');
  addNetworks(context, bgp, places);
  const hasInstance = isAtLeastVersion(context.target.routeros, '7.20');
  if (hasInstance) addInstance(context, bgp, places);
  if (bgp.multipath !== undefined && !hasMultipath(context)) sayMultipathTooOld(context);
  for (const [name, peer] of Object.entries(bgp.peers)) addPeer(context, { name, peer, bgp, hasInstance });
}

/** The networks of `advertise`; a peer without an `out` filter learns these and nothing else. */
function addNetworks({ intent, draft }: LowerContext, bgp: Bgp, places: Places): void {
  for (const [index, written] of (bgp.advertise ?? []).entries()) {
    const origin = places.at('advertise', index);
    const vlan = intent.site.vlans?.[written];
    const prefix = parsePrefix(written);
    const networks: readonly Prefix[] = vlan ? subnetsOf(vlan) : prefix ? [prefix] : [];
    for (const network of networks) {
      const address = printPrefix(network);
      draft.add(network.family === 4 ? '/ip/firewall/address-list' : '/ipv6/firewall/address-list', origin, {
        list: said(networkList, origin),
        address: said(address, origin),
        comment: tag(['bgp', address], origin),
      });
    }
  }
  const needsDefault = Object.values(bgp.peers).some((peer) => peer.out === undefined);
  if (!needsDefault) return;
  const at = { ...places, at: () => places.keyAt(bgp.advertise ? 'advertise' : 'peers') };
  addFilterRule({ draft }, { chain: advertisedChain, name: [1], text: 'if (bgp-network) { accept }', places: at });
}

function addInstance(context: LowerContext, bgp: Bgp, places: Places): void {
  const { draft, device } = context;
  const origin = device.places.keyAt('bgp');
  draft.add('/routing/bgp/instance', origin, {
    name: said(instanceName, origin),
    ...speaker(bgp, places),
    multipath:
      hasMultipath(context) && bgp.multipath !== undefined ? said(bgp.multipath, places.at('multipath')) : undefined,
    comment: tag(['bgp'], origin),
  });
}

/** Who the device is to its peers. */
function speaker(bgp: Bgp, places: Places): Settings {
  return {
    as: said(bgp.asn, places.at('asn')),
    'router-id': said(printAddress(bgp['router-id']), places.at('router-id')),
    vrf: said(bgp.vrf, places.at('vrf')),
  };
}

function hasMultipath({ target }: LowerContext): boolean {
  return isAtLeastVersion(target.routeros, multipathSince);
}

function sayMultipathTooOld(context: LowerContext): void {
  const { target, device } = context;
  say(context, 'lower/multipath-too-old', {
    what: 'of equal BGP paths only one is used',
    at: device.places.at('bgp', 'multipath'),
    severity: 'warning',
    why: `RouterOS ${target.routeros.text} has no \`multipath\`; ${multipathSince} and newer have it.`,
    fix: `use RouterOS ${multipathSince} or newer, or leave \`multipath\` out`,
  });
}

interface PeerContext {
  readonly name: string;
  readonly peer: Peer;
  readonly bgp: Bgp;
  readonly hasInstance: boolean;
}

function addPeer(context: LowerContext, { name, peer, bgp, hasInstance }: PeerContext): void {
  const { device, draft, target } = context;
  const places = device.places.below('bgp', 'peers', name);
  const origin = device.places.keyAt('bgp', 'peers', name);
  const inChain = `rosc-bgp-in-${name}`;
  const outChain = peer.out ? `rosc-bgp-out-${name}` : advertisedChain;
  if (peer.in) addFilterChain(context, { chain: inChain, rules: peer.in, places: places.below('in') });
  if (peer.out) addFilterChain(context, { chain: outChain, rules: peer.out, places: places.below('out') });
  const families = isAtLeastVersion(target.routeros, '7.19') ? 'afi' : 'address-families';
  const shape: Settings = hasInstance
    ? { instance: said(instanceName, device.places.keyAt('bgp')) }
    : speaker(bgp, device.places.below('bgp'));
  if (peer.bfd) {
    const addresses = said(printPrefix(peer.address), places.at('address'));
    allowBfd(context, { addresses }, { name: ['bgp', name], origin });
  }
  draft.add('/routing/bgp/connection', origin, {
    name: said(name, origin),
    ...shape,
    [families]: said(peer.address.family === 4 ? 'ip' : 'ipv6', places.at('address')),
    'remote.address': said(printAddress(peer.address), places.at('address')),
    'remote.as': said(peer.asn, places.at('asn')),
    ...sessionSettings(context, { peer, bgp, places }),
    'input.filter': peer.in ? said(inChain, places.keyAt('in')) : undefined,
    'output.filter-chain': said(outChain, places.keyAt(peer.out ? 'out' : 'address')),
    'output.network': bgp.advertise ? said(networkList, device.places.at('bgp', 'advertise')) : undefined,
    comment: tag(['bgp', name], origin, peer.description),
  });
}

function sessionSettings(
  { layout }: LowerContext,
  { peer, bgp, places }: { peer: Peer; bgp: Bgp; places: Places },
): Settings {
  const { 'hold-time': holdTime } = peer;
  const isInternal = peer.asn === bgp.asn;
  const role = isInternal ? (peer['route-reflect'] ? 'ibgp-rr' : 'ibgp') : 'ebgp';
  const own = [...layout.l3.values()]
    .flatMap(({ addresses }) => addresses)
    .find(({ network }) => containsPrefix(network, peer.address));
  const limit = `input.limit-process-routes-ipv${peer.address.family}`;
  return {
    'local.role': said(role, places.at('asn')),
    // Left to itself an internal session takes the highest address of the router, whatever the peer expects.
    'local.address': own && !peer.multihop ? said(printAddress(own.host), own.origin) : undefined,
    multihop: said(peer.multihop, places.at('multihop')),
    'nexthop-choice': peer['next-hop-self'] ? said('force-self', places.at('next-hop-self')) : undefined,
    'hold-time': said(holdTime, places.at('hold-time')),
    'use-bfd': said(peer.bfd, places.at('bfd')),
    'tcp-md5-key': peer.password && said(secretToken(peer.password), places.at('password')),
    [limit]: said(peer['prefix-limit'], places.at('prefix-limit')),
  };
}

export function secretToken({ from, name }: Secret): string {
  return from === 'env' ? printDeferred({ kind: 'env', name }) : `@${from}:${name}`;
}
