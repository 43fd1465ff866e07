// The comments at the top of an export: date and version, model, serial number, system id.
//   # 2025-01-01 00:00:00 by RouterOS 7.18.2        (since 7.10)
//   # jan/02/2023 10:11:12 by RouterOS 6.49.7
//   # RouterOS 6.48.2                               (date removed, for comparing)
//   # model = 1100AHx2
// A script that rosc compiled names both at its top: `# core of site lab: MODEL, RouterOS 7.24.1`.

import type { TextRange } from '../source/location.ts';
import type { Header, Word } from './script.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const fields: readonly [keyof Header, RegExp][] = [
  ['routeros', /^#.*\bRouterOS (\d+\.\d+[^\s(]*)/],
  ['model', /^#\s*model\s*=\s*(\S.*)/],
  ['model', /^# \S+ of site \S+: (\S+), RouterOS \d/],
  ['serial', /^#\s*serial number\s*=\s*(\S+)/],
  ['systemId', /^#\s*system id\s*=\s*(\S+)/],
];

/**
 * Where the export begins: after what a terminal or SSH client wrote before it (a prompt, a warning). Zero when there
 * is no header.
 */
export function exportStart(text: string): number {
  const head = text.slice(0, 4096);
  const header = /^#.*\bby RouterOS \d/m.exec(head);
  const isAfterCommands = header && /^[ \t]*(?:\/[a-z]|(?:add|set) )/m.test(head.slice(0, header.index));
  if (!header || isAfterCommands) return text.startsWith('\ufeff') ? 1 : 0;
  return header.index;
}

/** The first line of each export in the text. */
export function exportHeaders(text: string): readonly TextRange[] {
  return [...text.matchAll(/^#.*\bby RouterOS \d.*/gm)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** That of the export which a place in the text is part of. */
export function exportAt(headers: readonly TextRange[], at: number): TextRange | undefined {
  return headers.findLast(({ start }) => start <= at);
}

/** Reads the comment lines before the first statement, and no further than 40 lines. */
export function readHeader(text: string): Header {
  const header: Writable<Header> = {};
  let start = exportStart(text);
  for (let count = 0; count < 40 && start < text.length; count++) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, end);
    if (line.trim() !== '' && !line.startsWith('#')) break;
    for (const [field, pattern] of fields) {
      const word = header[field] ?? wordIn(line, start, pattern);
      if (word) header[field] = word;
    }
    start = end + 1;
  }
  return header;
}

function wordIn(line: string, lineStart: number, pattern: RegExp): Word | undefined {
  const text = pattern.exec(line)?.[1]?.trimEnd();
  if (text === undefined) return undefined;
  const start = lineStart + line.lastIndexOf(text);
  return { text, start, end: start + text.length };
}
