// Rule fixtures from disk: `fixtures/rules/<group>/<id>/{bad,good,unknown}-*.rsc`, each with a target in its first line.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildNetwork } from '../../src/forwarding/build.ts';
import type { RuleContext } from '../../src/offload/rule.ts';
import { factoryConfig } from '../../src/profile/factory.ts';
import { evaluateScript } from '../../src/rsc/evaluate.ts';
import { parseRsc } from '../../src/rsc/parser.ts';
import type { SourceFile } from '../../src/source/location.ts';
import { type WatchedTarget, watchedTarget } from './targets.ts';

const root = join(import.meta.dirname, '..', '..');
export const fixturesFolder = join(root, 'fixtures', 'rules');

export interface RuleFixture {
  readonly path: string;
  /** `bad`, `good` or `unknown`. */
  readonly kind: string;
  readonly file: SourceFile;
}

/** The fixtures of one rule, by name; none when the folder does not exist. */
export function fixturesOf(ruleId: string): readonly RuleFixture[] {
  const folder = join(fixturesFolder, ruleId);
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.rsc'))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const file = { path: relative(root, path), text: readFileSync(path, 'utf8') };
      return { path, kind: name.split('-')[0] ?? '', file };
    });
}

export interface FixtureRun {
  readonly context: RuleContext;
  readonly watched: WatchedTarget;
}

const header = /^# target: (\S+) (\S+)$/m;
const without = /^# without: (.+)$/m;

/** The configuration, its target and its network. Throws when the fixture itself is malformed. */
export function openFixture(file: SourceFile): FixtureRun {
  const [, model, routeros] = header.exec(file.text) ?? [];
  if (!model || !routeros) throw new Error(`${file.path} has no line "# target: MODEL VERSION"`);
  const watched = watchedTarget(model, routeros);
  for (const key of (without.exec(file.text)?.[1] ?? '').split(',')) watched.hidden.add(key.trim());
  const { target } = watched;
  const script = parseRsc(file);
  const errors = script.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${file.path}: ${errors.map(({ what }) => what).join('; ')}`);
  const config = evaluateScript(script.value, factoryConfig(target)).value;
  return { context: { config, target, network: buildNetwork(config, target) }, watched };
}
