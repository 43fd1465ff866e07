// A text through rosc's stages, for the page: a site or an export, its report, and what the further views need.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network/network.ts';
import { filesOf } from '../intent/include.ts';
import {
  type AnalysedDevice,
  type AnalysedSite,
  analyseSource,
  isAnalysed,
  siteReport,
} from '../pipeline/analyse/analyse-site.ts';
import { auditSource } from '../pipeline/analyse/audit-source.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { Target } from '../profile/target.ts';
import type { DeviceReport, Report } from '../report/site-report.ts';
import { parseWithoutSecrets } from '../rsc/secrets.ts';
import type { SourceFile } from '../source/location.ts';
import { redactText } from '../source/redact-text.ts';
import { kindOfText, type TextKind } from './text-kind.ts';

export interface AnalysisOptions {
  readonly profiles: Staged<Profiles>;
  /** Absent = told from the name and the text. */
  readonly kind?: TextKind | undefined;
  /** For exports without a header, and in place of a site's own versions. */
  readonly model?: string | undefined;
  readonly routeros?: string | undefined;
}

export interface WebDevice {
  readonly report: DeviceReport;
  readonly target: Target;
  readonly network: Network;
  /** By VLAN id. */
  readonly vlanNames: ReadonlyMap<number, string>;
  /** Factory name of the port that is for management alone. */
  readonly managementPort?: string;
  /** What the site made of it; absent for an export. */
  readonly analysed?: AnalysedDevice;
}

export interface WebAnalysis {
  /** Digest of everything that the analysis came from. */
  readonly id: string;
  readonly kind: TextKind;
  /** What may be shown: same length and lines as the source, secrets masked. */
  readonly shown: SourceFile;
  readonly report: Report;
  readonly devices: readonly WebDevice[];
  readonly site?: AnalysedSite;
}

export function analyseText(source: SourceFile, options: AnalysisOptions): WebAnalysis {
  const kind = options.kind ?? kindOfText(source);
  const id = createHash('sha256')
    .update([kind, source.path, options.model, options.routeros, ...filesOf(source).map(({ text }) => text)].join('\0'))
    .digest('hex')
    .slice(0, 16);
  return kind === 'site' ? analyseSiteText(source, id, options) : analyseExportText(source, id, options);
}

function analyseSiteText(source: SourceFile, id: string, { profiles, routeros }: AnalysisOptions): WebAnalysis {
  const site = analyseSource(source, profiles, { routeros });
  const report = siteReport(site);
  const shown = maskText(source, report.diagnostics);
  if (!isAnalysed(site)) return { id, kind: 'site', shown, report, devices: [] };
  const vlanNames = new Map(Object.entries(site.intent.site.vlans ?? {}).map(([name, { id: vid }]) => [vid, name]));
  const devices = site.devices.flatMap((analysed, index): WebDevice | [] => {
    const own = report.devices[index];
    if (!own) return [];
    const { target, device } = analysed.lowered;
    const managementPort = site.intent.devices.get(device)?.settings.management?.port;
    return {
      report: own,
      target,
      network: analysed.network,
      vlanNames,
      ...(managementPort !== undefined && { managementPort }),
      analysed,
    };
  });
  return { id, kind: 'site', shown, report, devices, site };
}

function analyseExportText(source: SourceFile, id: string, options: AnalysisOptions): WebAnalysis {
  const { report: audited, device } = auditSource(source, options.profiles, options);
  const shown = maskText(source, audited.diagnostics);
  const name = basename(source.path);
  const report = { ...audited, devices: audited.devices.map((each) => ({ ...each, name })) };
  const [own] = report.devices;
  if (!device || !own) return { id, kind: 'export', shown, report, devices: [] };
  const { network, reading } = device;
  const vlanNames = new Map([...network.vlanInterfaces.values()].map(({ vid, name }) => [vid, name]));
  return { id, kind: 'export', shown, report, devices: [{ report: own, target: reading.target, network, vlanNames }] };
}

/** What of a file may leave this process: everything but secrets, in the same lines and columns. */
function maskText(source: SourceFile, diagnostics: readonly Diagnostic[]): SourceFile {
  if (kindOfText(source) === 'export') return parseWithoutSecrets(source).value.file;
  let text = redactText(source.text);
  for (const { code, primary } of diagnostics) {
    if (code !== 'intent/literal-secret' || primary.at.kind !== 'source') continue;
    const { start, end } = primary.at;
    text = text.slice(0, start) + stars(text.slice(start, end)) + text.slice(end);
  }
  return { path: source.path, text };
}

function stars(text: string): string {
  return text.replace(/[^\r\n]/g, '*');
}
