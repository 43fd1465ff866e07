// RouterOS version numbers: read as written (7.10 is not 7.1) and compared by their parts.

import { memoized } from '../source/memoized.ts';

export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** `beta3`, `rc2`; such a version comes before the release of the same number. */
  readonly pre?: string;
  /** As written. */
  readonly text: string;
}

/** Reads `7.14.3`, `7.14`, `7.24rc3`, `7.18.2 (stable)`; undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?((?:alpha|beta|rc)\d+)?(?:\s|$)/.exec(text.trim());
  if (!match) return undefined;
  const [whole, major, minor, patch, pre] = match;
  return {
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch ?? 0),
    ...(pre && { pre }),
    text: whole.trim(),
  };
}

/** For version numbers that rosc itself writes, which are few. Throws on a malformed one. */
export const version = memoized(1000, (text: string): Version => {
  const parsed = parseVersion(text);
  if (!parsed) throw new Error(`malformed RouterOS version ${text}`);
  return parsed;
});

/** Negative when `a` is older than `b`. */
export function compareVersions(a: Version, b: Version): number {
  const byNumber = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  if (byNumber !== 0) return byNumber;
  return comparePre(a.pre) - comparePre(b.pre);
}

/** `since` is included. */
export function isAtLeastVersion(subject: Version, since: string): boolean {
  return compareVersions(subject, version(since)) >= 0;
}

/** The one that could come right after: `7.24.6` after `7.24.5`, `7.25rc2` after `7.25rc1`. */
export function nextVersion({ major, minor, patch, pre }: Version): string {
  const match = /^([a-z]+)(\d+)$/.exec(pre ?? '');
  const number = patch === 0 && match ? '' : `.${match ? patch : patch + 1}`;
  return `${major}.${minor}${number}${match ? `${match[1]}${Number(match[2]) + 1}` : ''}`;
}

export function isSameMinor(a: Version, b: Version): boolean {
  return a.major === b.major && a.minor === b.minor;
}

/** A release counts above every one of its candidates. */
function comparePre(pre: string | undefined): number {
  const match = /^(alpha|beta|rc)(\d+)$/.exec(pre ?? '');
  if (!match) return 1e6;
  return ['alpha', 'beta', 'rc'].indexOf(match[1] ?? '') * 1000 + Number(match[2]);
}
