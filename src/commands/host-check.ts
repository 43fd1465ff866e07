// `rosc host-check FILES`: what a host says of itself, as its entry in the site, with the pitfalls of its card, and its
// measurements beside what the site predicts.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { judgeHost, judgeMeasurement } from '../host/judge-host.ts';
import { mergeInterfaces } from '../host/merge-interfaces.ts';
import type { InterfaceObservation, Reading } from '../host/observation.ts';
import { failedRun, readOutput } from '../host/read-output.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printJson, statusOf, usage } from '../io/output.ts';
import { readSource } from '../io/read-source.ts';
import { type HostInSite, hostInSite } from '../pipeline/analyse/host-in-site.ts';
import { entryOf, type Measured, renderHost } from '../report/host.ts';
import { type SourceFile, span } from '../source/location.ts';

export interface HostCheckOptions extends CommonOptions {
  readonly site?: string;
  readonly host?: string;
  readonly interface?: string;
}

export async function hostCheck(io: Io, paths: readonly string[], options: HostCheckOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  if ((options.site === undefined) !== (options.host === undefined)) {
    return usage(io, '--site and --host go together: the site, and which of its hosts the files are from');
  }
  const read = await readAll(io, paths);
  const merged = mergeInterfaces(read.interfaces, options.interface);
  if ('candidates' in merged) {
    return usage(io, `say by --interface which of ${merged.candidates.join(', ')} is meant`);
  }
  const found =
    options.site !== undefined && options.host !== undefined
      ? await hostInSite(io, { ...options, site: options.site, host: options.host })
      : { value: undefined, diagnostics: [] };
  const name = options.host ?? 'host';
  const own = judgeHost(name, merged, found.value?.said);
  const measured = read.measurements.map((measurement): Measured => {
    const path = found.value?.pathOf(measurement);
    return { measurement, ...(path && { path }) };
  });
  const causes = own.filter(({ severity }) => severity !== 'note').map(({ what }) => what.replaceAll('`', ''));
  const rates = measured.flatMap(({ measurement, path }) =>
    path ? judgeMeasurement(name, measurement, path, causes) : [],
  );
  const diagnostics = [...read.diagnostics, ...found.diagnostics, ...own, ...rates];
  const hasHost = read.interfaces.length > 0 || read.measurements.length > 0;
  const shown: Shown | undefined = hasHost
    ? { seen: merged, entry: entryOf(merged, found.value?.entry), measured, site: found.value }
    : undefined;
  if (output.format === 'json') {
    printJson(io, {
      version: 1,
      host: name,
      ...(shown && hostJson(shown)),
      diagnostics: diagnostics.map(diagnosticJson),
    });
  } else {
    print(io, output, { name, shown, diagnostics });
    if (shown && options.site === undefined)
      output.remark('write the entry into the site, with its device and its port');
  }
  return hasHost ? statusOf(diagnostics, options.failOn) : exit.findings;
}

interface Printed {
  readonly name: string;
  readonly shown: Shown | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function print(io: Io, output: Output, { name, shown, diagnostics }: Printed): void {
  if (shown) io.stdout(renderHost(name, shown, output.palette));
  const told = output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
  if (told.length > 0) io.stdout(`\n${renderDiagnostics(told, output)}`);
}

async function readAll(
  io: Io,
  paths: readonly string[],
): Promise<Reading & { readonly diagnostics: readonly Diagnostic[] }> {
  const readings: Reading[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    const source = await readSource(io, path);
    diagnostics.push(...source.diagnostics);
    const reading = source.value && readOutput(source.value);
    if (reading) readings.push(reading);
    else if (source.value) diagnostics.push(unknownOutput(source.value));
  }
  return {
    interfaces: readings.flatMap(({ interfaces }) => interfaces),
    measurements: readings.flatMap(({ measurements }) => measurements),
    diagnostics,
  };
}

function unknownOutput(file: SourceFile): Diagnostic {
  const failure = failedRun(file);
  return mistake('host/unknown-output', {
    what:
      failure === undefined
        ? `\`${file.path}\` is none of the outputs that rosc reads of a host`
        : `\`${file.path}\` holds no measurement: ${failure}`,
    at: span(file, 0, 0),
    why: 'It takes the output of `ethtool -i IF`, `ethtool -k IF`, `ip -d -j link` or a finished `iperf3 -J`.',
  });
}

interface Shown {
  readonly seen: InterfaceObservation;
  readonly entry: ReturnType<typeof entryOf>;
  readonly measured: readonly Measured[];
  readonly site: HostInSite | undefined;
}

function hostJson({ seen, entry, measured }: Shown) {
  const { name, mtu, maxMtu, driver, bridge } = seen;
  return {
    interface: {
      ...(name !== undefined && { name }),
      ...(driver && { driver: driver.value }),
      ...(mtu && { mtu: mtu.value }),
      ...(maxMtu && { maxMtu: maxMtu.value }),
      ...(bridge !== undefined && { bridge }),
    },
    entry,
    measured: measured.map(({ measurement: { at: _, ...figures }, path }) => ({
      ...figures,
      ...(path && { ceiling: path }),
    })),
  };
}
