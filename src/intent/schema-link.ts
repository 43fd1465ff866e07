// What a site says about the wire of a port and about who may do what there: speed, error correction, flow control,
// spanning tree, storms, isolation.

import * as z from 'zod';
import { object, oneOrMany, word } from './schema-values.ts';

/** RouterOS's own names; the number in front is the speed. */
export const linkSpeeds = [
  '10M-baseT-full',
  '100M-baseT-full',
  '100M-baseFX-full',
  '1G-baseT-full',
  '1G-baseX',
  '2.5G-baseT',
  '2.5G-baseX',
  '5G-baseT',
  '10G-baseT',
  '10G-baseSR-LR',
  '10G-baseCR',
  '25G-baseSR-LR',
  '25G-baseCR',
  '40G-baseSR4-LR4',
  '40G-baseCR4',
  '50G-baseSR-LR',
  '50G-baseCR',
  '50G-baseSR2-LR2',
  '50G-baseCR2',
  '100G-baseSR4-LR4',
  '100G-baseCR4',
  '100G-baseSR2-LR2',
  '100G-baseCR2',
  '200G-baseSR4-LR4',
  '200G-baseCR4',
  '400G-baseSR8-LR8',
  '400G-baseCR8',
] as const;

export const spanningTreePort = object({
  edge: z.boolean().optional().describe('`true`: only hosts are behind it, so it forwards at once'),
  'root-guard': z.boolean().optional().describe('`true`: the root of the tree is never behind it'),
  cost: z.int().min(1).max(200_000_000).optional().describe('Path cost: the tree prefers small ones'),
  priority: z
    .int()
    .min(0)
    .max(240)
    .multipleOf(16, 'expected a multiple of 16')
    .optional()
    .describe('Among equal paths the smallest wins: 0 to 240, in steps of 16'),
});

export const bridgePriority = z
  .int()
  .min(0)
  .max(61_440)
  .multipleOf(4096, 'expected a multiple of 4096')
  .describe('The smallest of all switches is the root of the spanning tree: 0 to 61440, in steps of 4096');

/** Keys of a port that bonds do not have, because their members do. */
export const linkKeys = {
  speed: word(linkSpeeds)
    .optional()
    .describe('Fixed speed, by RouterOS’s name (`10G-baseCR`); the port then does not negotiate'),
  'auto-negotiation': z.boolean().optional().describe('`false`: both ends have to be set alike by hand'),
  fec: word(['off', 'auto', 'fec74', 'fec91']).optional().describe('Forward error correction of 25G and faster links'),
  'flow-control': word(['off', 'on', 'auto']).optional().describe('Pause frames, in both directions'),
  'storm-control': object({
    limit: z.int().min(1).max(100).describe('Percentage of the port’s speed that may arrive'),
    broadcast: z.boolean().optional().describe('`false` lets broadcasts alone; they are limited otherwise'),
    'unknown-multicast': z.boolean().optional().describe('`true` limits multicast that nobody asked for'),
    'unknown-unicast': z.boolean().optional().describe('`true` limits frames to addresses that nobody knows'),
  })
    .optional()
    .describe('How much flooded traffic may arrive, in the switch chip'),
  isolation: oneOrMany(z.string())
    .optional()
    .describe('The only ports or bonds that get what arrives here, in the switch chip'),
};
