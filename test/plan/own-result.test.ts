// A plan is empty against what rosc itself made: the script that it compiled, the device that took the script, and the
// export of a device that took the plan. Secrets stand in none of the files, and only the device is asked about them.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { analyseSite, isAnalysed } from '../../src/pipeline/analyse-site.ts';
import type { Target } from '../../src/profile/target.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const sites = join(projectRoot, 'fixtures', 'sites');
const key = 'k3y-of-nobody-else';
const clock = leapingClock();
const env = { ROSC_PASSWORD: '', SPINE_KEY: key, SNMP_KEY: key };

interface Subject {
  readonly site: string;
  readonly device: string;
  readonly target: Target;
}

const subjects: Subject[] = [];
for (const name of readdirSync(sites)) {
  const io = memoryIo();
  const site = join(sites, name, 'site.yaml');
  const analysed = await analyseSite(io, site, {});
  if (!isAnalysed(analysed)) throw new Error(`${name} does not load`);
  for (const { lowered } of analysed.devices) subjects.push({ site, device: lowered.device, target: lowered.target });
}

async function run(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const io = memoryIo({ env, clock });
  for (const [name, text] of Object.entries(files)) await io.writeFile(name, text);
  const status = await main(argv, io);
  expect(io.out() + io.err()).not.toContain(key);
  return { status, out: io.out(), err: io.err() };
}

/** The files that the sites name for their secrets. */
const secretFiles = Object.fromEntries(
  subjects.flatMap(({ site }) => ['ospf.key', 'secret.txt'].map((name) => [join(site, '..', name), `${key}\n`])),
);

async function planOf({ site, device }: Subject, files: Readonly<Record<string, string>>, ...more: readonly string[]) {
  const given = { ...secretFiles, ...files };
  const { out, err } = await run(given, 'plan', site, '--device', device, '--json', ...more);
  const { plans, diagnostics } = JSON.parse(out);
  expect(plans, err).toHaveLength(1);
  const own: { code: string; severity: string; related: unknown[] }[] = diagnostics.filter(
    ({ code }: { code: string }) => code.startsWith('plan/') || code === 'rsc/computed',
  );
  const changes: { menu: string; action: string; properties: { name: string; secret?: true }[] }[] = plans[0].changes;
  return { changes, own };
}

const scripts = new Map<Subject, Promise<string>>();

function compiled(subject: Subject): Promise<string> {
  const { site, device } = subject;
  const script = scripts.get(subject) ?? run({}, 'compile', site, '--device', device).then(({ out }) => out);
  scripts.set(subject, script);
  return script;
}

/** What the script asks the operator to do by hand after the import, with the secret filled in. */
function byHand(script: string): readonly string[] {
  return [...script.matchAll(/^# {3}(\/.*)=\.\.\.$/gm)].map(([, command]) => `${command}="${key}"`);
}

async function serve(subject: Subject, simulator: Simulator): Promise<Subject> {
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { ...subject, device: `${subject.device}=api://admin@127.0.0.1:${server.port}` };
}

const none = expect.objectContaining({ changes: [], own: [] });

describe.each(subjects.map((subject) => [`${subject.site.split('/').at(-2)}: ${subject.device}`, subject] as const))(
  '%s',
  (_, subject) => {
    test('its own script', async () => {
      const script = await compiled(subject);
      const { changes, own } = await planOf(
        subject,
        { [join(projectRoot, 'own.rsc')]: script },
        '--against',
        'own.rsc',
      );
      expect(changes).toEqual([]);
      const count = byHand(script).length;
      expect(own.map(({ code, severity, related }) => [code, severity, related.length + 1])).toEqual(
        count === 0 ? [] : [['plan/secret-not-compared', 'note', count]],
      );
    });

    test('a device that took the script lacks the secrets, and with them nothing', async () => {
      const script = await compiled(subject);
      const simulator = createSimulator({ target: subject.target, clock: clock.ofDevices, script });
      const device = await serve(subject, simulator);
      const before = await planOf(device, {});
      const missing = before.changes.flatMap(({ properties }) => properties);
      expect(missing.filter(({ secret }) => !secret)).toEqual([]);
      expect(missing).toHaveLength(byHand(script).length);
      for (const command of byHand(script)) simulator.run(command);
      expect(await planOf(device, {})).toEqual(none);
      // A wrong secret is seen where the device shows it.
      const [wrong] = byHand(script);
      if (wrong === undefined) return;
      simulator.run(wrong.replace(key, 'another-key'));
      expect((await planOf(device, {})).changes.flatMap(({ properties }) => properties)).toHaveLength(1);
    });

    test('a device that took the plan, and its export', async () => {
      const simulator = createSimulator({ target: subject.target, clock: clock.ofDevices });
      const device = await serve(subject, simulator);
      const applied = await run(
        secretFiles,
        'apply',
        subject.site,
        '--device',
        device.device,
        '--yes',
        '--quiet',
        '--accept',
        'firewall/mangle-on-no-fasttrack-hw',
        '--accept',
        'flow/not-as-expected',
      );
      expect(applied.status, applied.err).toBe(0);
      expect(await planOf(device, {})).toEqual(none);
      const files = { [join(projectRoot, 'device.rsc')]: simulator.export() };
      expect(Object.values(files).join()).not.toContain(key);
      const { changes, own } = await planOf(subject, files, '--against', 'device.rsc');
      expect(changes).toEqual([]);
      expect(own.filter(({ code }) => code !== 'plan/secret-not-compared')).toEqual([]);
      const shown = { [join(projectRoot, 'device.rsc')]: simulator.export({ showSensitive: true }) };
      expect(await planOf(subject, shown, '--against', 'device.rsc')).toEqual(none);
    });
  },
);
