// The data of a page that was written into one file: the answers that a server would have given.

import type { PlansJson, PostCheckJson } from './device-schema.ts';
import type { MatrixJson, TraceJson, TrafficClass } from './matrix-schema.ts';
import type { CodePageJson } from './report-schema.ts';
import type { ViewJson } from './view-schema.ts';

export interface StaticDataJson {
  /** ISO time. */
  readonly madeAt: string;
  readonly rosc: string;
  readonly view: ViewJson;
  /** Pages of the codes that occur. */
  readonly codes: Readonly<Record<string, CodePageJson>>;
  /** By device. */
  readonly matrices: Readonly<Record<string, MatrixJson>>;
  /** By `traceKey` and `flowTraceKey`. */
  readonly traces: Readonly<Record<string, TraceJson>>;
  readonly plans?: PlansJson;
  /** Absent when no device was at hand. */
  readonly postCheck?: PostCheckJson;
}

export interface CellName {
  readonly device: string;
  readonly from: string;
  readonly to: string;
  readonly class: TrafficClass;
}

export interface FlowName {
  readonly device: string;
  readonly flow: string;
}

export function traceKey({ device, from, to, class: trafficClass }: CellName): string {
  return JSON.stringify([device, from, to, trafficClass]);
}

export function flowTraceKey({ device, flow }: FlowName): string {
  return JSON.stringify([device, flow]);
}
