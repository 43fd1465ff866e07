// Address translation. A site translates VLANs, a list names addresses: the two have to be the same packets, or nothing
// is carried.

import { containsPrefix, isSamePrefix, overlaps, type Prefix, printAddress } from '../../../model/prefix.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import type { ForeignConfig, ForeignInterface, ForeignNat } from '../facts.ts';
import type { ForeignAcl } from '../policy-facts.ts';
import { prefixOfAddresses } from '../values.ts';
import { entranceOf, whyNot } from './acls.ts';
import type { Conversion } from './conversion.ts';

type NatDraft = NonNullable<DeviceDraft['nat']>[number];

export function convertNat(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  const drafts: NatDraft[] = [];
  for (const nat of config.nat) {
    const draft = draftOf(conversion, nat);
    if (typeof draft === 'string') ledger.refuse(nat.line, draft);
    else {
      conversion.from([nat.line], 'nat', drafts.length);
      drafts.push(draft);
    }
  }
  if (drafts.length > 0) device.nat = drafts;
  for (const { said } of config.interfaces.values()) {
    if (!said.natSide) continue;
    if (drafts.length > 0) ledger.carry(said.natSide.line);
    else conversion.refuse(said.natSide, 'no translation that is carried needs it');
  }
}

/** A sentence where a site cannot say it. */
function draftOf(conversion: Conversion, nat: ForeignNat): NatDraft | string {
  const way = wayOut(conversion, nat.interface);
  if (typeof way === 'string') return way;
  const zone = () => entranceOf(conversion, way);
  if (nat.kind === 'source') {
    const inside = insideOf(conversion, nat.acl, way);
    return typeof inside === 'string' ? inside : { masquerade: oneOrMany(inside), out: zone() };
  }
  const { protocol, outside, port, inside, insidePort } = nat;
  const isOwn = (way.said.addresses ?? []).some(({ value }) => outside && isSamePrefix(value.own.host, outside));
  if (outside && !isOwn) return 'a site forwards what comes to an address of the device itself, and this is none';
  conversion.ledger.remark(nat.line, 'connections that the host opens from that port are not translated by it');
  return {
    forward: { protocol, port, ...(outside && { address: printAddress(outside) }) },
    in: zone(),
    to: printAddress(inside),
    ...(insidePort !== port && { 'to-port': insidePort }),
  };
}

/** The interface to the outside: the one that is named, else the only one that is marked so. */
function wayOut(conversion: Conversion, name: string | undefined): ForeignInterface | string {
  const all = [...conversion.config.interfaces.values()];
  const marked = all.filter(({ said }) => said.natSide?.value === 'outside');
  const named = name === undefined ? undefined : conversion.interfaceNamed(name);
  if (conversion.config.maker === 'ios' && (marked.length !== 1 || (named && !marked.includes(named)))) {
    return 'the interfaces to the outside (`ip nat outside`) are none, or others than this one';
  }
  const way = named ?? marked[0];
  const isCarried = conversion.routed().some(([each]) => each === way);
  return way && isCarried ? way : 'the interface to the outside is not carried with an address';
}

/** The VLANs whose addresses are exactly what the list permits. */
function insideOf(conversion: Conversion, name: string | undefined, way: ForeignInterface): readonly string[] | string {
  const { config, ledger } = conversion;
  const acl = name === undefined ? undefined : config.acls.get(name);
  if (name !== undefined && !acl) return 'there is no such list';
  const isMarked = ({ said }: ForeignInterface) => config.maker !== 'ios' || said.natSide?.value === 'inside';
  const isInside = (each: ForeignInterface) => each !== way && isMarked(each) && each.said.vrf === undefined;
  const vlans: string[] = [];
  const networks: Prefix[] = [];
  for (const [each, place] of conversion.routed().filter(([one]) => isInside(one))) {
    const verdict = verdictOn(each, acl);
    if (typeof verdict === 'string') return verdict;
    if (!verdict) continue;
    vlans.push(place);
    networks.push(...ipv4Networks(each));
  }
  if (vlans.length === 0) return 'its list permits no VLAN of the device';
  const isSourceKnown = acl !== undefined && isWithin(acl, networks);
  if (!isSourceKnown && translatesFurther(config, acl)) {
    return 'networks behind other routers are translated as well, and a site translates VLANs';
  }
  if (acl) ledger.carry(...acl.lines, ...(acl.description ? [acl.description.line] : []));
  return vlans;
}

/** Whether its networks are translated; a sentence where a site cannot say so. */
function verdictOn(each: ForeignInterface, acl: ForeignAcl | undefined): boolean | string {
  const verdicts = new Set(ipv4Networks(each).map((network) => isTranslated(acl, network)));
  if (verdicts.has(undefined)) return 'its list permits a part of a network, and a site translates whole VLANs';
  if (!verdicts.has(true)) return false;
  if (verdicts.has(false)) return 'its list permits a part of a VLAN’s networks, and a site translates all of them';
  return each.kind === 'vlan' || 'what comes in by a routed port is translated too, and a site translates VLANs';
}

function translatesFurther({ ospf, bgp, routes }: ForeignConfig, acl: ForeignAcl | undefined): boolean {
  const ways = routes.filter(({ isBlackhole, vrf }) => !isBlackhole && vrf === undefined).map(({ to }) => to);
  const networks = ways.filter(({ family, length }) => family === 4 && length > 0);
  return ospf.length > 0 || bgp !== undefined || networks.some((to) => isTranslated(acl, to) !== false);
}

function ipv4Networks({ said }: ForeignInterface): readonly Prefix[] {
  return (said.addresses ?? []).map(({ value }) => value.own.network).filter(({ family }) => family === 4);
}

/** Whether the list permits all of a network, or nothing of it; undefined = neither, or more than sources decide. */
function isTranslated(acl: ForeignAcl | undefined, network: Prefix): boolean | undefined {
  if (!acl) return true;
  if (whyNot(acl) !== undefined) return undefined;
  for (const { action, source, destination, protocol, sourcePorts, destinationPorts } of acl.rules) {
    const from = source && prefixOfAddresses(source);
    if (from && !overlaps(from, network)) continue;
    if (destination || protocol !== undefined || sourcePorts || destinationPorts) return undefined;
    return !from || containsPrefix(from, network) ? action === 'permit' : undefined;
  }
  return false;
}

/** What the list permits lies in the networks. */
function isWithin({ rules }: ForeignAcl, networks: readonly Prefix[]): boolean {
  return rules.every(({ action, source }) => {
    const from = source && prefixOfAddresses(source);
    return action === 'deny' || (from !== undefined && networks.some((network) => containsPrefix(network, from)));
  });
}
