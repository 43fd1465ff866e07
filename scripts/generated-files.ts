// The files of the package that are generated from the sources; scripts/build.mjs bundles this and runs it.

import { buildProgram } from '../src/commands/program.ts';
import { renderDiagnostics } from '../src/diagnostics/render-text.ts';
import { nodeIo } from '../src/io/node-io.ts';
import { compileProfiles } from '../src/profile/compile.ts';
import { loadProfiles } from '../src/profile/load.ts';
import { fleetJsonSchema } from '../src/report/fleet-schema.ts';
import { siteJsonSchema } from '../src/report/site-schema.ts';
import type { SourceFile } from '../src/source/location.ts';
import { manPage } from './man-page.ts';

/** Text by file name, from the files of profiles/. */
export function generatedFiles(profileFiles: readonly SourceFile[]): Readonly<Record<string, string>> {
  const { value: profiles, diagnostics } = loadProfiles(profileFiles);
  if (diagnostics.length > 0) throw new Error(`profiles/ has errors\n${renderDiagnostics(diagnostics)}`);
  return {
    'profiles.json': compileProfiles(profiles),
    'site.schema.json': `${JSON.stringify(siteJsonSchema(profiles), undefined, 2)}\n`,
    'fleet.schema.json': `${JSON.stringify(fleetJsonSchema(), undefined, 2)}\n`,
    'rosc.1': manPage(
      buildProgram(
        nodeIo(),
        () => undefined,
        () => undefined,
      ),
    ),
  };
}
