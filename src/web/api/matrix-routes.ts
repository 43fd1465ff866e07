// The API's requests about who talks to whom.

import * as z from 'zod';
import { Refusal } from '../../io/refusal.ts';
import type { WebAnalysis, WebDevice } from '../analysis.ts';
import { matrixOf, traceCell, traceDeclared } from '../matrix-view.ts';
import type { Workspace } from '../workspace.ts';
import { found, idParameter } from './analysis-routes.ts';
import { matrixSchema, traceSchema, trafficClassSchema } from './matrix-schema.ts';
import { type ApiRoute, defineRoute, noBody } from './route.ts';

const deviceParameter = z.string().max(300).describe('Name of the device in the report');

export function matrixRoutes(workspace: Workspace): readonly ApiRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/v1/analyses/{id}/matrix',
      summary: 'Every zone to every other: who forwards it',
      parameters: z.strictObject({
        id: idParameter,
        device: deviceParameter,
        filter: z.string().max(300).default('').describe('Only networks whose name has this part'),
      }),
      body: noBody,
      response: matrixSchema,
      handle: ({ id, device, filter }) => onDevice(workspace, id, device, (own) => matrixOf(own, filter)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/v1/analyses/{id}/trace',
      summary: 'The way from one zone to another, or of a flow that the site declares, step by step',
      parameters: z.strictObject({
        id: idParameter,
        device: deviceParameter,
        from: z.string().max(300).optional(),
        to: z.string().max(300).optional(),
        class: trafficClassSchema.default('all'),
        flow: z.string().max(300).optional().describe('In place of `from` and `to`'),
      }),
      body: noBody,
      response: traceSchema,
      handle: ({ id, device, from = '', to = '', class: trafficClass, flow }) =>
        onDevice(
          workspace,
          id,
          device,
          (own, analysis) =>
            (flow === undefined ? traceCell(own, { from, to }, trafficClass) : traceDeclared(analysis, own, flow)) ??
            new Refusal(404, 'unknown-flow', 'The device has no such zones and no such flow'),
        ),
    }),
  ];
}

function onDevice<T>(
  workspace: Workspace,
  id: string,
  name: string,
  answer: (device: WebDevice, analysis: WebAnalysis) => T,
): T | Refusal {
  return found(workspace, id, (analysis) => {
    const device = analysis.devices.find(({ report }) => report.name === name);
    return device ? answer(device, analysis) : new Refusal(404, 'unknown-device', `No device is called ${name}`);
  });
}
