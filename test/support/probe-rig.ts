// A probe of a simulated switch, as the command does it, with a device in between that a test may alter.

import { openReconnecting } from '../../src/apply/reconnecting-session.ts';
import type { OpenCommit } from '../../src/apply/recover.ts';
import type { Device } from '../../src/device/device.ts';
import type { Faults } from '../../src/device/sim/faults.ts';
import type { Readings } from '../../src/device/sim/readings.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { version } from '../../src/model/version.ts';
import { readMenus } from '../../src/pipeline/read/read-menus.ts';
import { appliesTo } from '../../src/probe/applies.ts';
import { probeWithRows } from '../../src/probe/probe-with-rows.ts';
import type { Question } from '../../src/probe/question.ts';
import { questions } from '../../src/probe/questions.ts';
import { type Asker, runProbe } from '../../src/probe/run-probe.ts';
import { rowMenus } from '../../src/probe/scratch.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import type { ProbeAnswer, ProbeFile } from '../../src/profile/probe-file.ts';
import type { Target } from '../../src/profile/target.ts';
import { builtInProfiles } from './built-in-profiles.ts';
import { createVirtualClock } from './virtual-clock.ts';

export const probedModel = 'CRS326-24G-2S+';
export const probedVersion = '7.24.5';

export function probedTarget(model: string = probedModel, routeros: string = probedVersion): Target {
  const target = makeTarget(builtInProfiles(), model, version(routeros));
  if (!target) throw new Error(`no profile describes ${model}`);
  return target;
}

export interface ProbeRigOptions {
  readonly target?: Target;
  readonly script?: string;
  readonly faults?: Partial<Faults>;
  readonly readings?: Partial<Readings>;
  readonly seed?: number;
  readonly answerMs?: number;
  /** Frames leave by the first port and enter by the second, where the cable is. */
  readonly loop?: readonly [near: string, far: string];
  readonly through?: (device: Device) => Device;
  /** Stops it, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** A switch on a bench: its chip routes, and nothing is configured. */
export const bareSwitch = [
  '/interface ethernet switch set switch1 l3-hw-offloading=yes',
  '/interface ethernet switch l3hw-settings set ipv6-hw=yes',
].join('\n');

/** Two ports of a bridge, an address and a route: rows that questions ask about. */
export const usedSwitch = [
  '/interface bridge add name=bridge',
  '/interface bridge port add bridge=bridge interface=ether1',
  '/interface bridge port add bridge=bridge interface=ether2',
  '/ip address add address=192.0.2.1/24 interface=bridge',
  '/ip firewall address-list add list=friends address=192.0.2.9 comment=neighbour',
].join('\n');

export function createProbeRig(options: ProbeRigOptions = {}) {
  const { target = probedTarget(), through = (device) => device, signal = new AbortController().signal } = options;
  const clock = createVirtualClock();
  const simulator = createSimulator({
    target,
    clock,
    script: options.script ?? usedSwitch,
    seed: options.seed ?? 1,
    answerMs: options.answerMs ?? 0,
    ...(options.readings && { readings: options.readings }),
  });
  const identity = { model: target.model, serial: simulator.print('/system/routerboard')[0]?.['serial-number'] ?? '' };
  const [near, far] = freePorts(target);
  simulator.join(near, far);
  simulator.setLink('ether3', false);
  simulator.setFaults(options.faults ?? {});
  const connect = async () => through(await connectToSimulator(simulator, { url: 'sim:probed' }));
  const session = openReconnecting(connect, clock);
  const asker: Asker = {
    asking: { session, clock, target, key: 'key', signal },
    onAnswer: async () => undefined,
  };
  return {
    clock,
    simulator,
    session,
    read: (asked: readonly Question[] = questionsFor(target, 'reading'), from = emptyFile(target)) =>
      runProbe(asked, from, asker),
    probe: (
      asked: readonly Question[] = questionsFor(target, 'rows', 'ports', 'cable', 'restart'),
      ports: readonly string[] = [near, far],
      mayRestart = true,
      interrupted?: OpenCommit,
    ) =>
      probeWithRows(asked, emptyFile(target), asker, {
        device: { name: 'probed', ...identity, routeros: target.routeros.text },
        scratch: {
          transaction: interrupted ? '5eed2' : '5eed',
          ports,
          switchName: 'switch1',
          mayRestart,
          ...(ports.length > 1 && { loop: options.loop ?? [far, near] }),
        },
        owner: 'test',
        ...(interrupted && { interrupted }),
        clock,
        syntax: { ...scriptSyntax, routeros: target.routeros },
        menus: readMenus(rowMenus),
      }),
  };
}

/** The last two ports of the chip that are of one kind. */
export function freePorts({ ports, offloadSwitch }: Target): readonly [near: string, far: string] {
  const own = [...ports].flatMap(([name, port]) =>
    port.switch !== undefined && port.switch.name === offloadSwitch?.name ? [name] : [],
  );
  const copper = own.filter((name) => name.startsWith('ether'));
  const [near = '', far = ''] = (copper.length > 1 ? copper : own).slice(-2);
  return [near, far];
}

export type ProbeRig = ReturnType<typeof createProbeRig>;

/** The first of two models that it makes sense for. */
export function targetOf(question: Question): Target {
  const target = probedTarget();
  return appliesTo(question, target) ? target : probedTarget('CRS309-1G-8S+');
}

/** What the device has to be like. */
export function scriptFor({ id, offload, needs, alone = [] }: Question): string {
  if (id === 'while-offload-on') return `${usedSwitch}\n${bareSwitch}`;
  return offload || needs === 'cable' || alone.includes('/interface/bridge') ? bareSwitch : usedSwitch;
}

export function questionsFor(target: Target, ...needs: readonly Question['needs'][]): readonly Question[] {
  return questions().filter((each) => needs.includes(each.needs) && appliesTo(each, target));
}

export function emptyFile(target: Target): ProbeFile {
  const own = target.switches[0];
  return {
    probe: 1,
    about: 'a test',
    rosc: 'development',
    model: target.model,
    routeros: target.routeros.text,
    date: '2026-11-22',
    ...(own && { switch: { name: own.name, type: own.type } }),
    answers: [],
  };
}

/** What followed, by question; `open: …` where nothing did. */
export function sayingsOf(answers: readonly ProbeAnswer[]): ReadonlyMap<string, string> {
  return new Map(answers.map(({ question, says, open }) => [question, says ?? `open: ${open}`]));
}
