// Lowers one device of a site as the commands do, `raw:` lines included.

import type { Staged } from '../../src/diagnostics/diagnostic.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { lower } from '../../src/lower/lower.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import type { Config } from '../../src/model/config.ts';
import { evaluateScript } from '../../src/rsc/evaluate.ts';
import { parseRsc } from '../../src/rsc/parser.ts';
import type { SourceFile } from '../../src/source/location.ts';

export function lowerSite(intent: Intent, device: string): Staged<Lowered> {
  const target = intent.devices.get(device)?.target;
  if (!target) throw new Error(`the site has no device ${device}`);
  return lower(intent, device, target, { evaluateRaw });
}

function evaluateRaw(file: SourceFile, base: Config): Staged<Config> {
  const script = parseRsc(file);
  const evaluated = evaluateScript(script.value, base);
  return { value: evaluated.value, diagnostics: [...script.diagnostics, ...evaluated.diagnostics] };
}
