// Commits that are still open on the devices of a fleet, ended on each of them.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import type { Io } from '../../io/io.ts';
import { groupBy } from '../../source/grouping.ts';
import { isAnalysed } from '../analyse/analyse-site.ts';
import { type CommitVerb, type EndedCommit, endCommitsOf } from '../change/end-commits.ts';
import type { DeviceOptions } from '../device/open-device.ts';
import { readAtOnce } from '../plan/plan-site.ts';
import { safeOrder } from '../read/device-order.ts';
import { someAtATime } from '../read/some-at-a-time.ts';
import { clearLeftBehind } from '../read/state-folder.ts';
import { type FleetSites, fleetSites } from './fleet-sites.ts';
import type { OpenFleet } from './open-fleet.ts';
import { withName } from './plan-fleet.ts';

export interface EndedMember {
  readonly member: FleetDevice;
  /** Absent: the device could not be asked. */
  readonly ended?: readonly EndedCommit[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `onEach` hears of the devices as they end. What goes back may cut off whoever is reached by it: devices of one site
 * have their turns in the order in which they are changed.
 */
export async function endFleetCommits(
  io: Io,
  { fleet, scope }: OpenFleet,
  verb: CommitVerb,
  options: DeviceOptions & { readonly parallel?: number },
  onEach: (ended: EndedMember) => void,
): Promise<void> {
  await clearLeftBehind(io);
  const sites = await fleetSites(io, fleet, scope, options);
  const bySite = groupBy(scope.devices, ({ site }) => site);
  const groups: readonly (readonly FleetDevice[])[] =
    verb === 'confirm' ? scope.devices.map((member) => [member]) : [...bySite.values()];
  const isOver = () => io.signal.aborted;
  await someAtATime(
    groups,
    options.parallel ?? readAtOnce,
    async (members) => {
      for (const member of await inSafeOrder(sites, members)) {
        if (isOver()) return;
        onEach(await endMember(io, verb, member, { sites, options }));
      }
    },
    isOver,
  );
}

interface Ending {
  readonly sites: FleetSites;
  readonly options: DeviceOptions;
}

function endMember(io: Io, verb: CommitVerb, member: FleetDevice, { sites, options }: Ending): Promise<EndedMember> {
  return sites.use<EndedMember>(member, {
    async work({ where }) {
      const { value, diagnostics } = await endCommitsOf(io, verb, { ...where, name: member.name }, options);
      return { member, ...(value && { ended: value }), diagnostics };
    },
    otherwise: (found) => ({ member, diagnostics: found.map((each) => withName(each, member)) }),
  });
}

async function inSafeOrder(sites: FleetSites, members: readonly FleetDevice[]): Promise<readonly FleetDevice[]> {
  const [first] = members;
  if (!first || members.length === 1) return members;
  const site = await sites.analyse(first.site);
  if (!isAnalysed(site)) return members;
  const order = safeOrder(site.devices.map(({ lowered }) => lowered));
  return members.toSorted((a, b) => order.indexOf(a.device) - order.indexOf(b.device));
}
