// `rosc compile SITE`: the RouterOS script of each device, importable on a fresh one. Errors of the intent do not stop it:
// they show in the exit status.

import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticJson } from '../diagnostics/render-json.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printDiagnostics, printJson, statusOf } from '../io/output.ts';
import {
  type AnalysedDevice,
  type AnalysedSite,
  analyseSite,
  isAnalysed,
  siteDiagnostics,
} from '../pipeline/analyse/analyse-site.ts';
import { namesOf, pickDevices } from '../pipeline/read/pick-devices.ts';
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
  const site = await analyseSite(io, path, { only: namesOf(picked), profiles: options.profiles });
  const diagnostics = siteDiagnostics(site, picked);
  const scripts = isAnalysed(site) ? site.devices.map((device) => ({ device, text: scriptOf(site, device) })) : [];
  if (output.format === 'json') printJson(io, compileJson(scripts, diagnostics));
  else {
    printDiagnostics(io, output, diagnostics);
    for (const { device, text } of scripts) {
      if (options.explain) io.stdout(renderChoices(device.lowered, output));
      else if (options.out === undefined) io.stdout(text);
    }
  }
  if (options.out !== undefined) await writeScripts(io, output, options.out, scripts);
  return scripts.length === 0 ? exit.findings : statusOf(diagnostics, options.failOn);
}

interface DeviceScript {
  readonly device: AnalysedDevice;
  readonly text: string;
}

function compileJson(scripts: readonly DeviceScript[], diagnostics: readonly Diagnostic[]) {
  const devices = scripts.map(({ device: { lowered }, text }) => ({
    name: lowered.device,
    script: text,
    choices: lowered.choices.map(({ rule, form, rejected, entries }) => ({ rule, form, rejected, entries })),
  }));
  return { version: 1, devices, diagnostics: diagnostics.map(diagnosticJson) };
}

async function writeScripts(io: Io, output: Output, folder: string, scripts: readonly DeviceScript[]): Promise<void> {
  for (const { device, text } of scripts) {
    const file = join(folder, `${device.lowered.device}.rsc`);
    await io.writeFile(resolve(io.cwd, file), text);
    output.remark(`wrote ${file}`);
  }
}

function scriptOf(site: AnalysedSite, { lowered }: AnalysedDevice): string {
  const { target, device, config } = lowered;
  const title = [
    `${device} of site ${site.intent.site.site}: ${target.model}, RouterOS ${target.routeros.text}`,
    'Compiled by rosc, for a device without configuration: /import file-name=…',
  ];
  return renderScript(planFromNothing(config), { title });
}
