// A diagnostic as it may leave this process: every renderer starts from this, whatever made the diagnostic.

import { redactText } from '../source/redact-text.ts';
import type { Diagnostic, Fix, Label } from './diagnostic.ts';

export function withoutSecrets(diagnostic: Diagnostic): Diagnostic {
  const { what, why, primary, related, fix, more = 0 } = diagnostic;
  const others = more > 0 ? ` (and ${more.toLocaleString('en-US')} more like it)` : '';
  return {
    ...diagnostic,
    what: shown(what) + others,
    why: shown(why),
    primary: shownLabel(primary),
    related: related.map(shownLabel),
    ...(fix && { fix: shownFix(fix) }),
  };
}

/** Words for people; a name of a megabyte would be one to a program alone. */
const lengthMax = 4000;

function shown(text: string): string {
  const redacted = redactText(text);
  return redacted.length > lengthMax ? `${redacted.slice(0, lengthMax)}…` : redacted;
}

function shownLabel({ at, text }: Label): Label {
  return { at, text: shown(text) };
}

function shownFix({ title, edits, commands, steps, ...rest }: Fix): Fix {
  return {
    ...rest,
    title: shown(title),
    edits: edits.map(({ span, text }) => ({ span, text: redactText(text) })),
    ...(commands && { commands: commands.map((command) => redactText(command)) }),
    ...(steps && { steps: steps.map((step) => redactText(step)) }),
  };
}
