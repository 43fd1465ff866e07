// Collects what a page without a server needs to answer every question that it can be asked.

import type { Io } from '../io/io.ts';
import { versionText } from '../io/version.ts';
import { placements } from '../model/placement.ts';
import { siteSecrets } from '../pipeline/device/secrets.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { WebAnalysis, WebDevice } from './analysis.ts';
import { codePage } from './api/analysis-routes.ts';
import { type MatrixJson, type TraceJson, trafficClasses } from './api/matrix-schema.ts';
import { flowTraceKey, type StaticDataJson, traceKey } from './api/static-schema.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { matrixOf, traceCell, traceDeclared } from './matrix-view.ts';
import { plansOf } from './plan-view.ts';
import { postChecksOf } from './post-check-view.ts';
import { viewOf } from './view.ts';

export interface StaticDataOptions {
  readonly io: Io;
  readonly registry: DeviceRegistry;
  readonly profiles: Profiles;
}

export async function staticData(
  analysis: WebAnalysis,
  { io, registry, profiles }: StaticDataOptions,
): Promise<StaticDataJson> {
  const view = viewOf(analysis, registry.places);
  const matrices: Record<string, MatrixJson> = {};
  const traces: Record<string, TraceJson> = {};
  for (const device of analysis.devices) {
    const matrix = await matrixOf(device);
    matrices[device.report.name] = matrix;
    for (const [key, trace] of tracesOf(analysis, device, matrix)) traces[key] = trace;
  }
  const { site } = analysis;
  const context = site && { registry, profiles, secret: await siteSecrets(io, site) };
  const hasDevices = site?.devices.some(({ lowered }) => registry.has(lowered.device)) === true;
  const plans = context && (await plansOf(site, { ...context, fresh: false }));
  const postCheck = context && hasDevices ? await postChecksOf(site, { ...context, clock: io.clock }) : undefined;
  const found = [...(plans?.diagnostics ?? []), ...(postCheck?.diagnostics ?? [])];
  return {
    madeAt: new Date(io.clock.now()).toISOString(),
    rosc: versionText(),
    view,
    codes: pagesOf([...Object.keys(view.codes), ...found.flatMap(({ code, also = [] }) => [code, ...also])]),
    matrices,
    traces,
    ...(plans && { plans }),
    ...(postCheck && { postCheck }),
  };
}

/** Of a matrix whose rows are shared the one that is shown first: all of them would make the file huge. */
function* tracesOf(
  analysis: WebAnalysis,
  device: WebDevice,
  { cells, others, alike }: MatrixJson,
): Generator<readonly [key: string, trace: TraceJson]> {
  const isWhole = others === 0 && Object.keys(alike).length === 0;
  const { name } = device.report;
  for (const { from, to } of isWhole ? cells : worstOf(cells)) {
    for (const trafficClass of trafficClasses) {
      const trace = traceCell(device, { from, to }, trafficClass);
      if (trace) yield [traceKey({ device: name, from, to, class: trafficClass }), trace];
    }
  }
  const own = analysis.site?.devices.find(({ lowered }) => lowered === device.analysed?.lowered);
  for (const { flow } of own?.flows ?? []) {
    const trace = traceDeclared(analysis, device, flow.name);
    if (trace) yield [flowTraceKey({ device: name, flow: flow.name }), trace];
  }
}

function worstOf(cells: MatrixJson['cells']): MatrixJson['cells'] {
  const rank = ({ classes }: MatrixJson['cells'][number]) =>
    placements.indexOf(classes[0]?.both.placement ?? 'hardware');
  return [...cells].sort((a, b) => rank(b) - rank(a)).slice(0, 1);
}

function pagesOf(codes: readonly string[]): StaticDataJson['codes'] {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const page = codePage(code);
      return page ? [[code, page] as const] : [];
    }),
  );
}
