// A model that the site describes itself, by its chip and ports, because no profile does.

import * as z from 'zod';
import { media } from '../profile/target.ts';
import { object, rate, text, word } from './schema-values.ts';

const megabit = 1e6;

/** Mbit/s, as profiles count. */
const speed = rate
  .refine((bps) => bps % megabit === 0, 'expected whole megabits per second, such as `1Gbps`')
  .transform((bps) => bps / megabit);

/** One speed, or one for each lane of a port that is split into lanes. */
const speeds = z.union([speed, z.array(speed).min(2, 'a list has one speed for each lane, so at least two')]);

const portKey = z
  .string()
  .regex(/^[a-z0-9-]*[a-z0-9](\.\.\d+)?$/, 'expected a port such as `ether1`, or a run such as `ether1..24`')
  .refine((key) => !isOtherRun(key), {
    error: (issue) => {
      const run = String(issue.input).replace(/-(\d+)$/, '..$1');
      return `a description writes a run of ports as \`${run}\`, and lanes as a list of speeds`;
    },
  });

/** `ether1-24`: in the rest of a site it is a run, in the name of a port it would be a lane. */
function isOtherRun(key: string): boolean {
  const [, from, to] = /(\d+)-(\d+)$/.exec(key) ?? [];
  return from !== undefined && Number(from) < Number(to);
}

const portsOfModel = z.union([
  speeds,
  object({
    speed: speeds.describe('Highest speed, such as `10Gbps`; a list for a port of lanes (`qsfpplus1-1` and on)'),
    medium: word(media).optional().describe('What plugs into the port'),
    cpu: z.boolean().optional().describe('`true`: the port hangs on the CPU in spite of the chip'),
  }),
]);

export const modelDescription = object({
  name: text.min(1).optional().describe('Name of the model, as `/system/routerboard` prints it'),
  chip: z.string().optional().describe('Its switch chip; without it all ports hang on the CPU'),
  ports: z
    .record(portKey, portsOfModel)
    .refine((ports) => Object.keys(ports).length > 0, 'a model has at least one port')
    .describe('Its ports in front-panel order, by name or run (`ether1..24`), with their speed'),
});

export type ModelDescriptionSettings = z.output<typeof modelDescription>;
