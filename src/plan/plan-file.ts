// Plans as JSON files: written with secrets as digests, read with every field checked, because the file comes from
// outside.

import * as z from 'zod';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { type Config, propertyValue } from '../model/config.ts';
import { holdsSecret } from '../model/secrets.ts';
import { jsonText } from '../source/json-text.ts';
import { type SourceFile, span } from '../source/location.ts';
import { parseJson } from '../source/plain-data.ts';
import { type Change, type Plan, type PropertyChange, planSchema } from './plan.ts';
import { isSecretDigest, saltOf, secretDigester } from './secret-digest.ts';

/** The plan as text, with a final line break. */
export function printPlan(plan: Plan): string {
  const { changes, marks, displaced } = plan;
  const digest = secretDigester();
  const redact = (change: Change) => redactChange(change, digest);
  const shown = { changes: changes.map(redact), ...(marks && { marks: marks.map(redact) }) };
  const redacted = { ...plan, ...shown, displaced: displaced.map(redact) };
  return `${jsonText(redacted, 2)}\n`;
}

/** Undefined when the text is no plan of this version. */
export function parsePlan(file: SourceFile): Staged<Plan | undefined> {
  const read = parseJson(file.text);
  if (read === undefined) return { value: undefined, diagnostics: [malformed(file, 'it is not JSON')] };
  const version = z.object({ version: z.unknown() }).safeParse(read);
  if (version.success && typeof version.data.version === 'number' && version.data.version !== 1) {
    return { value: undefined, diagnostics: [otherVersion(file, version.data.version)] };
  }
  const parsed = shaped(read);
  if (!parsed)
    return { value: undefined, diagnostics: [malformed(file, 'nearly nothing in it has the shape of a plan')] };
  if (parsed.success) return { value: parsed.data, diagnostics: [] };
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `\`${issue.path.join('.')}\`: ` : '';
  return { value: undefined, diagnostics: [malformed(file, `${where}${issue?.message ?? 'it has another shape'}`)] };
}

/** Undefined when there are so many mistakes that zod, which hands them on as arguments, cannot gather them. */
function shaped(read: unknown) {
  try {
    return planSchema.safeParse(read);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The plan with the values of its secrets, found by their digests among those of the site. */
export function restoreSecrets(plan: Plan, desired: Config, at: SourceFile): Staged<Plan> {
  const known = knownDigests(plan, desired);
  const missing: string[] = [];
  const changes = plan.changes.map((change) => ({
    ...change,
    properties: change.properties.map((property) => {
      if (!property.secret || property.after === undefined || !isSecretDigest(property.after)) return property;
      const after = known.get(property.after);
      if (after === undefined) missing.push(`${property.name} of ${change.menu} ${change.key}`);
      return after === undefined ? property : { ...property, after };
    }),
  }));
  return { value: { ...plan, changes }, diagnostics: missing.map((what) => secretMissing(at, what)) };
}

/** Values of the site by the digests that this plan may hold of them: of its own properties alone, since each costs. */
function knownDigests(plan: Plan, desired: Config): ReadonlyMap<string, string> {
  const digests = plan.changes.flatMap(({ menu, properties }) =>
    properties.flatMap(({ name, after }) =>
      after !== undefined && isSecretDigest(after) ? [{ menu, name, after }] : [],
    ),
  );
  const asked = new Set(digests.map(({ menu, name }) => `${menu} ${name}`));
  const digesters = [...new Set(digests.map(({ after }) => saltOf(after)))].map((salt) => secretDigester(salt));
  const known = new Map<string, string>();
  for (const item of desired.items) {
    for (const name of item.properties.keys()) {
      const value = asked.has(`${item.menu} ${name}`) ? propertyValue(item, name) : undefined;
      if (value === undefined || !holdsSecret(item.menu, name, value)) continue;
      for (const digest of digesters) known.set(digest(value), value);
    }
  }
  return known;
}

function redactChange(change: Change, digest: (value: string) => string): Change {
  const isOpen = (name: string, value: string) => isSecretDigest(value) || !holdsSecret(change.menu, name, value);
  const kept = (name: string, value: string) => (isOpen(name, value) ? value : digest(value));
  return { ...change, properties: change.properties.map((property) => redactProperty(property, kept)) };
}

/** Of two values one may be no secret: what is cleared, what was empty. */
function redactProperty(property: PropertyChange, kept: (name: string, value: string) => string): PropertyChange {
  if (!property.secret) return property;
  const { name, before, after } = property;
  return {
    ...property,
    ...(before !== undefined && { before: kept(name, before) }),
    ...(after !== undefined && { after: kept(name, after) }),
  };
}

function malformed(file: SourceFile, detail: string): Diagnostic {
  return problem(file, 'plan/malformed-file', `\`${file.path}\` is no plan of rosc's, so nothing is applied`, detail);
}

function otherVersion(file: SourceFile, version: number): Diagnostic {
  const what = `\`${file.path}\` is a plan of format ${version}, and this rosc reads format 1`;
  return problem(file, 'plan/other-file-format', what, 'A plan is applied by the rosc that made it.');
}

function secretMissing(file: SourceFile, subject: string): Diagnostic {
  const what = `the secret ${subject} is not the one that \`${file.path}\` was made with`;
  return problem(file, 'plan/secret-missing', what, 'A plan file holds digests; the values come from the site.');
}

function problem(file: SourceFile, code: Code, what: string, why: string): Diagnostic {
  return mistake(code, {
    what,
    at: span(file, 0, Math.min(1, file.text.length)),
    why,
    fix: 'Make the plan again with `rosc plan --out`',
  });
}
