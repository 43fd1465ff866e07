// A diagnostic as it may leave this process: every renderer starts from this, whatever made the diagnostic.

import { redactText } from '../source/redact-text.ts';
import type { Diagnostic, Fix, Label } from './diagnostic.ts';

export function withoutSecrets(diagnostic: Diagnostic): Diagnostic {
  const { what, why, primary, related, fix, more = 0 } = diagnostic;
  const others = more > 0 ? ` (and ${more.toLocaleString('en-US')} more like it)` : '';
  return {
    ...diagnostic,
    what: redactText(what) + others,
    why: redactText(why),
    primary: shownLabel(primary),
    related: related.map(shownLabel),
    ...(fix && { fix: shownFix(fix) }),
  };
}

function shownLabel({ at, text }: Label): Label {
  return { at, text: redactText(text) };
}

function shownFix({ title, edits, commands, ...rest }: Fix): Fix {
  return {
    ...rest,
    title: redactText(title),
    edits: edits.map(({ span, text }) => ({ span, text: redactText(text) })),
    ...(commands && { commands: commands.map(redactText) }),
  };
}
