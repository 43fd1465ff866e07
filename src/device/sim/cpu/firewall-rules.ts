// One chain of one firewall table: which rule a packet meets and what becomes of it.
// Source: manual, firewall: common matchers and actions, filter, mangle, nat, raw.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import { isYes, listValues, type MenuPath } from '../../../model/config.ts';
import { containsPrefix, isSamePrefix, parsePrefix } from '../../../model/prefix.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import { hostOf, isInRanges, isMulticastAddress, protocolNumber } from '../chip/packet.ts';
import { vrfOf } from '../derived/addresses.ts';
import { membersOfList } from '../derived/interface-lists.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
import type { StoredRow } from '../store/store.ts';
import { isEnabledRow, setting } from './fast-path.ts';
import { encryptedBy } from './features.ts';
import type { PacketContext, Verdict } from './packet-context.ts';

/** Nothing comes of these for the packet. */
const idle: ReadonlySet<string> = new Set(['passthrough', 'log', 'add-src-to-address-list', 'add-dst-to-address-list']);

/** Actions after which the packet goes on to the next rule. */
const passing: ReadonlySet<string> = new Set([...idle, 'fasttrack-connection', 'sniff-pc', 'sniff-tzsp']);

/** Matchers of how many packets or connections there were before. */
const quotas: ReadonlySet<string> = new Set(['connection-limit', 'dst-limit', 'limit', 'nth', 'random']);

/** Mangle actions: they pass on unless `passthrough=no`. */
const marking: ReadonlySet<string> = new Set([
  'mark-connection',
  'mark-packet',
  'mark-routing',
  'change-dscp',
  'change-mss',
  'change-ttl',
  'set-priority',
  'clear-df',
  'strip-ipv4-options',
  'change-hop-limit',
]);

/**
 * The terminating rule of a chain, or undefined when it ends without one. `meet` sees every rule that matches, in
 * order, so that marks and FastTrack take effect for the rules behind.
 */
export function runChain(
  context: PacketContext,
  menu: MenuPath,
  chain: string,
  meet: (row: StoredRow, action: string) => void,
  depth = 0,
  accepting: string[] = [],
): Verdict | undefined {
  const jump = ({ values }: StoredRow) =>
    depth < 8 ? runChain(context, menu, values.get('jump-target') ?? '', meet, depth + 1, accepting) : undefined;
  const rows = context.router.store.rows(menu);
  for (const row of rows.filter((each) => isIn(each, chain))) {
    const action = row.values.get('action') ?? 'accept';
    if (!isMet(context, row, consequenceOf(row, action, rows, depth), accepting)) continue;
    meet(row, action);
    if (context.byQuota && hasQuota(row)) {
      context.byQuota.push({ action, row });
      continue;
    }
    if (action === 'return') return undefined;
    const verdict = action === 'jump' ? jump(row) : verdictOf(row, action);
    if (verdict) return verdict;
  }
  return undefined;
}

/**
 * Whether the rule matches. What nobody modelled is a guess where something comes of it; `accepting`: matchers of rules
 * that may have ended the chain already, which matters once a later rule does more than that.
 */
function isMet(context: PacketContext, row: StoredRow, consequence: Consequence, accepting: string[]): boolean {
  const before = context.unmodelled.length;
  const isMatch = matches(context, row);
  const mayMatch = context.unmodelled.splice(before);
  if (consequence === 'accepts') accepting.push(...mayMatch);
  else if (consequence === 'some') context.unmodelled.push(...mayMatch, ...(isMatch ? accepting : []));
  return isMatch;
}

/** What comes of a rule for a packet that it matches. */
type Consequence = 'accepts' | 'none' | 'some';

function consequenceOf(row: StoredRow, action: string, rows: readonly StoredRow[], depth: number): Consequence {
  // No rule of the chain that packets enter sees what returns from it.
  if (action === 'accept' || (action === 'return' && depth === 0)) return 'accepts';
  const target = action === 'jump' ? (row.values.get('jump-target') ?? '') : undefined;
  const isIdle = target === undefined ? idle.has(action) : !rows.some((each) => isIn(each, target));
  return isIdle ? 'none' : 'some';
}

function isIn(row: StoredRow, chain: string): boolean {
  return row.values.get('chain') === chain && isEnabledRow(row);
}

function hasQuota({ values }: StoredRow): boolean {
  for (const name of values.keys()) if (quotas.has(name)) return true;
  return false;
}

/** What a rule that matches makes of the packet; undefined = the next rule is asked. */
function verdictOf(row: StoredRow, action: string): Verdict | undefined {
  if (passing.has(action)) return undefined;
  if (!marking.has(action)) return { action, row };
  return row.values.get('passthrough') === 'no' ? { action: 'accept', row } : undefined;
}

/** Values that say what a rule does. */
const actionWords: ReadonlySet<string> = new Set(table.actions);

function matches(seen: PacketContext, row: StoredRow): boolean {
  const view = row.menu.endsWith('/filter') ? byVrf : row.values.get('chain') === 'prerouting' ? byBridge : undefined;
  const context = view?.(seen) ?? seen;
  for (const [name, value] of row.values) {
    if (name.startsWith('.') || actionWords.has(name) || value === '') continue;
    const matcher = matchers[name];
    if (context.byQuota && quotas.has(name)) continue;
    if (!matcher) {
      context.unmodelled.push(`firewall matcher ${name}`);
      return false;
    }
    if (!matcher(value, context)) return false;
  }
  return true;
}

/** Filter rules know what is in a VRF by the interface that the VRF has by itself. Source: manual, VRF. */
function byVrf(context: PacketContext): PacketContext {
  const { router, inInterface, outInterface } = context;
  if (!isAtLeastVersion(router.target.routeros, '7.14')) return context;
  const asSeen = (name: string | undefined) => {
    const vrf = name === undefined ? 'main' : vrfOf(router, name);
    return vrf === 'main' ? name : vrf;
  };
  return { ...context, inInterface: asSeen(inInterface), outInterface: asSeen(outInterface) };
}

/** What enters by a VLAN of a bridge. Source: manual, bridging-and-switching, `use-ip-firewall-for-vlan`. */
function byBridge(context: PacketContext): PacketContext {
  const { router, inInterface = '' } = context;
  const { interfaces, bridges } = router.derived();
  const isOn = ['use-ip-firewall', 'use-ip-firewall-for-vlan'].every((name) =>
    isYes(setting(router, '/interface/bridge/settings', name)),
  );
  const found = interfaces.get(inInterface);
  const bridge = isOn && found?.kind === 'vlan' ? bridges.get(found.parent ?? '') : undefined;
  return bridge?.filtering ? { ...context, inInterface: bridge.name } : context;
}

type Matcher = (value: string, context: PacketContext) => boolean;

/** `!value` matches when the value does not. */
function negatable(match: Matcher): Matcher {
  return (value, context) => (value.startsWith('!') ? !match(value.slice(1), context) : match(value, context));
}

function text(read: (context: PacketContext) => string | undefined): Matcher {
  return negatable((value, context) => (value === 'no-mark' ? read(context) === undefined : read(context) === value));
}

const matchers: Readonly<Record<string, Matcher>> = {
  protocol: negatable((value, { ip }) => protocolNumber(value) === protocolNumber(ip.protocol)),
  'src-address': negatable((value, { ip }) => matchesAddress(value, ip.source)),
  'dst-address': negatable((value, { ip }) => matchesAddress(value, ip.destination)),
  'src-address-list': negatable((value, { router, ip }) => isInAddressList(router, value, ip.source)),
  'dst-address-list': negatable((value, { router, ip }) => isInAddressList(router, value, ip.destination)),
  'src-address-type': negatable((value, { router, ip }) => matchesAddressType(router, value, ip.source)),
  'dst-address-type': negatable((value, { router, ip }) => matchesAddressType(router, value, ip.destination)),
  'src-port': negatable((value, { ip }) => isInRanges(value, ip.sourcePort)),
  'dst-port': negatable((value, { ip }) => isInRanges(value, ip.destinationPort)),
  port: negatable((value, { ip }) => isInRanges(value, ip.sourcePort) || isInRanges(value, ip.destinationPort)),
  'in-interface': negatable((value, { router, inInterface }) => isInterface(router, value, inInterface)),
  'out-interface': negatable((value, { router, outInterface }) => isInterface(router, value, outInterface)),
  'in-interface-list': negatable((value, { router, inInterface = '' }) =>
    membersOfList(router, value).has(inInterface),
  ),
  'out-interface-list': negatable((value, { router, outInterface = '' }) =>
    membersOfList(router, value).has(outInterface),
  ),
  'connection-state': negatable((value, { state }) => listValues(value).includes(state)),
  'connection-nat-state': negatable((value, { connection }) =>
    listValues(value).some((kind) =>
      kind === 'dstnat' ? connection?.isDestinationTranslated === true : connection?.isSourceTranslated === true,
    ),
  ),
  'connection-mark': text(({ connection }) => connection?.mark),
  'packet-mark': text(({ packetMark }) => packetMark),
  'routing-mark': text(({ routingMark }) => routingMark),
  'src-mac-address': negatable((value, { sourceMac }) => value.toUpperCase() === sourceMac.toUpperCase()),
  dscp: negatable((value, { ip }) => Number(value) === (ip.dscp ?? 0)),
  'packet-size': negatable((value, { length }) => isInRanges(value, length)),
  'tcp-flags': (value, { ip }) =>
    listValues(value).every((flag) => {
      if (flag === 'syn') return ip.syn === true;
      if (flag === '!ack') return ip.ack !== true;
      return flag === 'ack' ? ip.ack === true : flag === '!syn' && ip.syn !== true;
    }),
  // What arrives from the other side of a tunnel came through it.
  'ipsec-policy': (value, { router, ip }) => {
    const { source, destination } = ip;
    const sent = value.startsWith('in,') ? { ...ip, source: destination, destination: source } : ip;
    return encryptedBy(router, sent).length > 0 === value.endsWith(',ipsec');
  },
};

/** By its name, or `all-` and the last word of its menu. */
function isInterface(router: ForwardingRouter, value: string, name = ''): boolean {
  return value === name || value === `all-${router.derived().interfaces.get(name)?.kind}`;
}

function matchesAddress(value: string, address: string): boolean {
  const host = hostOf(address);
  const [low = '', high] = value.split('-');
  if (high === undefined) {
    const prefix = parsePrefix(low);
    return prefix !== undefined && containsPrefix(prefix, host);
  }
  const [first, last] = [hostOf(low), hostOf(high)];
  return host.family === first.family && host.base >= first.base && host.base <= last.base;
}

function isInAddressList(router: ForwardingRouter, list: string, address: string): boolean {
  const menu: MenuPath = `/${address.includes(':') ? 'ipv6' : 'ip'}/firewall/address-list`;
  return router.store
    .rows(menu)
    .some(
      (row) =>
        row.values.get('list') === list &&
        isEnabledRow(row) &&
        matchesAddress(row.values.get('address') ?? '0.0.0.0/32', address),
    );
}

/**
 * Whether packets are for the device. `vrf`: the one that they are in, whose networks go before addresses that another
 * VRF has; undefined = whichever.
 */
export function isLocalAddress(router: ForwardingRouter, address: string, vrf?: string): boolean {
  const host = hostOf(address);
  const { addresses } = router.derived();
  const owners = addresses.filter((each) => isSamePrefix(each.host, host));
  if (vrf === undefined || owners.length === 0 || owners.some((each) => each.vrf === vrf)) return owners.length > 0;
  return !addresses.some((each) => each.vrf === vrf && containsPrefix(each.network, host));
}

function matchesAddressType(router: ForwardingRouter, value: string, address: string): boolean {
  return listValues(value).some((type) => {
    if (type === 'local') return isLocalAddress(router, address);
    if (type === 'broadcast') return isBroadcast(router, address);
    if (type === 'multicast') return isMulticastAddress(address);
    return type === 'unicast' && !isMulticastAddress(address) && !isBroadcast(router, address);
  });
}

/** The last address of a connected network, or of all. */
export function isBroadcast(router: ForwardingRouter, address: string): boolean {
  if (address === '255.255.255.255') return true;
  const { family, base } = hostOf(address);
  if (family === 6) return false;
  return router.derived().addresses.some(({ network }) => {
    const size = 1n << BigInt(32 - network.length);
    return network.family === 4 && size > 2n && base === network.base + size - 1n;
  });
}
