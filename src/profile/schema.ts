// The shape of the files in `profiles/`, as zod schemas made from the fact vocabulary. Only the loader of YAML imports
// this: the program itself starts from the compiled profiles, which need no check.

import * as z from 'zod';
import { grades } from '../diagnostics/diagnostic.ts';
import { parseVersion } from '../model/version.ts';
import {
  type ChipFactKey,
  chipFacts,
  type FactDescription,
  type FactKey,
  type FactTypes,
  type ModelFactKey,
  modelFacts,
} from './fact.ts';
import type { ChipProfile, FactRecords, ModelProfile, Source } from './profiles.ts';
import { media } from './target.ts';

const text = z.string().min(1);
const version = z
  .string()
  .refine((value) => parseVersion(value) !== undefined, 'expected a RouterOS version such as 7.24');

const valueSchemas: { readonly [T in keyof FactTypes]: z.ZodType<FactTypes[T]> } = {
  bool: z.boolean(),
  count: z.int().nonnegative(),
  amount: z.number().positive(),
  names: z.array(text),
  table: z.enum(['shared', 'indexed']),
  ceilings: z
    .array(
      z.strictObject({
        pps: z.number().positive(),
        packetBytes: z.int().positive(),
        bps: z.number().positive().exactOptional(),
        rules: z.int().positive().exactOptional(),
      }),
    )
    .nonempty(),
};

const evidence = { grade: z.enum(grades), cite: text };

function recordSchema({ type }: FactDescription) {
  return z.strictObject({
    value: valueSchemas[type],
    ...evidence,
    bound: z.enum(['exact', 'up-to']).exactOptional(),
    since: version.exactOptional(),
    until: version.exactOptional(),
    note: text.exactOptional(),
  });
}

/** Facts by key; a single record may stand without its list. */
function factsSchema<K extends FactKey>(table: { readonly [Key in K]: FactDescription }): z.ZodType<FactRecords<K>> {
  const shape = Object.entries<FactDescription>(table).map(([key, description]) => {
    const records = z.array(recordSchema(description)).nonempty();
    return [key, z.preprocess((value) => (Array.isArray(value) ? value : [value]), records).exactOptional()] as const;
  });
  // The keys and value types come from the vocabulary itself, which TypeScript cannot follow through fromEntries.
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodType<FactRecords<K>>;
}

const speed = z.int().positive();

const portGroup = z.strictObject({
  ports: text.regex(/^[a-z0-9-]*[a-z0-9](\.\.\d+)?$/, 'expected a port such as ether1, or a run such as ether1..24'),
  mbps: z.union([speed, z.array(speed).min(2)], 'expected Mbit/s, or a list of them, one a lane'),
  medium: z.enum(media),
  switch: text,
  ...evidence,
  note: text.exactOptional(),
  l2mtu: z.strictObject({ value: z.int().positive(), ...evidence }).exactOptional(),
});

const chip: z.ZodType<ChipProfile> = z.strictObject({
  chip: text,
  family: text,
  type: text,
  like: text.exactOptional(),
  facts: factsSchema<ChipFactKey>(chipFacts).default({}),
});

const model: z.ZodType<ModelProfile> = z.strictObject({
  model: text,
  names: z.array(text).default([]),
  switches: z.record(text, text).default({}),
  ports: z.array(portGroup).nonempty(),
  facts: factsSchema<ModelFactKey>(modelFacts).default({}),
});

const sources: z.ZodType<{ readonly sources: Readonly<Record<string, Source>> }> = z.strictObject({
  sources: z.record(
    text,
    z.strictObject({
      title: text,
      url: z.url().exactOptional(),
      date: text.regex(/^\d{4}(-\d\d){0,2}$/).exactOptional(),
      subjects: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(text)).exactOptional(),
    }),
  ),
});

/** By the key that says what a file describes. */
export const schemas = { chip, model, sources } as const;
export type ProfileKind = keyof typeof schemas;
