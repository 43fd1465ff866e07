// What to know about rates of ACLs: they are kept by switch rules alone, by each of them for itself.

import type { Diagnostic, Found } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { printBitRate } from '../../model/rates.ts';
import type { LowerContext } from '../context.ts';
import { isWhollyOnChip } from '../ingress.ts';
import { type JudgingAcl, judgingAcls } from './acl-layers.ts';

/** `inChip`: switch-rule entries by sentence. */
export function aclRates(context: LowerContext, inChip: ReadonlyMap<string, number>): readonly Diagnostic[] {
  return judgingAcls(context).flatMap((acl) =>
    acl.acl.rules.flatMap(({ rate }, index): readonly Diagnostic[] => {
      if (rate === undefined) return [];
      const entries = inChip.get(`acl ${acl.name}/${index + 1}`) ?? 0;
      return [withoutChip(context, acl, index), split(context, acl, { index, rate, entries })].flat();
    }),
  );
}

function withoutChip(context: LowerContext, { places, interfaces }: JudgingAcl, index: number): Found {
  const unlimited = interfaces.find((l3) => !isWhollyOnChip(context, l3));
  if (!unlimited) return [];
  return mistake('lower/acl-rate-without-chip', {
    what: `what enters by \`${unlimited.name}\` would have no limit: the CPU routes it`,
    at: places.at('rules', index, 'rate'),
    device: context.device.name,
    why: 'Only a switch rule limits the packets of an ACL. On the CPU that is a queue, which rosc does not make unasked.',
    fix: 'leave the rate out here, limit the port, or write the queue as a `raw:` line',
  });
}

interface Limited {
  readonly index: number;
  readonly rate: number;
  readonly entries: number;
}

function split(context: LowerContext, { name, places }: JudgingAcl, limited: Limited): Found {
  const { index, rate, entries } = limited;
  if (entries < 2) return [];
  return mistake('lower/acl-rate-split', {
    what: `\`acl ${name}/${index + 1}\` lets up to ${printBitRate(rate * entries)} through: each of its ${entries} switch rules has the rate for itself`,
    at: places.at('rules', index, 'rate'),
    severity: 'warning',
    device: context.device.name,
    why: 'Ways in with different tags, address families, prefixes and port numbers each take a switch rule of their own.',
    fix: 'name one destination and one port of one family, or limit the port with `rate`',
  });
}
