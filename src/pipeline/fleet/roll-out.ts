// Changes the devices of a fleet wave by wave: some at a time, within the windows, until too many have failed; then it
// soaks, asks the gates, and only then begins the next wave. What was reached is kept, so that a run that was killed
// goes on where it was.

import { usualConfirmTimeoutMs } from '../../apply/prepare.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { expandTemplate, type FleetDevice } from '../../fleet/fleet.ts';
import type { PlannedWave } from '../../fleet/waves.ts';
import { closesAt, opensAt } from '../../fleet/window.ts';
import { isFileTrouble } from '../../io/file-trouble.ts';
import type { Io } from '../../io/io.ts';
import { isBad, type WaveOutcome } from '../../report/run-report.ts';
import { plural } from '../../report/units.ts';
import { groupBy } from '../../source/grouping.ts';
import type { CommitObserver } from '../change/apply-device.ts';
import { unfinishedOn } from '../device/unfinished.ts';
import { readAtOnce } from '../plan/plan-site.ts';
import { someAtATime } from '../read/some-at-a-time.ts';
import { clearLeftBehind } from '../read/state-folder.ts';
import { askGates } from './ask-gates.ts';
import { type ChangeContext, type ChangedMember, type ChangeOptions, changeMember } from './change-member.ts';
import { fleetSites, type ReadyDevice } from './fleet-sites.ts';
import type { OpenFleet } from './open-fleet.ts';
import { withName } from './plan-fleet.ts';
import type { RolloutState, WaveRecord } from './rollout-state.ts';
import { type UpgradeContext, upgradeMember, usualRestartTimeoutMs } from './upgrade-member.ts';

export interface RolloutOptions extends ChangeOptions {
  /** In place of what the waves say. */
  readonly parallel?: number;
  readonly maxFailures?: number;
  /** Digests of the plans that somebody agreed to, by device; absent = nobody was asked. */
  readonly agreed?: ReadonlyMap<string, string>;
  /** Address of the packages of an upgrade, with the placeholders of a fleet and of packages.ts. */
  readonly packages?: string;
  /** How long a device may take to answer after a restart. */
  readonly restartTimeoutMs?: number;
  /** Places of devices within their sites: who others reach the world by comes last. */
  readonly ranks: ReadonlyMap<string, number>;
}

export interface RolloutObserver extends CommitObserver, Pick<UpgradeContext, 'onRecovered' | 'onUpgrade'> {
  onWave(wave: string, what: string): void;
  onDevice(changed: ChangedMember, wave: string): void;
}

interface Rollout {
  readonly io: Io;
  readonly open: OpenFleet;
  readonly state: RolloutState;
  readonly options: RolloutOptions;
  readonly observer: RolloutObserver;
}

/** What became of the waves; of each device the observer hears. */
export async function rollOut(rollout: Rollout): Promise<readonly WaveOutcome[]> {
  const { io, open, state } = rollout;
  await clearLeftBehind(io);
  const waves: WaveOutcome[] = [];
  let problem = await earlierFailure(open, state);
  for (const wave of open.scope.waves) {
    if (problem !== undefined || io.signal.aborted) {
      waves.push({ name: wave.name, state: 'waiting' });
      continue;
    }
    const outcome = await rollOutWave(rollout, wave).catch(asFailed);
    waves.push({ name: wave.name, ...outcome });
    if (outcome.state !== 'passed') problem = outcome.reason ?? wave.name;
  }
  return waves;
}

/** A record that nobody can read ends the rollout, but loses nothing of the waves before. */
function asFailed(error: unknown): WaveEnd {
  if (!isFileTrouble(error)) throw error;
  return { state: 'failed', reason: error.diagnostic.what };
}

/** A wave that is rolled out alone comes after those that failed, as far as anybody wrote that down. */
async function earlierFailure({ fleet, scope }: OpenFleet, state: RolloutState): Promise<string | undefined> {
  const [first] = scope.waves;
  const names = (fleet.settings.waves ?? []).map(({ name }) => name);
  const earlier = names.slice(0, Math.max(0, names.indexOf(first?.name ?? '')));
  if (earlier.length === 0) return undefined;
  const failed = (await state.all()).find((record) => record.state === 'failed' && earlier.includes(record.wave));
  return failed && `wave ${failed.wave} failed: ${failed.reason ?? 'nobody knows why'}`;
}

/** What is remembered of a device. */
type EndedMember = Pick<ChangedMember, 'member' | 'state'>;

type WaveEnd = Omit<WaveOutcome, 'name'> & { readonly state: NonNullable<WaveOutcome['state']> };

async function rollOutWave(rollout: Rollout, wave: PlannedWave): Promise<WaveEnd> {
  const { io, state, options, observer } = rollout;
  const before = await state.read(wave.name);
  const own = await changeDevices(rollout, wave);
  const failures = own.filter(isBad);
  const maxFailures = options.maxFailures ?? wave.maxFailures;
  const fail = async (reason: string): Promise<WaveEnd> => {
    const lost = await state.note(wave.name, { state: 'failed', reason });
    const whole = lost === undefined || lost === reason ? reason : `${reason}; ${lost}`;
    observer.onWave(wave.name, `failed: ${whole}`);
    return { state: 'failed', reason: whole };
  };
  if (failures.length > maxFailures) {
    return fail(`${failures.length} of ${wave.devices.length} failed, where ${maxFailures} may`);
  }
  if (io.signal.aborted) return { state: 'begun', reason: 'it was interrupted' };
  const touched = own.filter(({ state: end }) => end === 'confirmed' || end === 'open' || end === 'upgraded');
  const isProven = before?.state === 'passed';
  // What an earlier run changed and nobody has looked at since is soaked as well.
  if (touched.length === 0 && (before === undefined || isProven)) return { state: 'passed' };
  if (!isProven) {
    const rest = touched.length === 0 ? soakingUntil(before) : undefined;
    const isAwake = await soak(rollout, wave, rest ?? io.clock.now() + wave.soakMs);
    if (!isAwake) return { state: 'soaking', reason: 'it was interrupted' };
  }
  const asked = (isProven ? touched : own.filter((each) => !isBad(each))).map(({ member }) => member);
  const problem = (await closedGate(rollout, wave, asked)) ?? (await state.note(wave.name, { state: 'passed' }));
  return problem === undefined ? { state: 'passed' } : fail(problem);
}

/** When a soak that was interrupted ends. */
function soakingUntil(before: WaveRecord | undefined): number | undefined {
  const until = before?.state === 'soaking' ? Date.parse(before.soakUntil ?? '') : Number.NaN;
  return Number.isNaN(until) ? undefined : until;
}

/** What the gates have against the devices. */
async function closedGate(
  { io, open, options }: Rollout,
  { gates, parallel }: PlannedWave,
  devices: readonly FleetDevice[],
): Promise<string | undefined> {
  if (gates.length === 0) return undefined;
  const request = { ...options, parallel: Math.max(options.parallel ?? parallel, readAtOnce) };
  const found = await askGates(io, open, { gates, devices }, request);
  const [first] = found;
  return first && `gate ${first.gate}: ${first.reason}${found.length > 1 ? `, and ${found.length - 1} more` : ''}`;
}

/** False: somebody interrupted it. */
async function soak({ io, state, observer }: Rollout, wave: PlannedWave, until: number): Promise<boolean> {
  const soakUntil = new Date(until).toISOString();
  const lost = await state.note(wave.name, { state: 'soaking', soakUntil });
  if (lost !== undefined) observer.onWave(wave.name, lost);
  const ms = until - io.clock.now();
  if (ms <= 0) return !io.signal.aborted;
  observer.onWave(wave.name, `soaks until ${soakUntil}`);
  return isSlept(io, ms);
}

function isSlept({ clock, signal }: Io, ms: number): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}

async function changeDevices(rollout: Rollout, wave: PlannedWave): Promise<readonly EndedMember[]> {
  const { io, open, options, observer } = rollout;
  const sites = await fleetSites(io, open.fleet, { ...open.scope, devices: wave.devices }, options);
  const unfinished = await unfinishedOn(io, new Set(wave.devices.map(({ name }) => name)));
  const maxFailures = options.maxFailures ?? wave.maxFailures;
  let failures = 0;
  let begun: Promise<string | undefined> | undefined;
  const onChange = () => {
    begun ??= begin(rollout, wave);
    return begun;
  };
  let waitingFor: number | undefined;
  const onClosed = (opens: number) => {
    if (waitingFor === opens) return;
    waitingFor = opens;
    observer.onWave(wave.name, `waits for its window, which opens at ${new Date(opens).toISOString()}`);
  };
  const work = async (member: FleetDevice): Promise<EndedMember | undefined> => {
    if (!(await isWindowOpen(rollout, wave.windows, onClosed)) || failures > maxFailures) return undefined;
    const changed = await sites.use<ChangedMember>(member, {
      work: (ready) =>
        changeOne(rollout, wave, member, ready, {
          observer,
          unfinished: {
            value: unfinished.value.filter(({ device }) => device === member.name),
            diagnostics: unfinished.diagnostics.filter(({ device = member.name }) => device === member.name),
          },
          // A device that had no plan when they were shown has none that anybody agreed to.
          ...(options.agreed && { agreed: options.agreed.get(member.name) ?? '' }),
          onChange,
          onRecovered: (name, transaction) => observer.onRecovered(name, transaction),
        }),
      otherwise: (found) => {
        const diagnostics = found.map((each) => withName(each, member));
        return { member, state: 'skipped', reason: found[0]?.what ?? 'its site has no such device', diagnostics };
      },
    });
    if (isBad(changed)) failures += 1;
    observer.onDevice(changed, wave.name);
    // What was told is forgotten: a large fleet has many plans.
    return { member, state: changed.state };
  };
  const rankOf = ({ name }: FleetDevice) => options.ranks.get(name) ?? 0;
  const inOrder = wave.devices.toSorted((a, b) => (a.site === b.site ? rankOf(a) - rankOf(b) : 0));
  const parallel = options.parallel ?? wave.parallel;
  const isOver = () => failures > maxFailures || io.signal.aborted;
  // Of two devices that stand in for each other only one restarts at a time.
  const groups: readonly (readonly FleetDevice[])[] =
    options.upgrade === undefined
      ? inOrder.map((member) => [member])
      : [...groupBy(inOrder, ({ site }) => site).values()];
  const results = await someAtATime(
    groups,
    parallel,
    async (members) => {
      const ended: (EndedMember | undefined)[] = [];
      for (const member of members) if (!isOver()) ended.push(await work(member));
      return ended;
    },
    isOver,
  );
  return results.flat().flatMap((each) => each ?? []);
}

/** By a commit; or with an upgrade between two of them. */
function changeOne(
  { io, open, options, observer }: Rollout,
  wave: PlannedWave,
  member: FleetDevice,
  ready: ReadyDevice,
  context: Omit<ChangeContext, 'options'>,
): Promise<ChangedMember> {
  const { upgrade, packages, restartTimeoutMs = usualRestartTimeoutMs } = options;
  if (upgrade === undefined) return changeMember(io, member, ready, { ...context, options });
  const source = packages === undefined ? undefined : expandTemplate(packages, member);
  return upgradeMember(io, member, ready, {
    ...context,
    options: { ...options, upgrade, packages: source, restartTimeoutMs },
    async readyAt(routeros) {
      const own = { ...open.scope, devices: [member] };
      const sites = await fleetSites(io, open.fleet, own, { ...options, upgrade: routeros });
      return sites.use<ReadyDevice | readonly Diagnostic[]>(member, {
        work: async (found) => found,
        otherwise: (found) => found,
      });
    },
    mayRestart() {
      const now = io.clock.now();
      const closes = closesAt(wave.windows, now);
      return closes === undefined || closes - now >= restartTimeoutMs;
    },
    onUpgrade: (name, what) => observer.onUpgrade(name, what),
  });
}

/** Why it cannot. */
async function begin({ state, observer }: Rollout, wave: PlannedWave): Promise<string | undefined> {
  const before = await state.read(wave.name);
  if (before?.state === 'passed') return undefined;
  observer.onWave(
    wave.name,
    before ? `goes on, begun at ${before.begunAt}` : `begins with ${plural(wave.devices.length, 'device')}`,
  );
  return state.note(wave.name, { state: 'begun' });
}

/** A commit; or two of them, and as many restarts. */
function neededMs({
  upgrade,
  confirmTimeoutMs = usualConfirmTimeoutMs,
  restartTimeoutMs = usualRestartTimeoutMs,
}: RolloutOptions): number {
  return upgrade === undefined ? confirmTimeoutMs : 2 * (confirmTimeoutMs + restartTimeoutMs);
}

/** Waits until a commit can end within a window, where the window is long enough for one; false: interrupted. */
async function isWindowOpen(
  { io, options }: Rollout,
  windows: PlannedWave['windows'],
  onClosed: (opensMs: number) => void,
): Promise<boolean> {
  const needMs = neededMs(options);
  while (!io.signal.aborted) {
    const now = io.clock.now();
    const closes = closesAt(windows, now);
    if (closes === undefined || closes - now >= needMs) return true;
    const opens = opensAt(windows, closes);
    if (closes > now) {
      const opened = opens ?? now;
      const length = (closesAt(windows, opened) ?? opened) - opened;
      if (length < needMs) return true;
    }
    if (opens === undefined) return false;
    onClosed(opens);
    await isSlept(io, opens - now);
  }
  return false;
}
