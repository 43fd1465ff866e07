// Reads the file of a probe as a judge: whether every conclusion in it follows from the answers that stand beside it.

import type { ProbeAnswer, ProbeFile } from '../profile/probe-file.ts';
import type { Target } from '../profile/target.ts';
import { appliesTo } from './applies.ts';
import { conclude } from './conclude.ts';
import { questions } from './questions.ts';
import { answersOf, recordOf } from './record.ts';
import { wordsOf } from './words-of.ts';

/** What is wrong with it, one sentence each; empty = every conclusion follows. */
export function problemsOf({ answers }: ProbeFile, target: Target): readonly string[] {
  const known = new Map(questions().map((question) => [question.id, question]));
  const seen = new Set<string>();
  return answers.flatMap((answer): readonly string[] => {
    const { question: id } = answer;
    const question = known.get(id);
    if (!question) return [`no question is called \`${id}\``];
    if (seen.has(id)) return [`\`${id}\` is answered twice`];
    seen.add(id);
    if (!appliesTo(question, target)) return [`\`${id}\` is no question to such a device`];
    const other = Object.entries(answer.sent).find(([name, words]) => {
      const step = question.steps[name];
      return !step || wordsOf(step) !== words;
    });
    if (other) return [`\`${id}\`: the step \`${other[0]}\` is not what rosc sends`];
    const again = recordOf(
      question,
      { sent: answer.sent, answers: answersOf(answer) },
      conclude(question, answersOf(answer), target),
    );
    return followsFrom(again, answer) ? [] : [`\`${id}\`: ${differenceOf(again, answer)}`];
  });
}

function followsFrom(again: ProbeAnswer, answer: ProbeAnswer): boolean {
  return again.says === answer.says && JSON.stringify(sorted(again.facts)) === JSON.stringify(sorted(answer.facts));
}

function sorted(facts: ProbeAnswer['facts']): readonly unknown[] {
  return Object.entries(facts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function differenceOf(again: ProbeAnswer, answer: ProbeAnswer): string {
  if (again.says === undefined) return `nothing follows from its answers (${again.open})`;
  if (again.says !== answer.says) return `what follows from its answers is: ${again.says}`;
  return 'its facts are not those that follow from its answers';
}
