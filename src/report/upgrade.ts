// What another RouterOS version makes of a device as it is, for people and as JSON.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { MenuPath } from '../model/config.ts';
import type { Prediction } from '../plan/plan.ts';
import { foldNames } from '../source/fold-names.ts';
import { groupBy } from '../source/grouping.ts';

export interface UpgradeEffect {
  /** RouterOS that the device runs, and the one that it is to run. */
  readonly from: string;
  readonly to: string;
  /** Of what is configured on the device, only where the two differ. */
  readonly placements: readonly Prediction[];
  /** Findings of the new version alone, its known defects among them. */
  readonly appearing: readonly Diagnostic[];
  /** Findings of the running version alone. */
  readonly disappearing: readonly Diagnostic[];
  /** What is set and what the new version has no name for. */
  readonly unknownProperties: readonly UnknownProperty[];
}

export interface UnknownProperty {
  readonly menu: MenuPath;
  readonly name: string;
  readonly keys: readonly string[];
}

export function renderUpgrade(
  name: string,
  effect: UpgradeEffect,
  { palette = plain, width = 100 }: Partial<TextStyle>,
): string {
  const { from, to, placements, appearing, disappearing, unknownProperties } = effect;
  if (from === to) return `${palette.strong(`${name} runs RouterOS ${to} already`)}\n`;
  const head = palette.strong(`${name} with RouterOS ${to} in place of ${from}, as it is configured now`);
  const wrapped = (text: string) => wrapWords(printable(text), width - 2, 2).map((line) => `  ${line}`);
  const lines = [
    ...placementLines(placements).flatMap(wrapped),
    ...appearing.flatMap(({ severity, code, what }) => wrapped(`+ ${severity}[${code}]: ${what}`)),
    ...disappearing.flatMap(({ severity, code, what }) => wrapped(`- ${severity}[${code}]: ${what}`)),
    ...unknownProperties.flatMap(({ menu, name: property, keys }) =>
      wrapped(`~ ${[menu, property, ...foldNames(keys)].join(' ').trim()}: set, and not in ${to}`),
    ),
  ];
  const none = `  ${palette.faint('nothing that rosc knows of')}`;
  const hands = `  ${palette.faint('going back takes hands, and is part of no undo')}`;
  return `${[head, ...(lines.length > 0 ? lines : [none]), hands].join('\n')}\n`;
}

/** Alike ones in one line. */
function placementLines(placements: readonly Prediction[]): readonly string[] {
  const lines = placements.map(({ kind, key, before = 'none', placement, because }) => {
    const rest = `${before} → ${placement}${because.length > 0 ? `  ${because.join(', ')}` : ''}`;
    return { key: key || 'settings', rest, kind };
  });
  return [...groupBy(lines, ({ kind, rest }) => `${kind} ${rest}`).values()].map((alike) => {
    const [{ kind, rest }] = alike;
    return `${kind}  ${foldNames(alike.map(({ key }) => key)).join(', ')}  ${rest}`;
  });
}

export function upgradeJson(device: string, effect: UpgradeEffect) {
  const finding = ({ code, severity, what }: Diagnostic) => ({ code, severity, what });
  return {
    device,
    ...effect,
    appearing: effect.appearing.map(finding),
    disappearing: effect.disappearing.map(finding),
  };
}
