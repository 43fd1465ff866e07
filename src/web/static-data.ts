// Collects what a page without a server needs to answer every question that it can be asked.

import { versionText } from '../commands/version.ts';
import type { WebAnalysis } from './analysis.ts';
import { codePage } from './api/analysis-routes.ts';
import type { StaticDataJson } from './api/static-schema.ts';
import { viewOf } from './view.ts';

export interface StaticDataOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function staticData(analysis: WebAnalysis, { now }: StaticDataOptions): StaticDataJson {
  const view = viewOf(analysis);
  const codes = Object.keys(view.codes).flatMap((code) => {
    const page = codePage(code);
    return page ? [[code, page] as const] : [];
  });
  return { madeAt: new Date(now).toISOString(), rosc: versionText(), view, codes: Object.fromEntries(codes) };
}
