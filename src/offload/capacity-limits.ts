// Tables of the chip that are nearly full, against the limits of the site. What does not fit at all, the rules say.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import type { Network } from '../forwarding/network/network.ts';
import { enabledItemsOf } from '../model/config.ts';
import type { Location } from '../source/location.ts';
import type { Capacity } from './verdict.ts';

export interface CapacityLimits {
  /** Percentage of a table from which there is a warning; 70 by default. */
  readonly warn?: number;
  /** Percentage from which there is an error; 90 by default. */
  readonly fail?: number;
}

/** Tables whose content nobody but the author changes: full is full, and not nearly too much. */
export const fixedByAuthor: ReadonlySet<string> = new Set(['mtu-profiles', 'mac-prefixes']);

/** What an audit says, which knows no other limits than the usual ones. */
export function capacityInAudit({ chips, config }: Network, capacity: readonly Capacity[]): readonly Diagnostic[] {
  const rows = chips.flatMap(({ item }) => item ?? []);
  return capacity.flatMap((each) => {
    const menu = each.resource === 'acl-rules' ? '/interface/ethernet/switch/rule' : '/ip/route';
    const [first] = [...enabledItemsOf(config, menu), ...rows];
    return first ? capacityDiagnostics([each], {}, first.origin) : [];
  });
}

function isSaidByRule({ resource, used, dynamic, size, overflow }: Capacity): boolean {
  return (overflow?.entries ?? 0) > 0 || (resource === 'acl-rules' && used + dynamic > size);
}

/** `at` is the place of the device in the site, or of its chip in an export. */
export function capacityDiagnostics(
  capacity: readonly Capacity[],
  { warn = 70, fail = 90 }: CapacityLimits,
  at: Location,
): readonly Diagnostic[] {
  return capacity.flatMap((each): readonly Diagnostic[] => {
    const { resource, used, dynamic, shared, size, bound } = each;
    const taken = used + dynamic + shared;
    const percent = (100 * taken) / size;
    // What fills a memory for all is said of the one that takes most of it.
    if (shared > used + dynamic || isSaidByRule(each)) return [];
    if (fixedByAuthor.has(resource) || percent < Math.min(warn, fail)) return [];
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
