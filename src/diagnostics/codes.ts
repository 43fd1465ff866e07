// Every diagnostic code that is not an offload rule, with the prose that `rosc explain` prints. Rules bring their own.

import { applyCodes } from './codes/apply.ts';
import { auditCodes } from './codes/audit.ts';
import { bootstrapCodes } from './codes/bootstrap.ts';
import { capacityCodes } from './codes/capacity.ts';
import { commandCodes } from './codes/command.ts';
import { deviceCodes } from './codes/device.ts';
import { fileCodes } from './codes/file.ts';
import { fleetCodes } from './codes/fleet.ts';
import { flowCodes } from './codes/flow.ts';
import { hostCodes } from './codes/host.ts';
import { importCodes } from './codes/import.ts';
import { intentCodes } from './codes/intent.ts';
import { lowerCodes } from './codes/lower.ts';
import { offloadCodes } from './codes/offload.ts';
import { planCodes } from './codes/plan.ts';
import { postCheckCodes } from './codes/post-check.ts';
import { probeCodes } from './codes/probe.ts';
import { profileCodes } from './codes/profile.ts';
import { rscCodes } from './codes/rsc.ts';
import { upgradeCodes } from './codes/upgrade.ts';

export interface CodePage {
  /** One sentence: what the code reports. */
  readonly summary: string;
  /** What it means and what to do, a short paragraph. */
  readonly help: string;
}

export const codes = {
  ...applyCodes,
  ...auditCodes,
  ...bootstrapCodes,
  ...capacityCodes,
  ...commandCodes,
  ...deviceCodes,
  ...fileCodes,
  ...fleetCodes,
  ...flowCodes,
  ...hostCodes,
  ...importCodes,
  ...intentCodes,
  ...lowerCodes,
  ...offloadCodes,
  ...planCodes,
  ...postCheckCodes,
  ...probeCodes,
  ...profileCodes,
  ...rscCodes,
  ...upgradeCodes,
} as const satisfies Record<string, CodePage>;

export type Code = keyof typeof codes;
