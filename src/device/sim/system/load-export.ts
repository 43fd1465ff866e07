// Loads an export of a real device: what this device lacks (radios, certificates, arguments of other versions) is
// left out and reported, line by line; the rest is there afterwards.

import type { Login } from '../request.ts';
import type { Router } from '../router.ts';
import { finish } from '../task.ts';
import { orTrap, Trap } from '../trap.ts';
import { runText } from './run-script.ts';

/** One command of the export that this device did not take. */
export interface NotLoaded {
  /** One-based line where the command begins. */
  readonly line: number;
  /** The menu that was named before it; empty where none was. */
  readonly menu: string;
  readonly command: string;
  readonly reason: string;
}

/**
 * Steps that the commands of any export may take, besides those for each of its characters: an export that adds what
 * it has, and sets what the device has from the start, takes about one for three characters.
 */
export const loadStepsMax = 8_000_000;
const stepsOfCharacter = 1;

/** Throws a Trap for an export that asks for more than `stepsMax` and its size allow. */
export function loadExport(router: Router, text: string, login: Login, stepsMax: number): readonly NotLoaded[] {
  return router.effort.within(stepsMax + stepsOfCharacter * text.length, () => load(router, text, login));
}

function load(router: Router, text: string, login: Login): readonly NotLoaded[] {
  const problems: NotLoaded[] = [];
  let menu = '';
  for (const { line, command } of commandsOf(text)) {
    const isMenuAlone = /^\/[a-z0-9-]+([ /][a-z0-9-]+)*$/.test(command);
    if (isMenuAlone) menu = command;
    const isWhole = isMenuAlone || command.startsWith('/') || command.startsWith(':');
    const script = isWhole ? command : `${menu}\n${command}`;
    const refusal = orTrap(() => router.quietly(() => finish(runText(router, script, login))));
    if (refusal instanceof Trap && router.effort.isSpent) throw new Trap(`line ${line}: ${refusal.message}`);
    if (refusal instanceof Trap) problems.push({ line, menu: isWhole ? '' : menu, command, reason: refusal.message });
  }
  return problems;
}

/** Commands with their continued lines joined; strings of several lines and blocks stay together. */
function* commandsOf(text: string): Generator<{ readonly line: number; readonly command: string }> {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let [command, open]: [string[], Open] = [[], closed];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (command.length === 0) {
      if (/^\s*(#|$)/.test(line)) continue;
      start = index + 1;
    }
    command.push(line);
    open = openAfter(open, line);
    if (open.isQuoted || open.depth > 0 || /(?:^|[^\\])(?:\\\\)*\\$/.test(line)) continue;
    yield { line: start, command: command.join('\n').trim() };
    [command, open] = [[], closed];
  }
  if (command.length > 0) yield { line: start, command: command.join('\n').trim() };
}

/** Whether a quote is still open at the end of a line, and how many braces. */
interface Open {
  readonly isQuoted: boolean;
  readonly depth: number;
}

const closed: Open = { isQuoted: false, depth: 0 };

function openAfter({ isQuoted, depth }: Open, line: string): Open {
  for (const [character] of line.matchAll(/\\.|["{}]/g)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth++;
    else if (!isQuoted && character === '}') depth--;
  }
  return { isQuoted, depth };
}
