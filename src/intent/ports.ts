// Expands port names and ranges in the model's own port names; an exact name wins over a range that covers it.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { writeInstead } from '../diagnostics/write-instead.ts';
import type { Target } from '../profile/target.ts';
import type { Span } from '../source/location.ts';
import { nearestName } from '../source/near-name.ts';
import type { Places, PortIntent } from './intent.ts';
import type { PortSettings } from './schema-device.ts';

export type Expansion =
  | { readonly kind: 'ports'; readonly names: readonly string[]; readonly exact: boolean }
  | { readonly kind: 'upside-down' }
  | { readonly kind: 'unknown'; readonly missing: string };

/** `ether1` · `ether1-16` · `ether1-ether16`, in the names of the target's ports. */
export function expandPorts(written: string, target: Target): Expansion {
  if (target.ports.has(written)) return { kind: 'ports', names: [written], exact: true };
  const match = /^(.*\D)(\d+)-(?:\1)?(\d+)$/.exec(written);
  if (!match) return { kind: 'unknown', missing: written };
  const [, stem = '', first = '', last = ''] = match;
  const from = Number(first);
  const to = Number(last);
  if (from > to) return { kind: 'upside-down' };
  const names: string[] = [];
  for (let number = from; number <= to; number++) {
    const name = `${stem}${number}`;
    if (!target.ports.has(name)) return { kind: 'unknown', missing: name };
    names.push(name);
  }
  return { kind: 'ports', names, exact: false };
}

export interface PortReading {
  readonly ports: ReadonlyMap<string, PortIntent>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The ports of one device; `places` is below its `ports` map. */
export function readPorts(
  written: Readonly<Record<string, PortSettings>>,
  { target, places, device }: { target: Target; places: Places; device: string },
): PortReading {
  const diagnostics: Diagnostic[] = [];
  const found = new Map<string, PortIntent & { exact: boolean }>();
  for (const [key, settings] of Object.entries(written)) {
    const at = places.keyAt(key);
    const expansion = expandPorts(key, target);
    if (expansion.kind !== 'ports') {
      diagnostics.push(portProblem(key, expansion, { target, at, device }));
      continue;
    }
    for (const name of expansion.names) {
      const before = found.get(name);
      if (before && before.exact === expansion.exact) diagnostics.push(namedTwice(name, { at, before, device }));
      if (before && (before.exact || !expansion.exact)) continue;
      found.set(name, { name, settings, written: at, places: places.below(key), exact: expansion.exact });
    }
  }
  const inOrder = [...target.ports.keys()].flatMap((name) => {
    const port = found.get(name);
    return port ? [[name, port] as const] : [];
  });
  return { ports: new Map(inOrder), diagnostics };
}

/** Says why a name or range stands for no port of the model. */
export function portProblem(
  written: string,
  expansion: Exclude<Expansion, { kind: 'ports' }>,
  { target, at, device }: { target: Target; at: Span; device: string },
): Diagnostic {
  if (expansion.kind === 'upside-down') {
    return mistake('intent/port-range', {
      what: `the port range \`${written}\` is upside down, so it stands for no port`,
      at,
      device,
      fix: 'write the smaller number first',
    });
  }
  const { missing } = expansion;
  const isRange = missing !== written;
  const near = isRange ? undefined : nearestName(missing, target.ports.keys());
  const first = target.ports.keys().next().value ?? '';
  const last = [...target.ports.keys()].at(-1) ?? '';
  const fix = near
    ? writeInstead(at, near)
    : `\`rosc models ${target.model}\` lists its ports, from \`${first}\` to \`${last}\``;
  return mistake('intent/unknown-port', {
    what: `${target.model} has no port \`${missing}\`${isRange ? `, which the range \`${written}\` includes` : ''}`,
    at,
    label: near ? `did you mean \`${near}\`?` : 'no such port',
    device,
    fix,
  });
}

function namedTwice(
  name: string,
  { at, before, device }: { at: Span; before: PortIntent; device: string },
): Diagnostic {
  return mistake('intent/port-twice', {
    what: `port \`${name}\` is described twice, and only one description can hold`,
    at,
    label: 'again here',
    related: [{ at: before.written, text: 'first here' }],
    device,
    fix: 'make the ranges disjoint, or name the port itself: an exact name wins over a range',
  });
}
