// Plans for the devices of a fleet, as many at a time as are asked for: each is told as soon as those before it are,
// and then forgotten.

import type { Diagnostic, Label } from '../../diagnostics/diagnostic.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import type { Io } from '../../io/io.ts';
import { type DevicePlanning, type PlanRequest, planSiteDevice, readAtOnce } from '../plan/plan-site.ts';
import { someAtATime } from '../read/some-at-a-time.ts';
import { type FleetSitesOptions, fleetSites, type ReadyDevice } from './fleet-sites.ts';
import type { OpenFleet } from './open-fleet.ts';

export interface FleetPlanning extends Omit<DevicePlanning, 'name'> {
  readonly member: FleetDevice;
}

export interface EachDeviceOptions extends FleetSitesOptions {
  /** So many at the same time. */
  readonly parallel?: number;
  readonly isOver?: () => boolean;
}

/** `onEach` hears of the devices in the order of the fleet. */
export async function eachDevice<T>(
  io: Io,
  { fleet, scope }: OpenFleet,
  options: EachDeviceOptions,
  work: (member: FleetDevice, ready: ReadyDevice) => Promise<T>,
  otherwise: (member: FleetDevice, diagnostics: readonly Diagnostic[]) => T,
  onEach: (result: T) => void,
): Promise<void> {
  const sites = await fleetSites(io, fleet, scope, options);
  const waiting = new Map<number, T>();
  let next = 0;
  const inOrder = [...scope.devices.entries()];
  await someAtATime(
    inOrder,
    options.parallel ?? readAtOnce,
    async ([place, member]) => {
      const result = await sites.use(member, {
        work: (ready) => work(member, ready),
        otherwise: (diagnostics) => otherwise(member, diagnostics),
      });
      waiting.set(place, result);
      for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(next)) {
        waiting.delete(next);
        next += 1;
        onEach(ready);
      }
    },
    options.isOver ?? (() => io.ended.aborted),
  );
}

/** Where the device is, its fleet says. */
export type MemberRequest = Omit<PlanRequest, 'picked' | 'where'>;

export async function planMember(
  io: Io,
  member: FleetDevice,
  { site, device, where }: ReadyDevice,
  request: MemberRequest,
): Promise<FleetPlanning> {
  const { value, diagnostics } = await planSiteDevice(io, site, device, { ...request, picked: [], where });
  return { member, ...(value && { plan: value.plan, upgrade: value.upgrade }), diagnostics };
}

/** What its site says of a device, by the device's name in the fleet. */
export function withName(diagnostic: Diagnostic, { name, device }: FleetDevice): Diagnostic {
  if (diagnostic.device !== undefined && diagnostic.device !== device) return diagnostic;
  const inFleet = (label: Label): Label =>
    label.at.kind === 'device' && label.at.device === device ? { ...label, at: { ...label.at, device: name } } : label;
  return {
    ...diagnostic,
    primary: inFleet(diagnostic.primary),
    related: diagnostic.related.map(inFleet),
    device: name,
  };
}
