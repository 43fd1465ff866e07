// Every statement that is only inferred has a question that settles it, or a reason why none can.

import { describe, expect, test } from 'vitest';
import statements from '../../profiles/questions/statements.json' with { type: 'json' };
import { evidencedCodes, evidenceOf } from '../../src/evidence/evidence-of.ts';
import { isChanging } from '../../src/probe/ask-change.ts';
import { notAsked } from '../../src/probe/coverage.ts';
import type { Question } from '../../src/probe/question.ts';
import { questions as allQuestions, questionsAbout } from '../../src/probe/questions.ts';
import { menusByDependence } from '../../src/probe/scratch.ts';
import { wordsOf } from '../../src/probe/words-of.ts';
import { describeFact } from '../../src/profile/fact.ts';
import { factsOfChip } from '../../src/profile/profiles.ts';
import { probeNote } from '../../src/report/probe.ts';
import { probePage } from '../../src/report/question-page.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';

const questions = allQuestions();

const profiles = builtInProfiles();

const inferredCodes = evidencedCodes.filter((code) => evidenceOf(code).some(({ grade }) => grade === 'inferred'));

const records = [
  ...[...profiles.chips.values()].map((chip) => factsOfChip(profiles, chip)),
  ...[...profiles.models.values()].map(({ facts }) => facts),
].flatMap((facts) => Object.entries(facts));
const inferredFacts = [
  ...new Set(
    records.flatMap(([key, own]) =>
      own?.some(({ grade }: { readonly grade: string }) => grade === 'inferred') ? [key] : [],
    ),
  ),
];

test('there are such statements', () => {
  expect(inferredCodes.length).toBeGreaterThan(40);
  expect(inferredFacts.length).toBeGreaterThan(8);
});

test.each([...inferredCodes, ...inferredFacts])('%s is asked, or there is a reason', (subject) => {
  const isAsked = questionsAbout(subject).length > 0;
  const missing = 'inferred: a question in profiles/questions/, or a reason in not-asked.json there';
  expect(notAsked.includes(subject), missing).toBe(!isAsked);
  expect(probeNote(subject)).toMatch(isAsked ? /^\nAsked by `rosc probe`/ : /^\nNot asked by `rosc probe`/);
});

test('no reason stands for what is better known', () => {
  const open = [...inferredCodes, ...inferredFacts, ...Object.keys(statements)];
  expect(notAsked.filter((each) => !open.includes(each))).toEqual([]);
});

test('ports whose wiring is inferred are asked for', () => {
  const wired = [...profiles.models.values()].flatMap(({ ports }) => ports);
  expect(wired.some(({ grade }) => grade === 'inferred')).toBe(true);
  expect(questionsAbout('device/wiring').map(({ id }) => id)).toEqual(['port-wiring']);
});

interface Edit {
  readonly menu: string;
  readonly sets: object;
  readonly cleared: readonly string[];
}

function changeOf(step: Question['steps'][string]): Edit {
  if ('command' in step) return { menu: step.menu, sets: step.arguments, cleared: step.cleared ?? [] };
  return { menu: 'add' in step ? step.add : '', sets: 'set' in step ? step.set : {}, cleared: [] };
}

test('no row loses the comment by which it is found, but for scripts, which have names', () => {
  const comments = questions.flatMap(({ id, steps }) =>
    Object.values(steps).flatMap((step) => {
      const { menu, sets, cleared } = changeOf(step);
      const isLost = 'comment' in sets || cleared.includes('comment');
      return isLost && !menu.startsWith('/system/') ? [id] : [];
    }),
  );
  expect(comments).toEqual([]);
});

test('scripts and schedulers have the name by which they are taken away', () => {
  const names = questions.flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => ('add' in step && step.add.startsWith('/system/') ? [step.set.name] : [])),
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !name?.startsWith('{name}-'))).toEqual([]);
});

test.each(Object.keys(statements))(
  'the statement %s of rosc about RouterOS is asked for, or there is a reason',
  (key) => {
    expect(notAsked.includes(key)).toBe(questionsAbout(key).length === 0);
  },
);

test('every menu that a question adds to is known to the undo', () => {
  const added = questions.flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => ('add' in step ? step.add : 'fill' in step ? step.fill : [])),
  );
  expect(added.filter((menu) => !menusByDependence.includes(menu))).toEqual([]);
});

describe.each(questions)('$id', (question) => {
  const { id, asks, settles, steps, conclusions, disturbs } = question;

  test('has a name of its own, and is a question', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(questions.filter((each) => each.id === id)).toHaveLength(1);
    expect(asks).toMatch(/^[A-Z].*\?$/);
    expect(disturbs ?? '').not.toMatch(/\.$/);
  });

  test('settles something, and knows more than one answer or measures a number', () => {
    expect(Object.values(settles).flat().length).toBeGreaterThan(0);
    const isMeasured = conclusions.some(({ facts = {} }) => Object.values(facts).some((value) => value !== undefined));
    const counts = Object.values(steps).some((step) => 'times' in step);
    expect(conclusions.length > 1 || isMeasured || counts).toBe(true);
  });

  test('has a page that says what it sends and what it takes', () => {
    const page = probePage(id, 1000) ?? '';
    expect(page).toContain(asks);
    for (const step of Object.values(steps)) expect(page).toContain(wordsOf(step));
    for (const menu of question.alone ?? []) expect(page).toContain(`no rows of others in ${menu}`);
    for (const { says } of conclusions) expect(page).toContain(says);
  });

  test('speaks of steps and facts that there are', () => {
    const named = conclusions.flatMap(({ when }) => when.flatMap((each) => ['below' in each ? each.below : each.of]));
    expect(named.filter((name) => !(name in steps))).toEqual([]);
    const facts = conclusions.flatMap((each) => Object.keys(each.facts ?? {}));
    expect(facts.filter((key) => !describeFact(key))).toEqual([]);
    expect(facts.filter((key) => !settles.facts?.some((each) => each === key))).toEqual([]);
    expect(conclusions.every(({ when }) => when.length > 0)).toBe(true);
  });

  test('only reads where it says so', () => {
    const changes = Object.values(steps).filter((step) => isChanging(step));
    expect(changes.length > 0).toBe(question.needs !== 'reading');
  });
});
