// `rosc probe URL`: asks a real device what the manual leaves open, and writes its answers down; `--check` judges such a
// file.

import { hasAtLeast } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { askedFor, canAsk } from '../io/consent.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, fail, type Output, outputOf, printDiagnostics, printJson, usage } from '../io/output.ts';
import { parseLoop } from '../model/loop.ts';
import { checkProbe } from '../pipeline/probe/check-probe.ts';
import { type PreparedProbe, type ProbeRequest, prepareProbe } from '../pipeline/probe/probe-device.ts';
import type { Run } from '../probe/run-probe.ts';
import type { Ended } from '../probe/scratch-end.ts';
import type { ProbeFile } from '../profile/probe-file.ts';
import { renderAnswer, renderQuestions } from '../report/probe.ts';
import { plural } from '../report/units.ts';

export interface ProbeOptions extends CommonOptions, Omit<ProbeRequest, 'profiles' | 'scratch' | 'loop'> {
  /** Ports, as written. */
  readonly scratch?: string;
  /** Two ports, as written. */
  readonly loop?: string;
  readonly yes?: boolean;
  readonly check?: string;
}

export async function probe(io: Io, url: string | undefined, options: ProbeOptions): Promise<ExitStatus> {
  if ((url === undefined) === (options.check === undefined)) {
    return usage(io, 'give the URL of a device, or --check with the file of a probe');
  }
  if (options.check !== undefined) return check(io, options.check, options);
  const { scratch, loop, ...rest } = options;
  const joined = loop === undefined ? undefined : parseLoop(loop);
  if (loop !== undefined && !joined) return usage(io, `--loop takes two ports, A:B, not ${loop}`);
  const given = scratch?.split(',').map((port) => port.trim()) ?? [];
  if (options.reboot && scratch === undefined && !joined) return usage(io, '--reboot goes with --scratch');
  const ports = [...new Set([...given, ...(joined ?? [])])];
  const output = outputOf(io, options);
  output.progress(`opening ${url} …`);
  const { value: prepared, diagnostics } = await prepareProbe(io, url ?? '', {
    ...rest,
    ...(ports.length > 0 && { scratch: ports }),
    ...(joined && { loop: joined }),
  });
  output.progress('');
  if (!prepared) {
    return fail(io, output, diagnostics);
  }
  printDiagnostics(io, output, diagnostics);
  try {
    return await runPrepared(io, output, prepared, options);
  } finally {
    await prepared.close();
  }
}

async function runPrepared(
  io: Io,
  output: Output,
  prepared: PreparedProbe,
  options: ProbeOptions,
): Promise<ExitStatus> {
  const { questions, path } = prepared;
  if (questions.length === 0) {
    output.remark(`${path} settles all ${plural(prepared.settled, 'question')} already that can be asked so.`);
    if (output.format === 'json') printJson(io, runJson(prepared, undefined));
    return exit.fine;
  }
  const isText = output.format === 'text';
  if (isText && !output.quiet) io.stdout(renderQuestions(prepared, output));
  const question = `Ask ${prepared.name} ${plural(questions.length, 'question')}?`;
  if (!options.yes && !(canAsk(io) && (await askedFor(io, question)))) {
    output.remark(canAsk(io) ? 'Nothing was asked.' : 'Nothing was asked: say --yes where nobody can be asked.');
    return exit.findings;
  }
  const { run, ended, diagnostics } = await prepared.run({
    onAsk: ({ asks }) => output.progress(asks),
    onAnswer(answer) {
      output.progress('');
      if (isText && !output.quiet) io.stdout(`${renderAnswer(answer, output)}\n`);
    },
  });
  output.progress('');
  if (isText) printDiagnostics(io, output, diagnostics);
  else printJson(io, { ...runJson(prepared, run), ended: ended?.kind, diagnostics: diagnostics.map(diagnosticJson) });
  for (const line of summaryOf(prepared, { run, ended })) output.remark(line);
  return statusOf(run, ended);
}

function statusOf(run: Run, ended: Ended | undefined): ExitStatus {
  if (ended && ended.kind !== 'as-before') return exit.unknown;
  if (run.left.length === 0) return exit.fine;
  return ended ? exit.undone : exit.findings;
}

function summaryOf(
  { path }: PreparedProbe,
  { run: { file, left, stoppedBy }, ended }: { readonly run: Run; readonly ended: Ended | undefined },
): readonly string[] {
  const settled = file.answers.filter(({ says }) => says !== undefined).length;
  const open = file.answers.length - settled;
  const goesOn =
    stoppedBy === 'device' && !ended ? 'mend that, and the same command goes on' : 'the same command goes on';
  const counts = `${plural(settled, 'question')} settled, ${open} open`;
  return [
    ...(ended?.kind === 'as-before'
      ? ['Nothing of the probe is left on the device, which was read and is as before.']
      : []),
    ...(left.length > 0 ? [`${plural(left.length, 'question')} not asked; ${goesOn}.`] : []),
    `${path}: ${counts}; read it before you give it away.`,
  ];
}

async function check(io: Io, path: string, options: ProbeOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { value: file, diagnostics } = await checkProbe(io, path, options);
  if (output.format === 'json') {
    printJson(io, { version: 1, ...(file && fileJson(file)), diagnostics: diagnostics.map(diagnosticJson) });
  } else printDiagnostics(io, output, diagnostics);
  const isSound = !hasAtLeast(diagnostics, 'error');
  if (file && isSound && output.format === 'text') {
    for (const answer of file.answers) io.stdout(`${renderAnswer(answer, output)}\n`);
    output.remark(`${path}: every conclusion follows from its answers.`);
  }
  return isSound ? exit.fine : exit.findings;
}

function runJson({ path, target, settled }: PreparedProbe, run: Run | undefined) {
  return {
    version: 1,
    out: path,
    ...(run ? fileJson(run.file) : { model: target.model, routeros: target.routeros.text, settled }),
    notAsked: (run?.left ?? []).map(({ id }) => id),
  };
}

function fileJson({ model, routeros, answers }: ProbeFile) {
  return {
    model,
    routeros,
    answers: answers.map(({ question, says, facts, open }) => ({ question, says, facts, open })),
  };
}
