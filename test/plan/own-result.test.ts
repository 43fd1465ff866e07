// A plan is empty against what rosc itself made: the script that it compiled, the device that took the script, and the
// export of a device that took the plan. Secrets stand in none of the files, and only the device is asked about them.
// Each site is read and lowered once; `apply` alone goes by its command line, and judges.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { lower } from '../../src/lower/lower.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { evaluateRaw } from '../../src/pipeline/analyse/evaluate-raw.ts';
import { siteSecrets } from '../../src/pipeline/device/secrets.ts';
import { readPrior } from '../../src/pipeline/plan/plan-site.ts';
import { loadSite } from '../../src/pipeline/read/load-site.ts';
import { makePlan, planFromNothing } from '../../src/plan/make-plan.ts';
import type { Profiles } from '../../src/profile/profiles.ts';
import { renderScript } from '../../src/report/script.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const sites = join(projectRoot, 'fixtures', 'sites');
const key = 'k3y-of-nobody-else';
const clock = leapingClock();
const secretNames = ['DSL_KEY', 'L2TP_KEY', 'SNMP_KEY', 'SPINE_KEY', 'VRRP_KEY', 'WG_KEY', 'WIFI_KEY'];
const env = { ROSC_PASSWORD: '', ...Object.fromEntries(secretNames.map((name) => [name, key])) };

interface Subject {
  readonly path: string;
  readonly site: { readonly intent: Intent; readonly profiles: Profiles };
  readonly device: { readonly lowered: Lowered };
}

const subjects: Subject[] = [];
for (const name of readdirSync(sites)) {
  const io = memoryIo();
  const path = join(sites, name, 'site.yaml');
  const { value: intent } = await loadSite(io, path);
  if (!intent) throw new Error(`${name} does not load`);
  for (const { name: device, target } of intent.devices.values()) {
    const lowered = lower(intent, device, target, { evaluateRaw }).value;
    subjects.push({ path, site: { intent, profiles: builtInProfiles() }, device: { lowered } });
  }
}

/** The files that the sites name for their secrets. */
const secretFiles = Object.fromEntries(
  subjects.flatMap(({ path }) => ['ospf.key', 'secret.txt'].map((name) => [join(path, '..', name), `${key}\n`])),
);

async function machineWith(files: Readonly<Record<string, string>> = {}): Promise<MemoryIo> {
  const io = memoryIo({ env, clock });
  for (const [name, text] of Object.entries({ ...secretFiles, ...files })) await io.writeFile(name, text);
  return io;
}

/** Against an export, or the device at this address; without a forecast of what the changes do. */
async function planOf({ site, device }: Subject, from: { readonly against: string } | { readonly url: string }) {
  const path = join(projectRoot, 'prior.rsc');
  const io = await machineWith('against' in from ? { [path]: from.against } : {});
  const where = 'against' in from ? { against: path } : { where: { name: device.lowered.device, url: from.url } };
  const prior = await readPrior(io, site, device, { picked: [], ...where });
  if (!prior.value) throw new Error(prior.diagnostics.map(({ what }) => what).join('; '));
  const { identity, config } = prior.value;
  const plan = makePlan({
    site: site.intent.site.site,
    device: { ...identity, name: device.lowered.device },
    prior: config,
    desired: device.lowered.config,
    exclusive: device.lowered.exclusive,
    displace: false,
    secret: await siteSecrets(io, { file: site.intent.file, devices: [device] }),
  });
  const diagnostics = [...prior.diagnostics, ...plan.diagnostics];
  const own = diagnostics.filter(({ code }) => code.startsWith('plan/') || code === 'rsc/computed');
  return { changes: plan.value.changes, own };
}

function compiled({ device }: Subject): string {
  return renderScript(planFromNothing(device.lowered.config), { title: [] });
}

/** What the script asks the operator to do by hand after the import, with the secret filled in. */
function byHand(script: string): readonly string[] {
  return [...script.matchAll(/^# {3}(\/.*)=\.\.\.$/gm)].map(([, command]) => `${command}="${key}"`);
}

async function serve(simulator: Simulator): Promise<string> {
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return `api://admin@127.0.0.1:${server.port}`;
}

const none = { changes: [], own: [] };

describe.each(
  subjects.map((subject) => [`${subject.path.split('/').at(-2)}: ${subject.device.lowered.device}`, subject] as const),
)('%s', (_, subject) => {
  const { target, device: name } = subject.device.lowered;

  test('its own script', async () => {
    const script = compiled(subject);
    const { changes, own } = await planOf(subject, { against: script });
    expect(changes).toEqual([]);
    const count = byHand(script).length;
    expect(own.map(({ code, severity, related }) => [code, severity, (related ?? []).length + 1])).toEqual(
      count === 0 ? [] : [['plan/secret-not-compared', 'note', count]],
    );
  });

  test('a device that took the script lacks the secrets, and with them nothing', async () => {
    const script = compiled(subject);
    const simulator = createSimulator({ target, clock: clock.ofDevices, script });
    const url = await serve(simulator);
    const before = await planOf(subject, { url });
    const missing = before.changes.flatMap(({ properties }) => properties);
    expect(missing.filter(({ secret }) => !secret)).toEqual([]);
    expect(missing).toHaveLength(byHand(script).length);
    for (const command of byHand(script)) simulator.run(command);
    if (missing.length > 0) expect(await planOf(subject, { url })).toEqual(none);
    // A wrong secret is seen where the device shows it.
    const [wrong] = byHand(script);
    if (wrong === undefined) return;
    simulator.run(wrong.replace(key, 'another-key'));
    expect((await planOf(subject, { url })).changes.flatMap(({ properties }) => properties)).toHaveLength(1);
  });

  test('a device that took the plan, and its export', async () => {
    const simulator = createSimulator({ target, clock: clock.ofDevices });
    const url = await serve(simulator);
    const io = await machineWith();
    const accepted = ['firewall/mangle-on-no-fasttrack-hw', 'flow/not-as-expected'].flatMap((code) => [
      '--accept',
      code,
    ]);
    const where = ['--device', `${name}=${url}`];
    const status = await main(['apply', subject.path, ...where, '--yes', '--quiet', ...accepted], io);
    expect(status, io.err()).toBe(0);
    expect(io.out() + io.err()).not.toContain(key);
    expect(await planOf(subject, { url })).toEqual(none);
    const file = simulator.export();
    expect(file).not.toContain(key);
    const { changes, own } = await planOf(subject, { against: file });
    expect(changes).toEqual([]);
    expect(own.filter(({ code }) => code !== 'plan/secret-not-compared')).toEqual([]);
    // Where nothing is secret, both exports are the same.
    const shown = simulator.export({ showSensitive: true });
    if (shown !== file) expect(await planOf(subject, { against: shown })).toEqual(none);
  });
});
