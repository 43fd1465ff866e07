// What the first switch rule that matches does with a packet: passes it, drops it, takes it to the CPU, sends it out.
// Source: manual, marvell-prestera-switch-chip-features, "Switch rules (ACL)".

import { isYes } from '../../../model/config.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Crossing } from './crossing.ts';
import type { Entry } from './entry.ts';
import type { PacketTrace } from './packet.ts';
import { forwardFasttracked, notePastTranslation } from './router.ts';
import { firstMatch, openQuestion, unknownMatchers } from './switch-rules.ts';

type RuleOutcome =
  | { readonly kind: 'on'; readonly vlan?: number; readonly vrf?: string }
  | { readonly kind: 'to-cpu' }
  | { readonly kind: 'ended'; readonly trace: PacketTrace };

function drop({ log }: Crossing, text: string): PacketTrace {
  log.chip('drop', `${text} drops it`);
  return log.end('dropped');
}

/** The first matching switch rule, and what it does. */
export function applyRules(crossing: Crossing, entry: Entry, chip: string, isSwitched: boolean): RuleOutcome {
  const { router, log, packet } = crossing;
  const table = router.derived().rules.get(chip);
  if (!table || table.installed.length === 0) return { kind: 'on' };
  log.unmodelled.push(...unknownMatchers(table).map((name) => `switch rule matcher ${name}`));
  const hasVlans = isSwitched && entry.kind === 'bridged' && entry.bridge.filtering;
  const knowsBonds = isAtLeastVersion(router.target.routeros, '7.17') && !isBondOfCpu(crossing);
  const key = { packet, ingress: portAndBond(crossing), knowsBonds, vlan: hasVlans ? entry.vlan : undefined };
  const rule = firstMatch(table, key);
  const question = openQuestion(table, key);
  if (question !== undefined) log.unmodelled.push(question);
  if (!rule) return { kind: 'on' };
  const { values, text, row } = rule;
  log.ruledBy = row;
  const target = values.get('new-dst-ports');
  if (target === '') return { kind: 'ended', trace: drop(crossing, text) };
  if (isYes(values.get('redirect-to-cpu'))) {
    // The manual redirects to the CPU so that the firewall sees new connections, and then offloads the established
    // ones.
    const { plane } = router.derived();
    // Only what enters by a port that the chip switches or routes is looked up there.
    const isLookedUp = isSwitched || entry.kind === 'routed';
    const fast = packet.ip && plane && isLookedUp && forwardFasttracked(crossing, packet.ip, entry, plane);
    if (fast) return { kind: 'ended', trace: fast };
    log.chip('acl', `${text} takes it to the CPU`);
    return { kind: 'to-cpu' };
  }
  if (target !== undefined && target !== 'all')
    return { kind: 'ended', trace: redirect(crossing, { target, text, chip }) };
  return assign(crossing, values, text, chip, hasVlans);
}

function portAndBond({ router, packet }: Crossing): readonly string[] {
  const { interfaces } = router.derived();
  const master = interfaces.get(interfaces.get(packet.port)?.master ?? '');
  return master?.kind === 'bonding' ? [packet.port, master.name] : [packet.port];
}

/** Source: manual, marvell-prestera-switch-chip-features, "Bonding": other modes use the CPU. */
const modesOfChip: ReadonlySet<string> = new Set(['802.3ad', 'balance-xor', 'active-backup']);

function isBondOfCpu(crossing: Crossing): boolean {
  const [, bond] = portAndBond(crossing);
  const { interfaces } = crossing.router.derived();
  return bond !== undefined && !modesOfChip.has(interfaces.get(bond)?.row.values.get('mode') ?? 'balance-rr');
}

/** VRF and VLAN that a rule assigns. */
function assign(
  crossing: Crossing,
  values: ReadonlyMap<string, string>,
  text: string,
  chip: string,
  hasVlans: boolean,
): RuleOutcome {
  const { router, log } = crossing;
  const wanted = values.get('new-vrf');
  const knowsVrfs = (capabilitiesOf(router.target, chip).routing?.vrfs ?? 0) > 0;
  if (wanted !== undefined && wanted !== 'main' && !knowsVrfs) {
    log.chip('acl', `${text} names a VRF, which this chip does not know: to the CPU`);
    return { kind: 'to-cpu' };
  }
  // Who knows no VRFs assigns none, nor tells the CPU of one.
  const vrf = knowsVrfs ? wanted : undefined;
  const vlan = hasVlans ? values.get('new-vlan-id') : undefined;
  log.chip('acl', `${text} lets it pass`);
  return { kind: 'on', ...(vlan !== undefined && { vlan: Number(vlan) }), ...(vrf !== undefined && { vrf }) };
}

/** `new-dst-ports`: past all further decisions, straight out. */
function redirect(
  crossing: Crossing,
  { target, text, chip }: Readonly<Record<'target' | 'text' | 'chip', string>>,
): PacketTrace {
  const { router, log, packet } = crossing;
  const found = router.derived().interfaces.get(target);
  const port = found?.kind === 'bonding' ? found.slaves[0] : target;
  log.chip('acl', `${text} sends it out of ${target}`);
  if (!found?.running || port === undefined) return log.end('dropped');
  const defaultName = router.derived().interfaces.get(port)?.row.values.get('default-name') ?? '';
  if (router.target.switchOf(defaultName)?.name !== chip)
    log.unmodelled.push('a switch rule to a port beside its chip');
  log.exits.push({ port, tags: packet.tags, by: 'chip' });
  if (packet.ip) notePastTranslation(crossing, packet.ip);
  return log.end('hardware');
}
