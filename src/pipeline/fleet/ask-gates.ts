// What has to hold after a wave before the next one begins: asked of its devices, and of Prometheus.

import { isError } from '../../diagnostics/diagnostic.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import type { Gate } from '../../fleet/schema.ts';
import type { Io } from '../../io/io.ts';
import { queryPrometheus } from '../../io/query-prometheus.ts';
import type { OpenFleet } from './open-fleet.ts';
import { eachDevice, type MemberRequest } from './plan-fleet.ts';
import { type VerifiedMember, verifyMember } from './verify-fleet.ts';

export interface GateFailure {
  readonly gate: string;
  readonly reason: string;
}

export interface GateRequest extends MemberRequest {
  readonly parallel: number;
}

/** Empty = all of them hold. */
export async function askGates(
  io: Io,
  open: OpenFleet,
  { gates, devices }: { readonly gates: readonly Gate[]; readonly devices: readonly FleetDevice[] },
  request: GateRequest,
): Promise<readonly GateFailure[]> {
  const failures: GateFailure[] = [];
  const wanted = new Set(gates.filter((gate) => typeof gate === 'string'));
  if (wanted.size > 0 && devices.length > 0) {
    await eachDevice<VerifiedMember>(
      io,
      { ...open, scope: { ...open.scope, devices } },
      request,
      (member, ready) => verifyMember(io, member, ready, request),
      (member, diagnostics) => ({ member, diagnostics }),
      (verified) => failures.push(...judge(verified, wanted)),
    );
  }
  for (const gate of gates) {
    if (typeof gate !== 'string') failures.push(...(await askMetric(gate)));
  }
  return failures;
}

function judge({ member, report, diagnostics }: VerifiedMember, wanted: ReadonlySet<string>): readonly GateFailure[] {
  const { name } = member;
  const errors = diagnostics.filter(isError);
  // A device that does not answer proves nothing.
  if (!report)
    return [...wanted].slice(0, 1).map((gate) => ({ gate, reason: errors[0]?.what ?? `\`${name}\` was not read` }));
  const found: GateFailure[] = [];
  if (wanted.has('post-check') && !report.passed) {
    const line = report.lines.find(({ proof }) => proof === 'not-offloaded');
    found.push({
      gate: 'post-check',
      reason: `\`${name}\`: ${line ? `${line.subject}: ${line.observed}` : 'it failed'}`,
    });
  }
  const silent = report.lines.find(({ check, proof }) => check === 'post-check/host' && proof !== 'proved');
  if (wanted.has('hosts') && silent)
    found.push({ gate: 'hosts', reason: `\`${name}\`: ${silent.subject}: ${silent.observed}` });
  const drift = errors.find(({ code }) => code === 'plan/drift');
  if (wanted.has('no-drift') && drift) found.push({ gate: 'no-drift', reason: drift.what });
  return found;
}

async function askMetric({ metric }: Exclude<Gate, string>): Promise<readonly GateFailure[]> {
  const { url, query, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = metric;
  const values = await queryPrometheus(url, query);
  const fail = (reason: string) => [{ gate: 'metric', reason: `${query}: ${reason}` }];
  if (typeof values === 'string') return fail(values);
  // Nothing is no answer: a metric that is gone holds nothing back, and proves nothing.
  if (values.length === 0) return fail('there is no such metric');
  const bad = values.find((value) => !(value >= min && value <= max));
  return bad === undefined
    ? []
    : fail(`${bad} is not ${min > Number.NEGATIVE_INFINITY ? `at least ${min}` : `at most ${max}`}`);
}
