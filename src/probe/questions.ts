// Every question that `rosc probe` asks, in the order in which it asks: what only reads comes first.

import type { Question } from './question.ts';
import { backgroundJob } from './questions/background-job.ts';
import { booleans } from './questions/booleans.ts';
import { bridgePortFlags } from './questions/bridge-port-flags.ts';
import { brokenScript } from './questions/broken-script.ts';
import { chipType } from './questions/chip-type.ts';
import { clearedProperty } from './questions/cleared-property.ts';
import { commentInFind } from './questions/comment-in-find.ts';
import { cpuCores } from './questions/cpu-cores.ts';
import { deviceMode } from './questions/device-mode.ts';
import { emptyProperty } from './questions/empty-property.ts';
import { fasttrackSupport } from './questions/fasttrack-support.ts';
import { highestL2mtu } from './questions/highest-l2mtu.ts';
import { l2mtuOfVlan } from './questions/l2mtu-of-vlan.ts';
import { listInFind } from './questions/list-in-find.ts';
import { missingMenu } from './questions/missing-menu.ts';
import { namedRows } from './questions/named-rows.ts';
import { nextHops } from './questions/next-hops.ts';
import { numberInFind } from './questions/number-in-find.ts';
import { oneBadLine } from './questions/one-bad-line.ts';
import { orderOfAdds } from './questions/order-of-adds.ts';
import { portWiring } from './questions/port-wiring.ts';
import { portsOfModel } from './questions/ports-of-model.ts';
import { printsAtOnce } from './questions/prints-at-once.ts';
import { routeFlags } from './questions/route-flags.ts';
import { ruleBeforeCpu } from './questions/rule-before-cpu.ts';
import { ruleBeforeDhcp } from './questions/rule-before-dhcp.ts';
import { ruleFirstMatch } from './questions/rule-first-match.ts';
import { ruleInsideTunnel } from './questions/rule-inside-tunnel.ts';
import { ruleOtherFamily } from './questions/rule-other-family.ts';
import { rulePortRange } from './questions/rule-port-range.ts';
import { ruleTableSize } from './questions/rule-table-size.ts';
import { ruleVlanOfTag } from './questions/rule-vlan-of-tag.ts';
import { schedulerRemovesItself } from './questions/scheduler-removes-itself.ts';
import { startupRow } from './questions/startup-row.ts';
import { switchPortFlags } from './questions/switch-port-flags.ts';
import { trapCategory } from './questions/trap-category.ts';
import { unknownProperty } from './questions/unknown-property.ts';
import { wordInFind } from './questions/word-in-find.ts';

export const questions: readonly Question[] = [
  chipType,
  portsOfModel,
  portWiring,
  cpuCores,
  highestL2mtu,
  nextHops,
  fasttrackSupport,
  switchPortFlags,
  bridgePortFlags,
  routeFlags,
  deviceMode,
  booleans,
  missingMenu,
  unknownProperty,
  printsAtOnce,
  namedRows,
  brokenScript,
  oneBadLine,
  commentInFind,
  wordInFind,
  numberInFind,
  listInFind,
  clearedProperty,
  emptyProperty,
  trapCategory,
  l2mtuOfVlan,
  orderOfAdds,
  backgroundJob,
  schedulerRemovesItself,
  rulePortRange,
  ruleTableSize,
  ruleBeforeCpu,
  ruleBeforeDhcp,
  ruleFirstMatch,
  ruleInsideTunnel,
  ruleOtherFamily,
  ruleVlanOfTag,
  startupRow,
];

/** Those that settle a code, a fact or a statement. */
export function questionsAbout(subject: string): readonly Question[] {
  return questions.filter(({ settles }) =>
    [...(settles.facts ?? []), ...(settles.codes ?? []), ...(settles.statements ?? [])].some(
      (each) => each === subject,
    ),
  );
}
