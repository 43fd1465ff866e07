// Who talks to whom by which path, and the way of one class of packets through a device.

import * as z from 'zod';
import type { DeepReadonly } from '../../source/deep-readonly.ts';
import {
  cpuPathSchema,
  directionSchema,
  flowShape,
  gradeSchema,
  locationSchema,
  placementSchema,
} from './report-schema.ts';
import { apiSchemas } from './route.ts';

/** What the matrix tells apart; `all` is the worse of TCP and UDP, as a flow without a protocol is. */
export const trafficClasses = ['all', 'tcp', 'udp', 'icmp'] as const;
export const trafficClassSchema = z.enum(trafficClasses);

const placedSchema = z.strictObject({
  placement: placementSchema.describe('The worst that happens to any of the packets'),
  cpuPath: cpuPathSchema.optional(),
  also: z
    .array(placementSchema)
    .optional()
    .describe('What happens to the others, worst first; absent = there are none'),
});

export const matrixSchema = z
  .strictObject({
    device: z.string(),
    zones: z.array(z.string()).describe('The networks that have a row'),
    alike: z
      .record(z.string(), z.array(z.string()))
      .describe('By the network of a row: all that share it, itself first, because nothing tells them apart'),
    others: z.int().min(0).describe('Networks without a row: ask for them by `filter`'),
    cells: z
      .array(
        z.strictObject({
          from: z.string(),
          to: z.string(),
          classes: z.array(
            z.strictObject({
              class: trafficClassSchema,
              both: placedSchema,
              forward: placedSchema.optional(),
              reverse: placedSchema.optional(),
              because: z.array(z.string()),
            }),
          ),
        }),
      )
      .describe('Pairs without an address family in common are left out; of a shared row its first two networks'),
  })
  .register(apiSchemas, { id: 'Matrix' });

const stepSchema = z.strictObject({
  stage: z.string(),
  text: z.string(),
  grade: gradeSchema,
  location: locationSchema.optional(),
});

export const traceSchema = z
  .strictObject({
    ...flowShape,
    steps: z.array(stepSchema),
    ways: z
      .array(
        z.strictObject({
          direction: directionSchema,
          packets: z.array(z.string()),
          placement: placementSchema,
          cpuPath: cpuPathSchema.optional(),
          because: z.array(z.string()),
          steps: z.array(stepSchema),
        }),
      )
      .describe('Classes of packets that take the same way'),
  })
  .register(apiSchemas, { id: 'Trace' });

export type TrafficClass = z.infer<typeof trafficClassSchema>;
export type MatrixJson = DeepReadonly<z.infer<typeof matrixSchema>>;
export type MatrixCellJson = MatrixJson['cells'][number];
export type TraceJson = DeepReadonly<z.infer<typeof traceSchema>>;
