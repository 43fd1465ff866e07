// Every diagnostic code that is not an offload rule, with the prose that `rosc explain` prints. Rules bring their own.

import { analysisCodes } from './codes/analysis.ts';
import { applyCodes } from './codes/apply.ts';
import { commandCodes } from './codes/command.ts';
import { deviceCodes } from './codes/device.ts';
import { importCodes } from './codes/import.ts';
import { intentCodes } from './codes/intent.ts';
import { lowerCodes } from './codes/lower.ts';
import { planCodes } from './codes/plan.ts';
import { postCheckCodes } from './codes/post-check.ts';
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
  ...analysisCodes,
  ...applyCodes,
  ...commandCodes,
  ...deviceCodes,
  ...importCodes,
  ...intentCodes,
  ...lowerCodes,
  ...planCodes,
  ...postCheckCodes,
  ...profileCodes,
  ...rscCodes,
  ...upgradeCodes,
} as const satisfies Record<string, CodePage>;

export type Code = keyof typeof codes;
