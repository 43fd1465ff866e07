// What `check` and `audit` found, as data, and its JSON form (DESIGN 5).

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson, locationJson } from '../diagnostics/render-json.ts';
import type { Cause, FlowVerdict } from '../forwarding/packets/flow.ts';
import type { ManagementVlan } from '../lower/lowered.ts';
import { rankOf } from '../model/placement.ts';
import type { Capacity, Verdict } from '../offload/verdict.ts';
import type { Target } from '../profile/target.ts';

export interface DeviceReport {
  readonly name: string;
  readonly target: Target;
  readonly verdicts: readonly Verdict[];
  readonly flows: readonly FlowVerdict[];
  readonly capacity: readonly Capacity[];
  /** A VLAN of the site that is routed to no other network, as it is for management, and where the site says so. */
  readonly apart?: ManagementVlan;
}

/** A flow that crosses devices. */
export interface SiteFlow {
  readonly verdict: FlowVerdict;
  readonly hops: readonly { readonly device: string; readonly verdict: FlowVerdict }[];
}

/** A path is as good as its worst device, and carries what its narrowest one carries. */
export function worseFlow(a: FlowVerdict, b: FlowVerdict): FlowVerdict {
  const worse = rankOf(a) >= rankOf(b) ? a : b;
  const narrow = (a.ceiling?.bps ?? Number.POSITIVE_INFINITY) <= (b.ceiling?.bps ?? Number.POSITIVE_INFINITY) ? a : b;
  return narrow.ceiling ? { ...worse, ceiling: narrow.ceiling } : worse;
}

export interface Report {
  readonly devices: readonly DeviceReport[];
  readonly flows: readonly SiteFlow[];
  readonly diagnostics: readonly Diagnostic[];
  /** Findings that the author accepted with `# rosc:ignore CODE reason`. */
  readonly accepted: readonly Diagnostic[];
  /** One sentence: what to fix first, and what that would bring. */
  readonly firstFix?: string;
  /** The site has mistakes: what the rest of it would do is their doing. */
  readonly isMistaken?: true;
}

export const emptyReport: Report = { devices: [], flows: [], diagnostics: [], accepted: [] };

export function reportJson(report: Report) {
  return {
    version: 1 as const,
    devices: report.devices.map(deviceJson),
    ...(report.flows.length > 0 && {
      flows: report.flows.map(({ verdict, hops }) => ({
        ...flowJson(verdict),
        hops: hops.map((hop) => ({ device: hop.device, ...flowJson(hop.verdict) })),
      })),
    }),
    diagnostics: report.diagnostics.map(diagnosticJson),
    ...(report.accepted.length > 0 && { accepted: report.accepted.map(diagnosticJson) }),
    ...(report.firstFix !== undefined && { firstFix: report.firstFix }),
  };
}

export function flowJson(verdict: FlowVerdict) {
  const { flow, placement, cpuPath, datapath, direction, because, notes, grade, ceiling } = verdict;
  return {
    name: flow.name,
    placement,
    ...(cpuPath && { cpuPath }),
    ...(flow.expected && { expected: flow.expected }),
    datapath,
    direction,
    grade,
    because: codesOf(because),
    notes: codesOf(notes),
    causes: [...because, ...notes].map(({ code, text, at, evidence }) => ({
      code,
      text,
      ...(at && { location: locationJson(at) }),
      evidence,
    })),
    ...(flow.rateBps !== undefined && { rate: { bps: flow.rateBps } }),
    ...(ceiling && { ceiling }),
  };
}

function deviceJson({ name, target, verdicts, flows, capacity }: DeviceReport) {
  const chip = target.offloadSwitch ?? target.switches[0];
  return {
    name,
    model: target.model,
    ...(target.standsFor !== undefined && { standsFor: target.standsFor }),
    chip: chip?.chip ?? null,
    family: chip?.family ?? null,
    routeros: target.routeros.text,
    verdicts: verdicts.map(({ subject, kind, datapath, placement, because, notes }) => ({
      subject: { kind, menu: subject.menu, key: subject.key },
      datapath,
      placement,
      because,
      ...(notes.length > 0 && { notes }),
    })),
    flows: flows.map(flowJson),
    capacity,
  };
}

function codesOf(causes: readonly Cause[]): readonly string[] {
  return [...new Set(causes.map(({ code }) => code))];
}
