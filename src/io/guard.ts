// Who may ask: the Host and Origin that a page of ours would send, and the token where there is one. This is what keeps
// other web pages (by DNS rebinding or plain cross-site requests) and other machines away.

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Refusal } from './refusal.ts';

export interface GuardOptions {
  /** As given to listen. */
  readonly host: string;
  /** Undefined = none is needed. */
  readonly token: string | undefined;
  /** Names of this machine, beside addresses and `localhost`. */
  readonly names?: readonly string[];
}

export interface RequestHead {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values by turns, as they were sent: of what is there twice, `headers` has one. */
  readonly rawHeaders: readonly string[];
  /** The target as it was sent. */
  readonly url: string;
}

/**
 * `isOpen` is the word of the route that was matched, never of the text of the path: its answer holds nothing but what
 * everybody may read. Whatever does not say so needs the token, also where nothing was matched.
 */
export type Guard = (head: RequestHead, isOpen: boolean) => Refusal | undefined;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function createGuard({ host, token, names = [] }: GuardOptions): Guard {
  const local = isLoopback(host);
  const isOwnName = (name: string): boolean => {
    if (isLoopback(name) || name === host.toLowerCase()) return true;
    // A name that resolves here by somebody's DNS is the attack; a plain address cannot be rebound.
    return !local && (isIP(name) !== 0 || names.some((own) => own.toLowerCase() === name));
  };
  return ({ headers, rawHeaders, url }, isOpen) => {
    const odd = oddOf(url, rawHeaders);
    if (odd !== undefined) return new Refusal(400, 'malformed', odd);
    const asked = hostName(headers.host);
    if (asked === undefined || !isOwnName(asked)) {
      return new Refusal(403, 'foreign-host', 'This server does not answer to that host name');
    }
    const { origin } = headers;
    if (origin !== undefined && origin !== `http://${String(headers.host)}`) {
      return new Refusal(403, 'foreign-origin', 'Another web page sent this request');
    }
    const site = headers['sec-fetch-site'];
    if (!isOpen && site !== undefined && site !== 'same-origin' && site !== 'none') {
      return new Refusal(403, 'foreign-origin', 'Another web page sent this request');
    }
    if (!isOpen && token !== undefined && !isToken(headers.authorization, token)) {
      return new Refusal(401, 'token-missing', 'This server needs the token that it printed when it started');
    }
    return undefined;
  };
}

/** Why two servers on the way may each read another request. */
function oddOf(url: string, rawHeaders: readonly string[]): string | undefined {
  if (!isPlainTarget(url)) return 'The path of the request is written in no plain way';
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  if (isTwice('host') || isTwice('authorization')) return 'The request says twice to whom it goes, or who sends it';
  return undefined;
}

/**
 * A path from the root, in one spelling: neither the absolute form, which is for proxies, nor what some router
 * somewhere takes for a separator or a way up.
 */
function isPlainTarget(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !/\/\/|\\|[^!-~]|%(?:2[ef]|5c|25|0|1|7f)|(?:^|\/)\.{1,2}(?:\/|$)/i.test(path);
}

/** Host without port and brackets, in lower case. */
function hostName(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  const match = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

function isToken(header: unknown, token: string): boolean {
  const given = typeof header === 'string' ? /^Bearer (\S+)$/i.exec(header)?.[1] : undefined;
  if (given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
