// What the parts of the renderer share: names that the kernel takes, numbers for marks and tables, and the list of what
// could not be rendered.

import { type Config, enabledItemsOf, type Item, type MenuPath, propertyValue } from '../../../src/model/config.ts';
import type { DifferenceName } from './differences.ts';

export function notJudged({ missing }: Rendering, why: DifferenceName): void {
  missing.add(why);
}

export interface Rendering {
  readonly config: Config;
  /** What has no counterpart here: then nothing is judged. */
  readonly missing: Set<string>;
  /** By the prefix that a rule logs. */
  readonly rules: Map<string, Item>;
  /** What was rendered at all. */
  readonly constructs: Set<string>;
  /** Numbers of routing tables, connection marks and packet marks; 0 = `main`, `no-mark`. */
  readonly tables: Numbers;
  readonly connectionMarks: Numbers;
  readonly packetMarks: Numbers;
}

export interface Numbers {
  readonly of: (name: string) => number;
  readonly all: () => readonly (readonly [name: string, number: number])[];
}

export function numbers(zero: string): Numbers {
  const known = new Map([[zero, 0]]);
  return {
    of: (name) => {
      const number = known.get(name) ?? known.size;
      known.set(name, number);
      return number;
    },
    all: () => [...known],
  };
}

export function newRendering(config: Config): Rendering {
  return {
    config,
    missing: new Set(),
    rules: new Map(),
    constructs: new Set(),
    tables: numbers('main'),
    connectionMarks: numbers('no-mark'),
    packetMarks: numbers('no-mark'),
  };
}

/** The kernel's number of a routing table: its own for `main`. */
export function tableNumber({ tables }: Rendering, name: string): number {
  return name === 'main' ? 254 : 1000 + tables.of(name);
}

export function enabled({ config }: Rendering, menu: MenuPath): readonly Item[] {
  return enabledItemsOf(config, menu);
}

/** The value without its `!`, and whether it had one. */
export function negation(text: string): { readonly not: boolean; readonly plain: string } {
  return text.startsWith('!') ? { not: true, plain: text.slice(1) } : { not: false, plain: text };
}

export function isIpv6(text: string): boolean {
  return text.includes(':');
}

export const tables = ['raw', 'mangle', 'nat', 'filter'] as const;
export type Table = (typeof tables)[number];

/** Manual, connection-tracking, "enabled": `auto` = as soon as there is a rule in a firewall table. */
export function isTracking(rendering: Rendering): boolean {
  const [settings] = enabled(rendering, '/ip/firewall/connection/tracking');
  const setting = (settings && propertyValue(settings, 'enabled')) ?? 'auto';
  rendering.constructs.add(`tracking: ${setting}`);
  if (setting !== 'auto') return setting === 'yes';
  return (['ip', 'ipv6'] as const).some((root) =>
    tables.some((table) => enabled(rendering, `/${root}/firewall/${table}`).length > 0),
  );
}

/** Whether some packets have no connection. */
export function leavesUntracked(rendering: Rendering): boolean {
  const raws = (['/ip/firewall/raw', '/ipv6/firewall/raw'] as const).flatMap((menu) => enabled(rendering, menu));
  return !isTracking(rendering) || raws.some((item) => propertyValue(item, 'action') === 'notrack');
}
