// Replaces the tokens of `deferred.ts` by what they stand for, once the device was read and the secrets are known.

import { type Config, type Item, itemsOf, type Property, propertyValue } from './config.ts';
import { type Deferred, parseDeferred } from './deferred.ts';

export interface Resolved {
  readonly config: Config;
  /** Properties whose value nobody could supply; they keep their token. */
  readonly unresolved: readonly {
    readonly item: Item;
    readonly name: string;
    readonly deferred: Deferred;
    readonly reason?: string;
  }[];
}

export interface DeferredSources {
  /** The configuration read from the device. */
  readonly observed: Config;
  /** Undefined = there is no such secret; an error = why it cannot be had. */
  readonly secret?: (deferred: Deferred) => string | Error | undefined;
  /** Where a port's address is not listed, as in exports, an address that is set already stays. */
  readonly keepsAddresses?: boolean;
}

export function resolveDeferred(config: Config, sources: DeferredSources): Resolved {
  const unresolved: Resolved['unresolved'][number][] = [];
  const items = config.items.map((item) => {
    let properties: Map<string, Property> | undefined;
    for (const [name, { value, origin }] of item.properties) {
      const deferred = parseDeferred(value);
      if (!deferred) continue;
      const known = suppliedValue(deferred, sources) ?? keptAddress(deferred, { item, name }, sources);
      if (known === undefined) unresolved.push({ item, name, deferred });
      else if (known instanceof Error) unresolved.push({ item, name, deferred, reason: known.message });
      else {
        properties ??= new Map(item.properties);
        properties.set(name, { value: known, origin });
      }
    }
    return properties ? { ...item, properties } : item;
  });
  return { config: { items }, unresolved };
}

function suppliedValue(deferred: Deferred, { observed, secret }: DeferredSources): string | Error | undefined {
  if (deferred.kind !== 'mac-of') return secret?.(deferred);
  const { port } = deferred;
  const row = itemsOf(observed, '/interface/ethernet').find((item) => property(item, 'default-name') === port);
  return row && (property(row, 'orig-mac-address') || property(row, 'mac-address'));
}

function keptAddress(
  deferred: Deferred,
  { item, name }: { readonly item: Item; readonly name: string },
  { observed, keepsAddresses }: DeferredSources,
): string | undefined {
  if (deferred.kind !== 'mac-of' || !keepsAddresses) return undefined;
  const isSame = (other: Item) => propertyValue(other, 'name') === propertyValue(item, 'name');
  const same = itemsOf(observed, item.menu).find(isSame);
  return same && propertyValue(same, name);
}

/** Whether a reader takes a MAC address for a setting or for state depends on the menu table. */
function property(item: Item, name: string): string | undefined {
  return propertyValue(item, name) ?? item.state?.get(name);
}
