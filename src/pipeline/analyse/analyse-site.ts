// A site through all the stages that need no device: load, lower, derive the network, analyse, judge the flows.

import { parseDeviceUrl } from '../../device/url.ts';
import { countAlike } from '../../diagnostics/alike.ts';
import { codesOf, type Diagnostic, isError, type Staged } from '../../diagnostics/diagnostic.ts';
import { buildNetwork } from '../../forwarding/build.ts';
import { decideFlow } from '../../forwarding/decide.ts';
import { judgeFlow } from '../../forwarding/expectations.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { withoutPort } from '../../forwarding/network/without-port.ts';
import type { FlowVerdict } from '../../forwarding/packets/flow.ts';
import { filesOf } from '../../intent/include.ts';
import type { Intent } from '../../intent/intent.ts';
import { loadIntent } from '../../intent/load.ts';
import type { Io } from '../../io/io.ts';
import { lower } from '../../lower/lower.ts';
import type { Lowered } from '../../lower/lowered.ts';
import { type EvaluateRaw, onFactory } from '../../lower/raw.ts';
import { parseVersion, type Version } from '../../model/version.ts';
import { type Analysis, analyze } from '../../offload/analyze.ts';
import { rulesById } from '../../offload/rules.ts';
import type { Profiles } from '../../profile/profiles.ts';
import { withFirstFix } from '../../report/first-fix.ts';
import { emptyReport, type Report } from '../../report/site-report.ts';
import type { SourceFile } from '../../source/location.ts';
import { unknownVersion } from '../read/known-versions.ts';
import { loadAllProfiles } from '../read/load-profiles.ts';
import { type PickedDevice, unknownDevices } from '../read/pick-devices.ts';
import { readSite } from '../read/read-site.ts';
import { evaluateRaw } from './evaluate-raw.ts';
import { unjudgedFlows, withoutLostEnds } from './flows-without-device.ts';
import { networkAfter } from './network-after.ts';
import { portsDown, withoutDevices } from './ports-down.ts';
import { withRawRouting } from './raw-routing.ts';
import { inSitesWords } from './site-fixes.ts';
import { type DeviceFlows, separateFlows } from './site-flows.ts';
import { speakersLeft } from './speakers-left.ts';

export interface SiteOptions {
  /** Names of devices to look at; empty = all. */
  readonly only?: readonly string[];
  /** In place of the site's own versions. */
  readonly routeros?: string | undefined;
  readonly strict?: boolean | undefined;
  /** Ports to judge without: `DEVICE:PORT`, or `PORT` for every picked device that has it. */
  readonly down?: readonly string[];
  /** Directory with further profiles. */
  readonly profiles?: string | undefined;
  /** RouterOS version of devices that name none, nor does their site. */
  readonly defaultRouteros?: string | undefined;
  /** False where nobody reads fixes: to judge them takes most of an analysis. */
  readonly judgesFixes?: boolean;
}

export interface AnalysedDevice {
  readonly lowered: Lowered;
  readonly network: Network;
  readonly analysis: Analysis;
  /** Of every flow that enters or leaves here, those that cross further devices included. */
  readonly flows: readonly FlowVerdict[];
}

export interface AnalysedSite {
  readonly file: SourceFile;
  readonly intent: Intent;
  readonly profiles: Profiles;
  readonly devices: readonly AnalysedDevice[];
  /** What devices that were not picked do to flows that cross them. */
  readonly others: readonly DeviceFlows[];
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Diagnostic[];
  /** It has mistakes, and `diagnostics` are about them alone. */
  readonly isMistaken: boolean;
}

export type FailedSite = Pick<AnalysedSite, 'diagnostics'>;

/** The site with everything that is known about it offline, or the mistakes that stop it. */
export async function analyseSite(io: Io, path: string, options: SiteOptions): Promise<AnalysedSite | FailedSite> {
  const source = await readSite(io, path);
  if (!source.value) return { diagnostics: source.diagnostics };
  return analyseSource(source.value, await loadAllProfiles(io, options.profiles), options);
}

/** As `analyseSite`, for a text that is there already. */
export function analyseSource(
  source: SourceFile,
  profiles: Staged<Profiles>,
  options: Omit<SiteOptions, 'profiles'>,
): AnalysedSite | FailedSite {
  const loaded = loadIntent(source, {
    profiles: profiles.value,
    ...(options.defaultRouteros !== undefined && { routeros: options.defaultRouteros }),
  });
  return analyseLoaded(source, loaded, profiles, options);
}

/** As `analyseSource`, for a text that is loaded already. */
export function analyseLoaded(
  source: SourceFile,
  loaded: Staged<Intent | undefined>,
  profiles: Staged<Profiles>,
  options: Omit<SiteOptions, 'profiles'>,
): AnalysedSite | FailedSite {
  const early = [...profiles.diagnostics, ...loaded.diagnostics];
  const intent = loaded.value;
  if (!intent) return { diagnostics: early };
  // What the rest of a mistaken site would do is the mistake's doing.
  const isMistaken = loaded.diagnostics.some(isError);
  const judgesFixes = !isMistaken && options.judgesFixes !== false;
  const version = options.routeros === undefined ? undefined : parseVersion(options.routeros);
  const names = [...intent.devices.keys()].filter((name) => !options.only?.length || options.only.includes(name));
  const down = portsDown(intent, options.down ?? []);
  const left = withoutDevices(intent, down.devices);
  const speakers = withRawRouting(speakersLeft(intent, down));
  const devices: AnalysedDevice[] = [];
  const diagnostics: Diagnostic[] = [...early];
  for (const name of names) {
    const device = analyseDevice(left, name, { version, down: down.of(name), speakers, judgesFixes });
    if (!device) continue;
    const flows = withoutLostEnds(intent, left, device.value.flows);
    devices.push({ ...device.value, flows });
    const found = version ? [...unknownVersion(name, version), ...device.diagnostics] : device.diagnostics;
    const own = intent.devices.get(name);
    const said = own ? found.map((each) => inSitesWords(each, own)) : found;
    diagnostics.push(...said.map((each) => ({ ...each, device: each.device ?? name })));
  }
  const mayCross = devices.some(({ flows }) => flows.length > 0);
  const others = [...left.devices.keys()].flatMap((name): DeviceFlows | [] => {
    const passed =
      mayCross && !names.includes(name) && networkOf(left, name, { version, down: down.of(name), speakers });
    if (!passed) return [];
    return { lowered: passed.lowered.value, flows: withoutLostEnds(intent, left, passed.flows) };
  });
  const { own, crossing } = separateFlows(devices, others);
  const strict = options.strict === true;
  for (const [device, flows] of own) {
    diagnostics.push(...flows.flatMap((flow) => judgeFlow(flow, { strict })).map((each) => ({ ...each, device })));
  }
  diagnostics.push(...crossing.flatMap(({ verdict }) => judgeFlow(verdict, { strict })));
  diagnostics.push(...unjudgedFlows(intent, left, strict));
  const accepted = devices.flatMap(({ analysis }) => analysis.accepted);
  return {
    file: source,
    intent,
    profiles: profiles.value,
    devices,
    others,
    diagnostics: countAlike(orderBySeverity(isMistaken ? early : diagnostics)),
    accepted,
    isMistaken,
  };
}

export function isAnalysed(site: AnalysedSite | FailedSite): site is AnalysedSite {
  return 'intent' in site;
}

/** Addresses that no verb could open, which those that open them say themselves; who logs in may be said elsewhere. */
function urlMistakes({ devices }: Intent): readonly Diagnostic[] {
  return [...devices.values()].flatMap(({ settings: { url }, places }) =>
    url === undefined ? [] : parseDeviceUrl(url, { at: places.at('url'), user: 'rosc' }).diagnostics,
  );
}

/** All that is said against the site. `picked`: the devices that somebody named. */
export function siteDiagnostics(
  site: AnalysedSite | FailedSite,
  picked: readonly PickedDevice[],
): readonly Diagnostic[] {
  if (!isAnalysed(site)) return site.diagnostics;
  return [...unknownDevices(picked, site.intent), ...urlMistakes(site.intent), ...site.diagnostics];
}

/** `picked`: the devices that somebody named. */
export function siteReport(site: AnalysedSite | FailedSite, picked: readonly PickedDevice[] = []): Report {
  if (!isAnalysed(site)) return { ...emptyReport, diagnostics: site.diagnostics };
  const { own, crossing } = separateFlows(site.devices, site.others);
  const devices = site.devices.map(({ lowered, analysis }) => ({
    name: lowered.device,
    target: lowered.target,
    verdicts: analysis.verdicts,
    flows: own.get(lowered.device) ?? [],
    capacity: analysis.capacity,
    ...(lowered.apart && { apart: lowered.apart }),
  }));
  const { accepted, isMistaken } = site;
  const diagnostics = siteDiagnostics(site, picked);
  return withFirstFix({ devices, flows: crossing, diagnostics, accepted, ...(isMistaken && { isMistaken }) });
}

export interface DeviceContext {
  readonly version: Version | undefined;
  readonly down: readonly string[];
  /** The site whose routes are heard and that flows cross, when it is not the one that is configured. */
  readonly speakers?: Intent;
  /** How `raw:` lines are run, when not as they stand. */
  readonly evaluate?: EvaluateRaw;
  readonly judgesFixes?: SiteOptions['judgesFixes'];
}

/** One device of a site; undefined when the site has none of that name. */
export function analyseDevice(intent: Intent, name: string, { judgesFixes = true, ...context }: DeviceContext) {
  const derived = networkOf(intent, name, context);
  if (!derived) return undefined;
  const { lowered, config, target, network, flows } = derived;
  const after = judgesFixes ? networkAfter(onFactory(config, target), target, lowered.value) : undefined;
  const files = filesOf(intent.file);
  const limits = { ...lowered.value.capacity, at: intent.keyAt('devices', name) };
  const analysis = analyze({ config, target, network, context: 'site', files, limits, ...(after && { after }) });
  return {
    value: { lowered: lowered.value, network, analysis, flows },
    diagnostics: withRootCause([...lowered.diagnostics, ...analysis.diagnostics]),
  };
}

/** One problem is told once, with its cost to the site. */
function withRootCause(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = new Set(diagnostics.map(({ code }) => code));
  const causeOf = ({ code, severity }: Diagnostic) =>
    severity === 'error' ? undefined : rulesById.get(code)?.impliedBy;
  const effects = diagnostics.filter((each) => told.has(causeOf(each) ?? ''));
  return diagnostics.flatMap((each) => {
    const also = effects.filter((effect) => causeOf(effect) === each.code).flatMap(codesOf);
    if (also.length > 0) return { ...each, also: [...new Set(also)] };
    return effects.includes(each) ? [] : each;
  });
}

function networkOf(
  intent: Intent,
  name: string,
  { version, down, speakers = withRawRouting(intent), evaluate = evaluateRaw }: Omit<DeviceContext, 'judgesFixes'>,
) {
  const own = intent.devices.get(name);
  const target = version ? own?.targetAt(version) : own?.target;
  if (!own || !target) return undefined;
  const lowered = lower(intent, name, target, { evaluateRaw: evaluate, speakers });
  // A port that the device does not have is nothing that could go down.
  const config = down.reduce((each, port) => withoutPort(each, target, port) ?? each, lowered.value.config);
  const network = buildNetwork(config, target, lowered.value);
  return { lowered, config, target, network, flows: lowered.value.flows.map((flow) => decideFlow(network, flow)) };
}

/** Errors first; within a severity advice on hosts' cards last, and otherwise the stages' own order: root causes first. */
export function orderBySeverity(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const order = { error: 0, warning: 2, note: 4 } as const;
  const rank = ({ severity, code }: Diagnostic) => order[severity] + (code.startsWith('lower/nic-') ? 1 : 0);
  return [...diagnostics].sort((a, b) => rank(a) - rank(b));
}
