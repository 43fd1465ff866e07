// What can be in the way of an upgrade, as diagnostics.

import type { upgradeCodes } from '../diagnostics/codes/upgrade.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type DeviceProblem, deviceProblem } from '../diagnostics/mistake.ts';

/** One that ends the upgrade of this device. */
export class UpgradeError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.what);
    this.name = 'UpgradeError';
    this.diagnostic = diagnostic;
  }
}

export function upgradeError(device: string, code: keyof typeof upgradeCodes, said: DeviceProblem): UpgradeError {
  return new UpgradeError(deviceProblem(device, code, said));
}
