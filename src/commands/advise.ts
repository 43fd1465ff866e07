// `rosc advise SITE`: every known model in the place of each device, ranked by what would stay in hardware.

import { mapPorts } from '../advise/map-ports.ts';
import { type Advice, rank, rateModel, type Trial } from '../advise/rate-model.ts';
import { renameInLines, retarget, usedPorts } from '../advise/retarget.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printJson } from '../io/output.ts';
import { analyseDevice, analyseSite, isAnalysed, siteReport } from '../pipeline/analyse-site.ts';
import { evaluateRaw } from '../pipeline/evaluate-raw.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { pickDevices, unknownDevices } from '../pipeline/pick-devices.ts';
import { makeTarget } from '../profile/make-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import { softwareRouters } from '../profile/software-routers.ts';
import type { Target } from '../profile/target.ts';
import { adviceJson, type DeviceAdvice, renderAdvice } from '../report/advice.ts';
import { printReport } from './print-report.ts';

export interface AdviseOptions extends CommonOptions {
  readonly device?: readonly string[];
  readonly all?: boolean;
}

const shownMax = 12;

export async function advise(io: Io, path: string, options: AdviseOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const { profiles: directory } = options;
  const only = picked.map(({ name }) => name);
  const site = await analyseSite(io, path, { only, ...(directory !== undefined && { profiles: directory }) });
  const unknown = isAnalysed(site) ? unknownDevices(picked, site.intent) : [];
  if (!isAnalysed(site) || unknown.length > 0) {
    const report = siteReport(site);
    printReport(io, output, { ...report, diagnostics: [...unknown, ...report.diagnostics] });
    return exit.findings;
  }
  const { value: profiles } = await loadAllProfiles(io, directory);
  const devices = site.devices.flatMap(({ lowered }) => {
    const device = site.intent.devices.get(lowered.device);
    return device ? [adviseOn(output, profiles, site.intent, device)] : [];
  });
  const references = softwareRouters();
  if (output.format === 'json') printJson(io, adviceJson(devices, references));
  else {
    const limit = options.all ? Number.POSITIVE_INFINITY : shownMax;
    io.stdout(renderAdvice(devices, references, { palette: output.palette, limit }));
  }
  return exit.fine;
}

/** Every known model in the place of the device. */
function adviseOn(output: Output, profiles: Profiles, intent: Intent, device: DeviceIntent): DeviceAdvice {
  const { name, target } = device;
  const own = tryModel(intent, device, target);
  const advice: Advice[] = [];
  for (const model of profiles.models.keys()) {
    output.progress(`${name} as a ${model} …`);
    const other = makeTarget(profiles, model, target.routeros);
    const trial = other && tryModel(intent, device, other);
    if (trial) advice.push(rateModel(trial, own?.diagnostics ?? []));
  }
  output.progress('');
  const { model, routeros } = target;
  return { device: name, model, routeros: routeros.text, ports: usedPorts(device).length, advice: rank(advice) };
}

const vlanTagBytes = 4;

/** The device's intent on another model; undefined when the site has no such device. */
function tryModel(intent: Intent, device: DeviceIntent, target: Target): Trial | undefined {
  const mapping = mapPorts(usedPorts(device), device.target, target);
  const moved = retarget(intent, device, target, mapping.ports);
  const analysed = analyseDevice(moved, device.name, {
    version: undefined,
    down: [],
    evaluate: ({ path, text }, base) => evaluateRaw({ path, text: renameInLines(text, mapping.ports) }, base),
  });
  if (!analysed) return undefined;
  const { analysis, flows, network } = analysed.value;
  const mtus = [...network.l3Interfaces.values()].map(({ mtu }) => mtu ?? 1500);
  const { verdicts, capacity } = analysis;
  const l2mtu = Math.max(1500, ...mtus) + vlanTagBytes;
  return { target, mapping, verdicts, capacity, flows, diagnostics: analysed.diagnostics, l2mtu };
}
