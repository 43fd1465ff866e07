// Events of a watch as lines: for people, and as JSON, one object a line.

import { type Palette, plain, printable } from '../diagnostics/palette.ts';
import { printDuration } from '../model/duration.ts';
import { jsonText } from '../source/json-text.ts';
import type { WatchEvent } from '../watch/events.ts';
import { plural } from './units.ts';

export function watchEventJson({ atMs, ...event }: WatchEvent): string {
  return `${jsonText({ time: new Date(atMs).toISOString(), ...event })}\n`;
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
    case 'reached':
      return [reached(event, palette)];
    case 'lost': {
      const { why, code, retryMs } = event;
      return [`${palette.error(printable(why))} [${code}]; next try in ${Math.round(retryMs / 1000)} s`];
    }
    case 'restarted':
      return [`${palette.error('restarted')}: up for ${printDuration(event.uptimeMs)}`];
    case 'offload':
      return [offload(event, palette)];
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

type EventOf<Kind extends WatchEvent['kind']> = Extract<WatchEvent, { readonly kind: Kind }>;

function reached({ checks, drift, model, routeros }: EventOf<'reached'>, palette: Palette): string {
  const wrong = checks['not-offloaded'];
  const judged = wrong > 0 ? palette.error(`${wrong} not as expected`) : palette.good('offload as expected');
  const drifted = drift > 0 ? palette.error(`drifted by ${plural(drift, 'change')}`) : palette.good('no drift');
  return `${printable(`${model}, RouterOS ${routeros}`)}: ${judged} (${checks.proved} proved), ${drifted}`;
}

function offload(
  { subject, before, observed, expected, command, proof }: EventOf<'offload'>,
  palette: Palette,
): string {
  const isGood = proof === 'proved' || proof === 'candidate';
  const paint = isGood ? palette.good : proof === 'not-offloaded' ? palette.error : palette.note;
  const was = before === undefined ? '' : `${printable(before)} → `;
  const wanted = isGood ? '' : `, expected ${printable(expected)}; see \`${command}\``;
  return `${printable(subject)}: ${was}${paint(printable(observed))}${wanted}`;
}
