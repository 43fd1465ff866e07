// What a site says about quality of service in the switch chip: which markings count, what they mean, and rate limits.
// Shapes only.

import * as z from 'zod';
import { type NumberRange, parseNumberRanges } from '../model/number-range.ts';
import { name, object, rate, word } from './schema-values.ts';

const dscpMax = 63;
const pcpMax = 7;

const trust = word(['none', 'dscp', 'pcp', 'both']);
const pcp = z.int().min(0, 'PCP values go from 0 to 7').max(pcpMax, 'PCP values go from 0 to 7');
const dscp = z.int().min(0, 'DSCP values go from 0 to 63').max(dscpMax, 'DSCP values go from 0 to 63');

const profile = object({
  dscp: dscp.optional().describe('DSCP that its packets leave with; 0 unless said otherwise'),
  pcp: pcp.optional().describe('PCP that its packets leave with where they are tagged; 0 unless said otherwise'),
  'traffic-class': z
    .int()
    .min(0, 'traffic classes go from 0 to 7')
    .max(7, 'traffic classes go from 0 to 7')
    .describe('Queue that its packets wait in: 7 goes first, 1 is best effort, 0 waits behind it'),
});

/** The largest DSCP; a PCP is smaller. */
const markingMax = 63;

/** `46`, `40-45` or `1,3-4`, as RouterOS writes them; undefined for anything else. */
export function readMarkings(text: string): readonly NumberRange[] | undefined {
  return parseNumberRanges(text, markingMax);
}

/** Profiles by the values of a marking. */
function mapOf(kind: string, max: number) {
  const values = z.string().refine((text) => parseNumberRanges(text, max) !== undefined, {
    error: `expected ${kind} values from 0 to ${max}: one, a range such as \`1-3\`, or several such as \`1,3-4\``,
  });
  return z.record(values, name);
}

export const portQos = object({
  trust: trust
    .optional()
    .describe('Markings of arriving packets that are kept: DSCP (layer 3), PCP (layer 2), both or none'),
  profile: name.optional().describe('QoS profile of what arrives without a marking that is trusted'),
});

export const deviceQos = object({
  trust: trust.optional().describe('Markings that are kept on every named port'),
  profiles: z.record(name, profile).optional().describe('QoS profiles: the markings and the queue that packets get'),
  map: object({
    dscp: mapOf('DSCP', dscpMax).optional().describe('Profiles by the DSCP of packets; others get `default`'),
    pcp: mapOf('PCP', pcpMax).optional().describe('Profiles by the PCP of tagged packets; others get `default`'),
  })
    .optional()
    .describe('What trusted markings mean'),
});

export const rateLimit = object({
  in: rate.optional().describe('What the port accepts at most; the rest is dropped'),
  out: rate.optional().describe('What the port sends at most'),
});

/** The profile that every chip has. */
export const builtInQosProfile = 'default';
