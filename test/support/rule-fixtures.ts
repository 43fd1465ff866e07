// Rule fixtures from disk: `fixtures/rules/<group>/<id>/{bad,good,unknown}-*.rsc`, each with a target in its first
// line.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { judge } from '../../src/offload/findings.ts';
import type { Finding, Rule, RuleContext } from '../../src/offload/rule.ts';
import { factoryConfig } from '../../src/profile/factory.ts';
import { startEvaluation } from '../../src/rsc/evaluate.ts';
import { parseRsc } from '../../src/rsc/parser.ts';
import type { SourceFile } from '../../src/source/location.ts';
import { projectRoot } from './project-root.ts';
import { type WatchedTarget, watchedTarget } from './targets.ts';

export const fixturesFolder = join(projectRoot, 'fixtures', 'rules');

export interface RuleFixture {
  readonly path: string;
  /** `bad`, `good` or `unknown`. */
  readonly kind: string;
  readonly file: SourceFile;
}

/** What the rule says of a fixture. */
export function goldenOf(path: string): string {
  return path.replace(/\.rsc$/, '.txt');
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
      return { path, kind: name.split('-')[0] ?? '', file: fileAt(path) };
    });
}

/** Read when somebody asks for its text. */
function fileAt(path: string): SourceFile {
  let text: string | undefined;
  return {
    path: relative(projectRoot, path),
    get text() {
      text ??= unfold(readFileSync(path, 'utf8'));
      return text;
    },
  };
}

/**
 * `#* 300 add dst-address=10.{hi}.{lo}.0/24` stands for 300 such lines; `{i}` counts from zero, `{hi}` and `{lo}` are
 * its octets.
 */
function unfold(text: string): string {
  return text.replace(/^#\* (\d+) (.*)$/gm, (_, count: string, template: string) => {
    // Text, name, what is added to it, text, and so on.
    const parts = template.split(/\{(\w+?)(?:\+(\d+))?\}/);
    return Array.from({ length: Number(count) }, (__, i) => fill(parts, i)).join('\n');
  });
}

function fill([first = '', ...parts]: readonly (string | undefined)[], i: number): string {
  const values: Readonly<Record<string, number>> = { i, top: i >> 16, hi: (i >> 8) & 255, lo: i & 255 };
  let line = first;
  for (let at = 0; at < parts.length; at += 3) {
    const [name = '', plus = 0, text = ''] = parts.slice(at, at + 3);
    line += `${(values[name] ?? 0) + Number(plus)}${text}`;
  }
  return line;
}

/** What `rosc audit` says of a fixture by this rule alone. */
export function renderedFindings(rule: Rule, findings: readonly Finding[]): string {
  return renderDiagnostics(
    judge(
      findings.map((finding) => ({ rule, finding })),
      [],
    ).diagnostics,
  );
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
  const { statement, finish } = startEvaluation(file, factoryConfig(target));
  const errors = parseRsc(file, { statement, lost: () => undefined }).diagnostics.filter(isError);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors.map(({ what }) => what).join('; ')}`);
  const config = finish().value;
  return { context: { config, target, network: buildNetwork(config, target) }, watched };
}
