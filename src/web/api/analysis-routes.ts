// The API's requests about texts: the file that the server was started with, and drafts that the page sends.

import * as z from 'zod';
import { evidenceOf } from '../../evidence/evidence-of.ts';
import { Refusal } from '../../io/refusal.ts';
import { pageOf } from '../../report/page.ts';
import { reportJson } from '../../report/site-report.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { WebAnalysis } from '../analysis.ts';
import { viewOf } from '../view.ts';
import type { Workspace } from '../workspace.ts';
import { type CodePageJson, codePageSchema, reportSchema } from './report-schema.ts';
import { type ApiRoute, apiSchemas, defineRoute, noBody, noParameters } from './route.ts';
import { viewSchema } from './view-schema.ts';

export interface AnalysisRouteOptions {
  readonly workspace: Workspace;
  /** By device, where it is. */
  readonly live: ReadonlyMap<string, string>;
}

export const draftSchema = z
  .strictObject({
    text: z.string().max(8_000_000).describe('A site (YAML) or an export (.rsc)'),
    name: z.string().max(200).optional().describe('Its name in locations; the ending tells what it is'),
    kind: z.enum(['site', 'export']).optional().describe('Absent = told from name and text'),
    model: z.string().max(100).optional().describe('For an export that does not say it'),
    routeros: z.string().max(30).optional().describe('For an export that does not say it; in place of a site’s own'),
  })
  .register(apiSchemas, { id: 'Text' });

reportSchema.register(apiSchemas, { id: 'Report' });
viewSchema.register(apiSchemas, { id: 'View' });

export const idParameter = z.string().max(40).describe('`current`, or the `id` of an analysis');

export function analysisRoutes({ workspace, live }: AnalysisRouteOptions): readonly ApiRoute[] {
  const viewed = derivedOnce((analysis: WebAnalysis) => viewOf(analysis, live));
  return [
    defineRoute({
      method: 'POST',
      path: '/api/v1/check',
      summary: 'Check a site or audit an export: the same JSON as the command line prints. Nothing is stored.',
      parameters: noParameters,
      body: draftSchema,
      response: reportSchema,
      handle: (_, draft) => reportJson(workspace.draft(draft).report),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/v1/analyses',
      summary: 'Analyse a text and keep the analysis in memory for further questions',
      parameters: noParameters,
      body: draftSchema,
      response: viewSchema,
      handle: (_, draft) => viewed(workspace.draft(draft)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/v1/analyses/{id}',
      summary: 'Everything that the page shows about a text',
      parameters: z.strictObject({ id: idParameter }),
      body: noBody,
      response: viewSchema,
      handle: ({ id }) => found(workspace, id, viewed),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/v1/codes/{group}/{id}',
      summary: 'The page of a diagnostic code',
      parameters: z.strictObject({ group: z.string().max(40), id: z.string().max(80) }),
      body: noBody,
      response: codePageSchema,
      handle: ({ group, id }) =>
        codePage(`${group}/${id}`) ?? new Refusal(404, 'unknown-code', `No page is called ${group}/${id}`),
    }),
  ];
}

/** Answers about an analysis that is still there. */
export function found<T>(workspace: Workspace, id: string, answer: (analysis: WebAnalysis) => T): T | Refusal {
  const analysis = workspace.find(id);
  return analysis
    ? answer(analysis)
    : new Refusal(404, 'unknown-analysis', 'Nothing of that id is kept; send the text again');
}

export function codePage(code: string): CodePageJson | undefined {
  const page = pageOf(code);
  if (!page) return undefined;
  const { summary, help, rule } = page;
  if (!rule) return { code: page.code, summary, help };
  const { cost, why, remedy, uncertainty, facts } = rule;
  return {
    code: page.code,
    summary,
    rule: {
      cost,
      why,
      remedy,
      ...(uncertainty !== undefined && { uncertainty }),
      facts: [...facts],
      evidence: evidenceOf(rule.id).map((each) => ({ ...each })),
    },
  };
}
