// What a probe of a real device found out counts as a measured fact: for its chip, for its version, before what was
// documented, which is shown beside it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { version } from '../../src/model/version.ts';
import { judgeProbe } from '../../src/pipeline/read/judge-probe.ts';
import { questions } from '../../src/probe/questions.ts';
import { loadProfiles } from '../../src/profile/load.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import { type ProbeFile, parseProbeFile, printProbeFile } from '../../src/profile/probe-file.ts';
import type { Profiles } from '../../src/profile/profiles.ts';
import { factPage } from '../../src/report/models.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { differing } from '../support/differing-device.ts';
import { memoryIo } from '../support/memory-io.ts';
import { createProbeRig, probedModel, probedTarget, probedVersion } from '../support/probe-rig.ts';
import { projectRoot } from '../support/project-root.ts';

const base = builtInProfiles();
const target = probedTarget();

/** What a device answers that has fewer next hops than the manual says, and as many cores. */
const answered = await createProbeRig({
  through: (device) => differing(device, { monitor: (rows) => rows.map((row) => ({ ...row, 'nexthop-cap': '1000' })) }),
}).read();
const file: ProbeFile = answered.file;

function load(changed: Partial<ProbeFile> = {}, more: readonly string[] = []) {
  const texts = [printProbeFile({ ...file, ...changed }), ...more];
  return loadProfiles(
    texts.map((text, index) => ({ path: `measured/lab-${index}.probe.yaml`, text })),
    base,
  );
}

function nextHops(profiles: Profiles, routeros: string, model: string = probedModel) {
  return makeTarget(profiles, model, version(routeros))?.offloadSwitch?.fact('l3.next-hops');
}

describe('an answer', () => {
  const { value: profiles, diagnostics } = load();

  test('is a measured fact of the version that gave it, with the file as source', () => {
    expect(diagnostics).toEqual([]);
    expect(nextHops(profiles, probedVersion)).toMatchObject({ value: 1000, grade: 'measured', cite: 'measured/lab-0' });
    expect(profiles.sources.get('measured/lab-0')).toMatchObject({
      title: `What a ${probedModel} with RouterOS ${probedVersion} answered to rosc probe`,
      date: '2026-11-22',
    });
  });

  test.each(['7.24.4', '7.24.6', '7.25beta1', '7.23'])('says nothing of RouterOS %s', (routeros) => {
    expect(nextHops(profiles, routeros)).toMatchObject({ value: 4096, grade: 'documented' });
  });

  test('that contradicts the manual shows both', () => {
    const fact = nextHops(profiles, probedVersion);
    const both = 'next hops (documented: 4096 [routeros/l3hw#l3hw-device-support])';
    expect(fact?.says('next hops')).toEqual({ grade: 'measured', claim: both, citation: 'measured/lab-0' });
    const page = factPage(profiles, 'l3.next-hops').text;
    expect(page).toContain('measured [measured/lab-0]\n    otherwise documented: 4096');
  });

  test('that agrees is said alone', () => {
    const cores = makeTarget(profiles, probedModel, version(probedVersion))?.fact('cpu.cores');
    expect(cores?.grade).toBe('measured');
    expect(cores?.says('cores').claim).toBe('cores');
  });

  test('is none of chips that share what is documented of this one', () => {
    const chip = target.offloadSwitch?.chip;
    const others = [...base.models.values()].filter(({ switches }) =>
      Object.values(switches).some((name) => base.chips.get(name)?.like === chip),
    );
    expect(others.length).toBeGreaterThan(0);
    for (const { model } of others) {
      expect(nextHops(profiles, probedVersion, model)).toEqual(expectedFact(model));
    }
  });

  function expectedFact(model: string) {
    return expect.objectContaining({ grade: 'documented', value: nextHops(base, probedVersion, model)?.value });
  }
});

describe('no evidence is', () => {
  test.each<[string, Partial<ProbeFile>, string]>([
    ['a simulated device', { simulated: true }, 'a simulated device answered'],
    ['a model that nobody described', { model: 'CRS999' }, 'no profile describes `CRS999`'],
    ['another chip', { switch: { name: 'switch1', type: 'Marvell-98DX9999' } }, 'its profile says otherwise'],
    [
      'a value of another type',
      { answers: file.answers.map((answer) => ({ ...answer, facts: { 'l3.next-hops': true } })) },
      '`l3.next-hops` cannot be true',
    ],
  ])('%s', (_, changed, reason) => {
    const { value, diagnostics } = load(changed);
    expect(diagnostics).toMatchObject([
      { code: 'profile/no-evidence', primary: { text: expect.stringContaining(reason) } },
    ]);
    expect(nextHops(value, probedVersion)?.grade).toBe('documented');
  });

  test('a second file that says the opposite', () => {
    const other = printProbeFile({
      ...file,
      answers: file.answers.flatMap((answer) =>
        answer.question === 'next-hops' ? [{ ...answer, facts: { 'l3.next-hops': 2000 } }] : [],
      ),
    });
    const { value, diagnostics } = load({}, [other]);
    expect(diagnostics).toMatchObject([{ code: 'profile/no-evidence' }]);
    expect(nextHops(value, probedVersion)?.value).toBe(1000);
  });

  test('a file whose form is not that of a probe', () => {
    expect(load({}, ['probe: 1\nmodel: CRS326\n']).diagnostics).toMatchObject([{ code: 'profile/no-evidence' }]);
  });

  test.each([
    ['as rosc writes it', (text: string) => text],
    ['with its keys in quotes', (text: string) => text.replace('probe: 1', '"probe": 1')],
  ])('a conclusion that does not follow, in a folder of the user, %s', async (_, written) => {
    const io = memoryIo({ cwd: '/lab' });
    const forged = printProbeFile(file).replace('l3.next-hops: 1000', 'l3.next-hops: 5000');
    await io.writeFile('/lab/extra/measured/forged.probe.yaml', written(forged));
    await io.writeFile('/lab/extra/measured/sound.probe.yaml', printProbeFile(file));
    expect(await main(['explain', 'l3.next-hops', '--profiles', 'extra'], io)).toBe(0);
    expect(io.out()).toContain('1,000 next hops');
    expect(io.out()).not.toContain('5000');
  });
});

test('verdicts follow what was measured, for the version that was measured', async () => {
  const rig = createProbeRig({
    through: (device) =>
      differing(device, {
        print: ({ menu, properties }, rows) =>
          menu === '/interface/ethernet/switch/rule' && properties.includes('invalid')
            ? rows.map((row, index) => (index >= 64 ? { ...row, invalid: 'true' } : row))
            : rows,
      }),
  });
  const { run } = await rig.probe(questions().filter(({ id }) => id === 'rule-table-size'));
  const rules = Array.from(
    { length: 100 },
    (_, index) => `add switch=switch1 ports=ether${(index % 24) + 1} protocol=tcp dst-port=${index + 1}`,
  );
  const audited = async (routeros: string) => {
    const io = memoryIo({ cwd: '/lab' });
    await io.writeFile('/lab/extra/a.probe.yaml', printProbeFile(run.file));
    const head = `# 2026-11-22 10:00:00 by RouterOS ${routeros}\n# model = ${probedModel}\n`;
    await io.writeFile('/lab/core.rsc', `${head}/interface ethernet switch rule\n${rules.join('\n')}\n`);
    await main(['audit', 'core.rsc', '--profiles', 'extra', '--verbose'], io);
    return io.out();
  };
  const measured = await audited(probedVersion);
  expect(measured).toContain('acl/acl-capacity');
  expect(measured.replaceAll(/\s+/g, ' ')).toContain('documented: 128 [routeros/prestera#models]');
  expect(await audited('7.24.6')).not.toContain('acl/acl-capacity');
});

test('a key that stands twice is a mistake, among however many', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`);
  expect(parseProbeFile([...keys, 'k7: 2'].join('\n'))).toBe('k7: this key stands here twice');
});

test('what rosc ships of probes holds together', () => {
  const folder = join(projectRoot, 'profiles', 'measured');
  const shipped = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const found = shipped.flatMap((name) => {
    const read = parseProbeFile(readFileSync(join(folder, name), 'utf8'));
    return typeof read === 'string' ? [`${name}: ${read}`] : judgeProbe(name, read, base).map(({ what }) => what);
  });
  expect(found).toEqual([]);
});
