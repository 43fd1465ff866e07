// What an imported site would change on the device that it came from: nothing, unless rosc could not say it.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import type { Change } from '../../plan/plan.ts';
import { plural } from '../../report/units.ts';

export function importDifferences(differences: readonly Change[], subject: string): readonly Diagnostic[] {
  const [first] = differences;
  if (!first) return [];
  const at = { kind: 'device', device: subject, menu: first.menu, key: first.key } as const;
  return [
    mistake('import/differs', {
      severity: 'warning',
      what: `the site would change ${plural(differences.length, 'thing')} on the device that it came from`,
      at,
      label: first.action,
      related: differences.slice(1).map(({ menu, key, action }) => ({ at: { ...at, menu, key }, text: action })),
      why: 'What comes out of the site is not what went in; `rosc plan` shows the change.',
      fix: 'correct the site before it is applied',
    }),
  ];
}
