// `rosc explain CODE`: the page of a rule with its example, of another diagnostic code, of a fact, or the rules of a group.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { type CommonOptions, outputOf, printJson } from '../io/output.ts';
import { decode } from '../io/read-source.ts';
import { rules } from '../offload/rules.ts';
import { loadAllProfiles } from '../pipeline/load-profiles.ts';
import { chipFacts, modelFacts } from '../profile/fact.ts';
import { factPage } from '../report/models.ts';
import { pageCodes, pageOf } from '../report/page.ts';
import { renderTable } from '../report/table.ts';
import { nearestName } from '../source/near-name.ts';

export async function explain(io: Io, code: string, options: CommonOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const page = pageOf(code);
  if (page) {
    const example = page.rule && exampleIn(await rulesDocument(io), page.code);
    if (output.format !== 'json') io.stdout(example === undefined ? page.text : `${page.text}\nExample\n${example}\n`);
    else
      printJson(io, {
        code: page.code,
        summary: page.summary,
        help: page.help,
        ...(page.rule && { rule: ruleJson(page.rule) }),
        ...(example !== undefined && { example }),
      });
    return exit.fine;
  }
  const group = rules.filter(({ id }) => id.startsWith(`${code}/`));
  if (group.length > 0) {
    if (output.format === 'json') printJson(io, { group: code, rules: group.map(ruleJson) });
    else
      io.stdout(
        `${renderTable(
          group.map(({ id, cost, summary }) => [id, cost, summary]),
          [],
          '',
        )}\n`,
      );
    return exit.fine;
  }
  const facts = [...Object.keys(chipFacts), ...Object.keys(modelFacts)];
  const fact = facts.find((key) => key === code);
  if (fact !== undefined) {
    const { value } = await loadAllProfiles(io, options.profiles);
    if (output.format === 'json') printJson(io, factPage(value, fact));
    else io.stdout(factPage(value, fact).text);
    return exit.fine;
  }
  const near = nearestName(code, [...pageCodes(), ...facts, ...pageCodes().map((each) => each.split('/')[1] ?? each)]);
  io.stderr(`rosc: no rule, code or fact is called ${JSON.stringify(code)}${near ? `; did you mean ${near}?` : ''}\n`);
  return exit.findings;
}

/** RULES.md, which lies at the root of the package and of the sources alike; empty when it is not there. */
async function rulesDocument(io: Io): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const root of [join(here, '..'), join(here, '..', '..')]) {
    const bytes = await io.readFile(join(root, 'RULES.md')).catch(() => undefined);
    if (bytes) return decode(bytes);
  }
  return '';
}

/** What rosc says of a configuration in which the rule applies. */
function exampleIn(document: string, id: string): string | undefined {
  const start = document.indexOf(`\n### ${id}\n`);
  if (start < 0) return undefined;
  const entry = document.slice(start + 1).split('\n### ')[0] ?? '';
  return /```text\n([\s\S]*?)\n```/.exec(entry)?.[1];
}

function ruleJson({
  id,
  cost,
  datapath,
  needs,
  facts,
  summary,
  why,
  remedy,
  doubt,
}: NonNullable<ReturnType<typeof pageOf>>['rule'] & object) {
  return { id, cost, datapath, needs, facts, summary, why, remedy, evidence: evidenceOf(id), ...(doubt && { doubt }) };
}
