// What every check on a site works with.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { writeInstead } from '../diagnostics/write-instead.ts';
import type { Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import type { DeviceIntent, Intent } from './intent.ts';

export interface CheckContext {
  readonly intent: Intent;
  /** What the file declares, also where the schema refused the declaration: a reference to it is no further mistake. */
  readonly declared: Declared;
  /** Parts of the site are missing because the schema refused them, so nothing may be concluded from absence. */
  readonly partial: boolean;
}

export interface Declared {
  readonly vlans: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
}

export type Check = (context: CheckContext) => readonly Found[];

export interface UnknownName {
  readonly at: Span;
  readonly kind: string;
  readonly known: Iterable<string>;
  readonly device?: string;
  /** The zone of a port of the devices in question, '' where it has none; undefined = no such port. */
  zoneOf?(port: string): string | undefined;
}

/** A reference to something that the site does not declare. */
export function unknownName(written: string, unknown: UnknownName): Diagnostic {
  const { at, kind, known, device } = unknown;
  const zone = unknown.zoneOf?.(written);
  if (zone !== undefined) return portAsEnd(written, zone, unknown);
  const names = [...known];
  const near = nearestName(written, names);
  const list = names.slice(0, 8).map((each) => `\`${each}\``);
  return mistake('intent/unknown-name', {
    what: `the site has no ${kind} \`${written}\``,
    at,
    label: near ? `did you mean \`${near}\`?` : `no such ${kind}`,
    ...(device !== undefined && { device }),
    fix: near
      ? writeInstead(at, near)
      : list.length > 0
        ? `declare it, or use one of ${list.join(', ')}`
        : 'declare it',
  });
}

/** Ports of these devices, as ends that somebody names by mistake. */
export function zonesOfPorts(devices: Iterable<DeviceIntent>): (port: string) => string | undefined {
  const all = [...devices];
  return (port) => {
    const owner = all.find(({ target }) => target.ports.has(port));
    return owner && (owner.ports.get(port)?.settings.zone ?? '');
  };
}

/** Policies and flows are about networks: a port is in one by its zone. */
function portAsEnd(port: string, zone: string, { at, kind, device }: UnknownName): Diagnostic {
  const own = `write \`zone: internet\` under \`ports: ${port}\`, which is routed, and \`internet\` here`;
  return mistake('intent/unknown-name', {
    what: `\`${port}\` is a port where a ${kind} is expected`,
    at,
    label: `that is a port: ${zone === '' ? 'give it `zone: internet`' : `its zone is \`${zone}\``}`,
    ...(device !== undefined && { device }),
    fix: zone === '' ? own : writeInstead(at, zone),
  });
}
