// Every question that `rosc probe` asks, in the order in which it asks: what only reads comes first.

import type { Question } from './question.ts';
import { backgroundJob } from './questions/background-job.ts';
import { bondActiveBackup } from './questions/bond-active-backup.ts';
import { bondInBridge } from './questions/bond-in-bridge.ts';
import { booleans } from './questions/booleans.ts';
import { bridgePortFlags } from './questions/bridge-port-flags.ts';
import { bridgeWithoutFlag } from './questions/bridge-without-flag.ts';
import { brokenScript } from './questions/broken-script.ts';
import { chipType } from './questions/chip-type.ts';
import { clearedProperty } from './questions/cleared-property.ts';
import { commentInFind } from './questions/comment-in-find.ts';
import { cpuCores } from './questions/cpu-cores.ts';
import { deviceMode } from './questions/device-mode.ts';
import { ecmpMixed } from './questions/ecmp-mixed.ts';
import { ecmpWidth } from './questions/ecmp-width.ts';
import { emptyProperty } from './questions/empty-property.ts';
import { fasttrackSupport } from './questions/fasttrack-support.ts';
import { highestL2mtu } from './questions/highest-l2mtu.ts';
import { hostTableSize } from './questions/host-table-size.ts';
import { hostWithoutPort } from './questions/host-without-port.ts';
import { igmpSnooping } from './questions/igmp-snooping.ts';
import { ingressPortOff } from './questions/ingress-port-off.ts';
import { ipsecPastChip } from './questions/ipsec-past-chip.ts';
import { ipv6FilterPastChip } from './questions/ipv6-filter-past-chip.ts';
import { isolatedPorts } from './questions/isolated-ports.ts';
import { l2mtuOfVlan } from './questions/l2mtu-of-vlan.ts';
import { listInFind } from './questions/list-in-find.ts';
import { longerThanMtu } from './questions/longer-than-mtu.ts';
import { macPrefix } from './questions/mac-prefix.ts';
import { macTelnet } from './questions/mac-telnet.ts';
import { manglePastChip } from './questions/mangle-past-chip.ts';
import { missingMenu } from './questions/missing-menu.ts';
import { mtuProfiles } from './questions/mtu-profiles.ts';
import { namedRows } from './questions/named-rows.ts';
import { nextHopTableSize } from './questions/next-hop-table-size.ts';
import { nextHops } from './questions/next-hops.ts';
import { numberInFind } from './questions/number-in-find.ts';
import { oneBadLine } from './questions/one-bad-line.ts';
import { orderOfAdds } from './questions/order-of-adds.ts';
import { portCounters } from './questions/port-counters.ts';
import { portOffInVlan } from './questions/port-off-in-vlan.ts';
import { portWiring } from './questions/port-wiring.ts';
import { portsOfModel } from './questions/ports-of-model.ts';
import { printsAtOnce } from './questions/prints-at-once.ts';
import { rawPastChip } from './questions/raw-past-chip.ts';
import { redirectAndFasttrack } from './questions/redirect-and-fasttrack.ts';
import { routeFlags } from './questions/route-flags.ts';
import { routeTableSize } from './questions/route-table-size.ts';
import { routingRulePastChip } from './questions/routing-rule-past-chip.ts';
import { ruleBeforeCpu } from './questions/rule-before-cpu.ts';
import { ruleBeforeDhcp } from './questions/rule-before-dhcp.ts';
import { ruleFirstMatch } from './questions/rule-first-match.ts';
import { ruleInsideTunnel } from './questions/rule-inside-tunnel.ts';
import { ruleOnBond } from './questions/rule-on-bond.ts';
import { ruleOnSlave } from './questions/rule-on-slave.ts';
import { ruleOtherFamily } from './questions/rule-other-family.ts';
import { rulePortRange } from './questions/rule-port-range.ts';
import { ruleTableSize } from './questions/rule-table-size.ts';
import { ruleVlanOfTag } from './questions/rule-vlan-of-tag.ts';
import { ruleVlanUntagged } from './questions/rule-vlan-untagged.ts';
import { schedulerRemovesItself } from './questions/scheduler-removes-itself.ts';
import { startupRow } from './questions/startup-row.ts';
import { suppressedBelowCovering } from './questions/suppressed-below-covering.ts';
import { switchPortFlags } from './questions/switch-port-flags.ts';
import { tagStacking } from './questions/tag-stacking.ts';
import { trapCategory } from './questions/trap-category.ts';
import { unknownProperty } from './questions/unknown-property.ts';
import { vlanFlag } from './questions/vlan-flag.ts';
import { vlanOnPort } from './questions/vlan-on-port.ts';
import { vrfInChip } from './questions/vrf-in-chip.ts';
import { vrfLeak } from './questions/vrf-leak.ts';
import { whileOffloadOff } from './questions/while-offload-off.ts';
import { whileOffloadOn } from './questions/while-offload-on.ts';
import { wordInFind } from './questions/word-in-find.ts';
import { writtenHosts } from './questions/written-hosts.ts';

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
  portCounters,
  whileOffloadOff,
  whileOffloadOn,
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
  bridgeWithoutFlag,
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
  ruleVlanUntagged,
  ruleOnBond,
  ruleOnSlave,
  igmpSnooping,
  tagStacking,
  bondInBridge,
  vlanFlag,
  macTelnet,
  ecmpWidth,
  ecmpMixed,
  writtenHosts,
  suppressedBelowCovering,
  vlanOnPort,
  ingressPortOff,
  portOffInVlan,
  isolatedPorts,
  macPrefix,
  mtuProfiles,
  longerThanMtu,
  bondActiveBackup,
  hostWithoutPort,
  vrfInChip,
  vrfLeak,
  rawPastChip,
  ipv6FilterPastChip,
  manglePastChip,
  routingRulePastChip,
  ipsecPastChip,
  redirectAndFasttrack,
  nextHopTableSize,
  routeTableSize,
  hostTableSize,
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
