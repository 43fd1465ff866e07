// The data of a page that was written into one file: the answers that a server would have given.

import type { CodePageJson } from './analysis-routes.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { ViewJson } from './view-schema.ts';

export interface StaticDataJson {
  /** ISO time. */
  readonly madeAt: string;
  readonly rosc: string;
  readonly view: ViewJson;
  /** Pages of the codes that occur. */
  readonly codes: Readonly<Record<string, DeepReadonly<CodePageJson>>>;
}
