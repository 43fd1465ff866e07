// The reading of a device that earns the confirmation: declared reads, pure judgement, one line per thing expected.

import { type Clock, type Device, rowsOrNothing } from '../device/device.ts';
import { itemsFromRows } from '../device/read-item.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Config } from '../model/config.ts';
import type { Prediction } from '../plan/plan.ts';
import type { CheckLine, PostCheck, Reading } from './check.ts';
import { adminMac } from './checks/admin-mac.ts';
import { bridgePorts } from './checks/bridge-ports.ts';
import { l3hwDriver } from './checks/l3hw-driver.ts';
import { portFlags } from './checks/port-flags.ts';
import { routes } from './checks/routes.ts';
import { switchFlag } from './checks/switch-flag.ts';
import { switchRules } from './checks/switch-rules.ts';
import { vlanInterfaces } from './checks/vlan-interfaces.ts';
import { problem } from './problem.ts';

export const postChecks: readonly PostCheck[] = [
  switchFlag,
  portFlags,
  l3hwDriver,
  bridgePorts,
  vlanInterfaces,
  routes,
  switchRules,
  adminMac,
];

export interface PostCheckReport {
  readonly lines: readonly CheckLine[];
  /** Nothing showed the contrary of what is expected. */
  readonly passed: boolean;
}

export interface PostCheckInput {
  readonly expected: Config;
  readonly predictions: readonly Prediction[];
  readonly clock: Clock;
  /** Until when the chip may take to settle, in ms of the clock. */
  readonly deadline: number;
  /** Aborted: the first look is the last. */
  readonly signal?: AbortSignal | undefined;
}

/** Between two looks: most of what settles does so at once. */
const firstLookMs = 100;
const lookMs = 500;

/** Links that are there come up within seconds after a reset of the chip; one that does not has no cable. */
const linkMs = 6000;

/** Looks until everything is as expected or the time is over. Throws DeviceError. */
export async function runPostCheck(device: Device, input: PostCheckInput): Promise<PostCheckReport> {
  const begin = input.clock.now();
  for (let waitMs = firstLookMs; ; waitMs = Math.min(2 * waitMs, lookMs)) {
    const report = judge(await read(device, input));
    const mayComeUp = report.lines.some(({ isSettling }) => isSettling) && input.clock.now() < begin + linkMs;
    const isOver = input.clock.now() + waitMs > input.deadline || input.signal?.aborted;
    if ((report.passed && !mayComeUp) || isOver) return report;
    await input.clock.sleep(waitMs);
  }
}

export function judge(reading: Reading): PostCheckReport {
  const lines = postChecks.flatMap((check) => check.judge(reading));
  return { lines, passed: lines.every(({ proof }) => proof !== 'not-offloaded') };
}

/** One diagnostic a failed check, with its lines as related places. */
export function postCheckDiagnostics({ lines }: PostCheckReport, device: string): readonly Diagnostic[] {
  const failed = new Map<string, CheckLine[]>();
  for (const line of lines) {
    if (line.proof !== 'not-offloaded') continue;
    const known = failed.get(line.check);
    if (known) known.push(line);
    else failed.set(line.check, [line]);
  }
  return [...failed].flatMap(([check, [first, ...others]]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const diagnostic = problem(device, check, {
      what: `${first.subject}${more}: expected ${first.expected}, but the device shows ${first.observed}`,
      why: 'What was planned is configured, but the hardware does not do it.',
      fix: `Look at \`${first.command}\``,
      at: first.at,
      label: first.observed,
    });
    const related = others.map((line) => ({
      at: { kind: 'device', device, menu: line.at.menu, key: line.at.key } as const,
      text: `${line.subject}: ${line.observed}`,
    }));
    return [{ ...diagnostic, related }];
  });
}

async function read(device: Device, { expected, predictions }: PostCheckInput): Promise<Reading> {
  const menus = [...new Set(postChecks.flatMap(({ reads }) => reads))];
  const monitors = [...new Set(postChecks.flatMap((check) => check.monitors ?? []))];
  const [tables, answers] = await Promise.all([
    // A command that this model or version lacks proves nothing and refutes nothing.
    Promise.all(menus.map((menu) => rowsOrNothing(device.print(menu)))),
    Promise.all(monitors.map((path) => rowsOrNothing(device.monitor(path)))),
  ]);
  const items = new Map(
    menus.map((menu, index) => [menu, itemsFromRows(tables[index] ?? [], { device: '', menu, isSensitive: true })]),
  );
  return {
    expected,
    predictions,
    items: (menu) => items.get(menu) ?? [],
    monitor: (path) => answers[monitors.indexOf(path)]?.[0],
  };
}
