// Which form each intent rule took and why, for `rosc compile --explain`.

import { plain, type TextStyle } from '../diagnostics/palette.ts';
import { printLocation } from '../diagnostics/render-text.ts';
import type { Lowered } from '../lower/lowered.ts';
import { plural } from './units.ts';

export function renderChoices(
  { device, choices, target }: Lowered,
  { palette = plain }: Partial<TextStyle> = {},
): string {
  if (choices.length === 0) return `${palette.strong(device)}  no rule left a choice\n`;
  const lines = [palette.strong(device)];
  for (const { rule, origin, form, rejected, entries } of choices) {
    const cost = entries > 0 ? `, ${plural(entries, 'switch rule')}` : '';
    lines.push('', `  ${rule}  ${palette.faint(printLocation(origin))}`);
    lines.push(`    ${palette.good('chosen')}    ${form}${cost}`);
    for (const each of rejected) lines.push(`    ${palette.faint('rejected')}  ${each.form}: ${each.reason}`);
  }
  const used = choices.reduce((sum, { entries }) => sum + entries, 0);
  const size = target.offloadSwitch?.fact('acl.rules')?.value;
  if (used > 0 && size !== undefined) lines.push('', `  ${used} of ${size} switch rules`);
  return `${lines.join('\n')}\n`;
}
