// Makes a failing run smaller while it still fails: fewer faults, fewer lines of the sites, fewer strangers.

import { violations } from './checkers.ts';
import { runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

/** The smallest scenario found within this many runs, and what it violates. */
export async function shrink(scenario: Scenario, runsMax = 400): Promise<Scenario> {
  let smallest = scenario;
  let left = runsMax;
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false;
    for (const candidate of smaller(smallest)) {
      if (left-- <= 0) break;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** A scenario whose site does not even load, or cannot be applied without faults, shows nothing. */
async function fails(scenario: Scenario): Promise<boolean> {
  try {
    return violations(await runScenario(scenario)).length > 0;
  } catch {
    return false;
  }
}

function* smaller(scenario: Scenario): Generator<Scenario> {
  if (scenario.priorSite !== undefined) yield { ...scenario, priorSite: undefined };
  if (scenario.management) yield { ...scenario, management: undefined };
  if (scenario.strangers !== '') yield { ...scenario, strangers: '' };
  if (scenario.strikesMax > 1) yield { ...scenario, strikesMax: Number.isFinite(scenario.strikesMax) ? 1 : 4 };
  for (const name of Object.keys(scenario.faults)) {
    yield { ...scenario, faults: Object.fromEntries(Object.entries(scenario.faults).filter(([key]) => key !== name)) };
  }
  for (const text of shorter(scenario.strangers)) yield { ...scenario, strangers: text };
  for (const text of shorter(scenario.desiredSite)) yield { ...scenario, desiredSite: text };
  for (const text of shorter(scenario.priorSite ?? '')) yield { ...scenario, priorSite: text };
}

/** Without one half, one quarter, … one line. */
function* shorter(text: string): Generator<string> {
  const lines = text.split('\n');
  for (let size = Math.floor(lines.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < lines.length; at += size) {
      const kept = lines.toSpliced(at, size).join('\n');
      if (kept !== text) yield kept;
    }
  }
}
