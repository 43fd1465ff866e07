// The part of a probe that makes rows: armed, asked, undone and compared.

import type { OpenCommit } from '../apply/recover.ts';
import { DeviceError } from '../device/device.ts';
import { deviceDiagnostic } from '../device/device-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ProbeFile } from '../profile/probe-file.ts';
import { endInterrupted } from './interrupted.ts';
import { notAsBefore, stillUndoing } from './probe-messages.ts';
import type { Question } from './question.ts';
import { type Asker, type Run, runProbe } from './run-probe.ts';
import { armScratch, endScratch, hasTimeFor, type ScratchInput, sweep } from './scratch.ts';
import type { Ended } from './scratch-end.ts';
import { whyNotHere } from './why-not-here.ts';

export interface ProbedWithRows {
  readonly run: Run;
  /** Absent = nothing was changed. */
  readonly ended?: Ended;
  readonly diagnostics: readonly Diagnostic[];
}

export async function probeWithRows(
  questions: readonly Question[],
  from: ProbeFile,
  asker: Asker,
  given: Omit<ScratchInput, 'session' | 'questions'> & { readonly interrupted?: OpenCommit },
): Promise<ProbedWithRows> {
  const { session, clock } = asker.asking;
  const input: ScratchInput = { ...given, session, questions };
  const { scratch, device } = input;
  const notBegun: Run = { file: from, left: questions, stoppedBy: 'device' };
  try {
    const ended = given.interrupted && (await endInterrupted(await session.open(), given.interrupted, clock));
    if (ended?.kind === 'still-undoing')
      return { run: notBegun, diagnostics: [stillUndoing(device.name, ended.lines)] };
    const armed = await armScratch(input);
    if (!('undoAt' in armed)) return { run: notBegun, diagnostics: armed };
    const run = await runProbe(questions, from, {
      ...asker,
      asking: { ...asker.asking, scratch },
      hasTimeFor: (question) => hasTimeFor(question, armed, clock),
      whyNotHere: (question) => whyNotHere(question, armed.prior, scratch),
      // A device that went away may have begun to undo: then rows come and go under the questions.
      afterEach: async (question, isLost) => !isLost && (await sweep(question, { ...input, prior: armed.prior })),
    });
    const end = await endScratch(input, armed);
    const diagnostics = end.kind === 'as-before' ? [] : [notAsBefore(device.name, end, armed.undoAt)];
    return { run, ended: end, diagnostics };
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    return { run: notBegun, diagnostics: [deviceDiagnostic(error, device.name)] };
  }
}
