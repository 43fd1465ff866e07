// On a device that answers each question otherwise, each conclusion is another one: none of them follows by itself.

import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/device/device.ts';
import type { Question } from '../../src/probe/question.ts';
import { questions } from '../../src/probe/questions.ts';
import type { Run } from '../../src/probe/run-probe.ts';
import type { Ended } from '../../src/probe/scratch-end.ts';
import { changed, type Difference, differing, without } from '../support/differing-device.ts';
import { createProbeRig, type ProbeRig, probedTarget, questionsFor, sayingsOf } from '../support/probe-rig.ts';

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

const target = probedTarget();

/** Rows may come in another order than they were sent. */
const answerMs = 50;

async function asked(rig: ProbeRig, some: readonly Question[]): Promise<{ run: Run; ended?: Ended }> {
  const isReading = some.every(({ needs }) => needs === 'reading');
  return isReading ? { run: await rig.read(some) } : rig.probe(some);
}

const plainRig = createProbeRig({ answerMs });
const begun = plainRig.clock.now();
const read = await asked(plainRig, questionsFor(target, 'reading'));
const tried = await asked(plainRig, questionsFor(target, 'rows', 'ports', 'cable', 'restart'));
const tookMs = plainRig.clock.now() - begun;
const sayings = sayingsOf([...read.run.file.answers, ...tried.run.file.answers]);

test('on the simulator all of them are settled', () => {
  expect([...sayings].filter(([, says]) => says.startsWith('open'))).toEqual([]);
  expect(sayings.size).toBe(questions.length);
  expect(tried.ended).toEqual({ kind: 'as-before' });
});

test('all of them take less than ten minutes of the device, and no longer than is said before', () => {
  expect(tookMs).toBeLessThan(600_000);
  expect(tookMs).toBeLessThan(1000 * questions.reduce((sum, { seconds }) => sum + seconds, 60));
});

describe('each question', () => {
  test('is answered otherwise by some device', () => {
    expect(Object.keys(differences).sort()).toEqual(questions.map(({ id }) => id).sort());
  });

  test.each(questionsFor(target, 'reading', 'rows', 'ports', 'cable', 'restart'))(
    '$id has another conclusion there',
    async (question) => {
      const difference = differences[question.id] ?? {};
      const rig = createProbeRig({ answerMs, through: (device) => differing(device, difference) });
      const plain = sayings.get(question.id);
      const { run, ended } = await asked(rig, [question]);
      if (question.needs !== 'reading') expect(ended).toEqual({ kind: 'as-before' });
      const other = sayingsOf(run.file.answers).get(question.id);
      expect(plain).not.toMatch(/^open/);
      expect(other).not.toBe(plain);
    },
  );
});
