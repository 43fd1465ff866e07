// Tables of the chip that are nearly full, against the limits of the site. What does not fit at all, the rules say.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { Network } from '../forwarding/network/network.ts';
import { enabledItemsOf, type Item } from '../model/config.ts';
import type { Location } from '../source/location.ts';
import type { Capacity } from './verdict.ts';

export interface CapacityLimits {
  /** Percentage of a table from which there is a warning; 70 by default. */
  readonly warn?: number;
  /** Percentage from which there is an error; 90 by default. */
  readonly fail?: number;
  /** The place of the device in the site; absent = the first row that takes room. */
  readonly at?: Location;
}

/** Tables whose content nobody but the author changes: full is full, and not nearly too much. */
export const fixedByAuthor: ReadonlySet<string> = new Set(['mtu-profiles', 'mac-prefixes']);

function firstRow({ chips, config }: Network, resource: string): Item | undefined {
  const menu = resource === 'acl-rules' ? '/interface/ethernet/switch/rule' : '/ip/route';
  return enabledItemsOf(config, menu)[0] ?? chips.find(({ item }) => item)?.item;
}

function isSaidByRule({ resource, used, dynamic, size, overflow }: Capacity): boolean {
  return (overflow?.entries ?? 0) > 0 || (resource === 'acl-rules' && used + dynamic > size);
}

/** A warning or an error for each table that is fuller than the limits say, where no rule tells of it. */
export function capacityDiagnostics(
  network: Network,
  capacity: readonly Capacity[],
  { warn = 70, fail = 90, at: device }: CapacityLimits,
): readonly Diagnostic[] {
  return capacity.flatMap((each): readonly Diagnostic[] => {
    const { resource, used, dynamic, shared, size, bound } = each;
    const taken = used + dynamic + shared;
    const percent = (100 * taken) / size;
    // What fills a memory for all is said of the one that takes most of it.
    if (shared > used + dynamic || isSaidByRule(each)) return [];
    const at = device ?? firstRow(network, resource)?.origin;
    if (!at || fixedByAuthor.has(resource) || percent < Math.min(warn, fail)) return [];
    const isFull = percent >= fail;
    const code: Code = isFull ? 'capacity/over-limit' : 'capacity/nearly-full';
    const entries = `${taken} of ${bound === 'up-to' ? 'up to ' : ''}${size} entries`;
    return [
      {
        code,
        severity: isFull ? 'error' : 'warning',
        what: `\`${resource}\` is ${Math.round(percent)} % full: ${entries}`,
        primary: { at, text: `the limit is ${isFull ? fail : warn} %` },
        related: [],
        why: 'What a device learns by itself (hosts, dynamic routes and rules) needs room too; what finds none is forwarded by the CPU, or not filtered.',
        evidence: [],
        fix: manualFix('summarise, move part of it to another device, or in a site set `capacity:` to what you accept'),
      },
    ];
  });
}
