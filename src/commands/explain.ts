// `rosc explain CODE`: the page of a rule, of another diagnostic code, or of a fact.

import { chipFacts, modelFacts } from '../profile/fact.ts';
import { factPage } from '../report/models.ts';
import { pageCodes, pageOf } from '../report/page.ts';
import { nearestName } from '../source/near-name.ts';
import { type ExitStatus, exit, type Io } from './io.ts';
import { loadAllProfiles } from './load-profiles.ts';
import { type CommonOptions, outputOf, printJson } from './output.ts';

export async function explain(io: Io, code: string, options: CommonOptions): Promise<ExitStatus> {
  const output = outputOf(io, options);
  const page = pageOf(code);
  if (page) {
    if (output.format !== 'json') io.stdout(page.text);
    else
      printJson(io, {
        code: page.code,
        summary: page.summary,
        help: page.help,
        ...(page.rule && { rule: ruleJson(page.rule) }),
      });
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

function ruleJson({
  id,
  cost,
  datapath,
  needs,
  facts,
  summary,
  why,
  remedy,
  evidence,
  doubt,
}: NonNullable<ReturnType<typeof pageOf>>['rule'] & object) {
  return { id, cost, datapath, needs, facts, summary, why, remedy, evidence, ...(doubt && { doubt }) };
}
