// The reading of a device that earns the confirmation: declared reads, pure judgement, one line per thing expected.

import { type Clock, type Device, rowsOrNothing } from '../device/device.ts';
import { itemsFromRows } from '../device/read-item.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { deviceProblem } from '../diagnostics/mistake.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import { managementPath } from '../plan/management-path.ts';
import { append } from '../source/append.ts';
import { type HostAsker, hostAsker } from './ask-hosts.ts';
import { type CheckLine, isRoutedInHardware, type PostCheck, type Reading } from './check.ts';
import { adminMac } from './checks/admin-mac.ts';
import { bridgePorts } from './checks/bridge-ports.ts';
import { cpuShare, floorBytes } from './checks/cpu-share.ts';
import { hostsKnown } from './checks/hosts-known.ts';
import { l3hwDriver } from './checks/l3hw-driver.ts';
import { portFlags } from './checks/port-flags.ts';
import { routes } from './checks/routes.ts';
import { switchFlag } from './checks/switch-flag.ts';
import { switchRules } from './checks/switch-rules.ts';
import { vlanInterfaces } from './checks/vlan-interfaces.ts';
import { lookUpHosts } from './look-up-hosts.ts';
import { type TrafficMeter, trafficMeter } from './traffic-meter.ts';

export const postChecks: readonly PostCheck[] = [
  switchFlag,
  portFlags,
  l3hwDriver,
  bridgePorts,
  vlanInterfaces,
  routes,
  switchRules,
  adminMac,
  hostsKnown,
  cpuShare,
];

export interface PostCheckReport {
  readonly lines: readonly CheckLine[];
  /** Nothing showed the contrary of what is expected. */
  readonly passed: boolean;
}

export interface PostCheckInput extends Pick<Reading, 'expected' | 'predictions' | 'trafficBefore'> {
  /** Asked for a sign of life first; absent = nobody is. */
  readonly hosts?: readonly ExpectedHost[] | undefined;
  readonly clock: Clock;
  /** Until when the chip may take to settle, in ms of the clock. */
  readonly deadline: number;
  /** Aborted: the first look is the last. */
  readonly signal?: AbortSignal | undefined;
}

/** Between two looks: most of what settles does so at once. */
const firstLookMs = 100;
const lookMs = 500;

/** How long a check that no commit waits for may take until it says what is wrong, in ms. */
export const glanceMs = 1500;

/** How long hosts are asked at most, in ms. */
const askMs = 3000;

/** Looks until everything is as expected or the time is over. Throws DeviceError. */
export async function runPostCheck(device: Device, input: PostCheckInput): Promise<PostCheckReport> {
  const { clock, deadline, signal } = input;
  const begin = clock.now();
  const hasTime = deadline > begin;
  const asker = hostAsker(device, isRoutedInHardware(input.expected) ? (input.hosts ?? []) : [], input);
  const meter = hasTime ? trafficMeter(clock) : undefined;
  const askUntil = Math.min(begin + askMs, deadline);
  await Promise.all([meter?.look(device), asker.ask(() => !signal?.aborted, askUntil)]);
  for (let waitMs = firstLookMs; ; waitMs = Math.min(2 * waitMs, lookMs)) {
    const report = judge(await read(device, input, { asker, meter }));
    const mayComeUp = report.lines.some(({ settlesWithinMs = 0 }) => clock.now() < begin + settlesWithinMs);
    const isOver = clock.now() + waitMs > deadline || signal?.aborted;
    if ((report.passed && !mayComeUp && !meter?.wantsMore(floorBytes)) || isOver) return report;
    await clock.sleep(waitMs);
    const silent = new Set(report.lines.flatMap((line) => (isUnheard(line) ? [line.at.key] : [])));
    await asker.ask(({ address }) => silent.has(address), askUntil);
  }
}

interface Instruments {
  readonly asker: HostAsker;
  /** Absent = there is no time to measure. */
  readonly meter: TrafficMeter | undefined;
}

function isUnheard({ check, settlesWithinMs }: CheckLine): boolean {
  return check === 'post-check/host' && settlesWithinMs !== undefined;
}

export function judge(reading: Reading): PostCheckReport {
  const lines = postChecks.flatMap((check) => check.judge(reading));
  return { lines, passed: lines.every(({ proof }) => proof !== 'not-offloaded') };
}

/** One diagnostic a failed check, with its lines as related places. */
export function postCheckDiagnostics(
  { lines }: PostCheckReport,
  device: string,
  why = 'What was planned is configured, but the hardware does not do it.',
): readonly Diagnostic[] {
  const failed = new Map<CheckLine['check'], CheckLine[]>();
  for (const line of lines) if (line.proof === 'not-offloaded') append(failed, line.check, line);
  return [...failed].flatMap(([check, [first, ...others]]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return deviceProblem(device, check, {
      what: `${first.subject}${more}: expected ${first.expected}, but the device shows ${first.observed}`,
      why,
      fix: `Look at \`${first.command}\``,
      at: first.at,
      label: first.observed,
      related: others.map(({ at, subject, observed }) => ({
        at: { kind: 'device', device, ...at },
        text: `${subject}: ${observed}`,
      })),
    });
  });
}

async function read(
  device: Device,
  { expected, predictions, trafficBefore }: PostCheckInput,
  { asker, meter }: Instruments,
): Promise<Reading> {
  const menus = [...new Set(postChecks.flatMap(({ reads }) => reads))];
  const monitors = [...new Set(postChecks.flatMap((check) => check.monitors ?? []))];
  const hosts = asker.hosts();
  const [tables, answers, knownHosts] = await Promise.all([
    // A command that this model or version lacks proves nothing and refutes nothing.
    Promise.all(menus.map((menu) => rowsOrNothing(device.print(menu)))),
    Promise.all(monitors.map((path) => rowsOrNothing(device.monitor(path)))),
    lookUpHosts(device, hosts),
    meter?.look(device),
  ]);
  const path = device.peerAddress === undefined ? undefined : managementPath(expected, device.peerAddress);
  const items = new Map(
    menus.map((menu, index) => [menu, itemsFromRows(tables[index] ?? [], { device: '', menu, isSensitive: true })]),
  );
  return {
    expected,
    predictions,
    hosts,
    knownHosts,
    management: path && new Set(path.interfaces),
    traffic: meter?.traffic(),
    trafficBefore,
    items: (menu) => items.get(menu) ?? [],
    monitor: (path) => answers[monitors.indexOf(path)]?.[0],
  };
}
