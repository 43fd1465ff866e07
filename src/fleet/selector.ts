// Which devices a selection means: labels with the values that each may have.

import type { Selector } from './schema.ts';

/** Labels that every device has by itself. */
export const ownLabels = ['site', 'device', 'model', 'group'] as const;

/** Values by label; `group` has one for each group that the device is in. */
export type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** Every label of the selection has one of its values; `*` in a value stands for anything. */
export function isSelected(labels: Labels, selector: Selector): boolean {
  return Object.entries(selector).every(([label, wanted]) => {
    const values = [...(labels.get(label) ?? [])];
    return wanted.some((each) => values.some((value) => matches(value, each)));
  });
}

function matches(value: string, wanted: string): boolean {
  if (!wanted.includes('*')) return value === wanted;
  const parts = wanted.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(value);
}

/** `label=value` or `label=one,other`, as the command line has it. Undefined for what is no selection. */
export function parseSelection(texts: readonly string[]): Selector | undefined {
  const selector: Record<string, readonly string[]> = {};
  for (const text of texts) {
    const [, label = '', values = ''] = /^([A-Za-z][\w.-]*)=(.+)$/.exec(text) ?? [];
    if (label === '') return undefined;
    selector[label] = [...(selector[label] ?? []), ...values.split(',')];
  }
  return selector;
}
