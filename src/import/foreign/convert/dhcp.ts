// DHCP: relays, pools joined with their VLAN by the subnet, snooping.

import { containsPrefix, isSamePrefix, lastAddress, type Prefix, printAddress } from '../../../model/prefix.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import type { ForeignInterface, ForeignPool } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
import { ipv4Text } from '../values.ts';
import type { Conversion } from './conversion.ts';
import { convertFixedLeases, isForHosts, poolLines } from './fixed-leases.ts';

type ServerDraft = NonNullable<DeviceDraft['dhcp-server']>[string];

export function convertDhcp(conversion: Conversion): void {
  const { config, ledger } = conversion;
  const isCurrent = config.maker === 'comware' && !/^5\./.test(config.version?.value ?? '');
  const isOff = (isCurrent && !config.dhcpEnabled) || config.isDhcpOff === true;
  relays(conversion, isOff);
  servers(conversion, isOff);
  if (config.dhcpEnabled && !ledger.isSettled(config.dhcpEnabled.line)) ledger.carry(config.dhcpEnabled.line);
  snooping(conversion);
}

const offReasons = {
  comware: 'DHCP is off: the file has no `dhcp enable`',
  ios: 'DHCP is off: the file says `no service dhcp`',
} as const;

function relays(conversion: Conversion, isOff: boolean): void {
  const { config, ledger } = conversion;
  for (const each of config.interfaces.values()) {
    const { relayGroups = [], relays: own = [], relaySelect, relays6 = [], relaySelect6 } = each.said;
    const groups = relayGroups.flatMap((group) => config.relayGroups.get(group.value) ?? []);
    relayOf(conversion, each, { servers: [...own, ...groups], others: relayGroups, selected: relaySelect, isOff });
    // DHCP of IPv6 is on without being said.
    relayOf(conversion, each, { servers: relays6, others: [], selected: relaySelect6, isOff: false });
    if (config.maker === 'comware' && !config.dhcpEnabled && relaySelect && ledger.isCarried(relaySelect.line)) {
      ledger.remark(relaySelect.line, 'the file has no `dhcp enable`, without which newer Comware relays nothing');
    }
    if (config.maker !== 'ios') continue;
    for (const one of own.filter(({ line }) => ledger.isCarried(line))) {
      ledger.remark(one.line, 'a helper address also relays TFTP, DNS, time, NetBIOS and TACACS: here only DHCP');
    }
  }
  for (const group of config.relayGroups.values()) {
    for (const one of group) conversion.refuseLeft(one, 'no VLAN that is carried uses the group');
  }
}

interface Relay {
  readonly servers: readonly Said<Prefix>[];
  /** Statements that lead to servers. */
  readonly others: readonly Said<unknown>[];
  readonly selected: Said<true> | undefined;
  readonly isOff: boolean;
}

function relayOf(conversion: Conversion, each: ForeignInterface, { servers, others, selected, isOff }: Relay): void {
  const { config, device } = conversion;
  const lines = linesOf(servers, others, selected);
  if (lines.length === 0) return;
  const vlan = conversion.routedVlan(each);
  const isSelected = config.maker === 'ios' || selected !== undefined;
  if (isOff || !isSelected || servers.length === 0 || vlan === undefined) {
    const reason =
      (isOff && offReasons[config.maker]) ||
      (!isSelected && 'the relay is not selected here (`dhcp select relay`)') ||
      (servers.length === 0 && 'the relay has no server') ||
      'a site relays DHCP of VLANs that it routes';
    for (const line of lines) conversion.ledger.refuse(line, reason);
    return;
  }
  conversion.from(lines, 'dhcp-relay', vlan);
  const known = [device['dhcp-relay']?.[vlan] ?? []].flat();
  const wanted = [...known, ...servers.map(({ value }) => printAddress(value))];
  device['dhcp-relay'] = { ...device['dhcp-relay'], [vlan]: oneOrMany(wanted) };
}

function servers(conversion: Conversion, isOff: boolean): void {
  const { config, ledger } = conversion;
  const used = new Set<Said<unknown>>();
  for (const pool of config.pools.values()) {
    if (isForHosts(pool)) continue;
    const gateway = gatewayOf(conversion, pool);
    const reason = isOff
      ? offReasons[config.maker]
      : typeof gateway === 'string'
        ? gateway
        : addServer(conversion, pool, gateway, used);
    if (reason !== undefined) refusePool(conversion, pool, reason);
  }
  convertFixedLeases(conversion, isOff ? offReasons[config.maker] : undefined);
  for (const one of config.excluded) {
    if (used.has(one)) ledger.carry(one.line);
    else conversion.refuseLeft(one, 'no pool that is carried has these addresses');
  }
}

interface Gateway {
  readonly vlan: string;
  /** The device's own address there. */
  readonly own: Prefix;
}

/** Of both makers, where RouterOS leases for half an hour. */
const defaultLease = '1d';

/** Why there is none. `used`: exclusions that the range takes account of. */
function addServer(
  conversion: Conversion,
  pool: ForeignPool,
  { vlan, own }: Gateway,
  used: Set<Said<unknown>>,
): string | undefined {
  const { device } = conversion;
  const range = rangeOf(conversion, pool, own, used);
  if (!range) return 'no address is left to lease';
  conversion.from([...pool.lines, ...poolLines(pool)], 'dhcp-server', vlan);
  const draft: ServerDraft = {
    range: oneOrMany(range),
    ...(pool.dns.length > 0 && { dns: oneOrMany(pool.dns.map(({ value }) => printAddress(value))) }),
    ...(pool.domain && { domain: pool.domain.value }),
    lease: pool.lease?.value ?? defaultLease,
  };
  device['dhcp-server'] = { ...device['dhcp-server'], [vlan]: draft };
  return undefined;
}

function refusePool({ ledger }: Conversion, pool: ForeignPool, reason: string): void {
  for (const line of [...pool.lines, ...poolLines(pool)]) ledger.refuse(line, reason);
}

/** The VLAN that a pool belongs to, with the device's own address there; a sentence where there is none. */
function gatewayOf(conversion: Conversion, { vrf, network, gateways }: ForeignPool): Gateway | string {
  if (!network) return 'a pool without a network';
  for (const each of conversion.config.interfaces.values()) {
    const { addresses = [] } = each.said;
    const address = addresses.find(({ value }) => isSamePrefix(value.own.network, network.value));
    const vlan = conversion.routedVlan(each);
    if (!address || vlan === undefined || each.said.vrf?.value !== vrf?.value) continue;
    if (each.said.relaySelect) return 'its VLAN relays DHCP';
    if (conversion.device['dhcp-server']?.[vlan]) return 'its VLAN has a pool already';
    const own = address.value.own.host;
    return againstGateways(conversion, each, gateways, own) ?? { vlan, own };
  }
  return 'the device routes no VLAN of this network';
}

/** Clients of a site get the device's own address. */
function againstGateways(
  { ledger }: Conversion,
  { said: { virtual = [] } }: ForeignInterface,
  [gateway, further]: ForeignPool['gateways'],
  own: Prefix,
): string | undefined {
  if (!gateway || further) return 'clients of a site get one gateway, the device’s address in their VLAN';
  if (isSamePrefix(gateway.value, own)) return undefined;
  const isVirtual = virtual.some(({ value }) => isSamePrefix(value, gateway.value));
  if (!isVirtual) return 'clients of a site get the gateway of their VLAN, which is another one here';
  const words = [printAddress(own), printAddress(gateway.value)];
  ledger.remark(gateway.line, `clients get ${words.join(' as their gateway: ')} is virtual, and not carried`);
  return undefined;
}

/** The subnet without its ends, the own address and what is kept out of it, as ranges. */
function rangeOf(
  { config }: Conversion,
  { network, ranges, gateways }: ForeignPool,
  own: Prefix,
  used: Set<Said<unknown>>,
): readonly string[] | undefined {
  if (!network) return undefined;
  const first = Number(network.value.base) + 1;
  const last = Number(lastAddress(network.value)) - 1;
  const said = ranges.map(({ value }) => ({ from: Number(value.from.base), to: Number(value.to.base) }));
  let free = (said.length > 0 ? said : [{ from: first, to: last }]).map(({ from, to }) => ({
    from: Math.max(from, first),
    to: Math.min(to, last),
  }));
  const remove = (from: number, to: number) => {
    free = free.flatMap((range) => [
      { from: range.from, to: Math.min(range.to, from - 1) },
      { from: Math.max(range.from, to + 1), to: range.to },
    ]);
    free = free.filter((range) => range.from <= range.to);
  };
  remove(Number(own.base), Number(own.base));
  for (const { value } of gateways) remove(Number(value.base), Number(value.base));
  for (const one of config.excluded) {
    const { from, to } = one.value;
    if (!containsPrefix(network.value, from) && !containsPrefix(network.value, to)) continue;
    used.add(one);
    remove(Number(from.base), Number(to.base));
  }
  const texts = free.filter(({ from, to }) => from <= to).map(({ from, to }) => `${ipv4Text(from)}-${ipv4Text(to)}`);
  return texts.length > 0 ? texts : undefined;
}

function snooping(conversion: Conversion): void {
  const { config, ledger, device } = conversion;
  const trusted = [...config.interfaces.values()].filter(({ said }) => said.snoopingTrusted);
  const places = [...new Set(trusted.flatMap((each) => trustedPlace(conversion, each) ?? []))];
  const isOn = config.snooping !== undefined && (config.maker === 'comware' || config.snoopingVlans.length > 0);
  const all = [config.snooping, ...config.snoopingVlans, ...trusted.map(({ said }) => said.snoopingTrusted)];
  if (!isOn || places.length === 0) {
    const reason = isOn ? 'a site names at least one port that is trusted' : 'DHCP snooping is off';
    for (const one of all) conversion.refuse(one, reason);
    return;
  }
  conversion.from(linesOf(...all), 'dhcp-snooping');
  device['dhcp-snooping'] = { trusted: oneOrMany(places) };
  const watched = new Set(config.snoopingVlans.flatMap(({ value }) => value));
  const others = [...conversion.vlanNames.keys()].filter((id) => watched.size > 0 && !watched.has(id));
  if (others.length === 0) return;
  for (const { line } of config.snoopingVlans) {
    ledger.remark(line, `a site snoops in all VLANs of a device, VLANs ${others.join(', ')} included`);
  }
}

/** Of a member of a bond it is the bond that is trusted. */
function trustedPlace({ device, placed }: Conversion, each: ForeignInterface): string | undefined {
  const place = placed.get(each);
  return each.said.member ? device.ports?.[place ?? '']?.bond : place;
}
