// A host as its site describes it: its entry, the network that it is in, and how fast its paths can be.

import type { Diagnostic, Staged } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { decideFlow } from '../../forwarding/decide.ts';
import type { Path, SaidHost } from '../../host/judge-host.ts';
import type { Measurement } from '../../host/observation.ts';
import type { Intent } from '../../intent/intent.ts';
import type { Io } from '../../io/io.ts';
import { endpointOf } from '../../lower/flows.ts';
import { segmentOf } from '../../lower/hosts.ts';
import { type Layout, layOut } from '../../lower/layout.ts';
import { printPlaced } from '../../model/placement.ts';
import type { HostEntry } from '../../report/host.ts';
import { nearestName } from '../../source/near-name.ts';
import { type AnalysedDevice, analyseSite, isAnalysed } from './analyse-site.ts';

export interface HostInSite {
  readonly said: SaidHost;
  readonly entry: HostEntry;
  /** Undefined when the measurement does not say between whom it was, or nobody knows how fast that can be. */
  pathOf(measurement: Measurement): Path | undefined;
}

export interface HostOptions {
  readonly site: string;
  readonly host: string;
  readonly profiles?: string | undefined;
}

/** The diagnostics are those that make the site useless for this; what it has against itself is `check`'s matter. */
export async function hostInSite(
  io: Io,
  { site: path, host: name, profiles }: HostOptions,
): Promise<Staged<HostInSite | undefined>> {
  const site = await analyseSite(io, path, { profiles, judgesFixes: false });
  if (!isAnalysed(site)) return { value: undefined, diagnostics: site.diagnostics };
  const { intent } = site;
  const host = intent.site.hosts?.[name];
  const device = site.devices.find(({ lowered }) => lowered.device === host?.device);
  const deviceIntent = host && intent.devices.get(host.device);
  if (!host || !device || !deviceIntent) return { value: undefined, diagnostics: [noSuchHost(intent, name)] };
  const layout = layOut(intent, deviceIntent);
  const segment = segmentOf(layout, host.port);
  const offloads = { ...host.offloads };
  const { nic, driver, mtu, role, description } = host;
  const said: SaidHost = {
    facts: { name, nic, driver, mtu, role },
    offloads,
    at: (...keys) => intent.at('hosts', name, ...keys),
    ...(segment && { segmentMtu: segment }),
  };
  const entry: HostEntry = {
    device: host.device,
    port: host.port,
    nic,
    driver,
    mtu,
    role,
    offloads: Object.fromEntries(
      Object.entries(offloads).filter((pair): pair is [string, boolean] => pair[1] !== undefined),
    ),
    description,
  };
  const portBps = (deviceIntent.target.ports.get(host.port)?.mbps ?? Number.POSITIVE_INFINITY) * 1e6;
  const pathOf = (measurement: Measurement) => pathBetween(intent, { device, layout, measurement, portBps });
  return { value: { said, entry, pathOf }, diagnostics: [] };
}

interface Between {
  readonly device: AnalysedDevice;
  readonly layout: Layout;
  readonly measurement: Measurement;
  /** Of the host's own port. */
  readonly portBps: number;
}

function pathBetween(intent: Intent, { device, layout, measurement, portBps }: Between): Path | undefined {
  const { local, remote, isReverse, protocol } = measurement;
  if (local === undefined || remote === undefined) return undefined;
  const [from = '', to = ''] = isReverse ? [remote, local] : [local, remote];
  const verdict = decideFlow(device.network, {
    name: `${from} → ${to}`,
    origin: measurement.at,
    from: endpointOf(intent, { label: from, layout }),
    to: endpointOf(intent, { label: to, layout }),
    protocol,
    ports: [],
    oneWay: false,
  });
  const { ceiling, placement, cpuPath } = verdict;
  if (ceiling?.bps === undefined) return undefined;
  const { grade, citation } = ceiling;
  const isPort = portBps < ceiling.bps;
  return {
    bps: Math.min(ceiling.bps, portBps),
    by: isPort ? 'line rate of its port' : ceiling.by,
    grade,
    citation,
    placement: printPlaced({ placement, cpuPath }),
  };
}

function noSuchHost(intent: Intent, name: string): Diagnostic {
  const known = Object.keys(intent.site.hosts ?? {});
  const near = nearestName(name, known);
  return mistake('host/no-such-host', {
    what: `the site has no host \`${name}\``,
    at: intent.at('hosts'),
    label: near ? `did you mean \`${near}\`?` : '',
    fix: 'add it under `hosts:` with its device and its port',
  });
}
