// One run of the simulation, from its seed: a device with a past, a site to apply, and what goes wrong meanwhile. The
// seed's remainder picks the kind of fault and the step that it is aimed at, so consecutive seeds cover all pairs.

import type { CommitStep } from '../../../src/apply/apply-context.ts';
import type { CommandFaultName, Faults } from '../../../src/device/sim/faults.ts';
import { createRandom, type Random } from '../../../src/device/sim/random.ts';
import { portManagement, siteText, strangersScript, vlanManagement } from './site-text.ts';

/** A step of the commit, or `alone`: rosc has ended, and the device goes on by itself. */
export type Step = CommitStep | 'alone';

export type Theme = CommandFaultName | 'clientCrash' | 'pathLost' | 'editBefore' | 'cutOff' | 'none';

export interface Scenario {
  readonly seed: number;
  /** What the run is about, for the table of what was covered. */
  readonly theme: Theme;
  /** The only step in which faults strike; undefined = in all of them. */
  readonly focus: Step | undefined;
  /** What the device was made to be before; undefined = it is fresh. */
  readonly priorSite: string | undefined;
  readonly desiredSite: string;
  /** Commands of other people before anything else. */
  readonly strangers: string;
  readonly faults: Partial<Faults>;
  /** What makes the commit fail while it changes the device, so that there is something to undo. */
  readonly cause: Partial<Faults>;
  /** How often faults strike before all goes well again. */
  readonly strikesMax: number;
  /** rosc dies at this call to the device within this step. */
  readonly crash: { readonly step: Step; readonly call: number } | undefined;
  /** The way to the device is gone from this call on, for a while or for good. */
  readonly pathLoss: { readonly step: Step; readonly call: number; readonly forMs: number } | undefined;
  /** Somebody changes a managed menu after the plan was made. */
  readonly isEdited: boolean;
  /** Which of the site's hosts are switched on. */
  readonly hostsOn: 'all' | 'every second' | 'none';
  /** What each tagged command waits at most before it runs, in ms. */
  readonly answerMs: number;
  /** Port and address by which the session comes; undefined = out of band. */
  readonly management: { readonly port: string; readonly address: string } | undefined;
}

const everyStep = ['preparing', 'arming', 'changing', 'checking', 'confirming', 'undoing', 'alone'] as const;
const withSession = everyStep.filter((step) => step !== 'alone');

/**
 * The steps in which a fault can strike at all. A chip refuses what changes it, so also what the undo puts back.
 * Nothing is changed while a device is read, and no script is stored but to arm. Policies that were always missing are
 * found before anything. A way that a plan cuts is cut by changing, and nowhere else.
 */
export const sensible: Readonly<Record<Theme, readonly Step[]>> = {
  none: [],
  replyLost: withSession,
  connectionCut: withSession,
  slow: withSession,
  rebootMidway: everyStep,
  foreignEdit: everyStep,
  clockJump: everyStep,
  commandRefused: ['preparing', 'arming', 'changing', 'confirming', 'undoing', 'alone'],
  offloadRefused: ['changing', 'undoing', 'alone'],
  tableFull: ['changing', 'undoing', 'alone'],
  diskFull: ['preparing', 'arming'],
  policyMissing: ['preparing'],
  policyLost: everyStep,
  clientCrash: withSession,
  pathLost: withSession,
  editBefore: ['preparing'],
  cutOff: ['changing'],
};

const themes = Object.keys(sensible).filter((name): name is Theme => name in sensible);

/** What one seed after the other is aimed at: each pair, and each fault once wherever it strikes. */
export const aims: readonly (readonly [theme: Theme, focus: Step | undefined])[] = themes.flatMap((theme) => [
  [theme, undefined] as const,
  ...sensible[theme].map((step) => [theme, step] as const),
]);

/** Odds per command, connection or run, where a fault may strike in every step. */
const odds: Readonly<Record<CommandFaultName, number>> = {
  replyLost: 0.03,
  connectionCut: 0.03,
  commandRefused: 0.03,
  rebootMidway: 0.01,
  foreignEdit: 0.01,
  offloadRefused: 0.4,
  tableFull: 0.1,
  diskFull: 0.05,
  policyMissing: 0.5,
  policyLost: 0.02,
  clockJump: 0.03,
  slow: 0.02,
};
const commandFaultNames = Object.keys(odds).filter((name): name is CommandFaultName => name in odds);

export function aimOf(seed: number): readonly [theme: Theme, focus: Step | undefined] {
  return aims[seed % aims.length] ?? ['none', undefined];
}

export function scenarioOf(seed: number): Scenario {
  const random = createRandom(seed);
  const [theme, focus] = aimOf(seed);
  const version = random.pick(['7.14.3', '7.18.2', '7.20.8', '7.24.1', '7.24.6']) ?? '7.14.3';
  const isInBand = theme === 'cutOff' || random.chance(0.3);
  const management = random.chance(0.5) ? portManagement : vlanManagement;
  const other = management === portManagement ? vlanManagement : portManagement;
  const isFresh = theme !== 'cutOff' && !isInBand && random.chance(0.25);
  const crash = crashOf(theme, focus, random);
  const pathLoss = theme === 'pathLost' ? pathLossOf(focus, random) : undefined;
  return {
    seed,
    theme,
    focus,
    priorSite: isFresh ? undefined : siteText(random, version, management),
    desiredSite: siteText(random, version, theme === 'cutOff' ? other : management),
    strangers: strangersScript(random),
    faults: focus === undefined ? faultsAnywhere(theme, random) : faultsInFocus(theme, random),
    cause: [focus, crash?.step, pathLoss?.step].includes('undoing') ? causeOf(random) : {},
    strikesMax: focus === undefined ? Number.POSITIVE_INFINITY : (random.pick([1, 1, 2, 4]) ?? 1),
    crash,
    pathLoss,
    isEdited: theme === 'editBefore',
    hostsOn: random.pick(['all', 'every second', 'none'] as const) ?? 'all',
    answerMs: random.pick([0, 0, 5, 30, 200] as const) ?? 0,
    management: isInBand ? { port: management.port, address: management.address } : undefined,
  };
}

/** Thinned out in some runs, so that it strikes late. */
function faultsAnywhere(theme: Theme, random: Random): Partial<Faults> {
  const faults: Partial<Record<CommandFaultName, number>> = {};
  const own = faultOf(theme);
  if (own) faults[own] = odds[own] * (random.pick([0.2, 0.5, 1]) ?? 1);
  // Troubles seldom come alone.
  if (random.chance(0.3)) {
    const second = random.pick(commandFaultNames) ?? 'slow';
    faults[second] = odds[second] / 3;
  }
  return faults;
}

/** A step has few commands, so the odds for each are higher. */
function faultsInFocus(theme: Theme, random: Random): Partial<Faults> {
  const own = faultOf(theme);
  return own ? { [own]: Math.min(1, odds[own] * (random.pick([2, 5, 12]) ?? 1)) } : {};
}

function faultOf(theme: Theme): CommandFaultName | undefined {
  return commandFaultNames.find((name) => name === theme);
}

function causeOf(random: Random): Partial<Faults> {
  return random.pick([{ commandRefused: 0.2 }, { connectionCut: 0.2 }, { offloadRefused: 1 }]) ?? {};
}

/** While the device is on its own, rosc is dead. */
function crashOf(theme: Theme, focus: Step | undefined, random: Random): Scenario['crash'] {
  if (focus === 'alone') {
    const step = random.pick(['arming', 'changing', 'checking', 'confirming'] as const) ?? 'changing';
    return { step, call: random.between(1, step === 'checking' ? 20 : 8) };
  }
  if (theme !== 'clientCrash') return undefined;
  return callOf(focus, random);
}

function pathLossOf(focus: Step | undefined, random: Random): Scenario['pathLoss'] {
  const forMs = random.pick([20_000, 90_000, 200_000, Number.POSITIVE_INFINITY]) ?? 0;
  return { ...callOf(focus, random), forMs };
}

function callOf(focus: Step | undefined, random: Random): { readonly step: Step; readonly call: number } {
  const step = focus ?? random.pick(withSession) ?? 'changing';
  return { step, call: random.between(1, step === 'checking' || step === 'preparing' ? 25 : 10) };
}
