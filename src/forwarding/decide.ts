// The verdict on one flow: both directions, every address family, every kind of port; the worst class decides.

import { type Evidence, type Grade, grades } from '../diagnostics/diagnostic.ts';
import { printPlaced, rankOf } from '../model/placement.ts';
import { firstOfEach } from '../source/grouping.ts';
import { isAlike, type Outcome } from './firewall/outcome.ts';
import type { Network } from './network/network.ts';
import { cause } from './packets/causes.ts';
import { type Cause, type Flow, type FlowVerdict, satisfies } from './packets/flow.ts';
import type { Directed } from './paths/both-directions.ts';
import { ceilingOf } from './paths/ceiling.ts';
import { followFlow } from './paths/directions.ts';
import { describeTogether, flowTotals } from './paths/flow-totals.ts';

export function decideFlow(network: Network, flow: Flow): FlowVerdict {
  return verdictOn(network, flow, followFlow(network, flow));
}

/** The verdict on a flow whose classes are known already. */
export function verdictOn(network: Network, flow: Flow, all: readonly Directed[]): FlowVerdict {
  // What is to be dropped is dropped where it enters: what an answer would meet does not matter.
  const relevant = flow.expected === 'dropped' ? all.filter(({ direction }) => direction === 'forward') : all;
  // Redirects of the device's own protocols are no verdict on a flow of any port, only on one that names them.
  const data = relevant.filter(({ outcome }) => !outcome.isControl);
  const judged = data.some(({ direction }) => direction === 'forward') ? data : relevant;
  const worst = pickWorst(judged, flow);
  if (!worst) return unroutable(flow);
  const { direction, outcome } = worst;
  const { placement, cpuPath, datapath, because, steps, mayDrop, mayMiss } = outcome;
  const ceiling = ceilingOf(network, outcome);
  const causes = distinct(because);
  return {
    flow,
    placement,
    ...(cpuPath && { cpuPath }),
    ...((mayDrop ?? mayMiss) && { mayDrop: true }),
    datapath,
    direction,
    because: causes,
    notes: distinct([...judged.flatMap((each) => each.outcome.notes), ...splitNotes(judged, worst)]),
    steps,
    // What is said of several classes is known as well as of the least known one.
    grade: weakestOf(judged.filter((each) => isAlike(each.outcome, outcome)).map((each) => gradeOf(each.outcome))),
    ...(ceiling && { ceiling }),
  };
}

/** Classes that do not satisfy go before those that do; among them the worse placement, the slower path. */
function pickWorst(all: readonly Directed[], { expected }: Flow): Directed | undefined {
  const rank = (each: Directed) => (isFine(each, expected) ? 0 : 1000) + rankOf(each.outcome);
  return [...all].sort((a, b) => rank(b) - rank(a))[0];
}

/** What has to pass the CPU has to do so on its way there; its answers need not. */
function isFine({ direction, outcome }: Directed, expected: Flow['expected']): boolean {
  const isAnswer = direction === 'reverse' && expected === 'cpu' && outcome.placement === 'hardware';
  return isAnswer || satisfies(outcome.placement, expected);
}

function unroutable(flow: Flow): FlowVerdict {
  const text = `\`${flow.from.label}\` and \`${flow.to.label}\` have no address family in common on this device`;
  return {
    flow,
    placement: 'unknown',
    datapath: 'l3-routing',
    direction: 'forward',
    because: [cause('flow/no-route', text, flow.origin)],
    notes: [],
    steps: [],
    grade: 'documented',
  };
}

/** The first of each code and place: ports of one kind say the same. */
function distinct(causes: readonly Cause[]): readonly Cause[] {
  return firstOfEach(causes, ({ code, text }) => `${code} ${text}`);
}

/** Says which part of the flow the verdict is about, when other parts fare differently. */
function splitNotes(all: readonly Directed[], worst: Directed): readonly Cause[] {
  const same = all.filter(({ direction }) => direction === worst.direction);
  const others = same.filter(({ outcome }) => !isAlike(outcome, worst.outcome));
  if (others.length === 0) return [];
  const alike = same.filter(({ outcome }) => isAlike(outcome, worst.outcome));
  const parts = describeTogether(alike, flowTotals(same));
  const rest = [...new Set(others.map(({ outcome }) => printPlaced(outcome)))].join(' or ');
  const where = `${parts.slice(0, partsMax).join('; ')}${parts.length > partsMax ? `; and ${parts.length - partsMax} more` : ''}`;
  const [reason] = worst.outcome.because;
  return [cause('flow/split', `${printPlaced(worst.outcome)} for ${where}; the rest: ${rest}`, reason?.at)];
}

/** Long lists say no more than their beginning. */
const partsMax = 3;

function gradeOf({ because, steps }: Outcome): Grade {
  const evidence: readonly Pick<Evidence, 'grade'>[] =
    because.length > 0
      ? [...because.flatMap((each) => each.evidence), ...steps.filter(({ grade }) => grade === 'inferred')]
      : steps;
  return weakestOf(evidence.map(({ grade }) => grade));
}

function weakestOf(all: readonly Grade[]): Grade {
  return all.reduce<Grade>(
    (worst, grade) => (grades.indexOf(grade) > grades.indexOf(worst) ? grade : worst),
    'measured',
  );
}
