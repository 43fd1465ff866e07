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
  type FactRecords,
  type FactTypes,
  type ModelFactKey,
  modelFacts,
} from './fact.ts';
import { media } from './target.ts';

const text = z.string().min(1);
const version = z
  .string()
  .refine((value) => parseVersion(value) !== undefined, 'expected a RouterOS version such as 7.24');

const ceiling = z.strictObject({
  pps: z.number().positive(),
  packetBytes: z.int().positive(),
  bps: z.number().positive().exactOptional(),
  rules: z.int().positive().exactOptional(),
});

const valueSchemas: { readonly [T in keyof FactTypes]: z.ZodType<FactTypes[T]> } = {
  bool: z.boolean(),
  count: z.int().nonnegative(),
  amount: z.number().positive(),
  names: z.array(text),
  table: z.enum(['shared', 'indexed']),
  ceilings: z.array(ceiling).nonempty(),
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
  /** A name or a run of names: `ether1`, `ether1..24`, `qsfpplus1-2..4`. */
  ports: text.regex(/^[a-z0-9-]*[a-z0-9](\.\.\d+)?$/, 'expected a port such as ether1, or a run such as ether1..24'),
  /** Highest speed in Mbit/s. A list: each port has that many lanes, named `PORT-1` and on, of these speeds. */
  mbps: z.union([speed, z.array(speed).min(2)], 'expected Mbit/s, or a list of them, one a lane'),
  medium: z.enum(media),
  /** Name of one of the model's switches, or `cpu`. */
  switch: text,
  /** How the wiring is known. */
  ...evidence,
  note: text.exactOptional(),
  /** Highest L2MTU in bytes, where it is not that of the model. */
  l2mtu: z.strictObject({ value: z.int().positive(), ...evidence }).exactOptional(),
});

const chip = z.strictObject({
  /** The chip's own name, without the vendor's. */
  chip: text,
  /** The vendor's family name, for people: `DX3000`. */
  family: text,
  /** As `/interface/ethernet/switch` prints it in `type`. */
  type: text,
  /** A chip whose facts hold here too, except for those that `facts` says anew. */
  like: text.exactOptional(),
  facts: factsSchema<ChipFactKey>(chipFacts).default({}),
});

const model = z.strictObject({
  /** RouterOS's name for the model, as in `# model =`. */
  model: text,
  /** Product codes, marketing names and other spellings of the same hardware. */
  names: z.array(text).default([]),
  /** Switch name → chip name, in the device's order. */
  switches: z.record(text, text).default({}),
  /** In front-panel order. */
  ports: z.array(portGroup).nonempty(),
  facts: factsSchema<ModelFactKey>(modelFacts).default({}),
});

const source = z.strictObject({
  title: text,
  url: z.url().exactOptional(),
  /** ISO date of the edition that was read, as far as known: `2026-08-07`, `2024-05`. */
  date: text.regex(/^\d{4}(-\d\d){0,2}$/).exactOptional(),
  /** Names of what it speaks of, `*` for any text. Facts of nothing else rest on it; absent in profiles of others. */
  subjects: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(text)).exactOptional(),
});

const sources = z.strictObject({ sources: z.record(text, source) });

/** By the key that says what a file describes. */
export const schemas = { chip, model, sources } as const;
export type ProfileKind = keyof typeof schemas;

const record = recordSchema({ type: 'bool', about: '' });
/** The keys of all of these files, wherever they stand, but for the names of facts. */
export const knownKeys = [chip, model, sources, source, record, portGroup, ceiling].flatMap(({ shape }) =>
  Object.keys(shape),
);
