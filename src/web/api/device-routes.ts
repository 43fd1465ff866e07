// The API's requests that read devices. None of them changes one.

import * as z from 'zod';
import { readCounters } from '../../device/counters.ts';
import { Refusal } from '../../io/refusal.ts';
import { siteSecrets } from '../../pipeline/device/secrets.ts';
import type { WebAnalysis } from '../analysis.ts';
import { plansOf } from '../plan-view.ts';
import { postChecksOf } from '../post-check-view.ts';
import type { StaticDataOptions } from '../static-data.ts';
import type { Workspace } from '../workspace.ts';
import { found, idParameter } from './analysis-routes.ts';
import { countersSchema, plansSchema, postCheckSchema } from './device-schema.ts';
import { type ApiRoute, defineRoute, noBody } from './route.ts';

export interface DeviceRouteOptions extends StaticDataOptions {
  readonly workspace: Workspace;
}

export function deviceRoutes({ io, workspace, registry, profiles }: DeviceRouteOptions): readonly ApiRoute[] {
  const contextOf = async (analysis: WebAnalysis) => {
    const isFile = workspace.isFile(analysis) && analysis.site;
    return { registry, profiles, ...(isFile && { secret: await siteSecrets(io, isFile) }) };
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/api/v1/analyses/{id}/plan',
      summary: 'What would change on each device of a site; a draft’s secrets are not looked up',
      parameters: z.strictObject({
        id: idParameter,
        fresh: z.enum(['true', 'false']).default('false').describe('Read the devices anew'),
      }),
      body: noBody,
      response: plansSchema,
      handle: ({ id, fresh }) =>
        found(workspace, id, async (analysis) => {
          if (!analysis.site) return noSite;
          return plansOf(analysis.site, { ...(await contextOf(analysis)), fresh: fresh === 'true' });
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/v1/analyses/{id}/post-check',
      summary: 'Whether the devices at hand do what the site promises, with the evidence for each line',
      parameters: z.strictObject({ id: idParameter }),
      body: noBody,
      response: postCheckSchema,
      handle: ({ id }) =>
        found(workspace, id, async (analysis) => {
          if (!analysis.site) return noSite;
          return postChecksOf(analysis.site, { ...(await contextOf(analysis)), clock: io.clock });
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/v1/devices/{device}/counters',
      summary: 'What a device counts now',
      parameters: z.strictObject({ device: z.string().max(300) }),
      body: noBody,
      response: countersSchema,
      async handle({ device }) {
        if (!registry.has(device)) return new Refusal(404, 'unknown-device', `The address of ${device} is not known`);
        const read = await registry.use(device, (connection) => readCounters(connection, device, io.clock));
        return (
          read.value ?? new Refusal(502, 'device-failed', read.diagnostics[0]?.what ?? 'The device does not answer')
        );
      },
    }),
  ];
}

const noSite = new Refusal(409, 'no-site', 'Only a site without mistakes in its form can be planned');
