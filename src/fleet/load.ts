// Reads a fleet file: YAML, schema, and the checks that need no site. It tells all mistakes at once.

import type { Diagnostic, Found, Staged } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { placesOf } from '../intent/intent.ts';
import { issueDiagnostics } from '../intent/issues.ts';
import { readYaml } from '../intent/yaml.ts';
import type { SourceFile } from '../source/location.ts';
import type { FleetFile } from './fleet.ts';
import { fleetSchema } from './schema.ts';

/** Undefined when the file is no YAML, does not fit the schema, or contradicts itself. */
export function loadFleet(file: SourceFile): Staged<FleetFile | undefined> {
  const yaml = readYaml(file);
  const tree = yaml.value;
  if (!tree) return { value: undefined, diagnostics: yaml.diagnostics };
  const parsed = fleetSchema.safeParse(tree.data);
  if (!parsed.success) {
    const found = issueDiagnostics(tree, parsed.error.issues, 'fleet');
    return { value: undefined, diagnostics: [...yaml.diagnostics, ...found] };
  }
  const fleet: FleetFile = { file, settings: parsed.data, ...placesOf(tree) };
  const diagnostics = [...yaml.diagnostics, ...wavesTwice(fleet)];
  return { value: diagnostics.length > 0 ? undefined : fleet, diagnostics };
}

function wavesTwice({ settings, at }: FleetFile): readonly Diagnostic[] {
  const names = (settings.waves ?? []).map(({ name }) => name);
  return names.flatMap((name, index): Found => {
    const first = names.indexOf(name);
    if (first === index) return [];
    return mistake('fleet/wave-twice', {
      what: `two waves are named \`${name}\`, and nothing could tell which of them has begun`,
      at: at('waves', index, 'name'),
      label: 'named again here',
      related: [{ at: at('waves', first, 'name'), text: 'first here' }],
    });
  });
}
