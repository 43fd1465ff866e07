// How `rosc apply` and `rosc rollback` tell what becomes of their commits, while it happens.

import type { ApplyResult, CommitStep } from '../apply/apply-context.ts';
import { provenText } from '../apply/commit-messages.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import type { Io } from '../io/io.ts';
import { type Output, printAll } from '../io/output.ts';
import type { FleetObserver } from '../pipeline/fleet/apply-fleet.ts';
import type { Plan } from '../plan/plan.ts';
import { renderPostCheck } from '../report/post-check.ts';
import { plural } from '../report/units.ts';

/** Steps are remarks on stderr, ends are results on stdout. */
export function printingObserver(io: Io, output: Output): FleetObserver {
  return {
    onStep: (device, step, detail) => output.remark(`${device}: ${steps[step]}${detail && ` (${detail})`}`),
    onKept: (stem) => output.remark(`kept ${stem}.prior.rsc and ${stem}.undo.rsc`),
    onNotKept: (reason) => output.remark(`the state of the commit could not be written down: ${reason}`),
    onUnreachable: (diagnostics) => printAll(io, output, diagnostics),
    onEnd: (plan, result) => printCommit(io, output, plan, result),
    onGoingBack: () => output.remark('Not every device passed: those that did go back.'),
    onDecided(plan, result) {
      if (output.format === 'text') io.stdout(`${endingOf(output, plan, result)}\n`);
    },
  };
}

const steps: Readonly<Record<CommitStep, string>> = {
  preparing: 'reading the device and keeping its prior configuration',
  proving: 'looking on the device for every row that the undo needs',
  arming: 'arming the undo on the device',
  changing: 'changing',
  checking: 'checking',
  confirming: 'confirming',
  undoing: 'going back',
};

function printCommit(io: Io, output: Output, plan: Plan, result: ApplyResult): void {
  if (output.format !== 'text') return;
  const { name } = plan.device;
  if (result.proof) io.stdout(`\n  ${provenText(result.proof)}\n`);
  if (result.report) io.stdout(`\n${renderPostCheck(name, result.report, output)}`);
  const shown = output.verbose ? result.diagnostics : result.diagnostics.filter(({ severity }) => severity !== 'note');
  if (shown.length > 0)
    io.stderr(`\n${renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width })}`);
  io.stdout(`\n${endingOf(output, plan, result)}\n`);
}

function endingOf({ palette }: Output, plan: Plan, { state, undoAt }: ApplyResult): string {
  const { name } = plan.device;
  const at = undoAt === undefined ? '' : ` at ${new Date(undoAt).toISOString()}`;
  const endings: Readonly<Record<ApplyResult['state'], string>> = {
    prepared: palette.warning(`${name}: nothing was changed`),
    confirmed: palette.good(`${name}: confirmed, ${plural(plan.changes.length, 'change')}`),
    open: palette.warning(
      `${name}: checked and still open; \`rosc confirm\` keeps it; otherwise the device undoes it${at}`,
    ),
    undone: palette.error(`${name}: undone; the device is in its prior state again`),
    unknown: palette.error(
      `${name}: rosc cannot tell what state the device is in; it undoes the change by itself${at}. \`rosc recover\` shows it`,
    ),
  };
  return endings[state];
}
