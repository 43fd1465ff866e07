// The file that `rosc probe` writes and profiles take in: what one device answered, and what followed from it. Which
// question means what is not known here.

import { Document, isSeq, parseDocument, visit } from 'yaml';
import * as z from 'zod';
import { parseVersion } from '../model/version.ts';
import { duplicateKeys, keyText } from '../source/yaml-keys.ts';
import { dataOf } from './document.ts';

const text = z.string().min(1);

const row = z.record(z.string(), z.string());

const answer = z.discriminatedUnion('kind', [
  /** Equal rows stand once. */
  z.strictObject({
    kind: z.literal('rows'),
    rows: z.array(z.strictObject({ times: z.int().positive().exactOptional(), row })),
  }),
  z.strictObject({ kind: z.literal('done') }),
  z.strictObject({ kind: z.literal('refused'), message: z.string(), category: z.int().exactOptional() }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({
    kind: z.literal('counted'),
    asked: z.int(),
    answered: z.int(),
    slowestMs: z.int().nonnegative(),
  }),
  z.strictObject({
    kind: z.literal('filled'),
    taken: z.int().nonnegative(),
    flagged: z.int().nonnegative(),
    refusal: z.string().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('lost'), reason: z.string() }),
]);

const answered = z.strictObject({
  question: text,
  asks: text,
  /** By step: what went to the device. */
  sent: z.record(text, text),
  /** By step: what came back. */
  received: z.record(text, answer),
  /** What follows; absent = the question stays open. */
  says: text.exactOptional(),
  facts: z.record(text, z.union([z.boolean(), z.int().nonnegative()])).exactOptional(),
  /** Why nothing follows. */
  open: text.exactOptional(),
});

export const probeFileSchema = z.strictObject({
  /** Version of this format. */
  probe: z.literal(1),
  about: text,
  rosc: text,
  /** As the profiles name it. */
  model: text,
  routeros: z.string().refine((value) => parseVersion(value) !== undefined, 'expected a RouterOS version such as 7.24'),
  date: text.regex(/^\d{4}-\d\d-\d\d$/, 'expected a date such as 2026-11-22'),
  /** The switch that answers about a chip are of, and which chip it says it is. */
  switch: z.strictObject({ name: text, type: text }).exactOptional(),
  /** It was a simulated device: no evidence of anything. */
  simulated: z.literal(true).exactOptional(),
  answers: z.array(answered),
});

export type ProbeFile = z.infer<typeof probeFileSchema>;
export type ProbeAnswer = ProbeFile['answers'][number];
export type RecordedAnswer = ProbeAnswer['received'][string];

export const aboutProbe = [
  'What one device answered to `rosc probe`. Names, secrets, serial numbers and public addresses are replaced;',
  'read it before you give it away. docs/profiles.md says how it becomes evidence.',
].join(' ');

/** Rows stand on one line each, and so do answers without any. */
export function printProbeFile(file: ProbeFile): string {
  const document = new Document(file, { aliasDuplicateObjects: false });
  visit(document, {
    Map(_, node, path) {
      const isRow = isSeq(path.at(-1)) && node.has('row');
      if (isRow || (node.has('kind') && !node.has('rows'))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** The file, or what is wrong with it. Numbers that are names stay as they were written. */
export function parseProbeFile(source: string): ProbeFile | string {
  const document = parseDocument(source, { uniqueKeys: false, prettyErrors: false });
  const value = dataOf(document);
  const [error] = document.errors;
  if (error) return error.message;
  const [twice] = duplicateKeys(document);
  if (twice) return `${keyText(twice.again)}: this key stands here twice`;
  const parsed = probeFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'not the form of a probe file'}`;
}
