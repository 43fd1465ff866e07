// The shape of a fleet file: sites, labels, waves and what has to hold between them. The JSON Schema for editors comes
// from it, so every key carries its description.

import * as z from 'zod';
import { comment, name, object, oneOrMany, routeros, secret, word } from '../intent/schema-values.ts';
import { parseDuration } from '../model/duration.ts';
import { parseWindow, type Window } from './window.ts';

const labelValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Labels and the values that each may have; all labels have to fit. */
const selector = z.record(name, oneOrMany(labelValue));
export type Selector = z.output<typeof selector>;

const duration = z
  .union([z.number(), z.string()], { error: 'expected a time such as `10m`' })
  .transform((value, context): number => {
    const ms = parseDuration(String(value));
    if (ms !== undefined) return ms;
    context.addIssue({ code: 'custom', message: `\`${value}\` is no time; write it as \`10m\` or \`90s\`` });
    return z.NEVER;
  });

/** A number of devices, or a part of them. */
export type Share = { readonly count: number } | { readonly percent: number };

const share = z
  .union([z.int().min(0, 'expected no less than 0'), z.string()], {
    error: 'expected a number, or a part such as `10%`',
  })
  .transform((value, context): Share => {
    if (typeof value === 'number') return { count: value };
    const percent = Number(/^(\d{1,3}(?:\.\d+)?) ?%$/.exec(value)?.[1]);
    if (percent <= 100) return { percent };
    context.addIssue({
      code: 'custom',
      message: `\`${value}\` is no part of a fleet; write it as \`10%\`, or a number`,
    });
    return z.NEVER;
  });

const window = z.string().transform((value, context): Window => {
  const parsed = parseWindow(value);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

/** `{site}`, `{device}` and `{label.NAME}` stand for those of each device. */
const template = z.string().regex(/^(?:[^{}]|\{(?:site|device|label\.[A-Za-z][A-Za-z0-9_.-]*)\})*$/, {
  error: 'what stands in braces is `{site}`, `{device}` or `{label.NAME}`',
});

/** The same, and what is about packages. */
const packages = z
  .string()
  .regex(/^(?:https?|ftp|sftp|tftp):\/\/\S+$/, 'expected an address such as `http://mirror.example.net/{package}.npk`')
  .regex(/^(?:[^{}]|\{(?:site|device|package|version|architecture|label\.[A-Za-z][A-Za-z0-9_.-]*)\})*$/, {
    error:
      'what stands in braces is `{package}`, `{version}`, `{architecture}`, `{site}`, `{device}` or `{label.NAME}`',
  });

const metric = object({
  url: z
    .string()
    .regex(/^https?:\/\//, 'expected an http:// or https:// address')
    .describe('Address of Prometheus'),
  query: z.string().min(1, 'the query is empty').describe('What is asked; every value of the answer has to fit'),
  min: z.number().optional().describe('The least that fits'),
  max: z.number().optional().describe('The most that fits'),
}).refine(({ min, max }) => min !== undefined || max !== undefined, 'expected `min`, `max`, or both');

const gate = z.union([
  word(['post-check', 'hosts', 'no-drift']),
  object({ metric: metric.describe('A question to Prometheus') }),
]);
export type Gate = z.output<typeof gate>;

const parallel = z.int().min(1, 'expected one or more').max(1000, 'expected at most 1000');
const windows = oneOrMany(window).describe(
  'When devices may be changed, such as `Mon-Fri 20:00-23:00 Europe/Vienna`; or a list of such times',
);

const wave = object({
  name: name.describe('Name of the wave'),
  description: comment.optional().describe('What the wave is for'),
  select: selector.optional().describe('Labels of its devices; without it every device that is in no earlier wave'),
  size: share
    .optional()
    .describe('How many of those that it selects, as a number or a percentage; the rest stay for later'),
  parallel: parallel.optional().describe('Devices that are changed at the same time; 1 unless said otherwise'),
  'max-failures': share
    .optional()
    .describe('Devices that may fail before no further one is begun; 0 unless said otherwise'),
  soak: duration.optional().describe('Time from its last change until its gates are asked'),
  window: windows.optional(),
  gates: z.array(gate).optional().describe('In place of the gates of the fleet'),
});
export type Wave = z.output<typeof wave>;

const siteEntry = object({
  path: z
    .string()
    .min(1, 'the path is empty')
    .describe('Path of site files, relative to this one; `*`, `?` and `**` match'),
  labels: z.record(name, labelValue).optional().describe('Labels of the devices of these sites'),
});

/** `SITE/DEVICE/PORT` */
const linkEnd = z.string().regex(/^[^/]+\/[^/]+\/[^/]+$/, 'expected `SITE/DEVICE/PORT`');
/** `SITE/DEVICE` */
const sessionEnd = z.string().regex(/^[^/]+\/[^/]+$/, 'expected `SITE/DEVICE`');

export const fleetSchema = object({
  version: z.literal(1, 'this rosc reads version 1').describe('Version of this format'),
  fleet: name.describe('Name of the fleet'),
  description: comment.optional().describe('What the fleet is'),
  sites: z
    .array(
      z.union([
        z
          .string()
          .min(1, 'the path is empty')
          .transform((path): z.output<typeof siteEntry> => ({ path })),
        siteEntry,
      ]),
    )
    .min(1, 'a fleet has at least one site')
    .describe('Site files, by path or pattern'),
  groups: z.record(name, selector).optional().describe('Names for selections: `select: { group: NAME }`'),
  defaults: object({
    routeros: routeros.optional().describe('RouterOS version of devices that name none, nor does their site'),
    'confirm-timeout': duration.optional().describe('A device undoes a change after this time without confirmation'),
    url: template.optional().describe('Where devices are that say no `url`; `{site}`, `{device}`, `{label.NAME}`'),
    packages: packages
      .optional()
      .describe(
        'Where devices fetch the packages of an upgrade: `{package}`, `{version}`, `{architecture}`, `{site}`, `{device}`, `{label.NAME}`',
      ),
    credentials: object({
      password: secret.describe('Password of devices that have none of their own, as `!env`, `!file` or `!exec`'),
    })
      .optional()
      .describe('How to log in'),
  })
    .optional()
    .describe('What a site does not say itself'),
  waves: z
    .array(wave)
    .optional()
    .describe('Parts of a rollout, in this order; a device is in the first that selects it'),
  gates: z.array(gate).optional().describe('What has to hold after the soak of a wave before the next one begins'),
  'max-failures': share.optional().describe('Of waves that do not say it'),
  parallel: parallel.optional().describe('Of waves that do not say it'),
  window: windows.optional(),
  links: z
    .array(object({ between: z.tuple([linkEnd, linkEnd]).describe('Its two ends, each `SITE/DEVICE/PORT`') }))
    .optional()
    .describe('Cables between sites, checked from both ends'),
  sessions: z
    .array(
      object({
        protocol: word(['bgp', 'ospf']).describe('The routing protocol'),
        between: z.tuple([sessionEnd, sessionEnd]).describe('Its two ends, each `SITE/DEVICE`'),
      }),
    )
    .optional()
    .describe('Routing sessions between sites, checked from both ends'),
});
export type FleetSettings = z.output<typeof fleetSchema>;
