// Secrets that a site names by `!env` and `!file`: looked up when a plan needs them, never printed.

import { dirname, resolve } from 'node:path';
import type { Io } from '../io/io.ts';
import { decode } from '../io/read-source.ts';
import { type Deferred, parseDeferred } from '../model/deferred.ts';
import type { AnalysedSite } from './analyse-site.ts';

/** Undefined for a secret that is not there. Paths are relative to the site's file. */
export async function siteSecrets(io: Io, site: AnalysedSite): Promise<(deferred: Deferred) => string | undefined> {
  const files = new Map<string, string>();
  for (const { lowered } of site.devices) {
    for (const { properties } of lowered.config.items) {
      for (const { value } of properties.values()) {
        const deferred = parseDeferred(value);
        if (deferred?.kind !== 'file' || files.has(deferred.path)) continue;
        const path = resolve(io.cwd, dirname(site.file.path), deferred.path);
        const bytes = await io.readFile(path, { bytesMax: 65_536 }).catch(() => undefined);
        if (bytes) files.set(deferred.path, decode(bytes).split(/\r?\n/)[0] ?? '');
      }
    }
  }
  return (deferred) => {
    if (deferred.kind === 'env') return io.env[deferred.name];
    return deferred.kind === 'file' ? files.get(deferred.path) : undefined;
  };
}
