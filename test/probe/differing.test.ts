// On a device that answers each question otherwise, each conclusion is another one: none of them follows by itself.

import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/device/device.ts';
import { appliesTo } from '../../src/probe/applies.ts';
import type { Question } from '../../src/probe/question.ts';
import { questions as allQuestions } from '../../src/probe/questions.ts';
import type { Run } from '../../src/probe/run-probe.ts';
import type { Ended } from '../../src/probe/scratch-end.ts';
import { type ProbeAnswer, printProbeFile } from '../../src/profile/probe-file.ts';
import { changed, type Difference, differing, without } from '../support/differing-device.ts';
import {
  createProbeRig,
  emptyFile,
  type ProbeRig,
  probedModel,
  probedTarget,
  sayingsOf,
  scriptFor,
  targetOf,
} from '../support/probe-rig.ts';

const questions = allQuestions();

const ruleMenu = '/interface/ethernet/switch/rule';

/** In place of what the scripts of the question leave. */
function found(text: string): Difference {
  return {
    print: ({ menu }, rows) =>
      menu === '/system/script'
        ? rows.map((row) =>
            row.comment?.startsWith('found') && isAsked(row) ? { ...row, comment: `found ${text}` } : row,
          )
        : rows,
  };
}

/** Not the scripts that prove the undo. */
function isAsked({ name = '' }: Row): boolean {
  return name.includes('-probe-');
}

function inMenu(menu: string, alter: (rows: readonly Row[]) => readonly Row[], property?: string): Difference {
  return {
    print: (print, rows) =>
      print.menu === menu && (property === undefined || print.properties.includes(property)) ? alter(rows) : rows,
  };
}

/** The counter of what reached the CPU, one value for each look at it. */
function counted(...values: readonly number[]): Difference {
  let looks = 0;
  return {
    isMadeUp: ({ properties }) =>
      properties.join() === 'driver-rx-packet' ? [{ 'driver-rx-packet': String(values[looks++]) }] : undefined,
  };
}

/** The counters of what left, one pair for each look at them: bytes in all, and packets of the CPU. */
function sent(...looks: readonly (readonly [bytes: number, byCpu: number])[]): Difference {
  let at = 0;
  return {
    isMadeUp: ({ properties }) => {
      if (!properties.includes('driver-tx-packet')) return undefined;
      const [bytes, byCpu] = looks[at++] ?? [0, 0];
      return [{ 'tx-bytes': String(bytes), 'driver-tx-packet': String(byCpu) }];
    },
  };
}

interface TestedFrames {
  /** Of each frame that is measured by, and of one that meets what is tested. */
  readonly bytes?: number;
  readonly metBytes?: number;
  readonly isPolicy?: boolean;
}

/** As if the chip, the CPU or nobody had routed 100 frames that meet what is tested; 100 others went before. */
function routedBy(who: 'chip' | 'cpu' | 'nobody', met: TestedFrames = {}): Difference {
  const { bytes = 220, isPolicy = false } = met;
  const metBytes = met.metBytes ?? bytes;
  const plain = [400 * bytes, 300] as const;
  const others = isPolicy ? 200 : 100;
  const left = who === 'nobody' ? others : others + 100;
  const byCpu = who === 'cpu' ? others + 100 : others;
  return sent([0, 0], plain, plain, [plain[0] + left * metBytes, plain[1] + byCpu]);
}

const meetsPolicy = () => routedBy('nobody', { isPolicy: true });

/** The flag says otherwise at the second look. */
function flagged(menu: string, property: string): Difference {
  let looks = 0;
  return inMenu(menu, (rows) => (looks++ === 1 ? changed(rows, property, 'false') : rows), property);
}

function driverSays(property: string, most: number): Difference {
  return {
    monitor: (rows) => rows.map((row) => ({ ...row, [property]: String(Math.min(Number(row[property]), most)) })),
  };
}

const reachesCpu = () => counted(0, 100, 100, 200);
const isKept = () => counted(0, 100, 100, 100);

const differences: Readonly<Record<string, Difference>> = {
  'chip-type': inMenu('/interface/ethernet/switch', (rows) => without(rows, 'type')),
  'ports-of-model': inMenu('/interface/ethernet', (rows) => rows.slice(1), 'default-name'),
  'port-wiring': inMenu('/interface/ethernet', (rows) => changed(rows, 'switch', 'switch2'), 'switch'),
  'cpu-cores': inMenu('/system/resource', (rows) => changed(rows, 'cpu-count', '7')),
  'highest-l2mtu': inMenu('/interface', (rows) => changed(rows, 'max-l2mtu', '1600'), 'max-l2mtu'),
  'next-hops': { monitor: (rows) => changed(rows, 'nexthop-cap', '77') },
  'fasttrack-support': inMenu('/interface/ethernet/switch/l3hw-settings', (rows) =>
    changed(rows, 'hw-supports-fasttrack', 'true'),
  ),
  'switch-port-flags': inMenu('/interface/ethernet/switch/port', (rows) => without(rows, 'l3-hw-offloading')),
  'bridge-port-flags': inMenu('/interface/bridge/port', (rows) => without(rows, 'hw-offload')),
  'route-flags': inMenu('/ip/route', (rows) => without(rows, 'hw-offloaded')),
  'device-mode': { isRefused: ({ menu }) => (menu === '/system/device-mode' ? 'no such command' : undefined) },
  booleans: inMenu(
    '/interface/ethernet',
    (rows) => changed(changed(rows, 'running', 'yes'), 'disabled', 'no'),
    'running',
  ),
  'missing-menu': { isRefused: ({ menu }) => (menu === '/interface/rosc-probe' ? 'nothing there' : undefined) },
  'unknown-property': {
    isRefused: ({ properties }) => (properties.includes('rosc-probe') ? 'unknown parameter rosc-probe' : undefined),
  },
  'prints-at-once': { isMadeUp: ({ menu }) => (menu === '/system/resource' ? [] : undefined) },
  'named-rows': {
    run: ({ verb, arguments: named }) =>
      verb === 'set' && named.numbers?.includes('-probe-') ? { kind: 'refused', message: 'no such item' } : undefined,
  },
  'broken-script': {
    print: ({ menu, properties, query }, rows) =>
      menu === '/system/script' && properties.includes('invalid') && query.length > 0
        ? changed(rows, 'invalid', 'false')
        : rows,
  },
  'one-bad-line': {
    isMadeUp: ({ menu, properties }) =>
      menu === '/system/script' && properties.join() === 'comment' ? [{ comment: 'rosc-probe-first' }] : undefined,
  },
  'comment-in-find': found('1 1 0 '),
  'word-in-find': found('1 1 '),
  'number-in-find': found('1 1 '),
  'list-in-find': found('1 1 0 '),
  'cleared-property': {
    run: ({ cleared = [] }) => (cleared.includes('admin-mac') ? { kind: 'done' } : undefined),
  },
  'empty-property': {
    run: ({ verb, arguments: named }) =>
      verb === 'set' && named['admin-mac'] === '' ? { kind: 'refused', message: 'invalid value' } : undefined,
    isMadeUp: ({ properties }) =>
      properties.includes('admin-mac') ? [{ 'admin-mac': '02:00:00:00:00:01' }] : undefined,
  },
  'trap-category': {
    pipeline: (commands) =>
      // What is refused for another reason comes without a category.
      commands.map((command) =>
        command.arguments.interface === 'rosc-probe-nothing'
          ? { ...command, arguments: { ...command.arguments, interface: 'ether23', 'rosc-probe': 'yes' } }
          : command,
      ),
  },
  'l2mtu-of-vlan': inMenu('/interface', (rows) => changed(rows, 'l2mtu', '1500'), 'l2mtu'),
  'order-of-adds': inMenu('/ip/firewall/address-list', (rows) =>
    rows.toSorted((a, b) => Number(a.address?.split('.')[3]) - Number(b.address?.split('.')[3])),
  ),
  'background-job': inMenu('/system/script/job', () => []),
  'scheduler-removes-itself': {
    isMadeUp: ({ menu, properties }) =>
      menu === '/system/scheduler' && properties.includes('run-count') ? [{ 'run-count': '1' }] : undefined,
  },
  'rule-port-range': {
    pipeline: (commands) =>
      commands.map((command) =>
        command.arguments['dst-port']?.includes('-')
          ? { ...command, arguments: { ...command.arguments, 'rosc-probe': 'yes' } }
          : command,
      ),
  },
  'rule-before-cpu': reachesCpu(),
  'rule-before-dhcp': reachesCpu(),
  'rule-first-match': isKept(),
  'rule-inside-tunnel': isKept(),
  'rule-other-family': isKept(),
  'rule-vlan-of-tag': reachesCpu(),
  'port-counters': inMenu('/interface/ethernet', (rows) => without(rows, 'driver-rx-byte'), 'driver-rx-byte'),
  'while-offload-off': inMenu('/ip/route', (rows) => without(rows, 'hw-offloaded')),
  'while-offload-on': { monitor: (rows) => changed(rows, 'state', 'disabled') },
  'bridge-without-flag': {
    pipeline: (commands) =>
      commands.map((command) => {
        const { 'l3-hw-offloading': _, ...rest } = command.arguments;
        return { ...command, arguments: rest };
      }),
  },
  'rule-vlan-untagged': reachesCpu(),
  'rule-on-bond': reachesCpu(),
  'rule-on-slave': reachesCpu(),
  'igmp-snooping': flagged('/interface/bridge/port', 'hw-offload'),
  'tag-stacking': counted(0, 100, 200),
  'bond-in-bridge': flagged('/interface/bridge/port', 'hw-offload'),
  'vlan-flag': inMenu('/interface/vlan', (rows) => without(rows, 'hw-offloaded')),
  'mac-telnet': counted(0, 100, 100),
  'ecmp-width': driverSays('nexthop-usage', 2),
  'ecmp-mixed': {
    print: ({ query }, rows) =>
      query.includes('dst-address=198.18.3.0/24') ? changed(rows, 'hw-offloaded', 'true') : rows,
  },
  'written-hosts': driverSays('ipv4-hosts', 0),
  'suppressed-below-covering': routedBy('chip'),
  'vlan-on-port': routedBy('cpu'),
  'ingress-port-off': routedBy('cpu'),
  'port-off-in-vlan': routedBy('chip'),
  'isolated-ports': routedBy('nobody'),
  'mac-prefix': routedBy('chip'),
  'mtu-profiles': routedBy('chip'),
  'longer-than-mtu': routedBy('nobody', { metBytes: 1228 }),
  'bond-active-backup': routedBy('cpu'),
  'host-without-port': routedBy('cpu'),
  'vrf-in-chip': routedBy('chip'),
  'vrf-leak': routedBy('cpu'),
  'raw-past-chip': meetsPolicy(),
  'ipv6-filter-past-chip': routedBy('nobody', { isPolicy: true, bytes: 240 }),
  'mangle-past-chip': meetsPolicy(),
  'routing-rule-past-chip': meetsPolicy(),
  'ipsec-past-chip': meetsPolicy(),
  'redirect-and-fasttrack': sent([0, 0], [0, 100], [0, 100], [0, 300]),
  'next-hop-table-size': driverSays('nexthop-usage', 300),
  'route-table-size': driverSays('ipv4-routes-hw', 500),
  'host-table-size': driverSays('ipv4-hosts', 700),
  'startup-row': {
    isMadeUp: ({ menu, properties }) =>
      menu === '/ip/firewall/address-list' && properties.join() === 'list' ? [{ list: 'rosc-probe' }] : undefined,
  },
  'rule-table-size': {
    print: ({ menu, properties }, rows) =>
      menu === ruleMenu && properties.includes('invalid')
        ? rows.map((row, index) => (index >= 64 ? { ...row, invalid: 'true' } : row))
        : rows,
  },
};

/** Rows may come in another order than they were sent. */
const answerMs = 20;

async function asked(rig: ProbeRig, some: readonly Question[]): Promise<{ run: Run; ended?: Ended }> {
  const isReading = some.every(({ needs }) => needs === 'reading');
  return isReading ? { run: await rig.read(some) } : rig.probe(some);
}

/** Questions that one device can answer, by what it has to be like. */
const benches = new Map<string, readonly Question[]>();
for (const question of questions) {
  const key = `${targetOf(question).model}\n${scriptFor(question)}\n${question.needs === 'reading'}`;
  benches.set(key, [...(benches.get(key) ?? []), question]);
}

const ended: (Ended | undefined)[] = [];
const answers: ProbeAnswer[] = [];
let tookMs = 0;
for (const some of benches.values()) {
  const [first] = some;
  if (!first) continue;
  const rig = createProbeRig({ answerMs, target: targetOf(first), script: scriptFor(first) });
  const begun = rig.clock.now();
  const bench = await asked(rig, some);
  if (targetOf(first).model === probedModel) tookMs += rig.clock.now() - begun;
  answers.push(...bench.run.file.answers);
  ended.push(bench.ended);
}
const sayings = sayingsOf(answers);

test('on the simulator all of them are settled', () => {
  expect([...sayings].filter(([, says]) => says.startsWith('open'))).toEqual([]);
  expect(sayings.size).toBe(questions.length);
  expect(ended.filter((each) => each && each.kind !== 'as-before')).toEqual([]);
});

test('a file of all that one device can answer is short enough to be read and sent', () => {
  const target = probedTarget();
  const asks = new Set(questions.filter((each) => appliesTo(each, target)).map(({ id }) => id));
  const own = answers.filter(({ question }) => asks.has(question));
  expect(own.length).toBeGreaterThan(65);
  expect(printProbeFile({ ...emptyFile(target), answers: own }).length).toBeLessThan(200_000);
});

test('a device of 20 ms takes less than ten minutes for all of them, and no longer than is said before', () => {
  expect(tookMs).toBeLessThan(600_000);
  expect(tookMs).toBeLessThan(1000 * questions.reduce((sum, { seconds }) => sum + seconds, 60));
});

describe('each question', () => {
  test('is answered otherwise by some device', () => {
    expect(Object.keys(differences).sort()).toEqual(questions.map(({ id }) => id).sort());
  });

  test.each(questions)('$id has another conclusion there', async (question) => {
    const difference = differences[question.id] ?? {};
    const rig = createProbeRig({
      answerMs,
      target: targetOf(question),
      script: scriptFor(question),
      through: (device) => differing(device, difference),
    });
    const plain = sayings.get(question.id);
    const { run, ended: end } = await asked(rig, [question]);
    if (question.needs !== 'reading') expect(end).toEqual({ kind: 'as-before' });
    const other = sayingsOf(run.file.answers).get(question.id);
    expect(plain).not.toMatch(/^open/);
    expect(other).not.toMatch(/^open/);
    expect(other).not.toBe(plain);
  });
});
