// `rosc trace SITE|EXPORT --from … --to …`: one flow through a device, step by step.

import { buildNetwork } from '../forwarding/build.ts';
import type { Endpoint, Flow, PortRange } from '../forwarding/flow.ts';
import { zonesOf } from '../forwarding/matrix.ts';
import type { Network } from '../forwarding/network.ts';
import { type Trace, traceFlow } from '../forwarding/trace.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson, usage } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { endpointOf } from '../lower/flows.ts';
import { layOut } from '../lower/layout.ts';
import { parsePrefix } from '../model/prefix.ts';
import { type AnalysedSite, analyseSite, isAnalysed, siteReport } from '../pipeline/analyse-site.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { namesOf, pickDevices } from '../pipeline/pick-devices.ts';
import { readExport } from '../pipeline/read-export.ts';
import { emptyReport } from '../report/site-report.ts';
import { renderTrace, traceJson } from '../report/trace.ts';
import { span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import { printReport } from './print-report.ts';

export interface TraceOptions extends CommonOptions {
  readonly from: string;
  readonly to: string;
  readonly protocol?: string;
  readonly port?: string;
  readonly oneWay?: boolean;
  readonly device?: readonly string[];
  readonly model?: string;
  readonly routeros?: string;
}

/** One device, and how it understands the names of the flow's ends. */
interface TracedDevice {
  readonly device: string;
  readonly network: Network;
  endpoint(label: string): Endpoint | undefined;
  readonly labels: readonly string[];
}

export async function trace(io: Io, path: string, options: TraceOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const ports = options.port === undefined ? [] : parsePorts(options.port);
  if (!ports) {
    return usage(io, `--port takes a port, a range or a list such as 80,443,8000-8080, not ${options.port}`);
  }
  const devices = /\.ya?ml$/.test(path)
    ? await devicesOfSite(io, path, options)
    : await devicesOfExport(io, path, options);
  if (typeof devices === 'number') return devices;
  const traces: { device: string; trace: Trace }[] = [];
  for (const traced of devices) {
    const flow = flowFor(traced, ports, options);
    if (typeof flow === 'string') {
      const near = nearestName(flow, traced.labels);
      const hint = near ? `did you mean ${near}?` : `there are ${traced.labels.join(', ')}, addresses and prefixes`;
      usage(io, `nothing in ${path} is called ${JSON.stringify(flow)}; ${hint}`);
      return exit.findings;
    }
    traces.push({ device: traced.device, trace: traceFlow(traced.network, flow) });
  }
  if (output.format !== 'json') for (const each of traces) io.stdout(renderTrace(each.device, each.trace, output));
  else if (traces.length === 1) printJson(io, traces.map(({ trace: only }) => traceJson(only))[0]);
  else
    printJson(
      io,
      traces.map(({ device, trace: each }) => ({ device, ...traceJson(each) })),
    );
  return exit.fine;
}

/** The flow, or the name of an end that the device does not know. */
function flowFor(traced: TracedDevice, ports: Flow['ports'], options: TraceOptions): Flow | string {
  const [from, to] = [traced.endpoint(options.from), traced.endpoint(options.to)];
  if (!from) return options.from;
  if (!to) return options.to;
  return {
    name: `${options.from} → ${options.to}`,
    origin: span({ path: 'command line', text: '' }, 0, 0),
    from,
    to,
    ...(options.protocol !== undefined && { protocol: options.protocol }),
    ports,
    oneWay: options.oneWay === true,
  };
}

async function devicesOfSite(
  io: Io,
  path: string,
  options: TraceOptions,
): Promise<readonly TracedDevice[] | ExitStatus> {
  const { profiles, routeros } = options;
  const picked = namesOf(pickDevices(options.device));
  const site = await analyseSite(io, path, { only: picked, profiles, routeros });
  if (!isAnalysed(site)) {
    printReport(io, outputOf(io, options), siteReport(site));
    return exit.findings;
  }
  const devices = site.devices.map((device) => tracedDevice(site, device.lowered.device, device.network));
  // Without a choice, the devices that have the source are where the flow starts.
  if (picked.length > 0 || devices.length === 1) return devices;
  const starting = devices.filter((traced) => (traced.endpoint(options.from)?.interfaces.length ?? 0) > 0);
  return starting.length > 0 ? starting : devices;
}

function tracedDevice({ intent }: AnalysedSite, name: string, network: Network): TracedDevice {
  const device = intent.devices.get(name);
  const labels = [...Object.keys(intent.site.vlans ?? {}), 'internet', 'any', 'management'];
  if (device) {
    const layout = layOut(intent, device);
    const zones = [...layout.l3.values()].flatMap(({ zone }) => (zone === undefined ? [] : [zone]));
    const known = new Set([...labels, ...zones]);
    return {
      device: name,
      network,
      labels: [...known],
      endpoint: (label) => (known.has(label) || parsePrefix(label) ? endpointOf(intent, { label, layout }) : undefined),
    };
  }
  return { device: name, network, labels, endpoint: () => undefined };
}

async function devicesOfExport(
  io: Io,
  path: string,
  options: TraceOptions,
): Promise<readonly TracedDevice[] | ExitStatus> {
  const output = outputOf(io, options);
  const source = await readSource(io, path);
  const profiles = await loadAllProfiles(io, options.profiles);
  const reading = source.value && readExport(source.value, { ...options, profiles: profiles.value });
  if (!reading?.value) {
    const diagnostics = [...source.diagnostics, ...(reading?.diagnostics ?? [])];
    printReport(io, output, { ...emptyReport, diagnostics });
    return exit.findings;
  }
  const network = buildNetwork(reading.value.config, reading.value.target);
  const zones = new Map(zonesOf(network).map((zone) => [zone.label, zone]));
  const endpoint = (label: string): Endpoint | undefined => {
    const zone = zones.get(label);
    if (zone) return zone;
    if (label === 'any' || label === 'internet') {
      return { label, interfaces: [], prefixes: [], internet: label === 'internet' };
    }
    const prefix = parsePrefix(label);
    return prefix && { label, interfaces: [], prefixes: [prefix], internet: false };
  };
  return [{ device: path, network, labels: [...zones.keys(), 'internet', 'any'], endpoint }];
}

function parsePorts(text: string): readonly PortRange[] | undefined {
  const ranges = text.split(',').map((part) => {
    const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    return { from: Number(from), to: Number(to ?? from) };
  });
  const isValid = ranges.every(({ from, to }) => from >= 0 && from <= to && to <= 65_535);
  return isValid ? ranges : undefined;
}
