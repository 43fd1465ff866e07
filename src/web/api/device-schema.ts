// What a device adds: the plan against it, the post-check, and its counters.

import * as z from 'zod';
import { planSchema } from '../../plan/plan.ts';
import type { DeepReadonly } from '../../source/deep-readonly.ts';
import { diagnosticSchema, locationSchema } from './report-schema.ts';
import { apiSchemas } from './route.ts';

export const plansSchema = z
  .strictObject({
    version: z.literal(1),
    plans: z.array(planSchema).describe('As `rosc plan --json`'),
    against: z
      .record(z.string(), z.string().nullable())
      .describe('By device: where its configuration was read; null = planned for a device out of its box'),
    diagnostics: z.array(diagnosticSchema),
  })
  .register(apiSchemas, { id: 'Plans' });

export const postCheckSchema = z
  .strictObject({
    version: z.literal(1),
    devices: z
      .array(
        z.strictObject({
          device: z.string(),
          passed: z.boolean(),
          lines: z.array(
            z.strictObject({
              check: z.string(),
              subject: z.string(),
              expected: z.string(),
              observed: z.string(),
              command: z.string().describe('What shows it at the console'),
              proof: z.enum(['proved', 'candidate', 'unproved', 'not-offloaded']),
              location: locationSchema,
            }),
          ),
        }),
      )
      .describe('As `rosc verify --json`'),
    diagnostics: z.array(diagnosticSchema),
  })
  .register(apiSchemas, { id: 'PostCheck' });

/** How far a reading is. */
export interface Progress {
  readonly device: string;
  /** Read so far; a device that changes meanwhile is read again. */
  readonly menus: number;
}

const countSchema = z.number().nonnegative();
export const countersSchema = z
  .strictObject({
    device: z.string(),
    atMs: z.number().describe('Milliseconds since the epoch'),
    ports: z
      .array(
        z.strictObject({
          name: z.string(),
          rxBytes: countSchema.describe('All that the port received'),
          txBytes: countSchema,
          cpuRxBytes: countSchema.optional().describe('What of it reached the CPU'),
          cpuTxBytes: countSchema.optional(),
        }),
      )
      .describe('Ports that count; empty = the device shows no counters'),
    hardware: z.record(z.string(), z.number()).describe('Numbers of `l3hw-settings/monitor`'),
  })
  .register(apiSchemas, { id: 'Counters' });

export type PlansJson = DeepReadonly<z.infer<typeof plansSchema>>;
export type PlanJson = PlansJson['plans'][number];
export type ChangeJson = PlanJson['changes'][number];
export type PostCheckJson = DeepReadonly<z.infer<typeof postCheckSchema>>;
export type CheckLineJson = PostCheckJson['devices'][number]['lines'][number];
export type CountersJson = DeepReadonly<z.infer<typeof countersSchema>>;
