// `rosc init`: a first site for a model, from options or, on a terminal, from questions.

import { dirname, join, resolve } from 'node:path';
import defaults from '../../profiles/defaults.json' with { type: 'json' };
import { legalised } from '../import/names.ts';
import { starterSite } from '../import/starter-site.ts';
import { canAsk } from '../io/consent.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printAll, printJson, usage } from '../io/output.ts';
import { writeNew } from '../io/write-new.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { simulationTarget } from '../pipeline/read/simulation-target.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { Target } from '../profile/target.ts';
import { siteJsonSchema } from '../report/site-schema.ts';

export interface InitOptions extends CommonOptions {
  readonly model?: string;
  readonly routeros?: string;
  readonly site?: string;
  readonly name?: string;
  readonly out?: string;
  readonly force?: boolean;
}

const schemaFile = 'site.schema.json';
/** Wrong answers before rosc stops asking. */
const attemptsMax = 5;

export async function init(io: Io, options: InitOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const { value: profiles } = await loadAllProfiles(io, options.profiles);
  const isAsking = options.model === undefined && canAsk(io);
  if (options.model === undefined && !isAsking) return usage(io, 'give `--model MODEL`; `rosc models` lists them');
  const { model = '', routeros = defaults.site.routeros } = options;
  const target = isAsking ? await askTarget(io, profiles, options) : simulationTarget(profiles, model, routeros);
  if (typeof target === 'string') {
    usage(io, target);
    return exit.findings;
  }
  const site = legalised(options.site ?? (isAsking ? await askSite(io) : 'home'), 'home');
  const text = starterSite(target, { site, device: legalised(options.name ?? 'core', 'core'), schema: schemaFile });
  const out = options.out ?? (isAsking ? 'site.yaml' : undefined);
  const problem = await writeNew(io, out, text, options);
  if (problem) {
    printAll(io, output, [problem]);
    return exit.findings;
  }
  if (out !== undefined) {
    await writeSchema(io, out, profiles);
    output.remark(`wrote ${out} and ${schemaFile} beside it; \`rosc check ${out}\` is next`);
  }
  if (output.format === 'json') {
    printJson(io, { version: 1, site: text, model: target.model, routeros: target.routeros.text, ...(out && { out }) });
  } else if (out === undefined) io.stdout(text);
  return exit.fine;
}

/** Editors complete and check by it; it is rosc's own file, and goes with the version of rosc. */
function writeSchema(io: Io, out: string, profiles: Profiles): Promise<void> {
  const text = `${JSON.stringify(siteJsonSchema(profiles), undefined, 2)}\n`;
  return io.writeFile(resolve(io.cwd, join(dirname(out), schemaFile)), text);
}

async function askSite(io: Io): Promise<string> {
  return (await io.ask('Name of the site [home]: ')).trim() || 'home';
}

async function askTarget(io: Io, profiles: Profiles, options: InitOptions): Promise<Target | string> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const model = (await io.ask('Model (`rosc models` lists them): ')).trim();
    const usual = options.routeros ?? defaults.site.routeros;
    const routeros = options.routeros ?? ((await io.ask(`RouterOS version [${usual}]: `)).trim() || usual);
    const target = simulationTarget(profiles, model, routeros);
    if (typeof target !== 'string') return target;
    io.stderr(`${target}\n`);
  }
  return 'no model that rosc knows was named';
}
