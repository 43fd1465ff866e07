// All switch rules of a device: management, ACLs, policy routing and uplinks as one table, as small as rosc can make
// it, and proved to be what the site says.

import { nearMatches } from '../../forwarding/packets/near-matches.ts';
import { printAddress, printPrefix } from '../../model/prefix.ts';
import type { Location } from '../../source/location.ts';
import type { LowerContext } from '../context.ts';
import { type Settings, said } from '../draft.ts';
import { tag } from '../tag.ts';
import { aclLayer, judgingAcls } from './acl-layers.ts';
import { type Entry, entriesOf } from './entries.ts';
import { familyNames } from './families.ts';
import { dhcpLayer, localLayer } from './implicit-layers.ts';
import { includes, overlap } from './ingress-packet-set.ts';
import type { IngressSpace } from './ingress-space.ts';
import { macTelnetLayer, managementLayer } from './management-layer.ts';
import { vrfLayer } from './off-hardware.ts';
import { pbrLayer } from './pbr-layer.ts';
import { type Cause, type Layer, type Part, type PolicyRule, treatmentOf, type Verdict } from './policy-rule.ts';
import { statefulLayer } from './stateful.ts';

export const switchRuleMenu = '/interface/ethernet/switch/rule';

type AclAsLayer = typeof aclLayer;

/**
 * Everything that the site says about packets of this device, in the order in which it is asked. `ofAcl`: ACLs as their
 * sentences, or as few rules.
 */
export function policyLayers(
  context: LowerContext,
  space: IngressSpace,
  ofAcl: AclAsLayer = aclLayer,
): readonly Layer[] {
  return [
    macTelnetLayer(context, space),
    localLayer(context, space),
    managementLayer(context, space),
    dhcpLayer(context, space),
    ...judgingAcls(context).map((acl) => ofAcl(context, acl, space)),
    // What takes another way than the main table's: to a VRF, or to the CPU, because only it can do what the site asks.
    vrfLayer(context, space),
    statefulLayer(context, space),
    pbrLayer(context, space),
  ];
}

/** Adds the items. Returns the entries that each sentence of the site costs. */
export function addSwitchRules(
  context: LowerContext,
  space: IngressSpace,
  table: readonly PolicyRule[],
): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  const names = new Map<string, number>();
  for (const { match, verdict, parts } of table) {
    const partsNear = nearMatches(parts);
    for (const entry of entriesOf(space, match)) {
      const near = partsNear(entry.match).flatMap((place) => parts[place] ?? []);
      const { cause } = partOf(entry, near) ?? parts[0];
      used.set(cause.rule, (used.get(cause.rule) ?? 0) + 1);
      addSwitchRule(context, { cause, verdict, entry, names });
    }
  }
  return used;
}

/** The sentence that an entry carries out: the first one that asks for all of it, or else for some of it. */
function partOf({ match }: Entry, parts: readonly Part[]): Part | undefined {
  return parts.find((each) => includes(each.match, match)) ?? parts.find((each) => overlap(each.match, match));
}

interface NewRule {
  readonly cause: Cause;
  readonly verdict: Verdict;
  readonly entry: Entry;
  /** How often each name is taken already. */
  readonly names: Map<string, number>;
}

function addSwitchRule({ target, draft }: LowerContext, { cause, verdict, entry, names }: NewRule): void {
  const { origin, description } = cause;
  const name = [...cause.tag, ...summaryOf(entry, cause.tag)];
  const key = name.join('/');
  const nth = (names.get(key) ?? 0) + 1;
  names.set(key, nth);
  const unique = nth === 1 ? name : [...name, nth];
  const { limit, mark } = treatmentOf(verdict);
  draft.add(switchRuleMenu, origin, {
    switch: said(target.offloadSwitch?.name ?? '', origin),
    ...matchersOf(entry, origin),
    ...actionOf(verdict, origin),
    rate: limit && said(limit.bps, origin),
    'new-qos-profile': mark && said(mark.profile, origin),
    comment: tag(unique, origin, description),
  });
}

function matchersOf({ group, match, source, destination, ...ports }: Entry, at: Location): Settings {
  const names = familyNames[match.family];
  return {
    ports: said(group.ports.join(','), at),
    'vlan-id': said(group.vlanId, at),
    'vlan-header': said(group.vlanHeader, at),
    'mac-protocol': said(names.macProtocol, at),
    protocol: said(match.protocol, at),
    [names.source]: source && said(printPrefix(source), at),
    [names.destination]: destination && said(printPrefix(destination), at),
    'src-port': said(ports.sourcePort, at),
    'dst-port': said(ports.destinationPort, at),
  };
}

function actionOf(verdict: Verdict, at: Location): Settings {
  switch (verdict.kind) {
    case 'pass':
    case 'local':
      return {};
    case 'drop':
      return { 'new-dst-ports': said('', at) };
    case 'cpu':
      return { 'redirect-to-cpu': said(true, at) };
    case 'vrf':
      return { 'new-vrf': said(verdict.vrf, at) };
  }
}

/** What tells the entries of one sentence apart: stays the same when other sentences change. */
function summaryOf({ group, match, source, destination, ...ports }: Entry, above: readonly string[]) {
  const to = destination && printPrefix(destination);
  const isSaid =
    destination !== undefined && [to, printAddress(destination)].some((text) => above.includes(text ?? ''));
  const parts = [
    match.protocol,
    ports.sourcePort === undefined ? undefined : `from-${ports.sourcePort}`,
    ports.destinationPort,
    source && `from-${printPrefix(source)}`,
    isSaid ? undefined : (to ?? familyNames[match.family].macProtocol),
    group.vlanId === undefined ? undefined : `vlan-${group.vlanId}`,
    group.vlanHeader === 'not-present' ? 'untagged' : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}
