// `rosc explain CODE`: the page of a rule with its example, of another diagnostic code, of a fact, of a question of a
// probe, of a key of a site, or the rules of a group.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { placeOf } from '../intent/schema-places.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, type Output, outputOf, printAnswer, usage } from '../io/output.ts';
import { decode, readOwn } from '../io/read-source.ts';
import type { Rule } from '../offload/rule.ts';
import { rules } from '../offload/rules.ts';
import { loadAllProfiles } from '../pipeline/read/load-profiles.ts';
import { chipFacts, modelFacts } from '../profile/fact.ts';
import { keyPage } from '../report/key-page.ts';
import { factPage } from '../report/models.ts';
import { type Page, pageCodes, pageOf } from '../report/page.ts';
import { probeJson, probeNote } from '../report/probe.ts';
import { probeNames, probePage } from '../report/question-page.ts';
import { keysOfSite } from '../report/site-keys.ts';
import { siteJsonSchema } from '../report/site-schema.ts';
import { renderTable } from '../report/table.ts';
import { nearestName } from '../source/near-name.ts';

export async function explain(io: Io, code: string, options: CommonOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const show = (json: unknown, text: () => string) => printAnswer(io, output, () => json, text);
  const page = pageOf(code);
  if (page) return showPage(io, output, page);
  const group = rules.filter(({ id }) => id.startsWith(`${code}/`));
  if (group.length > 0) {
    const rows = group.map(({ id, cost, summary }) => [id, cost, summary]);
    return show({ group: code, rules: group.map(ruleJson) }, () => `${renderTable(rows, [], '', output.width)}\n`);
  }
  const facts = [...Object.keys(chipFacts), ...Object.keys(modelFacts)];
  const fact = facts.find((key) => key === code);
  if (fact !== undefined) {
    const shown = factPage((await loadAllProfiles(io, options.profiles)).value, fact);
    return show({ ...shown, ...probeJson(fact) }, () => `${shown.text}${probeNote(fact)}`);
  }
  const asked = probePage(code, output.width);
  if (asked !== undefined) return show({ name: code, text: asked }, () => asked);
  const keys = keysOfSite(siteJsonSchema((await loadAllProfiles(io, options.profiles)).value));
  const place = keys.some((key) => key.place === code) ? code : placeOf(code.split('.'));
  const key = keys.find((each) => each.place === place);
  if (key) {
    const below = keys.filter(
      (each) => each.place.startsWith(place) && /^(\[\])?\.[^.[]+$/.test(each.place.slice(place.length)),
    );
    return show({ ...key, keys: below }, () => keyPage(key, below, output.width));
  }
  const near = nearestName(code, [
    ...keys.map((each) => each.place),
    ...pageCodes(),
    ...facts,
    ...probeNames(),
    ...pageCodes().map((each) => each.split('/')[1] ?? each),
  ]);
  usage(
    io,
    `no rule, code, fact, question or key of a site is called ${JSON.stringify(code)}${near ? `; did you mean ${near}?` : ''}`,
  );
  return exit.findings;
}

async function showPage(io: Io, output: Output, { code, text, summary, help, rule }: Page): Promise<ExitStatus> {
  const example = rule && (await exampleOf(io, code));
  const further = {
    ...(rule && { rule: ruleJson(rule) }),
    ...(example !== undefined && { example }),
    ...probeJson(code),
  };
  const lines = `${text}${probeNote(code)}`
    .split('\n')
    .flatMap((line) => wrapWords(line, output.width, line.startsWith(' ') ? 4 : 0));
  return printAnswer(
    io,
    output,
    () => ({ code, summary, help, ...further }),
    () => `${lines.join('\n')}${example === undefined ? '' : `\nExample\n${example}\n`}`,
  );
}

/** The page of a group: it lies below the root of the package and of the sources alike; empty when it is not there. */
async function groupPage(io: Io, group: string): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const root of [join(here, '..'), join(here, '..', '..')]) {
    const bytes = await readOwn(io, join(root, 'docs/rules', `${group}.md`));
    if (bytes) return decode(bytes);
  }
  return '';
}

/** What rosc says of a configuration in which the rule applies. */
async function exampleOf(io: Io, id: string): Promise<string | undefined> {
  const page = await groupPage(io, id.split('/')[0] ?? '');
  const start = page.indexOf(`\n## ${id}\n`);
  if (start < 0) return undefined;
  const entry = page.slice(start + 1).split('\n## ')[0] ?? '';
  return /```text\n([\s\S]*?)\n```/.exec(entry)?.[1];
}

function ruleJson({ id, cost, datapath, needs, facts, summary, why, remedy, uncertainty }: Rule) {
  return {
    id,
    cost,
    datapath,
    needs,
    facts,
    summary,
    why,
    remedy,
    evidence: evidenceOf(id),
    ...(uncertainty && { uncertainty }),
  };
}
