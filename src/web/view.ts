// One analysed text as the page reads it.

import { codes } from '../diagnostics/codes.ts';
import { locationJson } from '../diagnostics/render-json.ts';
import type { FlowVerdict } from '../forwarding/packets/flow.ts';
import { type Placement, worse } from '../model/placement.ts';
import { rulesById } from '../offload/rules.ts';
import { causesOf, isOffloadCode } from '../report/causes.ts';
import { reasonsOf } from '../report/device-lines.ts';
import { nameItem } from '../report/item-words.ts';
import { hitsOf, printFlow } from '../report/render-report.ts';
import { type Report, reportJson } from '../report/site-report.ts';
import type { WebAnalysis, WebDevice } from './analysis.ts';
import type { ChoiceJson, DeviceViewJson, ViewJson } from './api/view-schema.ts';
import { panelOf } from './panel.ts';
import { touchesOfDiagnostics, touchesOfFlow, touchesOfItem } from './touches.ts';

/** `live`: by device, where it is. */
export function viewOf(analysis: WebAnalysis, live: ReadonlyMap<string, string> = new Map()): ViewJson {
  const { id, kind, shown, report, devices } = analysis;
  return {
    version: 1,
    id,
    kind,
    file: { path: shown.path, text: shown.text },
    report: reportJson(report),
    devices: devices.map((device) => deviceView(device, report, live.get(device.report.name))),
    causes: causeEntries(report),
    diagnosticTouches: touchesOfDiagnostics(analysis),
    codes: pagesOf(report),
  };
}

function deviceView(device: WebDevice, whole: Report, live: string | undefined): DeviceViewJson {
  const { report, analysed } = device;
  const positions = new Map(report.verdicts.map((verdict, index) => [verdict, index]));
  const verdictTouches = report.verdicts.map(({ subject }) => [...touchesOfItem(device, subject)]);
  return {
    name: report.name,
    panel: panelOf(device, verdictTouches),
    verdictTouches,
    flowTouches: report.flows.map((flow) => [...touchesOfFlow(device, flow)]),
    verdictNames: report.verdicts.map(nameItem),
    reasons: reasonsOf(report, whole).map(({ items, text }) => ({
      items: items.flatMap((each) => positions.get(each) ?? []),
      text,
    })),
    flowTexts: report.flows.map(printFlow),
    choices: analysed ? choicesOf(analysed) : [],
    ...(live !== undefined && { live }),
  };
}

function causeEntries(report: Report): ViewJson['causes'] {
  const positions = new Map(report.diagnostics.map((diagnostic, index) => [diagnostic, index]));
  return causesOf(report).flatMap((entry) => {
    const { diagnostic, all, flows, items } = entry;
    if (diagnostic.severity === 'note') return [];
    const placed = [...flows, ...items].map(({ placement }) => placement);
    // What is routed past a policy is in hardware: no item says so, only the finding.
    if (diagnostic.isUnpredictable) placed.push('unpredictable');
    const isAboutPath = placed.length > 0 && isOffloadCode(diagnostic.code);
    return {
      findings: all.flatMap((each) => positions.get(each) ?? []),
      severity: diagnostic.severity,
      ...(isAboutPath && { placement: placed.reduce<Placement>(worse, 'hardware') }),
      hits: [...hitsOf(entry)],
    };
  });
}

function choicesOf({ lowered }: NonNullable<WebDevice['analysed']>): ChoiceJson[] {
  return lowered.choices.map(({ rule, origin, form, rejected, entries }) => ({
    rule,
    location: locationJson(origin),
    form,
    rejected: rejected.map((each) => ({ form: each.form, reason: each.reason })),
    entries,
  }));
}

function pagesOf(report: Report): ViewJson['codes'] {
  const used = new Set<string>();
  const addFlow = ({ because, notes }: FlowVerdict) => {
    for (const { code } of [...because, ...notes]) used.add(code);
  };
  for (const { code, also } of [...report.diagnostics, ...report.accepted]) {
    for (const each of [code, ...(also ?? [])]) used.add(each);
  }
  for (const { verdicts, flows } of report.devices) {
    for (const { because, notes } of verdicts) for (const code of [...because, ...notes]) used.add(code);
    flows.forEach(addFlow);
  }
  for (const { verdict, hops } of report.flows) [verdict, ...hops.map((hop) => hop.verdict)].forEach(addFlow);
  return Object.fromEntries(
    [...used].sort().flatMap((code) => {
      const page = summaryOf(code);
      return page ? [[code, page]] : [];
    }),
  );
}

const otherCodes: ReadonlyMap<string, { summary: string }> = new Map(Object.entries(codes));

function summaryOf(code: string): ViewJson['codes'][string] | undefined {
  const rule = rulesById.get(code);
  if (rule) return { summary: rule.summary, cost: rule.cost };
  const other = otherCodes.get(code);
  return other && { summary: other.summary };
}
