// Flows of a site with devices that are down: an end that they alone route is out of reach, whatever route is left that
// would take the packets somewhere else.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistake } from '../../diagnostics/mistake.ts';
import { cause } from '../../forwarding/packets/causes.ts';
import type { FlowVerdict } from '../../forwarding/packets/flow.ts';
import type { Intent } from '../../intent/intent.ts';
import type { FlowSettings } from '../../intent/schema.ts';
import { flowName } from '../../lower/flows.ts';
import { hopsOf } from '../../lower/hops.ts';
import { routersOf } from '../../lower/site-paths.ts';

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

/** Flows that no device judges: none of the site routes an end of them, or none is left that does. */
export function unjudgedFlows(intent: Intent, left: Intent, strict: boolean): readonly Diagnostic[] {
  return (intent.site.flows ?? []).flatMap((flow, index): Diagnostic[] => {
    if (hopsOf(left, flow).length > 0) return [];
    const name = flowName(flow);
    const said = (severity: Diagnostic['severity'], what: string, lost: LostEnd): Diagnostic =>
      mistake('flow/not-as-expected', {
        severity,
        what: `flow \`${name}\` ${what}`,
        at: intent.at('flows', index, lost.key),
        label: lost.text,
        fix: 'give another device a gateway for this end',
      });
    if (hopsOf(intent, flow).length === 0) {
      const lost = { key: 'from', text: `no device has \`${flow.from}\` or \`${flow.to}\`` } as const;
      const severity = flow.path === undefined ? 'note' : strict ? 'error' : 'warning';
      return [said(severity, 'is not judged: no device of the site routes either end', lost)];
    }
    const lost = lostEndOf(intent, left, flow);
    if (!lost || flow.path === 'dropped') return [];
    return [said('error', 'will be dropped: no device that routes it is left', lost)];
  });
}
