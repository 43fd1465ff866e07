// `rosc compile SITE`: the RouterOS script of each device, importable on a fresh one. Errors of the intent do not stop it:
// they show in the exit status.

import { join, resolve } from 'node:path';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { renderDiagnostics } from '../diagnostics/render-text.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson, statusOf } from '../io/output.ts';
import { type AnalysedDevice, type AnalysedSite, analyseSite, isAnalysed } from '../pipeline/analyse-site.ts';
import { pickDevices, unknownDevices } from '../pipeline/pick-devices.ts';
import { planFromNothing } from '../plan/make-plan.ts';
import { renderChoices } from '../report/choices.ts';
import { renderScript } from '../report/script.ts';

export interface CompileOptions extends CommonOptions {
  readonly out?: string;
  readonly explain?: boolean;
  readonly device?: readonly string[];
}

export async function compile(io: Io, path: string, options: CompileOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const picked = pickDevices(options.device);
  const { profiles } = options;
  const site = await analyseSite(io, path, {
    only: picked.map(({ name }) => name),
    ...(profiles !== undefined && { profiles }),
  });
  const diagnostics = isAnalysed(site)
    ? [...site.diagnostics, ...unknownDevices(picked, site.intent)]
    : site.diagnostics;
  const scripts = isAnalysed(site) ? site.devices.map((device) => ({ device, text: scriptOf(site, device) })) : [];
  if (output.format === 'json') {
    const devices = scripts.map(({ device, text }) => ({
      name: device.lowered.device,
      script: text,
      choices: device.lowered.choices.map(({ rule, form, rejected, entries }) => ({ rule, form, rejected, entries })),
    }));
    printJson(io, { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) });
  } else {
    const shown = output.verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
    if (shown.length > 0) {
      io.stderr(renderDiagnostics(shown, { palette: output.remarkPalette, width: output.width }));
    }
    for (const { device, text } of scripts) {
      if (options.explain) io.stdout(renderChoices(device.lowered, { palette: output.palette, width: output.width }));
      else if (options.out === undefined) io.stdout(text);
    }
  }
  if (!isAnalysed(site)) return exit.findings;
  if (options.out !== undefined) {
    for (const { device, text } of scripts) {
      const file = join(options.out, `${device.lowered.device}.rsc`);
      await io.writeFile(resolve(io.cwd, file), text);
      output.remark(`wrote ${file}`);
    }
  }
  return scripts.length === 0 ? exit.findings : statusOf(diagnostics, options.failOn);
}

function scriptOf(site: AnalysedSite, { lowered }: AnalysedDevice): string {
  const { target, device, config } = lowered;
  const title = [
    `${device} of site ${site.intent.site.site}: ${target.model}, RouterOS ${target.routeros.text}`,
    'Compiled by rosc, for a device without configuration: /import file-name=…',
  ];
  return renderScript(planFromNothing(config), { title });
}
