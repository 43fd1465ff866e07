// Who gave no --yes is asked on the terminal, after all that would happen was shown; nothing is sent without a yes.

import { afterEach, expect, test } from 'vitest';
import { main } from '../../../src/cli.ts';
import type { SimulatorOptions } from '../../../src/device/sim/simulator.ts';
import { branchModel } from '../../support/fleet-files.ts';
import { type FleetRig, fleetRig } from '../../support/fleet-rig.ts';
import { targetOf } from '../../support/sim-target.ts';

let rig: FleetRig;
afterEach(() => rig.close());

const to = '7.22.3';
const device: Partial<SimulatorOptions> = {
  releases: { channels: { stable: to }, target: (routeros) => targetOf(branchModel, routeros) },
};

/** What was asked is what is shown when there is no answer left: a no. */
async function asked(answers: readonly string[], ...words: readonly string[]) {
  const questions: string[] = [];
  const left = [...answers];
  const io = {
    ...rig.io(),
    env: { ROSC_PASSWORD: '', NO_COLOR: '1' },
    isTerminal: { stdin: true, stdout: true, stderr: true },
    ask: async (question: string) => {
      questions.push(question);
      return left.shift() ?? '';
    },
  };
  return { status: await main(words, io), questions, out: io.out(), err: io.err() };
}

const vlansOf = (site: string) =>
  rig.simulators
    .get(site)
    ?.print('/interface/vlan')
    .map(({ name }) => name);
const versionOf = (site: string) => rig.simulators.get(site)?.print('/system/resource')[0]?.version?.split(' ')[0];

test('a fleet: every plan is shown, then asked about once', async () => {
  rig = await fleetRig({ sites: ['a', 'b'], lines: 'waves: [{ name: all }]' });
  const refused = await asked(['n'], 'apply', 'fleet.yaml');
  expect(refused.questions).toEqual(['Apply to 2 devices of 2, wave by wave? [y/N] ']);
  expect(refused.out).toContain('a/sw1');
  expect(refused.out).toContain('+ office');
  expect([refused.status, refused.err.includes('Nothing was changed.'), vlansOf('a')]).toEqual([1, true, []]);
  const agreed = await asked(['yes'], 'apply', 'fleet.yaml');
  expect([agreed.status, vlansOf('a'), vlansOf('b')]).toEqual([0, ['office'], ['office']]);
  // There is nothing to ask about any more.
  expect((await asked([], 'apply', 'fleet.yaml')).questions).toEqual([]);
});

test('a device that changed after its plan was shown is left alone', async () => {
  rig = await fleetRig({ sites: ['a', 'b'], lines: 'waves: [{ name: all }]' });
  const io = {
    ...rig.io(),
    env: { ROSC_PASSWORD: '', NO_COLOR: '1' },
    isTerminal: { stdin: true, stdout: true, stderr: true },
    ask: async () => {
      rig.simulators.get('a')?.run('/interface/vlan add name=office interface=ether1 vlan-id=99');
      return 'y';
    },
  };
  expect(await main(['apply', 'fleet.yaml', '--continue'], io)).toBe(1);
  expect(io.out()).toContain('it changed after its plan was shown');
  expect(vlansOf('b')).toEqual(['office']);
});

test('an upgrade of a fleet or of a site is asked about by its version', async () => {
  rig = await fleetRig({ sites: ['a'], lines: 'waves: [{ name: all }]', device });
  const fleet = await asked([''], 'apply', 'fleet.yaml', '--upgrade', to);
  expect(fleet.questions).toEqual([`Upgrade to RouterOS ${to}, and restart, 1 device of 1, wave by wave? [y/N] `]);
  const where = `sw1=api://admin@127.0.0.1:${/port: (\d+)/.exec(await textOf('fleet.yaml'))?.[1]}`;
  // A site by itself says its version.
  const text = (await textOf('a.yaml')).replace('site: a\n', 'site: a\ndefaults: { routeros: 7.20.8 }\n');
  await rig.io().writeFile(`${rig.folder}/alone.yaml`, text);
  const site = ['apply', 'alone.yaml', '--device', where, '--upgrade', to];
  const refused = await asked(['no'], ...site);
  expect(refused.questions).toEqual([`Upgrade 1 device to RouterOS ${to}, with restarts? [y/N] `]);
  expect([fleet.status, refused.status, versionOf('a')]).toEqual([1, 1, '7.20.8']);
  const agreed = await asked(['y'], ...site);
  expect([agreed.status, versionOf('a')]).toEqual([0, to]);
  expect(agreed.out).toContain('sw1: upgraded');
});

test('without a terminal nobody is asked', async () => {
  rig = await fleetRig({ sites: ['a'], lines: 'waves: [{ name: all }]' });
  const { status, io } = await rig.run('apply', 'fleet.yaml');
  expect([status, vlansOf('a')]).toEqual([64, []]);
  expect(io.err()).toContain('give --yes');
});

async function textOf(name: string): Promise<string> {
  return new TextDecoder().decode(await rig.io().readFile(`${rig.folder}/${name}`));
}
