// Rows of a probe under the undo of a commit: proven and armed before the first row, swept after each question, undone
// and compared in the end. The undo is the one mechanism; nothing here takes back by itself what it would not.

import questionMenus from '../../profiles/questions/menus.json' with { type: 'json' };
import { armTried, clearAfterwards, clearingMs, tryLocators } from '../apply/arm-tried.ts';
import * as problems from '../apply/commit-messages.ts';
import { namesOf } from '../apply/names.ts';
import { commitObjects, isOf } from '../apply/objects.ts';
import { observe } from '../apply/observe.ts';
import { preflight } from '../apply/preflight.ts';
import { firstSpelling } from '../apply/prove.ts';
import { type ReconnectingSession, withSession } from '../apply/reconnecting-session.ts';
import { rollbackOpen } from '../apply/recover.ts';
import type { ScriptLine } from '../apply/script-line.ts';
import { removeLine, setLine } from '../apply/undo.ts';
import { scheduleUndo, type UndoSchedule, undoReserveMs } from '../apply/undo-schedule.ts';
import type { Wanted } from '../apply/wanted.ts';
import type { Clock, Device } from '../device/device.ts';
import { type Diagnostic, hasAtLeast } from '../diagnostics/diagnostic.ts';
import { type Config, isDynamic, type MenuPath, propertyValue } from '../model/config.ts';
import { menuPath } from '../model/menu-table.ts';
import { isUnsettable } from '../model/unset.ts';
import { digestOf } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import type { ScriptSyntax } from '../plan/script-command.ts';
import { probeComment, probeName, type Scratch } from './asking.ts';
import { probeOwner } from './interrupted.ts';
import { busyPorts, usesOf } from './port-in-use.ts';
import { type PortSetting, portSettings } from './port-settings.ts';
import { leftBefore, portInUse } from './probe-messages.ts';
import type { Question } from './question.ts';
import type { Ended } from './scratch-end.ts';

export interface ScratchInput {
  readonly device: Plan['device'];
  readonly session: ReconnectingSession;
  readonly clock: Clock;
  readonly syntax: ScriptSyntax;
  /** Who probes, for whoever finds it open: `ann@laptop`. */
  readonly owner: string;
  readonly scratch: Scratch;
  readonly questions: readonly Question[];
  /** What has to be as before in the end. */
  readonly menus: readonly MenuPath[];
}

export interface ArmedScratch {
  /** When the device undoes by itself, in ms of the clock. */
  readonly undoAt: number;
  readonly prior: Config;
}

/** Until here nothing but the undo itself is on the device, and where it says why it stopped, not even that. */
export async function armScratch(input: ScratchInput): Promise<ArmedScratch | readonly Diagnostic[]> {
  const { device: identity, session, clock, scratch, menus } = input;
  const { name } = identity;
  const device = await session.open();
  const prior = (await observe(device, menus, name)).config;
  const names = namesOf(scratch.transaction);
  const settings = portSettings(input.questions, scratch, prior);
  const lines = undoLinesOf(input.questions, settings, input.syntax);
  const delayMs = undoDelayMs(input.questions);
  const undoSchedule = scheduleUndo(lines, { names, syntax: input.syntax, spellings: firstSpelling, delayMs });
  const remarks = await preflight(device, { plan: { device: identity }, identity, size: undoSchedule.size, clock });
  if (hasAtLeast(remarks, 'error')) return remarks;
  if (hasProbeRows(prior)) return [leftBefore(name)];
  const inUse = [...usesOf(prior, scratch.ports), ...(await busyPorts(device, scratch.ports, clock))];
  if (inUse.length > 0) return inUse.map((use) => portInUse(name, use));
  const { owner } = input;
  const armed = await armTried(
    device,
    {
      deviceName: name,
      names,
      delayMs,
      owner: probeOwner(owner),
      prior: { digest: digestOf(prior, menus), menus },
      clock,
    },
    async () => (await whyUnproven(device, undoSchedule, settings, input)) ?? { undoSchedule },
  );
  if (!('code' in armed)) return { undoAt: armed.undoAt, prior };
  const { transaction } = scratch;
  return [armed, ...(await clearAfterwards(session, name, { clock, transaction }))];
}

function hasProbeRows({ items }: Config): boolean {
  return items.some((item) => !isDynamic(item) && propertyValue(item, 'comment') === probeComment);
}

/** Twice what the questions take at most, and what arming and undoing take. */
function undoDelayMs(questions: readonly Question[]): number {
  return 120_000 + 2000 * questions.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Whether a question may begin: it has to end well before the device undoes everything. */
export function hasTimeFor(question: Question, { undoAt }: ArmedScratch, clock: Clock): boolean {
  return clock.now() + 2000 * question.seconds + undoReserveMs < undoAt;
}

/** All menus that questions add to: rows of a later one may speak of rows of an earlier one. */
export const menusByDependence: readonly MenuPath[] = questionMenus.byDependence.map(menuPath);

/** Scripts and schedulers go with the transaction, by their names. */
const named: ReadonlySet<MenuPath> = new Set<MenuPath>(['/system/script', '/system/scheduler']);

/** Menus that rows of a probe can be left in: they are compared, whatever else is. */
export const rowMenus: readonly MenuPath[] = menusByDependence.filter((menu) => !named.has(menu));

/** What a question adds to, the last first. */
function menusOf({ steps }: Question): readonly MenuPath[] {
  const added = Object.values(steps).flatMap((step): readonly MenuPath[] => {
    if ('add' in step) return [step.add];
    if ('fill' in step) return [step.fill];
    return 'script' in step ? ['/system/script'] : [];
  });
  return menusByDependence.filter((menu) => added.includes(menu)).toReversed();
}

function undoLinesOf(
  questions: readonly Question[],
  settings: readonly PortSetting[],
  syntax: ScriptSyntax,
): readonly ScriptLine[] {
  const used = new Set(questions.flatMap(menusOf));
  const menus = menusByDependence.filter((menu) => used.has(menu) && !named.has(menu)).toReversed();
  return [
    ...menus.map((menu) => removeLine({ menu, match: { comment: probeComment }, found: [''] }, syntax)),
    ...settings.map(({ wanted, property, value }) => setLine(wanted.menu, [wanted], [[property, value]], syntax)),
  ];
}

/**
 * The undo finds rows by the comment of the probe. Now it has to find none, but for a script of that comment, which is
 * there to be found.
 */
async function whyUnproven(
  device: Device,
  { names, lines }: UndoSchedule,
  settings: readonly PortSetting[],
  { device: { name }, syntax, clock, scratch }: ScratchInput,
): Promise<Diagnostic | undefined> {
  const menu = '/system/script';
  const mark = `${probeName(scratch)}-0`;
  const added = await device.run({ menu, verb: 'add', arguments: { name: mark, source: '', comment: probeComment } });
  const id = added.kind === 'done' ? added.ret : undefined;
  if (id === undefined) return problems.notArmed(name, 'a script to try the undo on was not stored');
  const wanted: Wanted = { menu, match: { comment: probeComment }, found: [id] };
  const tried = [...lines, removeLine(wanted, syntax)];
  const proof = await tryLocators(device, name, { names, lines: tried, syntax, clock, removed: () => false });
  if ('code' in proof) return proof;
  if ([wanted, ...settings.map((each) => each.wanted)].some((each) => proof.spellings(each) !== firstSpelling(each)))
    return problems.notArmed(name, 'it finds rows in another way than the undo');
  const removed = await device.run({ menu, verb: 'remove', arguments: { '.id': id } });
  return removed.kind === 'done' ? undefined : problems.notArmed(name, 'the script to try the undo on stayed');
}

/**
 * Takes away what a question added, and sets ports back; false = something may have stayed, and no further question may
 * be asked.
 */
export async function sweep(
  question: Question,
  { session, scratch, prior }: Pick<ScratchInput, 'session' | 'scratch'> & Pick<ArmedScratch, 'prior'>,
): Promise<boolean> {
  const device = await session.open();
  for (const { wanted, property, value } of portSettings([question], scratch, prior)) {
    const row = { '.id': wanted.found[0] ?? '' };
    const cleared = value === undefined && isUnsettable(wanted.menu, property);
    const words = cleared
      ? { arguments: row, cleared: [property] }
      : { arguments: { ...row, [property]: value ?? '' } };
    if ((await device.run({ menu: wanted.menu, verb: 'set', ...words })).kind !== 'done') return false;
  }
  for (const menu of menusOf(question)) {
    const isNamed = named.has(menu);
    const rows = await device.print(menu, {
      proplist: ['.id', 'name', 'comment', 'dynamic'],
      ...(!isNamed && { query: [`comment=${probeComment}`] }),
    });
    const mine = rows.filter((row) => !isNamed || row.name?.startsWith(`${probeName(scratch)}-`));
    const removals = mine.map((row) => ({ menu, verb: 'remove', arguments: { '.id': row['.id'] ?? '' } }));
    const replies = await device.pipeline(removals);
    if (replies.some(({ kind }) => kind !== 'done')) return false;
  }
  return true;
}

/** Has the device undo everything, and reads it back, over new connections where need be. */
export async function endScratch(input: ScratchInput, { prior }: ArmedScratch): Promise<Ended> {
  const { session, clock, scratch, menus, device } = input;
  const { transaction } = scratch;
  const ended = await withSession(
    session,
    { clock, deadline: clock.now() + clearingMs },
    async (open): Promise<Ended> => {
      const outcome = await rollbackOpen(open, transaction, { clock });
      if (outcome.kind === 'still-undoing') {
        return { kind: 'unknown', reason: `lines of its undo fail:${outcome.lines ?? ' it does not say which'}` };
      }
      const now = (await observe(open, menus, device.name)).config;
      if (hasProbeRows(now)) return { kind: 'unknown', reason: 'rows of the probe are still there' };
      if ((await commitObjects(open)).some((object) => isOf(object, transaction))) {
        return { kind: 'unknown', reason: 'scripts of the probe are still there' };
      }
      const changed = menus.filter((menu) => digestOf(now, [menu]) !== digestOf(prior, [menu]));
      return changed.length === 0 ? { kind: 'as-before' } : { kind: 'differs', menus: changed };
    },
  );
  return ended.kind === 'done' ? ended.value : { kind: 'unknown', reason: ended.reason };
}
