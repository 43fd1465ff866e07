// The codes that the forwarding engine can name as causes: those that its source spells out.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EvidencedCode, evidencedCodes } from '../../../src/evidence/evidence-of.ts';

const folder = resolve(import.meta.dirname, '../../../src/forwarding');

export function forwardingCodes(): readonly EvidencedCode[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const text = files.map((path) => readFileSync(join(folder, path), 'utf8'));
  return evidencedCodes.filter((code) => text.some((source) => source.includes(`'${code}'`)));
}
