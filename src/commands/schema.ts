// `rosc schema`: the JSON Schema of site files, for editors.

import { siteJsonSchema } from '../report/site-schema.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { type CommonOptions, printJson } from './output.ts';

export async function schema(io: Io, options: CommonOptions): Promise<ExitStatus> {
  const { value } = await loadAllProfiles(io, options.profiles);
  printJson(io, siteJsonSchema(value));
  return exit.fine;
}
