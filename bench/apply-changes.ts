// A thousand changes over a slow line: as a confirmed commit, one command at a time, and the plan that finds nothing to do.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan } from '../src/apply/commit.ts';
import { commandOf } from '../src/device/commands.ts';
import type { Device } from '../src/device/device.ts';
import { readConfig } from '../src/device/read.ts';
import { realClock } from '../src/io/real-clock.ts';
import { scriptSyntax } from '../src/model/quote.ts';
import { type AnalysedDevice, analyseSource, isAnalysed } from '../src/pipeline/analyse/analyse-site.ts';
import { planDevice } from '../src/pipeline/plan/plan-device.ts';
import { readMenus } from '../src/pipeline/read/read-menus.ts';
import type { Plan } from '../src/plan/plan.ts';
import type { Profiles } from '../src/profile/profiles.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import { startSwitch } from './simulated-switch.ts';

export interface LineInput {
  readonly profiles: Profiles;
  /** The built rosc.js. */
  readonly program: string;
  /** A folder for the site. */
  readonly folder: string;
  readonly rules: number;
  readonly latencyMs: number;
  readonly runs: number;
}

const routeros = '7.20.8';

export async function benchApply(input: LineInput): Promise<Figure[]> {
  const commits: number[] = [];
  const provings: number[] = [];
  let noChange: readonly Figure[] = [];
  let changes = 0;
  for (let run = 0; run < input.runs; run++) {
    const simulated = await startSwitch(input.program, routeros, input.latencyMs);
    try {
      const committed = await commitAll(input, simulated);
      commits.push(committed.ms);
      provings.push(committed.provingMs);
      ({ changes } = committed);
      if (run === 0) noChange = await planAgain(input, simulated);
    } finally {
      simulated.stop();
    }
  }
  const single = await oneAtATime(input);
  const together = median(commits);
  const circumstances = `${changes} changes at ${input.latencyMs} ms round trip`;
  return [
    { what: 'apply, whole confirmed commit', value: together / 1000, unit: 's', detail: circumstances },
    {
      what: 'the same commands one at a time',
      value: single / 1000,
      unit: 's',
      detail: 'changes alone, nothing armed, nothing checked',
    },
    {
      what: 'apply : one at a time',
      value: together / single,
      unit: '',
      reach: { atMost: 0.1 },
      detail: 'reading, arming, changes, post-check and confirmation against the bare changes',
    },
    {
      what: 'proving the undo of many changes',
      value: median(provings) / 1000,
      unit: 's',
      reach: { atMost: 5 },
      detail: `${circumstances}; with the second reading of the device`,
    },
    ...noChange,
  ];
}

interface Connection {
  readonly url: string;
  connect(): Promise<Device>;
}

export async function commitAll(
  input: Pick<LineInput, 'profiles' | 'rules'>,
  connection: Connection,
): Promise<{ readonly ms: number; readonly provingMs: number; readonly changes: number }> {
  const plan = await planFor(input, connection);
  const begun = new Map<string, number>();
  const start = performance.now();
  const { state, diagnostics } = await applyPlan(plan, {
    connect: () => connection.connect(),
    clock: realClock,
    syntax: scriptSyntax,
    transaction: 'be9c',
    owner: 'bench',
    journal: { save: async () => undefined, note: async () => undefined },
    onStep: (step) => begun.set(step, performance.now()),
  });
  if (state !== 'confirmed')
    throw new Error(`the commit ended ${state}: ${diagnostics.map(({ what }) => what).join('; ')}`);
  const provingMs = (begun.get('arming') ?? 0) - (begun.get('proving') ?? 0);
  return { ms: performance.now() - start, provingMs, changes: plan.changes.length };
}

export async function planFor(
  { profiles, rules }: Pick<LineInput, 'profiles' | 'rules'>,
  connection: Connection,
): Promise<Plan> {
  const device = await connection.connect();
  try {
    const { config } = await readConfig(device, readMenus(), 'core');
    const prior = { identity: await device.identity(), config };
    const planned = planDevice(analysed(profiles, rules), prior, { site: 'bench', profiles });
    if (!planned.value) throw new Error(planned.diagnostics.map(({ what }) => what).join('; '));
    return planned.value.plan;
  } finally {
    await device.close();
  }
}

function analysed(profiles: Profiles, rules: number): AnalysedDevice {
  const site = analyseSource({ path: 'site.yaml', text: siteText(rules) }, { value: profiles, diagnostics: [] }, {});
  const [device] = isAnalysed(site) ? site.devices : [];
  if (!device) throw new Error(site.diagnostics.map(({ what }) => what).join('; '));
  return device;
}

/** The first example, with this many firewall rules more. */
export function siteText(rules: number): string {
  const lines = Array.from(
    { length: rules },
    (_, index) =>
      `      /ip/firewall/filter/add chain=input action=drop protocol=tcp dst-port=${index + 1024} comment="rule ${index}"`,
  );
  return `version: 1
site: bench
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: ${routeros}
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      sfp-sfpplus1: { vlan: left }
      sfp-sfpplus2: { vlan: right }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    raw: |
${lines.join('\n')}
`;
}

async function oneAtATime({ profiles, program, rules, latencyMs }: LineInput): Promise<number> {
  const simulated = await startSwitch(program, routeros, latencyMs);
  try {
    const plan = await planFor({ profiles, rules }, simulated);
    const additions = plan.changes.filter(({ action, before }) => action === 'add' && before === undefined);
    const device = await simulated.connect();
    const start = performance.now();
    for (const { menu, properties } of additions) {
      const set = Object.fromEntries(
        properties.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after]])),
      );
      const reply = await device.run(commandOf({ action: 'add', menu, set }));
      if (reply.kind !== 'done') throw new Error(`refused: ${JSON.stringify(reply)}`);
    }
    const ms = performance.now() - start;
    await device.close();
    return (ms / additions.length) * plan.changes.length;
  } finally {
    simulated.stop();
  }
}

/** `rosc plan` as a process, and how many menus it prints. */
async function planAgain(input: LineInput, connection: Connection): Promise<readonly Figure[]> {
  const site = join(input.folder, 'site.yaml');
  writeFileSync(site, siteText(input.rules));
  const args = [input.program, 'plan', site, '--device', `core=${connection.url}`, '--detailed-exitcode'];
  const times: number[] = [];
  for (let run = 0; run < input.runs + 1; run++) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { env: { ROSC_PASSWORD: '' }, encoding: 'utf8' });
    if (status !== 0) throw new Error(`rosc plan ended with ${status}\n${stderr}`);
    if (run > 0) times.push(performance.now() - start);
  }
  return [
    {
      what: `plan without changes, ${input.rules.toLocaleString('en-US')} firewall rules`,
      value: median(times) / 1000,
      unit: 's',
      reach: { atMost: 1 },
      detail: `the whole process, at ${input.latencyMs} ms round trip; ${readMenus().length} menus, each printed twice`,
    },
  ];
}
