// Why no question settles what is inferred, so that nobody has to wonder whether it was forgotten.

import table from '../../profiles/questions/not-asked.json' with { type: 'json' };

const reasons: Readonly<Record<string, string>> = table.reasons;
const all = Object.entries({ ...table.codes, ...table.facts, ...table.statements });

/** Why no question settles it; undefined = nothing is on record. */
export function whyNotAsked(subject: string): string | undefined {
  const entry = all.find(([name]) => name === subject);
  return entry && reasons[entry[1]];
}

/** What has a reason, for the test that holds this table to the evidence. */
export const notAsked: readonly string[] = all.map(([name]) => name);
