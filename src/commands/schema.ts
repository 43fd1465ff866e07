// `rosc schema`: the JSON Schema of site files or fleet files, for editors.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, printJson } from '../io/output.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { fleetJsonSchema } from '../report/fleet-schema.ts';
import { siteJsonSchema } from '../report/site-schema.ts';

export async function schema(io: Io, options: CommonOptions & { readonly fleet?: boolean }): Promise<ExitStatus> {
  if (options.fleet) {
    printJson(io, fleetJsonSchema());
    return exit.fine;
  }
  const { value } = await loadAllProfiles(io, options.profiles);
  printJson(io, siteJsonSchema(value));
  return exit.fine;
}
