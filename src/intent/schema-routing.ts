// What a site says about routing: static routes, BGP, OSPF, VRFs.

import * as z from 'zod';
import { address, asn, comment, ipv4Address, name, object, oneOrMany, prefix, secret, word } from './schema-values.ts';

export const route = object({
  to: prefix.describe('Destination prefix'),
  via: oneOrMany(address).optional().describe('Next hop, or several for ECMP'),
  blackhole: z.literal(true).optional().describe('Drops what goes there, in hardware where the chip routes'),
  distance: z.int().min(1).max(255).optional().describe('Preference among routes of one prefix: the smallest wins'),
  'suppress-hw-offload': z
    .boolean()
    .optional()
    .describe('Keeps the route on the CPU, where the firewall sees its packets'),
  'check-gateway': word(['ping', 'arp', 'bfd']).optional().describe('Withdraws the route when the next hop is silent'),
  vrf: name.optional().describe('VRF that the route belongs to'),
  description: comment.optional().describe('Why the route is there'),
}).refine((value) => (value.via === undefined) !== (value.blackhole === undefined), {
  error: 'a route says either `via` or `blackhole: true`',
});

const filterKeys = {
  accept: z
    .union([z.literal('any'), oneOrMany(prefix)])
    .optional()
    .describe('Prefixes that pass, with everything inside them: `any` or a list'),
  reject: z
    .union([z.literal('any'), oneOrMany(prefix)])
    .optional()
    .describe('Prefixes that do not pass: `any` or a list'),
  'longer-than': z.int().min(0).max(128).optional().describe('Only prefixes longer than this'),
  'suppress-hw-offload': z.literal(true).optional().describe('Accepted routes stay on the CPU'),
  distance: z.int().min(1).max(255).optional().describe('Distance that accepted routes get'),
  'local-preference': z.int().nonnegative().optional().describe('BGP local preference that accepted routes get'),
};

const acceptsOrRejects = {
  check: (rule: { readonly accept?: unknown; readonly reject?: unknown }) =>
    (rule.accept === undefined) !== (rule.reject === undefined),
  error: 'a filter rule says either `accept` or `reject`',
};

const community = z
  .string()
  .regex(/^(\d{1,5}:\d{1,5}|no-export|no-advertise)$/, 'expected a community such as `65010:100`, or `no-export`');

const filter = z
  .array(
    object({
      ...filterKeys,
      community: oneOrMany(community).optional().describe('Only routes that carry one of these communities'),
      'add-community': oneOrMany(community).optional().describe('Communities that accepted routes get besides'),
    }).refine(acceptsOrRejects.check, { error: acceptsOrRejects.error }),
  )
  .min(1, 'a filter has at least one rule');

const ospfFilter = z
  .array(object(filterKeys).refine(acceptsOrRejects.check, { error: acceptsOrRejects.error }))
  .min(1, 'a filter has at least one rule');

const learntRoutes = z
  .int()
  .nonnegative()
  .describe('About how many learnt prefixes reach the chip: they count against its table');

const ospfVersions = ['2', '3'] as const;

export const bgp = object({
  asn: asn.describe('Own AS number'),
  'router-id': ipv4Address.describe('BGP router id, an IPv4 address'),
  vrf: name.optional().describe('VRF that the sessions run in'),
  advertise: oneOrMany(z.string().min(1)).optional().describe('VLANs (their subnets) and prefixes that peers learn'),
  multipath: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Equal paths that one prefix may use (RouterOS 7.22 and newer)'),
  peers: z
    .record(
      name,
      object({
        address: address.describe('Address of the peer'),
        asn: asn.describe('AS number of the peer'),
        multihop: z.boolean().optional().describe('The peer is more than one hop away'),
        password: secret.optional().describe('TCP MD5 key: `!env NAME` or `!file PATH`'),
        'hold-time': z
          .string()
          .regex(/^(\d+[smh])+$/, 'expected a time such as `90s`')
          .optional()
          .describe('Hold time'),
        in: filter.optional().describe('What is learnt from the peer; without it: everything'),
        out: filter.optional().describe('What the peer learns; without it: what `advertise` says'),
        'prefix-limit': z
          .literal(
            [10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000],
            'expected a power of ten from 10 to 10000000',
          )
          .optional()
          .describe('About how many prefixes are taken from the peer: 10, 100, … 10000000'),
        routes: learntRoutes.optional(),
        'route-reflect': z.boolean().optional().describe('The peer is a client of this route reflector'),
        'next-hop-self': z.boolean().optional().describe('Own address as next hop towards this peer'),
        bfd: z.boolean().optional().describe('Loses the session as soon as BFD loses the peer'),
        description: comment.optional().describe('Who the peer is'),
      }),
    )
    .describe('The neighbours, by name'),
});

export const ospf = object({
  'router-id': ipv4Address.describe('OSPF router id, an IPv4 address'),
  vrf: name.optional().describe('VRF that OSPF runs in'),
  version: oneOrMany(z.preprocess((value) => (typeof value === 'number' ? String(value) : value), word(ospfVersions)))
    .optional()
    .describe('2 for IPv4 (the default), 3 for IPv6, or both'),
  redistribute: oneOrMany(word(['connected', 'static', 'bgp']))
    .optional()
    .describe('Routes of other origin that OSPF announces'),
  default: word(['never', 'always', 'if-installed']).optional().describe('Announces a default route'),
  in: ospfFilter.optional().describe('Which learnt routes are installed'),
  routes: learntRoutes.optional(),
  areas: z
    .record(
      z.string().regex(/^(backbone|\d+|\d+\.\d+\.\d+\.\d+)$/, 'an area is `backbone`, a number or a dotted id'),
      object({
        type: word(['default', 'stub', 'nssa']).optional().describe('Kind of area'),
        'no-summaries': z
          .literal(true)
          .optional()
          .describe('A stub or NSSA gets a default route in place of the networks of other areas'),
        ranges: oneOrMany(prefix)
          .optional()
          .describe('What other areas learn in place of the networks inside: these prefixes'),
        interfaces: z
          .record(
            name,
            object({
              cost: z.int().min(1).max(65535).optional().describe('Cost of the interface'),
              passive: z.boolean().optional().describe('Announces the network without looking for neighbours'),
              'point-to-point': z.boolean().optional().describe('Two routers, no election'),
              password: secret.optional().describe('Authentication key: `!env NAME` or `!file PATH`'),
              bfd: z.boolean().optional().describe('Loses the neighbour as soon as BFD does'),
            }),
          )
          .describe('VLANs, routed ports or routed bonds that the area covers'),
      }).refine((area) => !area['no-summaries'] || (area.type ?? 'default') !== 'default', {
        error: '`no-summaries` is for areas whose `type` is stub or nssa',
      }),
    )
    .describe('The areas, by id'),
}).superRefine(({ version = ['2'], areas }, context) => {
  for (const [id, { ranges = [] }] of Object.entries(areas)) {
    for (const [index, { family }] of ranges.entries()) {
      const wanted = family === 4 ? '2' : '3';
      if (version.includes(wanted)) continue;
      const message = `OSPF version ${wanted} announces IPv${family}: it is not in \`version\``;
      context.addIssue({ code: 'custom', message, path: ['areas', id, 'ranges', index] });
    }
  }
});

export const vrf = object({
  interfaces: oneOrMany(name).describe('VLANs, routed ports or routed bonds that belong to it'),
  description: comment.optional().describe('What the VRF is for'),
});

export type FilterRule = z.output<typeof filter>[number];
export type OspfVersion = (typeof ospfVersions)[number];
export type Bgp = z.output<typeof bgp>;
export type Ospf = z.output<typeof ospf>;
