// Gets a probe ready and carries it out: the device opened, its model found, the questions picked that make sense and
// are not settled in the file yet.

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { openReconnecting } from '../../apply/reconnecting-session.ts';
import type { OpenCommit } from '../../apply/recover.ts';
import { type Device, type Identity, unlessMissing } from '../../device/device.ts';
import { simulatedSerial } from '../../device/sim/simulated-serial.ts';
import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { deviceProblem } from '../../diagnostics/mistake.ts';
import { type Io, outlasting } from '../../io/io.ts';
import { decode, readIfThere, unreadable } from '../../io/read-source.ts';
import { versionText } from '../../io/version.ts';
import { scriptSyntax } from '../../model/quote.ts';
import { parseVersion } from '../../model/version.ts';
import type { Plan } from '../../plan/plan.ts';
import { appliesTo, probedSwitch } from '../../probe/applies.ts';
import { interruptedProbe } from '../../probe/interrupted.ts';
import { type Probed, probeWithRows } from '../../probe/probe-with-rows.ts';
import type { Question } from '../../probe/question.ts';
import { questions } from '../../probe/questions.ts';
import { type Asker, runProbe, unsettled } from '../../probe/run-probe.ts';
import { rowMenus } from '../../probe/scratch.ts';
import { findModel } from '../../profile/find-model.ts';
import { makeTarget } from '../../profile/make-target.ts';
import {
  aboutProbe,
  type ProbeAnswer,
  type ProbeFile,
  parseProbeFile,
  printProbeFile,
} from '../../profile/probe-file.ts';
import type { Offer } from '../../report/probe.ts';
import { accessDevice, type DeviceAccess, type DeviceOptions, withDevice } from '../device/open-device.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { readMenus } from '../read/read-menus.ts';
import { whoAmI } from '../read/who-am-i.ts';

export interface ProbeRequest extends DeviceOptions {
  /** The file; absent = named after model and version. */
  readonly out?: string;
  /** Free ports for rows of the probe; absent = it only reads. */
  readonly scratch?: readonly string[];
  /** Two of them that a cable joins. */
  readonly loop?: readonly [near: string, far: string];
  /** The device may be restarted. */
  readonly reboot?: boolean;
}

export interface ProbeEvents {
  onAsk?(question: Question): void;
  onAnswer?(answer: ProbeAnswer): void;
}

/** A probe that has not asked anything yet but who the device is. */
export interface PreparedProbe extends Offer {
  readonly name: string;
  run(events: ProbeEvents): Promise<Probed>;
  close(): Promise<void>;
}

export async function prepareProbe(
  io: Io,
  url: string,
  request: ProbeRequest,
): Promise<Staged<PreparedProbe | undefined>> {
  // What is interrupted has to be undone, and that takes connections: theirs do not end with the signal.
  const patient = request.scratch ? outlasting(io) : io;
  const access = await accessDevice(patient, { url }, request);
  if (!access.value) return { value: undefined, diagnostics: access.diagnostics };
  const prepared = await prepareOn(io, access.value, request);
  if (!prepared.value) await access.value.close();
  return { value: prepared.value, diagnostics: [...access.diagnostics, ...prepared.diagnostics] };
}

async function prepareOn(
  io: Io,
  access: DeviceAccess,
  request: ProbeRequest,
): Promise<Staged<PreparedProbe | undefined>> {
  const name = access.url.text;
  const look = async (device: Device) => {
    const [identity, switches] = await Promise.all([
      device.identity(),
      unlessMissing(device.print('/interface/ethernet/switch', { proplist: ['name', 'type'] })),
    ]);
    const interrupted = request.scratch && (await interruptedProbe(device, whoAmI()));
    return { identity, switches: switches ?? [], interrupted };
  };
  const read = await withDevice(access, name, look);
  if (!read.value) return { value: undefined, diagnostics: read.diagnostics };
  const { identity, switches, interrupted } = read.value;
  const profiles = await loadAllProfiles(io, request.profiles);
  const found = findModel(profiles.value, identity.model);
  const version = parseVersion(identity.routeros);
  const target = found?.isItself && version ? makeTarget(profiles.value, found.id, version) : undefined;
  if (!target) return { value: undefined, diagnostics: [...profiles.diagnostics, unknownModel(name, identity)] };
  const own = probedSwitch(target);
  const type = switches.find((row) => row.name === own?.name)?.type;
  const path = request.out ?? `${target.model.replace(/[^\w.+-]/g, '_')}-${identity.routeros}.probe.yaml`;
  const fresh: ProbeFile = {
    probe: 1,
    about: aboutProbe,
    rosc: versionText(),
    model: target.model,
    routeros: identity.routeros,
    date: new Date(io.clock.now()).toISOString().slice(0, 10),
    ...(own && type !== undefined && { switch: { name: own.name, type } }),
    ...(identity.serial === simulatedSerial(identity.model) && { simulated: true as const }),
    answers: [],
  };
  const before = await earlierFile(io, path, fresh);
  if ('code' in before) return { value: undefined, diagnostics: [...profiles.diagnostics, before] };
  const applying = questions().filter(
    (each) => (each.needs === 'reading' || request.scratch) && appliesTo(each, target),
  );
  const left = unsettled(applying, before);
  const isWithheld = ({ needs }: Question) =>
    (needs === 'cable' && !request.loop) || (needs === 'restart' && !request.reboot);
  const withheld = left.filter(isWithheld);
  const asked = left.filter((each) => !isWithheld(each));
  const session = openReconnecting(() => access.connect(), io.clock);
  return {
    value: {
      name,
      target,
      path,
      settled: applying.length - left.length,
      ...(interrupted && { interrupted }),
      questions: asked,
      run: (events) => {
        const key = randomBytes(32).toString('hex');
        const asking = { session, clock: io.clock, target, key, signal: io.signal };
        const device = { name, model: identity.model, serial: identity.serial, routeros: identity.routeros };
        const onAnswer = async (file: ProbeFile, answer: ProbeAnswer) => {
          await io.writeFile(resolve(io.cwd, path), printProbeFile(file));
          events.onAnswer?.(answer);
        };
        const asker = { asking, onAsk: (question: Question) => events.onAsk?.(question), onAnswer };
        return runInTurn([...asked, ...withheld], before, asker, { ...request, device, io, interrupted });
      },
      async close() {
        await session.close().catch(() => undefined);
        await access.close();
      },
    },
    diagnostics: profiles.diagnostics,
  };
}

interface Circumstances extends Pick<ProbeRequest, 'scratch' | 'loop' | 'reboot'> {
  readonly device: Plan['device'];
  readonly interrupted: OpenCommit | undefined;
  readonly io: Io;
}

/** What only reads first: its answers are kept whatever becomes of the rest. */
async function runInTurn(
  left: readonly Question[],
  from: ProbeFile,
  asker: Asker,
  { device, scratch: ports, loop, reboot: mayRestart = false, interrupted, io }: Circumstances,
): Promise<Probed> {
  const reading = left.filter(({ needs }) => needs === 'reading');
  const changing = left.filter(({ needs }) => needs !== 'reading');
  const read = await runProbe(reading, from, asker);
  if (!ports || changing.length === 0 || read.stoppedBy) {
    return { run: { ...read, left: [...read.left, ...changing] }, diagnostics: [] };
  }
  const { target } = asker.asking;
  const own = probedSwitch(target)?.name;
  const switchName = ports.every((port) => target.switchOf(port)?.name === own) ? (own ?? '') : '';
  const { run, ended, diagnostics } = await probeWithRows(changing, read.file, asker, {
    device,
    scratch: { transaction: randomBytes(4).toString('hex'), ports, switchName, mayRestart, ...(loop && { loop }) },
    owner: whoAmI(),
    ...(interrupted && { interrupted }),
    clock: io.clock,
    syntax: { ...scriptSyntax, routeros: target.routeros },
    menus: readMenus(rowMenus),
  });
  return { run, diagnostics, ...(ended && { ended }) };
}

/** The file that is there, a new one where there is none, or why it cannot be gone on with. */
async function earlierFile(io: Io, path: string, fresh: ProbeFile): Promise<ProbeFile | Diagnostic> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readIfThere(io, path);
  } catch (error) {
    return unreadable(path, error);
  }
  if (!bytes) return fresh;
  const file = parseProbeFile(decode(bytes));
  if (typeof file === 'string') return noProbeFile(path, file);
  const identify = ({ model, routeros, switch: own, simulated }: ProbeFile) =>
    JSON.stringify([model, routeros, own?.name, own?.type, simulated]);
  if (identify(file) === identify(fresh)) return { ...file, rosc: fresh.rosc, date: fresh.date };
  return deviceProblem(path, 'probe/other-device', {
    what: `\`${path}\` is about another device: ${file.model} with RouterOS ${file.routeros}`,
    label: path,
    why: `This one is ${fresh.model} with RouterOS ${fresh.routeros}.`,
    fix: 'give another name with `--out`',
  });
}

export function noProbeFile(path: string, reason: string): Diagnostic {
  return deviceProblem(path, 'probe/no-probe-file', {
    what: `\`${path}\` is not the file of a probe`,
    label: reason,
    why: 'Only what rosc wrote down of a device is taken for its answers.',
    fix: 'give the file that `rosc probe` wrote, or another name with `--out`',
  });
}

function unknownModel(name: string, { model, routeros }: Identity): Diagnostic {
  return deviceProblem(name, 'probe/unknown-model', {
    what: `no profile describes \`${model}\` with RouterOS ${routeros}, so no answer could be judged`,
    label: model,
    why: 'Which chip a device has decides which questions make sense.',
    fix: 'describe it in a profile of your own, and give its folder with `--profiles`; `rosc models` lists the known ones',
  });
}
