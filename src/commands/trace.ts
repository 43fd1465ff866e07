// `rosc trace SITE|EXPORT --from … --to …`: one flow, step by step, through each device of a site that it crosses.

import { buildNetwork } from '../forwarding/build.ts';
import { zonesOf } from '../forwarding/matrix.ts';
import { masterOf } from '../forwarding/network/masters.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { Endpoint, Flow } from '../forwarding/packets/flow.ts';
import { traceFlow } from '../forwarding/trace.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { protocols } from '../intent/schema-policy.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson, usage } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { flowAt } from '../lower/flows.ts';
import { hopsOf } from '../lower/hops.ts';
import { layOut } from '../lower/layout.ts';
import { parseNumberRanges } from '../model/number-range.ts';
import { parsePrefix } from '../model/prefix.ts';
import { analyseSite, isAnalysed, siteReport } from '../pipeline/analyse/analyse-site.ts';
import { withRawRouting } from '../pipeline/analyse/raw-routing.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { namesOf, pickDevices, unknownDevices } from '../pipeline/read/pick-devices.ts';
import { readExport } from '../pipeline/read/read-export.ts';
import { emptyReport } from '../report/site-report.ts';
import { pathJson, renderPath } from '../report/trace.ts';
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

/** What is traced where, or the name of an end that nobody knows. */
type Asked = readonly { readonly device: string; readonly network: Network; readonly flow: Flow }[] | UnknownEnd;

interface UnknownEnd {
  readonly unknown: string;
  /** Of a name that is known, but of nothing that packets enter by. */
  readonly port?: string;
  readonly labels: readonly string[];
}

export async function trace(io: Io, path: string, options: TraceOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const ports = options.port === undefined ? [] : parseNumberRanges(options.port, portMax);
  if (!ports) {
    return usage(io, `--port takes a port, a range or a list such as 80,443,8000-8080, not ${options.port}`);
  }
  const isSite = /\.ya?ml$/.test(path);
  const protocol = protocols.find((each) => each === options.protocol);
  if (isSite && options.protocol !== undefined && !protocol) {
    return usage(io, `--protocol of a site is one of ${protocols.join(', ')}, not ${options.protocol}`);
  }
  const settings: FlowSettings = {
    from: options.from,
    to: options.to,
    ...(protocol && { protocol }),
    ...(ports.length > 0 && { port: [...ports] }),
    'one-way': options.oneWay === true,
  };
  const asked = isSite
    ? await askedOfSite(io, path, { settings, options })
    : await askedOfExport(io, path, { settings, options });
  if (typeof asked === 'number') return asked;
  if ('unknown' in asked) {
    const near = nearestName(asked.unknown, asked.labels);
    const hint = near ? `did you mean ${near}?` : `there are ${asked.labels.join(', ')}, addresses and prefixes`;
    const said = asked.port && `${asked.port} is a port of a bridge or bond, which has the networks behind it`;
    usage(io, `${said ?? `nothing in ${path} is called ${JSON.stringify(asked.unknown)}`}; ${hint}`);
    return exit.findings;
  }
  const traces = asked.map(({ device, network, flow }) => ({ device, trace: traceFlow(network, flow) }));
  if (output.format === 'json') printJson(io, pathJson(traces));
  else io.stdout(renderPath(traces, output));
  return exit.fine;
}

async function askedOfSite(
  io: Io,
  path: string,
  { settings, options }: { settings: FlowSettings; options: TraceOptions },
): Promise<Asked | ExitStatus> {
  const { profiles, routeros } = options;
  const named = pickDevices(options.device);
  const picked = namesOf(named);
  const site = await analyseSite(io, path, { only: picked, profiles, routeros, judgesFixes: false });
  if (!isAnalysed(site) || unknownDevices(named, site.intent).length > 0) {
    printReport(io, outputOf(io, options), siteReport(site, named));
    return exit.findings;
  }
  const { intent } = site;
  const layouts = new Map([...intent.devices.values()].map((device) => [device.name, layOut(intent, device)]));
  const zones = [...layouts.values()].flatMap(({ l3 }) => [...l3.values()].flatMap(({ zone }) => zone ?? []));
  const labels = [...new Set([...Object.keys(intent.site.vlans ?? {}), 'internet', 'any', 'management', ...zones])];
  const unknown = [settings.from, settings.to].find((label) => !labels.includes(label) && !parsePrefix(label));
  if (unknown !== undefined) return { unknown, labels };
  const hops = hopsOf(withRawRouting(intent), settings);
  const crossed = hops.map((hop) => hop.device);
  if (hops.length === 0 && picked.length === 0) {
    usage(io, `no device of ${path} routes ${settings.from} or ${settings.to}; --device picks one to ask`);
    return exit.findings;
  }
  const aside = picked.filter((name) => !crossed.includes(name)).map((device) => ({ device, from: [], to: [] }));
  const networks = new Map(site.devices.map(({ lowered, network }) => [lowered.device, network]));
  return [...hops, ...aside].flatMap((hop) => {
    const [network, layout] = [networks.get(hop.device), layouts.get(hop.device)];
    if (!network || !layout) return [];
    return [{ device: hop.device, network, flow: flowAt(intent, { settings, hop, layout, origin: asTyped }) }];
  });
}

async function askedOfExport(
  io: Io,
  path: string,
  { settings, options }: { settings: FlowSettings; options: TraceOptions },
): Promise<Asked | ExitStatus> {
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
  const endpoint = (label: string): Endpoint | UnknownEnd => {
    const zone = zones.get(label);
    if (zone) return zone;
    // As RouterOS writes it: an address, and the interface that it is behind, whatever routes say.
    const [address = '', ...interfaces] = label.split('%');
    const prefix = parsePrefix(address);
    const isWord = label === 'any' || label === 'internet';
    const isKnown = interfaces.every((name) => network.l3Interfaces.has(name));
    const port = interfaces.find((name) => isPortOf(network, name));
    const labels = [...zones.keys(), 'internet', 'any'];
    if ((!isWord && !prefix) || !isKnown || port) return { unknown: label, labels, ...(port && { port }) };
    return { label, interfaces, prefixes: prefix ? [prefix] : [], internet: label === 'internet' };
  };
  const [from, to] = [endpoint(settings.from), endpoint(settings.to)];
  if ('unknown' in from) return from;
  if ('unknown' in to) return to;
  const { protocol } = options;
  const flow: Flow = {
    name: `${from.label} → ${to.label}`,
    origin: asTyped,
    from,
    to,
    ...(protocol !== undefined && { protocol }),
    ports: settings.port ?? [],
    oneWay: settings['one-way'] === true,
  };
  return [{ device: path, network, flow }];
}

/** What enters there enters by an interface of the bridge or bond, unless somebody gave the port an address. */
function isPortOf(network: Network, name: string): boolean {
  return masterOf(network, name) !== undefined && network.l3Interfaces.get(name)?.addresses.length === 0;
}

const portMax = 65_535;
const asTyped = span({ path: 'command line', text: '' }, 0, 0);
