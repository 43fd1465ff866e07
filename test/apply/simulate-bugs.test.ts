// The checkers of the simulation prove themselves: each of these mistakes, put into the commit, is caught by one.

import { afterEach, expect, test } from 'vitest';
import type { ProveInput } from '../../src/apply/prove.ts';
import type { UndoScripts } from '../../src/apply/scripts.ts';
import type { UndoSchedule } from '../../src/apply/undo-schedule.ts';
import { exchange } from '../support/exchange.ts';
import {
  type Alteration,
  altered,
  bound,
  deletingItself,
  failingAtFirst,
  scriptsMade,
  unreadable,
  withoutLines,
  withoutMarker,
  withoutUndo,
} from '../support/simulation/alterations.ts';
import { checkers } from '../support/simulation/checkers.ts';
import { FailsWithoutFaults, runScenario } from '../support/simulation/run.ts';
import { aimOf, type Scenario, scenarioOf } from '../support/simulation/scenario.ts';

interface Bug extends Alteration {
  /** What has to go wrong besides for it to show, and is no mistake of rosc's. */
  readonly beside?: Alteration;
  /** Runs in which it can show. */
  readonly themes: readonly Scenario['theme'][];
  /** The step in which it shows; absent = any. */
  readonly focus?: Scenario['focus'];
  /** The first seed: one that is known to show it, since most runs do not; any of those that follow may. */
  readonly from: number;
  /** Checkers; `worksWithoutFaults` = the run itself, which applies the plan to a device without faults first. */
  readonly caughtBy: readonly string[];
}

const undone: Bug['themes'] = ['commandRefused', 'tableFull', 'offloadRefused'];

const bugs: Readonly<Record<string, Bug>> = {
  'the undo does not remove what was added': {
    module: 'apply/undo.ts',
    exports: withoutLines('/remove'),
    themes: undone,
    from: 49,
    caughtBy: ['endsWhole'],
  },
  'the undo does not bring back what was removed': {
    module: 'apply/undo.ts',
    exports: withoutLines('/add'),
    themes: undone,
    from: 56,
    caughtBy: ['endsWhole'],
  },
  'the undo does not set back what was set': {
    module: 'apply/undo.ts',
    exports: withoutLines('/set'),
    themes: undone,
    from: 51,
    caughtBy: ['endsWhole'],
  },
  'the undo does not restore the order of rules': {
    module: 'apply/undo.ts',
    exports: withoutLines('/move'),
    themes: undone,
    from: 53,
    caughtBy: ['endsWhole', 'saysWhatIs'],
  },
  'the undo leaves names of other people’s items dangling': {
    module: 'plan/referrers.ts',
    exports: altered('referrers', () => []),
    themes: undone,
    from: 55,
    caughtBy: ['endsWhole', 'saysWhatIs', 'strangersStay', 'leavesOthersAlone'],
  },
  'a line of the undo is lost': {
    module: 'apply/undo.ts',
    exports: altered('undoLines', (lines) => (Array.isArray(lines) ? lines.toSpliced(lines.length >> 1, 1) : lines)),
    themes: undone,
    from: 54,
    caughtBy: ['endsWhole'],
  },
  'the marker is ignored: a confirmed commit is undone all the same': {
    module: 'apply/scripts.ts',
    exports: altered('undoScripts', (scripts) => withoutMarker(scripts as UndoScripts)),
    themes: ['pathLost', 'connectionCut'],
    focus: 'confirming',
    from: 178,
    caughtBy: ['saysWhatIs'],
  },
  'arming is skipped: no undo is on the device': {
    module: 'apply/undo-schedule.ts',
    exports: altered('prepareUndoSchedule', (undoSchedule) => withoutUndo(undoSchedule as UndoSchedule)),
    themes: ['clientCrash', ...undone],
    from: 49,
    caughtBy: ['endsWhole'],
  },
  'nothing on the device triggers the undo': {
    module: 'apply/scripts.ts',
    exports: (original) => ({
      ...original,
      timerScript: () => ':delay 1s',
      revertScript: () => ':delay 1s',
      bootEvent: () => ':delay 1s',
    }),
    themes: ['clientCrash'],
    from: 74,
    caughtBy: ['endsWhole', 'recoverChangesNothing'],
  },
  'nothing cleans up after an arming that was cut off': {
    module: 'apply/scripts.ts',
    // The other rows that clean up come later.
    exports: (original) => ({ ...original, revertScript: () => ':delay 1s' }),
    themes: ['clientCrash'],
    focus: 'arming',
    from: 1,
    caughtBy: ['cleansUp'],
  },
  'the undo needs the rights of a user who lost them': {
    module: 'apply/undo-schedule.ts',
    exports: altered('prepareUndoSchedule', (undoSchedule) => bound(undoSchedule as UndoSchedule)),
    themes: ['policyLost'],
    from: 160,
    caughtBy: ['endsWhole'],
  },
  'the post-check is skipped': {
    module: 'apply/post-check.ts',
    exports: (original) => ({ ...original, runPostCheck: async () => ({ lines: [], passed: true }) }),
    themes: ['tableFull'],
    from: 58,
    caughtBy: ['confirmedIsOffloaded'],
  },
  'a plan is applied although the device moved': {
    module: 'plan/digest.ts',
    exports: altered('digestOf', () => 'sha256:always-the-same'),
    themes: ['editBefore'],
    from: 89,
    caughtBy: ['refusesStalePlans'],
  },
  'what `find` compares with stands without quotes': {
    module: 'model/quote.ts',
    exports: (original) => ({
      ...original,
      scriptSyntax: { ...(original.scriptSyntax as object), operand: (text: string) => text },
    }),
    themes: ['none'],
    from: 92,
    caughtBy: ['worksWithoutFaults'],
  },
  'a property is unset that the command tree does not list': {
    module: 'model/unset.ts',
    exports: altered('isUnsettable', () => true),
    themes: ['none', ...undone],
    from: 50,
    caughtBy: ['worksWithoutFaults'],
  },
  'one line of the undo does not parse': {
    module: 'apply/undo.ts',
    exports: altered('undoLines', (lines) =>
      Array.isArray(lines)
        ? lines.map((line, index) => (index === lines.length >> 1 ? unreadable(line) : line))
        : lines,
    ),
    themes: ['none'],
    from: 92,
    caughtBy: ['worksWithoutFaults'],
  },
  'how rows are found is not tried before the undo is armed': {
    module: 'apply/prove.ts',
    exports: (original) => ({
      ...original,
      proveLocators: async (_: unknown, { lines }: ProveInput) => ({
        lines: lines.length,
        unproven: [],
        spellings: original.firstSpelling,
      }),
    }),
    themes: ['none', ...undone],
    from: 50,
    caughtBy: ['worksWithoutFaults', 'endsWhole', 'saysWhatIs', 'cleansUp'],
  },
  'an undo that failed deletes itself': {
    module: 'apply/scripts.ts',
    exports: scriptsMade((make) => deletingItself(failingAtFirst(make))),
    themes: undone,
    from: 49,
    caughtBy: ['endsWhole', 'saysWhatIs'],
  },
  'the commit is said to be undone without a look': {
    module: 'apply/effects.ts',
    exports: altered('remainingChanges', () => []),
    beside: { module: 'apply/scripts.ts', exports: scriptsMade(failingAtFirst) },
    themes: undone,
    from: 49,
    caughtBy: ['endsWhole', 'saysWhatIs'],
  },
  'what depends on what is sent at once': {
    module: 'apply/waves.ts',
    exports: (original) => ({ ...original, wavesOf: (changes: readonly unknown[]) => [changes] }),
    themes: ['none'],
    from: 92,
    caughtBy: ['worksWithoutFaults', 'endsWhole', 'saysWhatIs'],
  },
};

/** What is in the program at the moment. */
let mistakes: readonly Alteration[] = [];

function put(alterations: readonly Alteration[]): void {
  mistakes = alterations;
  for (const { module, exports } of alterations) exchange(module, exports);
}

afterEach(() => {
  for (const { module } of mistakes) exchange(module, (own) => own);
});

/** Runs that a bug has to show itself in. */
const runsMax = 30;
/** More seeds than any bug needs to have so many runs that suit it. */
const seedsMax = 5000;

function suitable({ themes, focus, from }: Bug): readonly Scenario[] {
  const found: Scenario[] = [];
  for (let seed = from; seed < from + seedsMax && found.length < runsMax; seed++) {
    const [theme, step] = aimOf(seed);
    if (themes.includes(theme) && (focus === undefined || focus === step)) found.push(scenarioOf(seed));
  }
  return found;
}

/** How many of the runs that suit a bug go by before a checker notices; undefined: none does. */
async function runsUnnoticed(bug: Bug): Promise<number | undefined> {
  const { caughtBy } = bug;
  for (const [index, scenario] of suitable(bug).entries()) {
    const run = await runScenario(scenario).catch((error: unknown) => {
      if (error instanceof FailsWithoutFaults && caughtBy.includes('worksWithoutFaults')) return undefined;
      throw error;
    });
    if (!run) return index;
    if (caughtBy.some((checker) => (checkers[checker]?.(run) ?? []).length > 0)) return index;
  }
  return undefined;
}

test('an undo that fails at first and does not delete itself is no mistake', async () => {
  const bug = bugs['an undo that failed deletes itself'];
  put([{ module: 'apply/scripts.ts', exports: scriptsMade(failingAtFirst) }]);
  const run = await runScenario(scenarioOf(49));
  expect(bug?.caughtBy.flatMap((checker) => checkers[checker]?.(run) ?? [])).toEqual([]);
  const log = run.simulator.print('/log').map(({ message }) => message);
  expect(log.join()).toContain('lines of the undo failed');
});

test.each(Object.entries(bugs))('%s: caught', async (_, bug) => {
  put([bug, ...(bug.beside ? [bug.beside] : [])]);
  expect(await runsUnnoticed(bug), `${runsMax} runs, and nobody noticed`).toBeDefined();
});
