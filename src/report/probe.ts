// What `rosc probe` tells people: which questions it is about to ask, and what followed from each answer.

import type { OpenCommit } from '../apply/recover.ts';
import { printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { probeComment } from '../probe/asking.ts';
import { beyond } from '../probe/beyond.ts';
import { whyNotAsked } from '../probe/coverage.ts';
import type { Question } from '../probe/question.ts';
import { questionsAbout } from '../probe/questions.ts';
import type { ProbeAnswer } from '../profile/probe-file.ts';
import type { Target } from '../profile/target.ts';
import { pageWidth } from './fact-text.ts';
import { plural } from './units.ts';

/** What `rosc probe` can do about a code or a fact, as a section of its page; empty = nothing is open about it. */
export function probeNote(subject: string): string {
  const asked = questionsAbout(subject);
  const why = whyNotAsked(subject);
  if (asked.length > 0) {
    const lines = asked.flatMap(({ id, asks }) => wrapWords(`  ${id}: ${asks}`, pageWidth, 4));
    return ['', 'Asked by `rosc probe`', ...lines, ''].join('\n');
  }
  return why === undefined
    ? ''
    : ['', 'Not asked by `rosc probe`', ...wrapWords(`  ${why}`, pageWidth, 2), ''].join('\n');
}

export function probeJson(subject: string) {
  const asked = questionsAbout(subject).map(({ id, asks }) => ({ id, asks }));
  const notAsked = whyNotAsked(subject);
  return { ...(asked.length > 0 && { probe: asked }), ...(notAsked !== undefined && { notProbed: notAsked }) };
}

/** Which questions would be put to a device. */
export interface Offer {
  readonly target: Target;
  /** The file, as the user would write it. */
  readonly path: string;
  /** How many questions the file settles already. */
  readonly settled: number;
  /** An earlier probe of the same person that was interrupted: it is undone first. */
  readonly interrupted?: OpenCommit;
  /** To be asked, in order. */
  readonly questions: readonly Question[];
}

export function renderQuestions(offer: Offer, { palette, width, verbose }: TextStyle): string {
  const { target, path, settled, interrupted, questions } = offer;
  const seconds = questions.reduce((sum, each) => sum + each.seconds, 0);
  const before = settled > 0 ? ` (${path} settles ${settled} more)` : '';
  const wrapped = (text: string) => wrapWords(text, width, 2);
  const until = interrupted?.lock?.until;
  return [
    palette.strong(`${target.model} with RouterOS ${target.routeros.text}`),
    ...wrapped(
      `${plural(questions.length, 'question')}${before}, about ${duration(seconds)} at most; answers go to ${path}`,
    ),
    ...(interrupted
      ? wrapped(
          `An interrupted probe of yours is undone first${until ? `; else it undoes itself at ${until} of the device's clock` : ''}.`,
        )
      : []),
    ...(questions.every(({ needs }) => needs === 'reading')
      ? ['Nothing is changed.']
      : changes(questions, verbose).flatMap(wrapped)),
    ...noticed(questions).flatMap(wrapped),
    '',
    '',
  ].join('\n');
}

/** What is done to the scratch ports, for people who want to know it all, and how it is taken back. */
function changes(questions: readonly Question[], verbose: boolean): readonly string[] {
  const all = [...new Set(questions.flatMap(({ disturbs }) => disturbs ?? []))];
  return [
    `The undo of all rows is on the device before the first; each has the comment \`${probeComment}\`.`,
    ...(verbose
      ? all.map((each) => `Meanwhile ${each}.`)
      : ['Rows are for the scratch ports, or for nothing (--verbose says which).']),
  ];
}

function noticed(questions: readonly Question[]): readonly string[] {
  const kinds = [...new Set(questions.flatMap((each) => each.beyond ?? []))];
  return kinds.map((kind) => `Meanwhile ${beyond[kind]}.`);
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** One line, or two where the sentence is long. */
export function renderAnswer(
  { question, says, facts = {}, open }: ProbeAnswer,
  { palette, width }: Pick<TextStyle, 'palette' | 'width'>,
): string {
  const mark = says === undefined ? palette.warning('open') : palette.good('ok  ');
  const known = Object.entries(facts).map(([key, value]) => `${key} = ${value}`);
  const text = printable(says ?? open ?? '') + (known.length > 0 ? ` (${known.join(', ')})` : '');
  return `${mark} ${palette.strong(question)}\n${wrapWords(`     ${text}`, width, 5).join('\n')}`;
}
