// The routing protocols of a configuration under construction: what both makers' words fill in.

import type { ForeignBgp, ForeignConfig, ForeignOspf, ForeignPeer } from './facts.ts';
import { ipv4Address } from './values.ts';

export function newOspf(
  process: string,
  line: number,
  { version = 2, vrf }: { readonly version?: 2 | 3; readonly vrf?: string | undefined } = {},
): ForeignOspf {
  return {
    process,
    line,
    version,
    ...(vrf !== undefined && { vrf }),
    networks: [],
    areas: new Map(),
    passive: [],
    active: [],
    redistribute: [],
  };
}

export function bgpOf(config: ForeignConfig, asn: number, line: number, isActiveByDefault: boolean): ForeignBgp {
  config.bgp ??= { asn, line, networks: [], peers: new Map(), isActiveByDefault, familyLines: [] };
  return config.bgp;
}

export function peerOf(bgp: ForeignBgp, key: string, line: number): ForeignPeer {
  const address = ipv4Address(key);
  const found = bgp.peers.get(key) ?? { key, lines: new Set<number>(), lists: [], ...(address && { address }) };
  bgp.peers.set(key, found);
  found.lines.add(line);
  return found;
}
