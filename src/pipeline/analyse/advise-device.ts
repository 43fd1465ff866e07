// Every known model in the place of a device, ranked by what would stay in hardware.

import { mapPorts } from '../../advise/map-ports.ts';
import { type Advice, rank, rateModel, type Trial } from '../../advise/rate-model.ts';
import { renameInLines, retarget, usedPorts } from '../../advise/retarget.ts';
import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import { makeTarget } from '../../profile/make-target.ts';
import type { Profiles } from '../../profile/profiles.ts';
import type { Target } from '../../profile/target.ts';
import type { DeviceAdvice } from '../../report/advice.ts';
import { analyseDevice } from './analyse-site.ts';
import { evaluateRaw } from './evaluate-raw.ts';

/** `onModel`: before it is tried. */
export function adviseDevice(
  profiles: Profiles,
  intent: Intent,
  device: DeviceIntent,
  onModel?: (model: string) => void,
): DeviceAdvice {
  const { name, target } = device;
  const own = tryModel(intent, device, target);
  const advice: Advice[] = [];
  for (const model of profiles.models.keys()) {
    onModel?.(model);
    const other = makeTarget(profiles, model, target.routeros);
    const trial = other && tryModel(intent, device, other);
    if (trial) advice.push(rateModel(trial, own?.diagnostics ?? []));
  }
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
    judgesFixes: false,
    evaluate: ({ path, text }, base) => evaluateRaw({ path, text: renameInLines(text, mapping.ports) }, base),
  });
  if (!analysed) return undefined;
  const { analysis, flows, network } = analysed.value;
  const mtus = [...network.l3Interfaces.values()].map(({ mtu }) => mtu ?? 1500);
  const { verdicts, capacity } = analysis;
  const l2mtu = Math.max(1500, ...mtus) + vlanTagBytes;
  return { target, mapping, verdicts, capacity, flows, diagnostics: analysed.diagnostics, l2mtu };
}
