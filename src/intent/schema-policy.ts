// What a site says about policy: access lists, policy routing, address translation, the stateful firewall. Shapes only;
// how each becomes configuration is `lower/`'s.

import * as z from 'zod';
import {
  address,
  addressOrPrefix,
  comment,
  ipv4Address,
  l4Ports,
  name,
  object,
  oneOrMany,
  rate,
  word,
} from './schema-values.ts';

export const protocols = ['tcp', 'udp', 'icmp', 'icmpv6', 'igmp', 'gre', 'esp', 'ah', 'ospf', 'sctp', 'vrrp'] as const;
export const protocol = word(protocols);

/** A VLAN, a zone, `internet`, `any`, an address or a prefix. Names are checked against the site later. */
export const endpoint = z.string().min(1, 'expected a VLAN, a zone, `internet`, `any`, an address or a prefix');

const matchKeys = {
  from: oneOrMany(addressOrPrefix).optional().describe('Source addresses, inside the networks of `from`'),
  protocol: protocol.optional().describe('IP protocol; required by `port`'),
  port: l4Ports.optional().describe('Destination ports: `443`, `137-138`, or a list'),
  'source-port': l4Ports.optional().describe('Source ports'),
};

export const match = object({
  to: oneOrMany(endpoint).optional().describe('Destinations: VLANs (their subnets), addresses, prefixes, `internet`'),
  ...matchKeys,
});

/** Bits per second: the largest number that a switch rule takes. */
const switchRuleRateMax = 2 ** 32 - 1;

const anyOrMatch = z.union([z.literal('any'), match]);

const ruleKeys = {
  permit: anyOrMatch.optional().describe('Packets that pass: `any` or a match'),
  deny: anyOrMatch.optional().describe('Packets that are dropped: `any` or a match'),
  description: comment.optional().describe('Why the rule is there'),
};

const oneVerdict = 'a rule says either `permit` or `deny`';

export const aclRule = object({
  ...ruleKeys,
  rate: rate.optional().describe('What the packets of a permit have at most, together; the chip drops the rest'),
  qos: name.optional().describe('QoS profile that the packets of a permit get, whatever marking they came with'),
}).superRefine((rule, context) => {
  const say = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', message, path });
  if ((rule.permit === undefined) === (rule.deny === undefined)) return say(oneVerdict);
  if (rule.qos !== undefined && rule.deny !== undefined) say('what is denied has no QoS profile', ['qos']);
  if (rule.rate === undefined) return;
  if (rule.deny !== undefined) say('what is denied has no rate', ['rate']);
  if (rule.rate > switchRuleRateMax) say('a switch rule limits to 4.29Gbps at most', ['rate']);
});

/** A rule about connections: the CPU judges them, and keeps no rates. */
const connectionRule = object(ruleKeys).refine((rule) => (rule.permit === undefined) !== (rule.deny === undefined), {
  error: oneVerdict,
});

export const acl = object({
  from: oneOrMany(name).describe('VLANs or zones whose routed packets it judges'),
  rules: z
    .array(aclRule)
    .min(1, 'an ACL has at least one rule')
    .describe('First match decides; the last rule permits or denies `any`'),
  devices: oneOrMany(name).optional().describe('Only on these devices; otherwise wherever a gateway of `from` is'),
  'firewall-fallback': z
    .boolean()
    .optional()
    .describe('`false`: no firewall rules that deny the same while L3 offload is off and switch rules change'),
  'firewall-twin': z
    .boolean()
    .optional()
    .meta({ deprecated: true, description: 'The former name of `firewall-fallback`' }),
  description: comment.optional().describe('What the ACL is for'),
});

export const pbrRule = object({
  name: name.describe('Name of the rule; its routing table is called after it'),
  from: oneOrMany(name).describe('VLANs or zones whose packets it steers'),
  to: oneOrMany(addressOrPrefix)
    .optional()
    .describe('Destinations; without it: all that no VLAN and no link of the site covers'),
  match: object(matchKeys).optional().describe('Which packets; without it: all of `from`'),
  via: oneOrMany(address).describe('Next hop that they take instead of the routing table’s'),
  description: comment.optional().describe('Why the rule is there'),
});

export const natRule = object({
  masquerade: oneOrMany(name).optional().describe('VLANs whose addresses become the address of the way out'),
  source: oneOrMany(name).optional().describe('VLANs whose addresses become the address in `to`'),
  forward: object({
    protocol: word(['tcp', 'udp']).describe('Protocol of the forwarded ports'),
    port: l4Ports.describe('Ports as the outside sees them'),
    address: ipv4Address.optional().describe('Own address that the outside uses; without it every one of the way in'),
  })
    .optional()
    .describe('Connections from outside that reach a host inside; implies its permit in the firewall'),
  out: oneOrMany(name).optional().describe('Zones by which the translated packets leave'),
  in: oneOrMany(name).optional().describe('Zones by which forwarded connections arrive'),
  to: ipv4Address.optional().describe('`forward`: the host inside. `source`: the address that is shown outside'),
  'to-port': z.int().min(1).max(65535).optional().describe('`forward`: port of the host inside, when it differs'),
  description: comment.optional().describe('Why the rule is there'),
}).superRefine((rule, context) => {
  const kinds = (['masquerade', 'source', 'forward'] as const).filter((kind) => rule[kind] !== undefined);
  const [kind] = kinds;
  const say = (message: string) => context.addIssue({ code: 'custom', message });
  if (kinds.length !== 1 || !kind) return say('a NAT rule says one of `masquerade`, `source` and `forward`');
  const side = kind === 'forward' ? 'in' : 'out';
  if (!rule[side]) say(`\`${kind}\` needs \`${side}\`: the zones that it is about`);
  if (kind !== 'masquerade' && !rule.to) say(`\`${kind}\` needs \`to\`: an address`);
});

export const firewallRule = object({
  from: oneOrMany(endpoint).describe('Zones or VLANs that connections come from'),
  to: oneOrMany(endpoint).describe('Zones or VLANs that they go to; `any` = every other'),
  default: word(['drop', 'accept']).describe('New connections that no rule names'),
  rules: z.array(connectionRule).optional().describe('New connections that are permitted or denied before the default'),
  description: comment.optional().describe('Why the rule is there'),
});

export type Match = z.output<typeof match>;
export type AclRule = z.output<typeof aclRule>;
export type Acl = z.output<typeof acl>;
export type PbrRule = z.output<typeof pbrRule>;
export type NatRule = z.output<typeof natRule>;
export type FirewallRule = z.output<typeof firewallRule>;

/** `match` undefined = any, which `to: any` alone says too. */
export function sidesOf(rule: Pick<AclRule, 'permit' | 'deny'>): {
  readonly key: 'permit' | 'deny';
  readonly match: Match | undefined;
} {
  const key = rule.permit === undefined ? 'deny' : 'permit';
  const match = rule[key];
  const isAny = match === 'any' || (match?.to?.includes('any') && Object.keys(match).length === 1);
  return { key, match: isAny ? undefined : match };
}
