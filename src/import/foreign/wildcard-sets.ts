// What an access list of another maker means, packet by packet: read from its own numbers, apart from what a site says
// instead, so that the two can be compared.

import { allAddresses, type IntervalSet, prefixInterval } from '../../forwarding/packets/space.ts';
import { portsOf } from '../../lower/policy/acl-layers.ts';
import { everything, type IngressPacketSet, includes } from '../../lower/policy/ingress-packet-set.ts';
import { siteProtocols } from './acl-values.ts';
import type { ForeignAclRule, ForeignAddresses } from './policy-facts.ts';

/** RouterOS's names, which the comparison uses, where they differ from the site's. */
const comparedNames: Readonly<Record<string, string>> = { esp: 'ipsec-esp', ah: 'ipsec-ah' };

/** The packets of a rule that come in at `ingress`. A wildcard mask with gaps is not asked for. */
export function packetsOf(rule: ForeignAclRule, ingress: bigint): IngressPacketSet {
  const protocol = rule.protocol === undefined ? undefined : (siteProtocols[rule.protocol] ?? String(rule.protocol));
  return {
    ...everything(ingress, rule.family),
    protocol: protocol === undefined ? undefined : (comparedNames[protocol] ?? protocol),
    source: addresses(rule.source, rule.family),
    destination: addresses(rule.destination, rule.family),
    sourcePort: portsOf(rule.sourcePorts),
    destinationPort: portsOf(rule.destinationPorts),
  };
}

function addresses(said: ForeignAddresses | undefined, family: 4 | 6): IntervalSet {
  if (!said) return allAddresses(family);
  if ('base' in said) return [prefixInterval(said)];
  const first = (said.address & ~said.wildcard) >>> 0;
  const last = (said.address | said.wildcard) >>> 0;
  return [{ from: first, to: last + 1 }];
}

/** One earlier rule takes all packets of this one. */
export function isCovered(rule: ForeignAclRule, earlier: readonly ForeignAclRule[]): boolean {
  const own = packetsOf(rule, 1n);
  return earlier.some((each) => includes(packetsOf(each, 1n), own));
}
