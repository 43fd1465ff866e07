// The sites of a fleet, each analysed when the first of its devices is at hand and dropped after the last, so that a
// large fleet needs no more memory than a small one.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { expandTemplate, type FleetDevice, missingLabel } from '../../fleet/fleet.ts';
import type { Io } from '../../io/io.ts';
import { parseDeferred } from '../../model/deferred.ts';
import { append } from '../../source/append.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import {
  type AnalysedDevice,
  type AnalysedSite,
  analyseSource,
  type FailedSite,
  isAnalysed,
} from '../analyse/analyse-site.ts';
import { type DeviceAddress, deviceAddressOf } from '../device/device-address.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { readSite } from '../read/read-site.ts';
import type { FleetScope } from './fleet-scope.ts';
import type { Fleet } from './read-fleet.ts';

/** A device of a fleet with its site, ready to be planned. */
export interface ReadyDevice {
  readonly site: AnalysedSite;
  /** By its name in the fleet. */
  readonly device: AnalysedDevice;
  readonly where: DeviceAddress;
}

export interface FleetSites {
  /** With only the devices that are asked for. */
  analyse(site: string): Promise<AnalysedSite | FailedSite>;
  /** Runs the work on one device of its analysed site, once; `otherwise` where its site has none. */
  use<T>(member: FleetDevice, each: EachMember<T>): Promise<T>;
}

export interface EachMember<T> {
  work(ready: ReadyDevice): Promise<T>;
  otherwise(diagnostics: readonly Diagnostic[]): T;
}

export interface FleetSitesOptions {
  readonly profiles?: string;
  readonly strict?: boolean;
  /** The RouterOS version that all devices are judged by, in place of their sites' own. */
  readonly upgrade?: string;
}

export async function fleetSites(
  io: Io,
  fleet: Fleet,
  scope: FleetScope,
  options: FleetSitesOptions,
): Promise<FleetSites> {
  const profiles = await loadAllProfiles(io, options.profiles);
  const members = new Map<string, string[]>();
  for (const { site, device } of scope.devices) append(members, site, device);
  const left = new Map([...members].map(([site, devices]) => [site, devices.length]));
  const open = new Map<string, Promise<AnalysedSite | FailedSite>>();

  const analyse = async (name: string): Promise<AnalysedSite | FailedSite> => {
    const path = fleet.sites.find((site) => site.name === name)?.path;
    if (path === undefined) throw new Error(`the fleet lost ${name}`);
    const source = await readSite(io, path);
    if (!source.value) return { diagnostics: source.diagnostics };
    return analyseSource(source.value, profiles, {
      only: members.get(name) ?? [],
      defaultRouteros: fleet.settings.defaults?.routeros,
      routeros: options.upgrade,
      strict: options.strict,
    });
  };
  const release = (name: string) => {
    const count = (left.get(name) ?? 1) - 1;
    left.set(name, count);
    if (count === 0) open.delete(name);
  };
  return {
    analyse,
    async use(member, { work, otherwise }) {
      const site = computeIfAbsent(open, member.site, () => analyse(member.site));
      try {
        const analysed = await site;
        if (!isAnalysed(analysed)) return otherwise(analysed.diagnostics);
        const device = analysed.devices.find(({ lowered }) => lowered.device === member.device);
        if (!device) return otherwise(analysed.diagnostics);
        const where = addressOf(fleet, scope, { analysed, device, member });
        const named = { ...device, lowered: { ...device.lowered, device: member.name } };
        return await work({ site: analysed, device: named, where });
      } finally {
        release(member.site);
      }
    },
  };
}

interface Placed {
  readonly analysed: AnalysedSite;
  readonly device: AnalysedDevice;
  readonly member: FleetDevice;
}

/** As the command line says, else the site, else the fleet. */
function addressOf(fleet: Fleet, scope: FleetScope, { analysed, device, member }: Placed): DeviceAddress {
  const given = scope.urls.get(member.name);
  const own = deviceAddressOf(analysed, device, given === undefined ? [] : [{ name: member.device, url: given }]);
  const known = { ...own, name: member.name, ...credentialOf(fleet, member) };
  const template = fleet.settings.defaults?.url;
  if (own.url !== undefined || template === undefined) return known;
  const url = expandTemplate(template, member);
  const at = fleet.at('defaults', 'url');
  return url === undefined ? { ...known, at, unlabelled: missingLabel(template, member) } : { ...known, url, at };
}

/** `{site}`, `{device}` and `{label.NAME}` in it stand for those of the device. */
function credentialOf({ settings, file }: Fleet, member: FleetDevice): Pick<DeviceAddress, 'credential'> {
  const password = settings.defaults?.credentials?.password;
  const name = password && expandTemplate(password.name, member);
  const secret = name === undefined ? undefined : parseDeferred(`@${password?.from}:${name}`);
  return secret ? { credential: { secret, beside: file.path } } : {};
}
