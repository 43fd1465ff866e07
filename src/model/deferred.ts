// Property values that only the device or the person who applies can supply. Lowering writes them as tokens; whoever
// renders or applies a configuration resolves them.

import { parseJson } from '../source/plain-data.ts';

/**
 * `@mac-of:ether1`: the MAC address of that port, by factory name. `@env:NAME`, `@file:PATH`, `@exec:LIST`: a secret,
 * from the environment, from the first line of a file whose path is relative to the site, or from a command.
 */
export type Deferred =
  | { readonly kind: 'mac-of'; readonly port: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'exec'; readonly command: readonly string[] };

/** The token that stands for the value in a property. */
export function printDeferred(deferred: Deferred): string {
  switch (deferred.kind) {
    case 'mac-of':
      return `@mac-of:${deferred.port}`;
    case 'env':
      return `@env:${deferred.name}`;
    case 'file':
      return `@file:${deferred.path}`;
    case 'exec':
      return `@exec:${JSON.stringify(deferred.command)}`;
  }
}

/** Undefined for an ordinary value. */
export function parseDeferred(value: string): Deferred | undefined {
  const match = /^@(mac-of|env|file|exec):(.+)$/.exec(value);
  const [, kind, rest = ''] = match ?? [];
  if (kind === 'mac-of') return { kind, port: rest };
  if (kind === 'env') return { kind, name: rest };
  if (kind === 'exec') return commandOf(rest);
  return kind === 'file' ? { kind, path: rest } : undefined;
}

function commandOf(list: string): Deferred | undefined {
  const command = parseJson(list);
  return Array.isArray(command) ? { kind: 'exec', command: command.map(String) } : undefined;
}

/** What `deferredExpression` wrote into a script; undefined for other code. */
export function parseDeferredExpression(text: string): Deferred | undefined {
  const [, port] = /^\[\/interface\/ethernet\/get \[find default-name="([\w-]+)"\] mac-address\]$/.exec(text) ?? [];
  return port === undefined ? undefined : { kind: 'mac-of', port };
}

/**
 * The RouterOS expression with which a script finds the value on the device that runs it; undefined for secrets, which
 * no script can find.
 */
export function deferredExpression(deferred: Deferred): string | undefined {
  if (deferred.kind !== 'mac-of') return undefined;
  return `[/interface/ethernet/get [find default-name="${deferred.port}"] mac-address]`;
}
