// Just enough colour for a reader to find the way: comments step back, keys stand out.

import type { ComponentChild } from 'preact';

const patterns = {
  /** A comment behind a value, or the key of a map. */
  site: /(#[^"'\n]*$)|[A-Za-z_][\w.-]*(?=:(?:\s|$))/g,
  /** A menu, or the name of an argument. */
  export: /(#$)|^\/[a-z0-9/ -]+$|\b[a-z][\w.-]*(?==)/g,
} as const;

/** `line` is the whole line that the text is a part of. */
export function paintLine(text: string, kind: 'site' | 'export', line: string): readonly ComponentChild[] {
  if (/^\s*#/.test(line)) return [<span class="syntax-comment">{text}</span>];
  const painted: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(patterns[kind])) {
    const [whole, comment] = match;
    if (match.index > at) painted.push(text.slice(at, match.index));
    painted.push(<span class={comment === undefined ? 'syntax-key' : 'syntax-comment'}>{whole}</span>);
    at = match.index + whole.length;
  }
  if (at < text.length) painted.push(text.slice(at));
  return painted;
}
