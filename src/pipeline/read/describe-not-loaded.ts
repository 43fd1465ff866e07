// What a simulated device did not take of an export, line by line, without the secrets in it.

import type { NotLoaded } from '../../device/sim/system/load-export.ts';
import { printable } from '../../diagnostics/palette.ts';
import { parseWithoutSecrets } from '../../rsc/secrets.ts';
import { redactText } from '../../source/redact-text.ts';

/** So many are told; the others are counted. */
const toldMax = 1000;

/** A line for each, `site.rsc:12: …`. */
export function describeNotLoaded(path: string, all: readonly NotLoaded[]): readonly string[] {
  const told = all.slice(0, toldMax).map((each) => describe(path, each));
  const more = all.length - told.length;
  return more > 0 ? [...told, `${path}: ${more} more commands are not loaded`] : told;
}

function describe(path: string, { line, menu, command, reason }: NotLoaded): string {
  const head = `${menu}\n`;
  const { value } = parseWithoutSecrets({ path, text: head + command });
  const shown = value.file.text.slice(head.length);
  return `${path}:${line}: \`${printable(shown)}\` is not loaded: ${printable(reasonWithout(reason, command, shown))}`;
}

/** The device's words, which may repeat a value. */
function reasonWithout(reason: string, command: string, shown: string): string {
  const hidden: string[] = [];
  let from = -1;
  for (let at = 0; at <= command.length; at++) {
    const isHidden = at < command.length && command[at] !== shown[at];
    if (isHidden && from < 0) from = at;
    if (isHidden || from < 0) continue;
    hidden.push(command.slice(from, at));
    from = -1;
  }
  return hidden.reduce(
    (text, secret) => (secret.length < 3 ? text : text.replaceAll(secret, '***')),
    redactText(reason),
  );
}
