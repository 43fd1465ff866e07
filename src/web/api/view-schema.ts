// What the page needs to draw one analysed text: the report, and beside it panels, the source, and what belongs
// together.

import * as z from 'zod';
import { media } from '../../profile/target.ts';
import type { DeepReadonly } from '../../source/deep-readonly.ts';
import { costSchema, locationSchema, placementSchema, reportSchema, severitySchema } from './report-schema.ts';

export const panelPortSchema = z.strictObject({
  name: z.string().describe('Current name'),
  factoryName: z.string(),
  mbps: z.number().describe('Highest speed in Mbit/s'),
  medium: z.enum(media),
  chip: z.string().nullable().describe('The switch chip that it is wired to; null = the CPU'),
  routes: z.boolean().describe('Wired to the chip that routes in hardware'),
  enabled: z.boolean(),
  management: z.boolean(),
  uses: z.array(z.string()).describe('What the configuration makes of it, in words; empty = nothing'),
  vlans: z.array(z.strictObject({ id: z.int(), name: z.string().optional(), tagged: z.boolean() })),
  placement: placementSchema.optional().describe('The worst verdict that it takes part in'),
  best: placementSchema.optional().describe('The best of them, where it is another'),
  verdicts: z.array(z.int()).describe('Those verdicts, as positions in the device’s report'),
});

export const panelSchema = z.strictObject({
  rows: z.union([z.literal(1), z.literal(2)]),
  blocks: z
    .array(
      z.strictObject({
        title: z.string(),
        medium: z.enum(media),
        rows: z.union([z.literal(1), z.literal(2)]),
        cages: z.array(z.array(z.int())).describe('Positions in `ports`; a cage with lanes has several'),
      }),
    )
    .describe('Like ports, in front-panel order; with two rows odd above even'),
  ports: z.array(panelPortSchema),
});

const touches = z.array(z.string()).describe('`DEVICE/port/NAME`, `DEVICE/vlan/ID`, `flow/NAME`');

const causeEntrySchema = z.strictObject({
  findings: z.array(z.int()).describe('Positions in `report.diagnostics`; the one to fix comes first'),
  severity: severitySchema,
  placement: placementSchema.optional().describe('The worst that becomes of traffic because of it'),
  hits: z.array(z.string()).describe('What it costs: flows by name, items by number'),
});

export const choiceSchema = z.strictObject({
  rule: z.string(),
  location: locationSchema,
  form: z.string(),
  rejected: z.array(z.strictObject({ form: z.string(), reason: z.string() })),
  entries: z.int(),
});

export const viewSchema = z.strictObject({
  version: z.literal(1),
  id: z.string().describe('Names this analysis in further requests'),
  kind: z.enum(['site', 'export']),
  file: z.strictObject({ path: z.string(), text: z.string().describe('Secrets are masked') }),
  report: reportSchema,
  devices: z
    .array(
      z.strictObject({
        name: z.string(),
        panel: panelSchema,
        verdictTouches: z.array(touches),
        flowTouches: z.array(touches),
        verdictNames: z.array(z.string()).describe('What the site calls each item, in the order of the report'),
        reasons: z
          .array(z.strictObject({ items: z.array(z.int()), text: z.string() }))
          .describe('Why verdicts, by their positions in the report, are not in hardware'),
        flowTexts: z.array(z.string()).describe('Ends, protocol and ports in words'),
        choices: z.array(choiceSchema).describe('Which form each rule of the intent took'),
        live: z.string().optional().describe('Where the device is, when somebody said it'),
      }),
    )
    .describe('In the order of `report.devices`'),
  causes: z.array(causeEntrySchema).describe('What is wrong, one entry for each cause, worst first; no notes'),
  diagnosticTouches: z.array(touches).describe('In the order of `report.diagnostics`'),
  codes: z
    .record(z.string(), z.strictObject({ summary: z.string(), cost: costSchema.optional() }))
    .describe('Every code that occurs in the report'),
});

export type ViewJson = DeepReadonly<z.infer<typeof viewSchema>>;
export type CauseJson = ViewJson['causes'][number];
export type DeviceViewJson = ViewJson['devices'][number];
export type PanelJson = DeepReadonly<z.infer<typeof panelSchema>>;
export type PanelPortJson = DeepReadonly<z.infer<typeof panelPortSchema>>;
export type ChoiceJson = DeepReadonly<z.infer<typeof choiceSchema>>;
