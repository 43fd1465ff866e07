// Bonds in the port list of a switch rule: since when RouterOS takes them. Audit and compiler ask the same question.

import { isAtLeastVersion, type Version } from './version.ts';

/** The first version in which a switch rule can name a bond. Source: changelog of 7.17. */
export const bondsInSwitchRulesSince = '7.17';

/** What to do before it: no source says that a rule which lists the ports of a bond sees what enters by the bond. */
export const bondsInSwitchRulesRemedy = `use RouterOS ${bondsInSwitchRulesSince} or newer`;

export function takesBondsInSwitchRules(routeros: Version): boolean {
  return isAtLeastVersion(routeros, bondsInSwitchRulesSince);
}
