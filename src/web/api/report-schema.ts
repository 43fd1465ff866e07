// The JSON of `rosc check` and `rosc audit` as zod schemas: what the page reads, and what openapi.json describes.

import * as z from 'zod';
import { grades } from '../../diagnostics/diagnostic.ts';
import { cpuPaths, datapaths, expectations, placements } from '../../model/placement.ts';
import { costs } from '../../offload/rule.ts';
import type { DeepReadonly } from '../../source/deep-readonly.ts';
import { apiSchemas } from './route.ts';

export const placementSchema = z.enum(placements).describe('Who forwards, best to worst');
export const cpuPathSchema = z.enum(cpuPaths).describe('How the CPU forwards it');
export const gradeSchema = z.enum(grades).describe('How good the evidence is');
export const severitySchema = z.enum(['error', 'warning', 'note']);
export const directionSchema = z.enum(['forward', 'reverse']);
export const costSchema = z.enum(costs).describe('Critical, high, medium, low, information');

const sourceLocation = z
  .strictObject({
    file: z.string(),
    line: z.int().describe('From one'),
    column: z.int().describe('From one, in UTF-16 code units'),
    endLine: z.int(),
    endColumn: z.int().describe('Just behind the last character'),
  })
  .describe('A range of a file');
const deviceLocation = z
  .strictObject({ device: z.string(), menu: z.string(), key: z.string() })
  .describe('An item on a device');
export const locationSchema = z.union([sourceLocation, deviceLocation]);

export const evidenceSchema = z.strictObject({
  grade: gradeSchema,
  claim: z.string(),
  citation: z.string().describe('A source of rosc’s profiles'),
});

const labelSchema = z.strictObject({ location: locationSchema, text: z.string() });

export const diagnosticSchema = z.strictObject({
  code: z.string().describe('`<group>/<id>`; /api/v1/codes/{group}/{id} has its page'),
  also: z.array(z.string()).optional().describe('Further codes that name the same cause'),
  severity: severitySchema,
  what: z.string().describe('The consequence for the traffic, one line'),
  why: z.string(),
  device: z.string().optional(),
  location: locationSchema,
  label: z.string(),
  related: z.array(labelSchema),
  evidence: z.array(evidenceSchema),
  fix: z
    .strictObject({
      title: z.string(),
      applicability: z.enum(['safe', 'review', 'manual']),
      edits: z.array(labelSchema).describe('What to write at which place'),
      commands: z.array(z.string()).optional().describe('RouterOS commands, in order'),
      steps: z.array(z.string()).optional().describe('Commands that do not mend it as they stand'),
    })
    .optional(),
});

export const causeSchema = z.strictObject({
  code: z.string(),
  text: z.string(),
  location: locationSchema.optional(),
  evidence: z.array(evidenceSchema),
});

export const ceilingSchema = z.strictObject({
  pps: z.number().optional().describe('Packets per second'),
  bps: z.number().optional().describe('Bits per second'),
  grade: gradeSchema,
  citation: z.string(),
  by: z.string().describe('What sets it'),
});

/** What every form of a flow has; the trace adds its steps. */
export const flowShape = {
  name: z.string(),
  placement: placementSchema,
  cpuPath: cpuPathSchema.optional(),
  expected: z.enum(expectations).optional(),
  datapath: z.enum(datapaths),
  direction: directionSchema.describe('The worse of the two, which the placement comes from'),
  grade: gradeSchema,
  because: z.array(z.string()).describe('Codes of the causes'),
  notes: z.array(z.string()).describe('Codes of what is worth knowing without making it worse'),
  causes: z.array(causeSchema),
  rate: z.strictObject({ bps: z.number() }).optional(),
  ceiling: ceilingSchema.optional(),
} as const;
export const flowSchema = z.strictObject(flowShape).register(apiSchemas, { id: 'Flow' });

export const verdictSchema = z.strictObject({
  subject: z.strictObject({ kind: z.string(), menu: z.string(), key: z.string() }),
  datapath: z.enum(datapaths),
  placement: placementSchema,
  because: z.array(z.string()),
  notes: z.array(z.string()).optional(),
});

const prefixes = z.array(z.string());
export const capacitySchema = z.strictObject({
  resource: z.string(),
  used: z.number(),
  dynamic: z.number().describe('Entries that RouterOS adds by itself, and routes that neighbours are expected to send'),
  shared: z.number().describe('Entries that other content of the same memory takes'),
  size: z.number(),
  bound: z.enum(['exact', 'up-to']),
  headroom: z.number().describe('Entries that are free'),
  overflow: z
    .strictObject({
      entries: z.number().describe('Entries of the whole memory, in IPv4 ones, that find no room for certain'),
      cpu: prefixes.describe('They stay on the CPU'),
      partial: prefixes.describe('Of a length of which the chip takes some, of its own choice'),
      unknown: prefixes.describe('Whether they find room nobody knows'),
    })
    .optional()
    .describe('Routes without a certain place, all of them, the shortest first; `@TABLE` behind those of a VRF'),
});

export const deviceReportSchema = z.strictObject({
  name: z.string(),
  model: z.string(),
  standsFor: z.string().optional().describe('The model that the export names, where the profile is that of a sibling'),
  chip: z.string().nullable(),
  family: z.string().nullable(),
  routeros: z.string(),
  verdicts: z.array(verdictSchema),
  flows: z.array(flowSchema),
  capacity: z.array(capacitySchema),
});

export const reportSchema = z
  .strictObject({
    version: z.literal(1),
    devices: z.array(deviceReportSchema),
    flows: z
      .array(z.strictObject({ ...flowShape, hops: z.array(z.strictObject({ ...flowShape, device: z.string() })) }))
      .optional()
      .describe('Flows that cross devices'),
    diagnostics: z.array(diagnosticSchema),
    accepted: z.array(diagnosticSchema).optional().describe('Findings that the author accepted in the file'),
    firstFix: z.string().optional().describe('What to fix first, and what that would bring'),
  })
  .describe('The same JSON as `rosc check --json` and `rosc audit --json`');

export const codePageSchema = z
  .strictObject({
    code: z.string(),
    summary: z.string(),
    help: z.string().optional().describe('For codes that are no offload rules'),
    rule: z
      .strictObject({
        cost: costSchema,
        why: z.string(),
        remedy: z.string(),
        uncertainty: z.string().optional(),
        facts: z.array(z.string()).describe('Facts about the hardware that it reads'),
        evidence: z.array(evidenceSchema),
      })
      .optional(),
  })
  .register(apiSchemas, { id: 'CodePage' });

export type DeviceReportJson = DeepReadonly<z.infer<typeof deviceReportSchema>>;
export type DiagnosticJson = DeepReadonly<z.infer<typeof diagnosticSchema>>;
export type VerdictJson = DeepReadonly<z.infer<typeof verdictSchema>>;
export type FlowJson = DeepReadonly<z.infer<typeof flowSchema>>;
export type CapacityJson = DeepReadonly<z.infer<typeof capacitySchema>>;
export type LocationJson = DeepReadonly<z.infer<typeof locationSchema>>;
export type Severity = DeepReadonly<z.infer<typeof severitySchema>>;
export type Placement = DeepReadonly<z.infer<typeof placementSchema>>;
export type CodePageJson = DeepReadonly<z.infer<typeof codePageSchema>>;
