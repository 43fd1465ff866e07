// A step as people read it in the file of a probe: what is sent, with the placeholders of the question.

import type { Step } from './question.ts';

export function wordsOf(step: Step): string {
  if ('waitMs' in step) return `(waits ${step.waitMs} ms)`;
  if ('reconnect' in step) return '(closes the connection and opens a new one)';
  if ('script' in step) return `(runs a script) ${step.script}`;
  if ('execute' in step) return `/execute =script=${step.execute}`;
  if ('monitor' in step) return `${step.monitor} =once=`;
  const often = 'times' in step ? ` (${step.times} times)` : '';
  if ('print' in step) {
    const query = 'query' in step ? (step.query ?? []).map((word) => `?${word}`) : [];
    return `${[`${step.print}/print`, `=.proplist=${step.properties.join(',')}`, ...query].join(' ')}${often}`;
  }
  if ('command' in step) {
    const cleared = (step.cleared ?? []).map((name) => `=!${name}=`);
    const row = step.of === undefined ? [] : [`=.id=(the row of ${step.of})`];
    return [`${step.menu}/${step.command}`, ...row, ...pairs(step.arguments), ...cleared].join(' ');
  }
  if ('fill' in step) return `${[`${step.fill}/add`, ...pairs(step.set)].join(' ')} (until one is refused or flagged)`;
  return `${[`${step.add}/add`, ...pairs(step.set)].join(' ')}${often}`;
}

function pairs(named: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(named).map(([name, value]) => `=${name}=${value}`);
}
