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
  if ('setPort' in step) return `${step.setPort}/set =.id=(the row of ${step.port}) =${step.property}=${step.value}`;
  if ('fill' in step) return `${[`${step.fill}/add`, ...pairs(step.set)].join(' ')} (${untilWords(step)})`;
  return `${wordsOfMany(step)}${'times' in step ? ` (${step.times} times)` : ''}`;
}

function wordsOfMany(step: Extract<Step, { print: unknown } | { add: unknown } | { send: unknown }>): string {
  if ('send' in step) {
    const port = step.backwards ? '{far}' : '{near}';
    return `/tool/traffic-generator/inject =interface=${port} =data=(${frameWords(step.send)})`;
  }
  if ('add' in step) return [`${step.add}/add`, ...pairs(step.set)].join(' ');
  const query = 'query' in step ? (step.query ?? []).map((word) => `?${word}`) : [];
  return [`${step.print}/print`, `=.proplist=${step.properties.join(',')}`, ...query].join(' ');
}

function untilWords({ counts }: Extract<Step, { fill: unknown }>): string {
  return counts ? `until the driver counts no more: ${counts.join(' + ')}` : 'until one is refused or flagged';
}

function wordsOfCommand({ menu, command, of, ...step }: Extract<Step, { command: unknown }>): string {
  const cleared = (step.cleared ?? []).map((name) => `=!${name}=`);
  const row = of === undefined ? [] : [`=.id=(the row of ${of})`];
  return [`${menu}/${command}`, ...row, ...pairs(step.arguments), ...cleared].join(' ');
}

function pairs(named: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(named).map(([name, value]) => `=${name}=${value}`);
}
