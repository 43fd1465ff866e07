// Flows of a site with devices that are down: an end that they alone route is out of reach, whatever route is left that
// would take the packets somewhere else.

import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { manualFix } from '../diagnostics/manual-fix.ts';
import { cause } from '../forwarding/causes.ts';
import type { FlowVerdict } from '../forwarding/flow.ts';
import type { Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { flowName, hopsOf, routersOf } from '../lower/flows.ts';

interface LostEnd {
  readonly key: 'from' | 'to';
  /** Why, in words. */
  readonly text: string;
}

/** `left`: the site without the devices that are down. */
function lostEndOf(intent: Intent, left: Intent, flow: FlowSettings): LostEnd | undefined {
  for (const key of ['from', 'to'] as const) {
    const routers = routersOf(intent, flow[key]);
    if (routers.length === 0 || routersOf(left, flow[key]).length > 0) continue;
    return { key, text: `\`${flow[key]}\` was routed by \`${routers.join('`, `')}\` alone, which is down` };
  }
  return undefined;
}

/** Verdicts of devices that are left: dropped where an end is out of reach. */
export function withoutLostEnds(
  intent: Intent,
  left: Intent,
  verdicts: readonly FlowVerdict[],
): readonly FlowVerdict[] {
  if (left === intent) return verdicts;
  const flows = new Map((intent.site.flows ?? []).map((flow) => [flowName(flow), flow]));
  return verdicts.map((verdict) => {
    const flow = flows.get(verdict.flow.name);
    const lost = flow && lostEndOf(intent, left, flow);
    if (!lost) return verdict;
    const { cpuPath: _, ceiling: __, ...rest } = verdict;
    const because = [cause('flow/no-route', lost.text, verdict.flow.origin)];
    return { ...rest, placement: 'dropped', direction: 'forward', because, notes: [] };
  });
}

/** Flows that no device is left for. */
export function unjudgedFlows(intent: Intent, left: Intent): readonly Diagnostic[] {
  if (left === intent) return [];
  return (intent.site.flows ?? []).flatMap((flow, index): Diagnostic[] => {
    const lost = lostEndOf(intent, left, flow);
    if (!lost || hopsOf(left, flow).length > 0 || flow.path === 'dropped') return [];
    return [
      {
        code: 'flow/not-as-expected' satisfies Code,
        severity: 'error',
        what: `flow \`${flowName(flow)}\` will be dropped: no device that routes it is left`,
        primary: { at: intent.at('flows', index, lost.key), text: lost.text },
        related: [],
        why: '',
        evidence: [],
        fix: manualFix('give another device a gateway for this end'),
      },
    ];
  });
}
