// What an ACL of a site says of one packet, read from its rules in their order.

import type { Intent } from '../../src/intent/intent.ts';
import { containsPrefix, type Prefix, parsePrefix } from '../../src/model/prefix.ts';

export interface SitePacket {
  readonly protocol: string;
  readonly source: string;
  readonly destination: string;
  readonly sourcePort: number;
  readonly destinationPort: number;
  /** Behind the first fragment: no rule with ports takes it, which is how it is read here. */
  readonly isFragment?: boolean;
}

type SiteAcl = NonNullable<Intent['site']['acls']>[string];

/** Throws where no rule takes the packet: an ACL ends in `any`. */
export function sitePermits(acl: SiteAcl, packet: SitePacket): boolean {
  for (const { permit, deny } of acl.rules) {
    const match = permit ?? deny;
    if (match === 'any') return permit !== undefined;
    const to = match?.to?.flatMap((each) => parsePrefix(each) ?? []);
    const isProtocol = match?.protocol === undefined || match.protocol === packet.protocol;
    const isPlace = isInside(match?.from, packet.source) && isInside(to, packet.destination);
    const isPort = packet.isFragment
      ? match?.['source-port'] === undefined && match?.port === undefined
      : isAmong(match?.['source-port'], packet.sourcePort) && isAmong(match?.port, packet.destinationPort);
    if (isProtocol && isPlace && isPort) return permit !== undefined;
  }
  throw new Error('the ACL has no end');
}

function isInside(prefixes: readonly Prefix[] | undefined, text: string): boolean {
  const host = parsePrefix(text);
  return !prefixes || (host !== undefined && prefixes.some((prefix) => containsPrefix(prefix, host)));
}

function isAmong(spans: readonly { readonly from: number; readonly to: number }[] | undefined, port: number): boolean {
  return !spans || spans.some(({ from, to }) => port >= from && port <= to);
}
