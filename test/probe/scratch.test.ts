// Rows of a probe: where they may stand, and that none of them stays, whatever goes wrong.

import { describe, expect, test } from 'vitest';
import { lockName } from '../../src/model/commit-rows.ts';

import { interruptedProbe } from '../../src/probe/interrupted.ts';
import { questions as allQuestions } from '../../src/probe/questions.ts';
import { unreachable } from '../support/altered-device.ts';
import { letTimePass } from '../support/apply-rig.ts';
import { cutter } from '../support/cut-device.ts';
import { essenceOf } from '../support/device-essence.ts';
import { differing } from '../support/differing-device.ts';
import { isLong } from '../support/examples.ts';
import { calmSayings, ordealOf } from '../support/probe-faults.ts';
import { bareSwitch, createProbeRig, type ProbeRigOptions, usedSwitch } from '../support/probe-rig.ts';

const questions = allQuestions();

const some = questions.filter(({ id }) => ['named-rows', 'l2mtu-of-vlan'].includes(id));

async function refusedFor(options: ProbeRigOptions, ports: readonly string[] = ['ether23']) {
  const rig = createProbeRig(options);
  const before = essenceOf(rig.simulator);
  const { run, ended, diagnostics } = await rig.probe(some, ports);
  expect(ended).toBeUndefined();
  expect(run.left).toEqual(some);
  expect(essenceOf(rig.simulator)).toEqual(before);
  return diagnostics.map(({ code, what }) => `${code}: ${what}`);
}

describe('a scratch port is refused', () => {
  test.each([
    [
      'in a bridge',
      '/interface bridge port add bridge=bridge interface=ether23',
      'named by a row of /interface/bridge/port',
    ],
    ['with an address', '/ip address add address=198.51.100.1/24 interface=ether23', 'named by a row of /ip/address'],
    ['with a VLAN', '/interface vlan add name=v interface=ether23 vlan-id=5', 'named by a row of /interface/vlan'],
    [
      'in a list',
      '/interface list add name=l\n/interface list member add list=l interface=ether23',
      'named by a row of /interface/list/member',
    ],
    [
      'among the ports of a rule',
      '/interface ethernet switch rule add switch=switch1 ports=ether22,ether23',
      'named by a row of /interface/ethernet/switch/rule',
    ],
    [
      'behind an address',
      '/ip route add dst-address=198.51.100.0/24 gateway=192.0.2.7%ether23',
      'named by a row of /ip/route',
    ],
  ])('%s', async (_, script, reason) => {
    const found = await refusedFor({ script: `${usedSwitch}\n${script}` });
    expect(found).toEqual([expect.stringContaining(`probe/port-in-use: `)]);
    expect(found[0]).toContain(reason);
  });

  test('that the device does not have', async () => {
    expect(await refusedFor({}, ['ether99'])).toEqual([expect.stringContaining('none of this device')]);
  });

  test('by which something comes in', async () => {
    let bytes = 0;
    const found = await refusedFor({
      through: (device) =>
        differing(device, {
          print: ({ properties }, rows) =>
            properties.includes('rx-bytes') ? rows.map((row) => ({ ...row, 'rx-bytes': String(bytes++) })) : rows,
        }),
    });
    expect(found).toEqual([expect.stringContaining('received something')]);
  });
});

test('rows of an earlier probe are in the way', async () => {
  const script = `${usedSwitch}\n/ip firewall address-list add list=x address=192.0.2.1 comment=rosc-probe`;
  expect(await refusedFor({ script })).toEqual([expect.stringContaining('probe/left-before')]);
});

test('where another commit has just begun nothing is tried, and nothing of the probe stays', async () => {
  const lock = 'transaction=77 until=2026-04-21 20:02:00 owner=ann@desk';
  const rig = createProbeRig({
    through: (device) =>
      differing(device, {
        run: ({ arguments: named }) => {
          if (named.name === lockName) rig.simulator.run(`/system/script/add name=${lockName} comment="${lock}"`);
          return undefined;
        },
      }),
  });
  const { ended, diagnostics } = await rig.probe(some);
  expect(ended).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['apply/commit-open']);
  expect(rig.simulator.print('/system/script').map(({ name, comment }) => [name, comment])).toEqual([[lockName, lock]]);
  expect(rig.simulator.print('/system/scheduler')).toEqual([]);
});

test('rules of others keep the questions about the table of rules open', async () => {
  const rule = '/interface ethernet switch rule add switch=switch1 ports=ether5 dst-port=80 protocol=tcp';
  const rig = createProbeRig({ script: `${usedSwitch}\n${rule}` });
  const asked = questions.filter(({ id }) => id.startsWith('rule-'));
  const { run, ended } = await rig.probe(asked);
  expect(run.file.answers.map(({ open, sent }) => [open, sent])).toEqual(
    asked.map(() => [expect.stringContaining('rows of others'), {}]),
  );
  expect(ended).toEqual({ kind: 'as-before' });
});

test('tables are not filled where routes of others come from anywhere', async () => {
  const asked = questions.filter(({ id }) =>
    ['route-table-size', 'host-table-size', 'next-hop-table-size'].includes(id),
  );
  expect(asked).toHaveLength(3);
  for (const line of [
    '/ip route add dst-address=0.0.0.0/0 gateway=192.0.2.7',
    '/ip dhcp-client add interface=ether1',
    '/routing bgp connection add name=peer remote.address=192.0.2.7 local.role=ebgp as=65001',
  ]) {
    const rig = createProbeRig({ script: `${bareSwitch}\n${line}` });
    const { run } = await rig.probe(asked);
    expect(run.file.answers.map(({ open }) => open)).toEqual(
      asked.map(() => expect.stringContaining('rows of others')),
    );
  }
});

test('without a cable, and without leave to restart, what takes them stays open', async () => {
  const rig = createProbeRig();
  const asked = questions.filter(({ id }) => ['rule-before-cpu', 'startup-row'].includes(id));
  const { run, ended } = await rig.probe(asked, ['ether23'], false);
  expect(run.file.answers.map(({ open }) => open)).toEqual([
    'it takes a cable between two free ports (--loop A:B)',
    'it takes a restart of the device (--reboot)',
  ]);
  expect(ended).toEqual({ kind: 'as-before' });
});

test('where no cable joins the ports nothing follows', async () => {
  const rig = createProbeRig({ loop: ['ether24', 'ether22'] });
  const { run, ended } = await rig.probe(questions.filter(({ id }) => id === 'rule-before-cpu'));
  expect(run.file.answers.map(({ says, open }) => [says, open])).toEqual([
    [undefined, expect.stringContaining('is there a cable')],
  ]);
  expect(ended).toEqual({ kind: 'as-before' });
});

test.each([
  ['/ip/address', '/ip/address/add address=203.0.113.9/32 interface=ether9'],
  // No plan reads what a bridge has learnt; a probe writes there.
  ['/interface/bridge/host', '/interface/bridge/host/add bridge=bridge interface=ether1 mac-address=02:00:00:00:00:09'],
])('a device that another administrator changes meanwhile is said to differ: %s', async (menu, command) => {
  let isChanged = false;
  const rig = createProbeRig({
    through: (device) =>
      differing(device, {
        pipeline: (commands) => {
          if (!isChanged && commands.some(({ menu }) => menu === '/interface/vlan')) {
            rig.simulator.run(command);
            isChanged = true;
          }
          return commands;
        },
      }),
  });
  const { ended, diagnostics } = await rig.probe(some);
  expect(ended).toEqual({ kind: 'differs', menus: [menu] });
  expect(diagnostics.map(({ code }) => code)).toEqual(['probe/differs']);
});

test('a device that goes away takes everything back by itself', async () => {
  let isGone = false;
  let midway: unknown;
  const rig = createProbeRig({
    through: (device) => {
      if (isGone) unreachable();
      return differing(device, {
        pipeline: (commands) => {
          isGone ||= commands.some(({ menu }) => menu === '/interface/vlan');
          if (!isGone) return commands;
          midway = essenceOf(rig.simulator);
          return unreachable();
        },
      });
    },
  });
  const before = essenceOf(rig.simulator);
  const { run, ended, diagnostics } = await rig.probe(some);
  expect([run.stoppedBy, ended?.kind]).toEqual(['device', 'unknown']);
  expect(diagnostics.map(({ code }) => code)).toEqual(['probe/not-undone']);
  expect(midway).not.toEqual(before);
  letTimePass(rig, 3_600_000);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('the next probe lets the undo of one run that was killed, at once, and only that of its own person', async () => {
  const cut = cutter({ at: 300, isSent: true });
  let isKilled = false;
  const rig = createProbeRig({ through: (device) => (isKilled ? device : cut.through(device)) });
  const before = essenceOf(rig.simulator);
  cut.begin();
  await expect(rig.probe()).rejects.toThrow('killed');
  isKilled = true;
  expect(essenceOf(rig.simulator)).not.toEqual(before);
  await rig.session.close().catch(() => undefined);
  const device = await rig.session.open();
  expect(await interruptedProbe(device, 'ann')).toBeUndefined();
  const interrupted = await interruptedProbe(device, 'test');
  expect(interrupted?.transaction).toBe('5eed');
  expect((await rig.probe(some)).diagnostics.map(({ code }) => code)).toEqual(['apply/commit-open']);
  const { run, ended } = await rig.probe(some, ['ether23', 'ether24'], false, interrupted);
  expect(ended).toEqual({ kind: 'as-before' });
  expect(run.left).toEqual([]);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('what a question sets at a port is as before when rosc is killed before it sets it back', async () => {
  const offs = questions.filter(({ id }) => id === 'ingress-port-off' || id === 'isolated-ports');
  expect(offs).toHaveLength(2);
  for (const off of offs) {
    let isKilled = false;
    const rig = createProbeRig({
      script: bareSwitch,
      through: (device) => {
        if (isKilled) unreachable();
        return {
          ...device,
          run: async (command, options) => {
            if (isKilled) unreachable();
            const reply = await device.run(command, options);
            isKilled = command.menu.startsWith('/interface/ethernet/switch/port');
            return reply;
          },
        };
      },
    });
    const before = essenceOf(rig.simulator);
    const { ended } = await rig.probe([off]);
    expect([off.id, isKilled, ended?.kind]).toEqual([off.id, true, 'unknown']);
    expect(essenceOf(rig.simulator)).not.toEqual(before);
    letTimePass(rig, 3_600_000);
    expect(essenceOf(rig.simulator)).toEqual(before);
  }
});

test('Ctrl-C ends it with the device as before', async () => {
  const stop = new AbortController();
  const rig = createProbeRig({
    signal: stop.signal,
    through: (device) =>
      differing(device, {
        pipeline: (commands) => {
          if (commands.some(({ menu }) => menu === '/interface/vlan')) stop.abort();
          return commands;
        },
      }),
  });
  const before = essenceOf(rig.simulator);
  const { run, ended } = await rig.probe(some);
  expect(ended).toEqual({ kind: 'as-before' });
  expect(run.stoppedBy).toBe('signal');
  expect(run.left.map(({ id }) => id)).toEqual(['l2mtu-of-vlan']);
  expect(essenceOf(rig.simulator)).toEqual(before);
});

test('under faults and kills nothing of it stays, and no conclusion is wrong', async () => {
  const calm = await calmSayings();
  // In the gate those that take least; two of them kill rosc.
  const seeds = isLong ? Array.from({ length: 10 }, (_, index) => index + 1) : [2, 3, 6, 8, 9, 10];
  const ordeals = [];
  for (const seed of seeds) ordeals.push({ seed, ...(await ordealOf(seed, calm)) });
  expect(ordeals.filter(({ problems }) => problems.length > 0)).toEqual([]);
  // Otherwise they would tell nothing.
  expect(ordeals.filter(({ struck }) => struck > 0).length).toBeGreaterThan(0.4 * seeds.length);
  expect(ordeals.some(({ ended }) => ended === 'died')).toBe(true);
});
