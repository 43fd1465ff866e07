// What has to hold after every run, whatever went wrong. The checkers know nothing of scenarios but what was allowed to
// happen, and nothing of how a commit works.

import { menus } from '../../../src/model/menus.ts';
import type { Essence, Run } from './run.ts';

export type Checker = (run: Run) => readonly string[];

const ordered: ReadonlySet<string> = new Set(
  [...menus].flatMap(([path, { kind }]) => (kind === 'ordered' ? [path] : [])),
);

/** rosc's own tools and files on the device are not configuration. */
const tools = new Set(['/system/script', '/system/scheduler', '/file']);

/** Old or new, never between: also when rosc died or does not know. */
const endsWhole: Checker = ({ prior, desired, final, scenario }) => {
  const between = compare(final, prior, scenario).filter((menu) => !compareMenu(final, desired, menu, scenario));
  const isPrior = compare(final, prior, scenario).length === 0;
  const isDesired = compare(final, desired, scenario).length === 0;
  return isPrior || isDesired ? [] : [`neither prior nor desired: ${between.join(', ') || 'a mixture of both'}`];
};

const saysWhatIs: Checker = ({ result, prior, desired, final, scenario }) => {
  switch (result?.state) {
    case 'confirmed':
      return compare(final, desired, scenario).map((menu) => `confirmed, but ${menu} is not as desired`);
    case 'undone':
    case 'prepared':
      return compare(final, prior, scenario).map((menu) => `${result.state}, but ${menu} is not as before`);
    default:
      return [];
  }
};

/** Judged by the device's own words, not by the post-check's. */
const confirmedIsOffloaded: Checker = ({ result, simulator, desired }) => {
  if (result?.state !== 'confirmed') return [];
  const invalid = simulator.print('/interface/ethernet/switch/rule').filter((row) => row.invalid === 'true');
  const wantsOffload = desired['/interface/ethernet/switch']?.some((text) => text.includes('l3-hw-offloading=yes'));
  const isOn = simulator.print('/interface/ethernet/switch').some((row) => row['l3-hw-offloading'] === 'true');
  return [
    ...(invalid.length > 0 ? [`confirmed with ${invalid.length} rules that the chip did not take`] : []),
    ...(wantsOffload && !isOn ? ['confirmed without L3 offload'] : []),
  ];
};

/** What the plan does not name, nobody touched. */
const leavesOthersAlone: Checker = ({ plan, prior, final, scenario }) =>
  compare(final, prior, scenario)
    .filter((menu) => !plan.menus.some((own) => own === menu))
    .map((menu) => `${menu} is not rosc's and has changed`);

/** A rule for an interface that the site removes loses its meaning, as the plan says; without that, nothing is lost. */
const strangersStay: Checker = ({ prior, desired, final, scenario, result }) =>
  Object.entries(prior).flatMap(([menu, rows]) => {
    if (tools.has(menu)) return [];
    const foreign = rows.filter((row) => isForeignRow(menu, row) && !row.includes('rosc:'));
    const left = normal(final[menu] ?? [], scenario);
    const wanted = normal(desired[menu] ?? [], scenario);
    const mayLose = result === undefined || result.state === 'confirmed' || result.state === 'unknown';
    return normal(foreign, scenario)
      .filter((row) => !left.includes(row) && !(mayLose && !wanted.includes(row)))
      .map((row) => `${menu}: lost ${row}`);
  });

/** Also when rosc died: whatever it left goes by itself. */
const cleansUp: Checker = ({ simulator, recovered }) => {
  const left = [...simulator.print('/system/script'), ...simulator.print('/system/scheduler')].map(({ name }) => name);
  return [
    ...left.map((name) => `${name} is left over`),
    ...(recovered['/system/script'] || recovered['/system/scheduler'] ? ['recover left something'] : []),
  ];
};

const recoverChangesNothing: Checker = ({ final, recovered, scenario }) =>
  compare(final, recovered, scenario).map((menu) => `recover changed ${menu} of a decided commit`);

/** After a confirmed commit there is nothing left to plan. */
const secondPlanIsEmpty: Checker = ({ result, outstanding, simulator }) =>
  result?.state === 'confirmed' && outstanding > 0 && simulator.foreignEdits.length === 0
    ? [`a second plan has ${outstanding} changes`]
    : [];

/** An undo whose commands are refused takes more passes. */
const refusedGraceMs = 30_000;

/** At the printed time, whatever becomes of rosc; a device that starts just then undoes after its start. */
const answersAgain: Checker = ({ undoAt, silentAt = 0, answers, simulator, hits }) => {
  // Others may cut the way to the device too, and nobody undoes that.
  if (simulator.foreignEdits.length > 0) return [];
  if (!answers) return ['management does not answer in the end'];
  if (undoAt === undefined || hits.some(({ theme }) => theme === 'rebootMidway')) return [];
  const isHarder = hits.some(
    ({ theme, step }) =>
      (step === 'undoing' || step === 'alone') && (theme === 'commandRefused' || theme === 'offloadRefused'),
  );
  const isLate = silentAt > undoAt + (isHarder ? refusedGraceMs : 0);
  return isLate ? [`management was silent ${Math.round((silentAt - undoAt) / 1000)} s after the printed time`] : [];
};

const refusesStalePlans: Checker = ({ scenario, result }) =>
  scenario.isEdited && result !== undefined && result.state !== 'prepared'
    ? [`the plan was made before an edit, and ended as ${result.state}`]
    : [];

/** Whoever cuts his own way off is not confirmed. */
const cutOffIsUndone: Checker = ({ scenario, result, plan }) =>
  scenario.theme === 'cutOff' && plan.changes.length > 0 && result?.state === 'confirmed'
    ? ['confirmed although the management path was cut']
    : [];

export const checkers: Readonly<Record<string, Checker>> = {
  endsWhole,
  saysWhatIs,
  confirmedIsOffloaded,
  leavesOthersAlone,
  strangersStay,
  cleansUp,
  recoverChangesNothing,
  secondPlanIsEmpty,
  answersAgain,
  refusesStalePlans,
  cutOffIsUndone,
};

export function violations(run: Run): readonly string[] {
  return Object.entries(checkers).flatMap(([name, check]) => check(run).map((text) => `${name}: ${text}`));
}

type Allowances = Run['scenario'];

/** Menus in which the two differ, beyond what others and the chip itself were allowed to do. */
function compare(a: Essence, b: Essence, allowed: Allowances): readonly string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((menu) => !tools.has(menu) && !compareMenu(a, b, menu, allowed));
}

function compareMenu(a: Essence, b: Essence, menu: string, allowed: Allowances): boolean {
  const rows = (essence: Essence) => {
    const normalised = normal(essence[menu] ?? [], allowed);
    return JSON.stringify(ordered.has(menu) ? normalised : normalised.toSorted());
  };
  return rows(a) === rows(b);
}

/** A stranger at work changes comments, disables rows and adds to his list; a failing chip turns its offload off. */
function normal(rows: readonly string[], scenario: Allowances): readonly string[] {
  const faults = { ...scenario.faults, ...scenario.cause };
  if (!faults.foreignEdit && !faults.offloadRefused) return rows;
  return rows
    .filter((row) => !faults.foreignEdit || !row.includes('list=stranger'))
    .map((row) =>
      row
        .split('\n')
        .filter((line) => !(faults.foreignEdit && (line === 'disabled=yes' || isComment(line))))
        .filter((line) => !(faults.offloadRefused && line === 'l3-hw-offloading=yes'))
        .join('\n'),
    );
}

function isComment(line: string): boolean {
  return line.startsWith('rosc:') || line.startsWith('stranger ') || !line.includes('=');
}

function isForeignRow(menu: string, row: string): boolean {
  const ours = ['/interface/ethernet', '/interface/ethernet/switch', '/interface/ethernet/switch/port'];
  return !ours.includes(menu) && row !== '';
}
