// What another RouterOS version, or ports that are down, change in a site: every placement, who talks to whom, and what
// is lost besides.

import { losses } from '../../forwarding/losses.ts';
import { offloadMatrix, zonesOf } from '../../forwarding/matrix.ts';
import type { Endpoint } from '../../forwarding/packets/flow.ts';
import type { Report } from '../../report/site-report.ts';
import { plural } from '../../report/units.ts';
import { compareReports, type DeviceLoss, type Hypothesis, type WhatIf } from '../../report/what-if.ts';
import { type AnalysedDevice, type AnalysedSite, type FailedSite, isAnalysed, siteReport } from './analyse-site.ts';
import { portsDown } from './ports-down.ts';

export interface Circumstances {
  readonly down: readonly string[];
  readonly routeros?: string | undefined;
}

/** `site` is the site under these circumstances. */
export function hypothesise(
  { down, routeros }: Circumstances,
  base: AnalysedSite | FailedSite,
  site: AnalysedSite,
): WhatIf {
  const { devices: gone, farEnds, towards, parted } = portsDown(site.intent, down);
  const words = [
    ...down.map((port) => `${port} down`),
    ...farEnds.map((end) => `${end} at the other end of its cable`),
    ...(towards.length > 0 ? [`${plural(towards.length, 'port')} at the other ends of its cables`] : []),
    ...(routeros === undefined ? [] : [`RouterOS ${routeros}`]),
  ];
  const before = isAnalysed(base) ? base.devices.filter(({ lowered }) => !gone.has(lowered.device)) : [];
  const known = new Map(before.map((device) => [device.lowered.device, device]));
  const lost = [
    ...parted.map(({ devices, by }): DeviceLoss => {
      const [device, other] = gone.has(devices[0]) ? [devices[1], devices[0]] : devices;
      return { device, kind: 'link', text: `the link to \`${other}\` is down (${by})` };
    }),
    ...site.devices.flatMap((after) => lossesOf(site, known.get(after.lowered.device), after)),
  ];
  const zones = new Map(site.devices.map((after) => [after.lowered.device, zonesOfBoth(known, after)]));
  return compareReports(
    `with ${words.join(' and ')}`,
    hypothesis(withoutDown(siteReport(base), gone), before, zones),
    hypothesis(siteReport(site), site.devices, zones),
    lost,
  );
}

/** Of what is down as a whole nothing is compared. */
function withoutDown(report: Report, gone: ReadonlySet<string>): Report {
  return { ...report, devices: report.devices.filter(({ name }) => !gone.has(name)) };
}

function hypothesis(
  report: Report,
  devices: readonly AnalysedDevice[],
  zones: ReadonlyMap<string, readonly Endpoint[]>,
): Hypothesis {
  return {
    report,
    configs: devices.map(({ lowered }) => ({ device: lowered.device, config: lowered.config })),
    matrices: new Map(
      devices.map(({ lowered: { device }, network }) => [device, offloadMatrix(network, zones.get(device))]),
    ),
    inactive: new Set(
      devices.flatMap(({ lowered: { device }, network }) =>
        network.routes.filter(({ usable }) => !usable).map(({ item }) => `${device} ${item.key}`),
      ),
    ),
  };
}

/** The zones that there were, as far as they are up: of a dead port, its own route tells. */
function zonesOfBoth(known: ReadonlyMap<string, AnalysedDevice>, { lowered, network }: AnalysedDevice) {
  const before = known.get(lowered.device)?.network ?? network;
  return zonesOf(before).filter(({ interfaces }) => interfaces.every((name) => network.isUp(name)));
}

function lossesOf(
  site: AnalysedSite,
  before: AnalysedDevice | undefined,
  after: AnalysedDevice,
): readonly DeviceLoss[] {
  if (!before) return [];
  const { device } = after.lowered;
  const management = site.intent.devices.get(device)?.settings.management?.address.host;
  return losses(before.network, after.network, management).map((loss) => ({ device, ...loss }));
}
