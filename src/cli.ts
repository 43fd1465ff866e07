// argv → command → exit status. Commands are imported when they run, so that each start loads only what it needs.

import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { buildProgram } from './commands/program.ts';
import { printableLines } from './diagnostics/palette.ts';
import { isFileTrouble } from './io/file-trouble.ts';
import { type ExitStatus, exit, type Io } from './io/io.ts';
import { withChanges } from './io/with-changes.ts';

/** Runs one command line (without node and script) and returns its exit status. */
export async function main(argv: readonly string[], given: Io): Promise<number> {
  // What stands on stderr is for people, and much of it names what they or somebody else gave.
  const isColoured = given.isTerminal.stderr || argv.some((word) => word.startsWith('--color'));
  const stderr = (text: string) => given.stderr(printableLines(text, { isColoured }));
  const io = withChanges(given, { stderr });
  let status: ExitStatus = exit.fine;
  const report = (result: ExitStatus) => {
    status = result;
  };
  const program = buildProgram(io, report, async (subject, options) =>
    report(await (await import('./web/ui.ts')).ui(io, subject, options)),
  );
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.fine : exit.usage;
    if (isFileTrouble(error)) {
      const { renderDiagnostic } = await import('./diagnostics/render-text.ts');
      io.stderr(renderDiagnostic(error.diagnostic));
      return exit.findings;
    }
    throw error;
  }
}

async function run(): Promise<void> {
  const { nodeIo } = await import('./io/node-io.ts');
  const io = nodeIo();
  try {
    const status = await main(process.argv.slice(2), io);
    // What a signal stopped says so where there is no more to say: a commit has statuses of its own.
    process.exitCode = status === exit.findings ? (io.interrupted ?? status) : status;
  } catch (error) {
    // A user's mistake never gets here: this is a defect of rosc, and the trace is what its report needs.
    io.stderr(`rosc: internal error, please report it\n${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 70;
  }
}

if (process.argv[1] !== undefined && isThisFile(process.argv[1])) {
  await run();
  // What a command leaves open (timers, a server that could not listen) does not keep the program.
  for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done));
  const lost = (await import('./io/node-io.ts')).lostOutput();
  if (lost !== undefined) {
    process.exitCode ||= exit.findings;
    await new Promise((done) => process.stderr.write(lost, done));
  }
  process.exit();
}

function isThisFile(path: string): boolean {
  return fileURLToPath(import.meta.url) === path || path.endsWith('/rosc') || path.endsWith('rosc.js');
}
