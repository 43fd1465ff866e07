// Where the page's data comes from: a rosc that listens, or the page itself when it was written into one file.

import type { CountersJson, PlansJson, PostCheckJson, Progress } from '../../src/web/api/device-schema.ts';
import type { MatrixJson, TraceJson } from '../../src/web/api/matrix-schema.ts';
import type { CodePageJson } from '../../src/web/api/report-schema.ts';
import {
  type CellName,
  type FlowName,
  flowTraceKey,
  type StaticDataJson,
  traceKey,
} from '../../src/web/api/static-schema.ts';
import type { ViewJson } from '../../src/web/api/view-schema.ts';
import { readEvents, type ServerEvent } from './events.ts';
import { token } from './token.ts';

export interface DraftText {
  readonly text: string;
  readonly name: string;
  readonly model?: string;
  readonly routeros?: string;
}

export interface Api {
  /** Undefined = live; otherwise when the page was made. */
  readonly madeAt?: string;
  view(id: string): Promise<ViewJson>;
  draft(draft: DraftText, signal: AbortSignal): Promise<ViewJson>;
  codePage(code: string): Promise<CodePageJson>;
  /** `filter`: a part of the names of the networks. */
  matrix(id: string, device: string, filter: string): Promise<MatrixJson>;
  trace(id: string, of: CellName | FlowName): Promise<TraceJson>;
  plans(id: string, options: { readonly fresh: boolean }): Promise<PlansJson>;
  postCheck(id: string): Promise<PostCheckJson>;
  counters(device: string): Promise<CountersJson>;
  /** Calls back with the id of the file's analysis, now and whenever it changes; reconnects by itself. */
  follow(listener: FollowListener): void;
}

export interface FollowListener {
  analysis(id: string): void;
  reading(progress: Progress): void;
  state(state: 'live' | 'lost'): void;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function openApi(): Api {
  const embedded = document.getElementById('rosc-data')?.textContent;
  return embedded ? staticApi(JSON.parse(embedded)) : liveApi();
}

function liveApi(): Api {
  return {
    view: (id) => get(analysisPath(id)),
    draft: (draft, signal) => post('/api/v1/analyses', draft, signal),
    codePage: (code) => get(`/api/v1/codes/${code.split('/').map(encodeURIComponent).join('/')}`),
    matrix: (id, device, filter) => get(`${analysisPath(id)}/matrix`, { device, filter }),
    trace: (id, of) => get(`${analysisPath(id)}/trace`, { ...of }),
    plans: (id, { fresh }) => get(`${analysisPath(id)}/plan`, { fresh: String(fresh) }),
    postCheck: (id) => get(`${analysisPath(id)}/post-check`),
    counters: (device) => get(`/api/v1/devices/${encodeURIComponent(device)}/counters`),
    follow: (listener) => void followForever(listener),
  };
}

function staticApi(data: StaticDataJson): Api {
  return {
    madeAt: data.madeAt,
    view: async () => data.view,
    draft: () => Promise.reject(new ApiError(0, 'static', 'A page in one file cannot analyse')),
    codePage: async (code) => orMissing(data.codes[code], `The page of ${code} is not in this file`),
    matrix: async (_, device) => orMissing(data.matrices[device], 'This matrix is not in this file'),
    trace: async (_, of) =>
      orMissing(data.traces['flow' in of ? flowTraceKey(of) : traceKey(of)], 'This trace is not in this file'),
    plans: async () => orMissing(data.plans, 'An export has no plan'),
    postCheck: async () => orMissing(data.postCheck, 'No device was at hand when this file was made'),
    counters: () => Promise.reject(new ApiError(0, 'static', 'A page in one file cannot read a device')),
    follow: () => undefined,
  };
}

function orMissing<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new ApiError(404, 'missing', message);
  return value;
}

function analysisPath(id: string): string {
  return `/api/v1/analyses/${encodeURIComponent(id)}`;
}

function get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const text = new URLSearchParams(query).toString();
  return request(`${path}${text && `?${text}`}`, {});
}

function post<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  return request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal,
  });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: { ...authorization(), ...init.headers } });
  const value = await response.json();
  if (response.ok) return value;
  throw new ApiError(response.status, value?.error?.code ?? 'unknown', value?.error?.message ?? response.statusText);
}

function authorization(): Record<string, string> {
  const known = token.get();
  return known === undefined ? {} : { authorization: `Bearer ${known}` };
}

/** Between two attempts to reach a rosc that went away. */
const retryMs = 1000;

async function followForever(listener: FollowListener): Promise<void> {
  for (;;) {
    try {
      const response = await fetch('/api/v1/events', { headers: authorization() });
      if (response.ok && response.body) {
        listener.state('live');
        for await (const event of readEvents(response.body)) tell(listener, event);
      }
    } catch {
      // Whatever broke the connection, the next attempt tells whether it still does.
    }
    listener.state('lost');
    await new Promise((done) => setTimeout(done, retryMs));
  }
}

function tell({ analysis, reading }: FollowListener, { event, data }: ServerEvent): void {
  if (event === 'analysis') analysis(JSON.parse(data).id);
  if (event === 'reading') reading(JSON.parse(data));
}
