// What can be in the way of an upgrade, as diagnostics.

import { commitDiagnostic } from '../apply/commit-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { MenuPath } from '../model/config.ts';

/** One that ends the upgrade of this device. */
export class UpgradeError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.what);
    this.name = 'UpgradeError';
    this.diagnostic = diagnostic;
  }
}

export interface UpgradeProblem {
  readonly code:
    | 'upgrade/not-downloaded'
    | 'upgrade/no-package'
    | 'upgrade/wrong-package'
    | 'upgrade/other-package'
    | 'upgrade/not-restarted'
    | 'upgrade/not-back'
    | 'upgrade/not-installed'
    | 'upgrade/routerboot'
    | 'upgrade/interrupted'
    | 'upgrade/window-closed';
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  readonly menu?: MenuPath;
  readonly label?: string;
}

export function upgradeError(device: string, { code, menu, label, ...said }: UpgradeProblem): UpgradeError {
  const at = menu && { menu, key: '' };
  return new UpgradeError(
    commitDiagnostic(device, code, { ...said, ...(at && { at }), ...(label !== undefined && { label }) }),
  );
}
