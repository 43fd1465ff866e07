// Routers in software on ordinary machines, from `profiles/software-routers.json`: what a device with a chip is
// compared with.

import table from '../../profiles/software-routers.json' with { type: 'json' };
import { type Grade, gradeNamed } from '../diagnostics/diagnostic.ts';

export interface SoftwareRouter {
  readonly name: string;
  readonly machine: string;
  /** Packets per second, by what is done to them. */
  readonly rates: Readonly<Record<string, number>>;
  readonly grade: Grade;
  /** A key of `profiles/sources.yaml`. */
  readonly cite: string;
  readonly note: string;
}

export function softwareRouters(): readonly SoftwareRouter[] {
  return table.routers.map(({ evidence, ...router }) => {
    const [grade, cite = ''] = evidence.split(' ');
    return { ...router, grade: gradeNamed(grade), cite };
  });
}
