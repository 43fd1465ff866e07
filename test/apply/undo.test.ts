// The undo as text: readable, and safe to run after any part of the plan and any number of times.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { observe } from '../../src/apply/observe.ts';
import { firstSpelling } from '../../src/apply/prove.ts';
import { printLine } from '../../src/apply/script-line.ts';
import { undoLines } from '../../src/apply/undo.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import type { MenuPath } from '../../src/model/config.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { makePlan, withMarks } from '../../src/plan/make-plan.ts';
import { renderScript } from '../../src/report/script.ts';
import { createRig, planOn, siteNamed } from '../support/apply-rig.ts';
import { configOf, type Rows } from '../support/config-of.ts';
import { essenceOf } from '../support/device-essence.ts';
import { examples } from '../support/examples.ts';
import { projectRoot } from '../support/project-root.ts';

const prior = `
/interface/bridge/add name=bridge comment=defconf
/interface/bridge/port/add bridge=bridge interface=ether1 comment=defconf
/interface/vlan/add name=old interface=bridge vlan-id=9 comment="rosc:vlan/old \\"x\\""
/ip/address/add address=10.9.0.1/24 interface=old comment=rosc:address/old
/ip/firewall/filter/add chain=forward action=drop out-interface=old
/ip/firewall/filter/add chain=input action=accept protocol=icmp comment=rosc:b
/ip/firewall/filter/add chain=input action=drop comment=rosc:c
/ip/route/add dst-address=198.51.100.0/24 gateway=10.9.0.2
`;
const desired = configOf({
  '/interface/ethernet/switch': [{ name: 'switch1', 'l3-hw-offloading': 'yes' }],
  '/interface/bridge': [{ name: 'bridge', 'vlan-filtering': 'yes', comment: 'rosc:bridge' }],
  '/interface/vlan': [{ name: 'new', interface: 'bridge', 'vlan-id': '2', comment: 'rosc:vlan/new' }],
  '/interface/bridge/port': [{ interface: 'ether1', bridge: 'bridge', pvid: '2', comment: 'rosc:port/ether1' }],
  '/ip/firewall/filter': [
    { chain: 'input', action: 'drop', comment: 'rosc:c' },
    { chain: 'input', action: 'accept', protocol: 'tcp', comment: 'rosc:new' },
  ],
  '/ip/route': [{ 'dst-address': '198.51.100.0/24', gateway: '10.9.0.2', comment: 'rosc:route/x' }],
});

test('the undo, line by line', async () => {
  const { lowered, clock } = createRig({ site: siteNamed('rig') });
  const simulator = createSimulator({ target: lowered.target, clock, script: prior });
  const open = () => connectToSimulator(simulator, { url: 'sim:undo' });
  const plan = await planOn({ ...lowered, config: desired }, await open());
  const observation = await observe(await open(), plan.menus, 'core');
  const lines = undoLines({ changes: plan.changes, prior: observation, syntax: scriptSyntax }).map((line) =>
    printLine(line, firstSpelling, scriptSyntax),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(projectRoot, 'fixtures', 'plan', 'undo.rsc'));
});

test('what is foreign on a VLAN that goes is on it again, also where its name is what tells rows apart', async () => {
  const { lowered, clock } = createRig({ site: siteNamed('rig') });
  const foreign = `
/interface/list/add name=staff
/interface/list/member/add list=staff interface=ether2
/interface/list/member/add list=staff interface=old
/ip/address/add address=10.9.1.1/24 interface=old
/ip/firewall/filter/add chain=forward action=accept in-interface=old
`;
  const simulator = createSimulator({ target: lowered.target, clock, script: prior + foreign });
  const open = () => connectToSimulator(simulator, { url: 'sim:undo' });
  const { changes, menus } = await planOn({ ...lowered, config: desired }, await open());
  const observation = await observe(await open(), menus, 'core');
  const before = essenceOf(simulator);
  simulator.run(renderScript(changes, { title: [] }));
  expect(simulator.print('/interface/list/member').map((row) => row.interface)).not.toContain('old');
  for (const line of undoLines({ changes, prior: observation, syntax: scriptSyntax })) {
    simulator.run(printLine(line, firstSpelling, scriptSyntax));
  }
  expect(essenceOf(simulator)).toEqual(before);
});

const address = fc.constantFrom('10.0.0.0/8', '192.0.2.0/24', '198.51.100.0/24');
const tags = ['rosc:a', 'rosc:b', 'rosc:c', 'rosc:d'] as const;
const filter = fc
  .record({
    chain: fc.constantFrom('forward', 'input'),
    action: fc.constantFrom('accept', 'drop'),
    'src-address': address,
    'dst-address': fc.option(address, { nil: undefined, freq: 2 }),
  })
  .map(({ 'dst-address': destination, ...rule }) => ({
    ...rule,
    ...(destination !== undefined && { 'dst-address': destination }),
  }));
const foreign = fc.array(filter, { maxLength: 4 });
const own = fc
  .tuple(fc.shuffledSubarray([...tags]), fc.array(filter, { minLength: 4, maxLength: 4 }))
  .map(([order, rules]) => order.map((comment, index) => ({ ...rules[index], comment })));
const lists = fc.uniqueArray(
  fc.record({ list: fc.constantFrom('x', 'y'), address: fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.2.3') }),
  { selector: (row) => JSON.stringify(row), maxLength: 4 },
);
const sides = fc.record({ own, lists }).map(
  ({ own: rules, lists: entries }): Rows => ({
    '/ip/firewall/filter': rules as readonly Record<string, string>[],
    '/ip/firewall/address-list': entries.map((row) => ({ ...row, comment: `rosc:${row.list}/${row.address}` })),
  }),
);

const staff: Rows = { '/interface/list': [{ name: 'staff', comment: 'rosc:list/staff' }] };
const ways = fc.record({
  exclusive: fc.constantFrom<readonly MenuPath[]>([], ['/ip/firewall/filter']),
  twice: fc.boolean(),
});

test('after any part of the plan, once or twice, the device is as before', async () => {
  const { lowered, clock } = createRig({ site: siteNamed('rig') });
  const script = (rows: Rows) =>
    renderScript(
      Object.entries(rows).flatMap(([, items]) => items).length === 0
        ? []
        : makePlan({
            site: '',
            device: { name: 'core', model: '', serial: '', routeros: '' },
            prior: configOf({}),
            desired: configOf(rows),
          }).value.changes,
      { title: [] },
    );
  await fc.assert(
    fc.asyncProperty(sides, foreign, sides, ways, fc.nat(20), async (a, strangers, b, { exclusive, twice }, part) => {
      // Something is taken over, so that the plan is put into order anew.
      const before: Rows = {
        ...a,
        '/interface/list': [{ name: 'staff' }],
        '/ip/firewall/filter': [...(a['/ip/firewall/filter'] ?? []), ...strangers],
      };
      const simulator = createSimulator({ target: lowered.target, clock, script: script(before) });
      const device = await connectToSimulator(simulator, { url: 'sim:undo' });
      const shown = await planOn({ ...lowered, config: configOf({ ...b, ...staff }), exclusive }, device);
      const observation = await observe(await connectToSimulator(simulator, { url: 'sim:undo' }), shown.menus, 'core');
      const plan = withMarks(shown, observation.config);
      const expected = essenceOf(simulator);
      const lines = undoLines({ changes: plan.changes, prior: observation, syntax: scriptSyntax }).map((line) =>
        printLine(line, firstSpelling, scriptSyntax),
      );
      simulator.run(renderScript(plan.changes.slice(0, part), { title: [] }));
      for (let times = 0; times < (twice ? 2 : 1); times++) for (const line of lines) simulator.run(line);
      expect(essenceOf(simulator)).toEqual(expected);
    }),
    { numRuns: examples(25, 60) },
  );
});
