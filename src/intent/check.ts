// What every check on a site works with.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import type { Intent } from './intent.ts';
import { advise, mistake } from './mistake.ts';

export interface CheckContext {
  readonly intent: Intent;
  /** What the file declares, also where the schema refused the declaration: a reference to it is no further mistake. */
  readonly declared: Declared;
  /** Parts of the site are missing because the schema refused them, so nothing may be concluded from absence. */
  readonly partial: boolean;
}

export interface Declared {
  readonly vlans: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
}

export type Check = (context: CheckContext) => readonly Diagnostic[];

/** A reference to something that the site does not declare. */
export function unknownName(
  written: string,
  { at, kind, known, device }: { at: Span; kind: string; known: Iterable<string>; device?: string },
): Diagnostic {
  const names = [...known];
  const near = nearestName(written, names);
  const list = names.slice(0, 8).map((each) => `\`${each}\``);
  return mistake('intent/unknown-name', {
    what: `the site has no ${kind} \`${written}\``,
    at,
    label: near ? `did you mean \`${near}\`?` : `no such ${kind}`,
    ...(device !== undefined && { device }),
    fix: near
      ? { title: `write \`${near}\``, applicability: 'review', edits: [{ span: at, text: near }] }
      : advise(list.length > 0 ? `declare it, or use one of ${list.join(', ')}` : 'declare it'),
  });
}
