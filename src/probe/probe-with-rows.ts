// The part of a probe that makes rows: armed, asked, undone and compared.

import { type OpenCommit, rollbackOpen } from '../apply/recover.ts';
import { DeviceError } from '../device/device.ts';
import { deviceDiagnostic } from '../device/device-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Config, isDynamic, isYes, itemsOf, propertyValue } from '../model/config.ts';
import type { ProbeFile } from '../profile/probe-file.ts';
import type { Scratch } from './asking.ts';
import { portSettings } from './port-settings.ts';
import { notAsBefore, stillUndoing } from './probe-messages.ts';
import type { Question } from './question.ts';
import { type Asker, type Run, runProbe } from './run-probe.ts';
import { armScratch, endScratch, hasTimeFor, type ScratchInput, sweep } from './scratch.ts';
import type { Ended } from './scratch-end.ts';

export interface Probed {
  readonly run: Run;
  /** How the device is after rows were tried on it; absent = nothing was changed. */
  readonly ended?: Ended;
  readonly diagnostics: readonly Diagnostic[];
}

export async function probeWithRows(
  questions: readonly Question[],
  from: ProbeFile,
  asker: Asker,
  given: Omit<ScratchInput, 'session' | 'questions'> & { readonly interrupted?: OpenCommit },
): Promise<Probed> {
  const { session, clock } = asker.asking;
  const input: ScratchInput = { ...given, session, questions };
  const { scratch, device } = input;
  const notBegun: Run = { file: from, left: questions, stoppedBy: 'device' };
  try {
    const { interrupted } = given;
    const ended = interrupted && (await rollbackOpen(await session.open(), interrupted.transaction, { clock }));
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

const offloadSwitches = {
  4: '`l3-hw-offloading=yes` at the switch',
  6: '`l3-hw-offloading=yes` at the switch and `ipv6-hw=yes` in its l3hw-settings',
} as const;

/** Whether the chip routes this family now; the switch is left as it is. */
function isOffloading(family: 4 | 6, prior: Config, switchName: string): boolean {
  const own = itemsOf(prior, '/interface/ethernet/switch').find((each) => propertyValue(each, 'name') === switchName);
  const [settings] = itemsOf(prior, '/interface/ethernet/switch/l3hw-settings');
  const isOn = own !== undefined && isYes(propertyValue(own, 'l3-hw-offloading'));
  return isOn && (family === 4 || (settings !== undefined && isYes(propertyValue(settings, 'ipv6-hw'))));
}

/** Why a question cannot be asked on this device; undefined = it can. */
function whyNotHere(question: Question, prior: Config, scratch: Scratch): string | undefined {
  const { alone = [], needs, offload, steps } = question;
  const isOnPorts = needs === 'ports' || needs === 'cable';
  if (isOnPorts && scratch.switchName === '') return 'the scratch port is on no switch';
  if (needs === 'restart' && !scratch.mayRestart) return 'it takes a restart of the device (--reboot)';
  if (needs === 'cable' && !scratch.loop) return 'it takes a cable between two free ports (--loop A:B)';
  if (offload && !isOffloading(offload, prior, scratch.switchName)) {
    return `the chip does not route IPv${offload}: it takes ${offloadSwitches[offload]}`;
  }
  const unset = Object.values(steps).filter((step) => 'setPort' in step).length;
  if (unset > portSettings([question], scratch, prior).length) return 'the scratch port has no row to set';
  const taken = alone.find((menu) => itemsOf(prior, menu).some((item) => !isDynamic(item)));
  return taken === undefined ? undefined : `rows of others stand in ${taken}, which it would disturb`;
}
