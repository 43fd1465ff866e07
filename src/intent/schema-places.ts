// Which keys a site has at which place, from the schema itself, and what a value looks like there. A place is written
// as `devices.*.routes[].via`: `*` stands for a name, `[]` for an entry of a list.

import * as z from 'zod';
import type { Path } from './locate.ts';
import { siteSchema } from './schema.ts';
import { siteExamples } from './site-examples.ts';

interface Step {
  /** `.key`, `.*` or `[]`. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

/** What can stand below a value, whichever of its forms it has. */
function stepsOf(schema: z.core.$ZodType): readonly Step[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).map(([key, below]) => ({ name: `.${key}`, schema: below }));
  }
  if (schema instanceof z.ZodRecord) return [{ name: '.*', schema: schema.valueType }];
  if (schema instanceof z.ZodArray) return [{ name: '[]', schema: schema.element }];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(stepsOf);
  if (schema instanceof z.ZodOptional) return stepsOf(schema.unwrap());
  return schema instanceof z.ZodPipe ? stepsOf(schema.in) : [];
}

/** The place of a value: `devices.core.routes.0` is at `devices.*.routes[]`. A key that no site has stands for itself. */
export function placeOf(path: Path): string {
  let place = '';
  let schemas: readonly z.core.$ZodType[] = [siteSchema];
  for (const step of path) {
    const steps = schemas.flatMap(stepsOf);
    const names = new Set(steps.map(({ name }) => name));
    const wanted = typeof step === 'number' ? ['[]'] : [`.${String(step)}`, '.*'];
    const name = wanted.find((each) => names.has(each)) ?? `.${String(step)}`;
    place += name;
    schemas = steps.filter((each) => each.name === name).map((each) => each.schema);
  }
  return place.replace(/^\./, '');
}

let homes: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The places whose maps have a key of this name, outermost first; '' is the site itself. */
export function homesOf(key: string): readonly string[] {
  homes ??= findHomes();
  return [...(homes.get(key) ?? [])];
}

function findHomes(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  let level: { place: string; schema: z.core.$ZodType }[] = [{ place: '', schema: siteSchema }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { place, schema } of level) {
      for (const step of stepsOf(schema)) {
        const key = /^\.(?!\*)(.*)$/.exec(step.name)?.[1];
        if (key !== undefined) found.set(key, (found.get(key) ?? new Set()).add(place));
        next.push({ place: `${place}${step.name}`.replace(/^\./, ''), schema: step.schema });
      }
    }
    level = next;
  }
  return found;
}

/** What a value at that place looks like; undefined where nothing is known to stand there. */
export function exampleAt(place: string): unknown {
  const own = siteExamples[place]?.[0];
  if (own !== undefined) return own;
  const [, above, step] = /^(.*?)(\[\]|\.\*)$/.exec(place) ?? [];
  if (above === undefined) return undefined;
  const whole = exampleAt(above);
  if (step === '[]') return Array.isArray(whole) ? whole[0] : undefined;
  return typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? Object.values(whole)[0] : undefined;
}
