// A step as people read it in the file of a probe: what is sent, with the placeholders of the question.

import { frameWords } from './frame.ts';
import type { Step } from './question.ts';

export function wordsOf(step: Step): string {
  if ('waitMs' in step) return `(waits ${step.waitMs} ms)`;
  if ('restart' in step) return '/system/reboot';
  if ('reconnect' in step) return '(closes the connection and opens a new one)';
  if ('script' in step) return `(runs a script) ${step.script}`;
  if ('execute' in step) return `/execute =script=${step.execute}`;
  if ('monitor' in step) return `${step.monitor} =once=`;
  if ('command' in step) return wordsOfCommand(step);
  const often = 'times' in step ? ` (${step.times} times)` : '';
  if ('send' in step)
    return `/tool/traffic-generator/inject =interface={near} =data=(${frameWords(step.send)})${often}`;
  if ('print' in step) {
    const query = 'query' in step ? (step.query ?? []).map((word) => `?${word}`) : [];
    return `${[`${step.print}/print`, `=.proplist=${step.properties.join(',')}`, ...query].join(' ')}${often}`;
  }
  if ('fill' in step) return `${[`${step.fill}/add`, ...pairs(step.set)].join(' ')} (until one is refused or flagged)`;
  return `${[`${step.add}/add`, ...pairs(step.set)].join(' ')}${often}`;
}

function wordsOfCommand({ menu, command, of, ...step }: Extract<Step, { command: unknown }>): string {
  const cleared = (step.cleared ?? []).map((name) => `=!${name}=`);
  const row = of === undefined ? [] : [`=.id=(the row of ${of})`];
  return [`${menu}/${command}`, ...row, ...pairs(step.arguments), ...cleared].join(' ');
}

function pairs(named: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(named).map(([name, value]) => `=${name}=${value}`);
}
