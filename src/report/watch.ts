// Events of a watch as lines: for people, and as JSON, one object a line.

import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { WatchEvent } from '../watch/events.ts';
import { plural } from './units.ts';

export function watchEventJson({ atMs, ...event }: WatchEvent): string {
  return `${JSON.stringify({ time: new Date(atMs).toISOString(), ...event })}\n`;
}

/** One line, or several for a drift, each with the time and the device before it. */
export function renderWatchEvent(event: WatchEvent, palette: Palette = plain): string {
  const time = new Date(event.atMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const head = `${palette.faint(time)} ${palette.strong(printable(event.device))}`;
  return wordsOf(event, palette)
    .map((words) => `${head} ${words}\n`)
    .join('');
}

function wordsOf(event: WatchEvent, palette: Palette): readonly string[] {
  switch (event.kind) {
    case 'reached': {
      const { checks, drift } = event;
      const wrong = checks['not-offloaded'];
      const offload = wrong > 0 ? palette.error(`${wrong} not as expected`) : palette.good('offload as expected');
      const drifted = drift > 0 ? palette.error(`drifted by ${plural(drift, 'change')}`) : palette.good('no drift');
      const machine = printable(`${event.model}, RouterOS ${event.routeros}`);
      return [`${machine}: ${offload} (${checks.proved} proved), ${drifted}`];
    }
    case 'lost': {
      const { why, code, retryMs } = event;
      return [`${palette.error(printable(why))} [${code}]; next try in ${Math.round(retryMs / 1000)} s`];
    }
    case 'offload': {
      const isGood = event.proof === 'proved' || event.proof === 'candidate';
      const paint = isGood ? palette.good : event.proof === 'not-offloaded' ? palette.error : palette.note;
      const before = event.before === undefined ? '' : `${printable(event.before)} → `;
      const expected = isGood ? '' : `, expected ${printable(event.expected)}; see \`${event.command}\``;
      return [`${printable(event.subject)}: ${before}${paint(printable(event.observed))}${expected}`];
    }
    case 'health': {
      const paint = event.alarm === undefined ? palette.good : palette.error;
      return [`${printable(event.sensor)}: ${paint(printable(event.text))}`];
    }
    case 'drift': {
      const { changes, appeared, vanished } = event;
      const left = changes === 0 ? palette.good('no drift any more') : `a plan would hold ${plural(changes, 'change')}`;
      return [
        ...appeared.map((text) => `${palette.error('drift')}: a plan would ${printable(text)}`),
        ...vanished.map((text) => `${palette.good('mended')}: ${printable(text)}`),
        left,
      ];
    }
  }
}
