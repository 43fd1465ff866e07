// DHCP: relays, pools joined with their VLAN by the subnet, snooping.

import { containsPrefix, isSamePrefix, lastAddress, type Prefix, printAddress } from '../../../model/prefix.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import type { ForeignInterface, ForeignPool, Said } from '../facts.ts';
import { ipv4Text } from '../values.ts';
import { type Conversion, settingsOf } from './conversion.ts';

type ServerDraft = NonNullable<DeviceDraft['dhcp-server']>[string];

export function convertDhcp(conversion: Conversion): void {
  const { config, ledger } = conversion;
  const isCurrent = config.maker === 'comware' && !/^5\./.test(config.version?.value ?? '');
  const isOff = isCurrent && !config.dhcpEnabled;
  relays(conversion, isOff);
  servers(conversion, isOff);
  if (config.dhcpEnabled && !ledger.isSettled(config.dhcpEnabled.line)) ledger.carry(config.dhcpEnabled.line);
  snooping(conversion);
}

const offReason = 'DHCP is off: the file has no `dhcp enable`';

function relays(conversion: Conversion, isOff: boolean): void {
  const { config, ledger, device } = conversion;
  for (const each of config.interfaces.values()) {
    const { said } = each;
    const groups = (said.relayGroups ?? []).flatMap((group) => config.relayGroups.get(group.value) ?? []);
    const servers = [...(said.relays ?? []), ...groups];
    const lines = [...servers, ...(said.relayGroups ?? []), ...(said.relaySelect ? [said.relaySelect] : [])];
    const vlan = each.kind === 'vlan' ? conversion.placed.get(each) : undefined;
    const isSelected = config.maker === 'ios' || said.relaySelect !== undefined;
    if (lines.length === 0) continue;
    if (isOff || !isSelected || servers.length === 0 || vlan === undefined || !device.gateways?.[vlan]) {
      const reason = isOff
        ? offReason
        : !isSelected
          ? 'the relay is not selected here (`dhcp select relay`)'
          : servers.length === 0
            ? 'the relay has no server'
            : 'a site relays DHCP of VLANs that it routes';
      for (const one of lines) conversion.refuse(one, reason);
      continue;
    }
    if (config.maker === 'comware' && !config.dhcpEnabled && said.relaySelect) {
      ledger.remark(said.relaySelect.line, 'the file has no `dhcp enable`, without which newer Comware relays nothing');
    }
    if (config.maker === 'ios') {
      for (const one of said.relays ?? []) {
        ledger.remark(one.line, 'a helper address also relays TFTP, DNS, time, NetBIOS and TACACS: here only DHCP');
      }
    }
    conversion.from(
      lines.map(({ line }) => line),
      'dhcp-relay',
      vlan,
    );
    device['dhcp-relay'] = {
      ...device['dhcp-relay'],
      [vlan]: oneOrMany(servers.map(({ value }) => printAddress(value))),
    };
  }
  for (const group of config.relayGroups.values()) {
    for (const one of group)
      if (!ledger.isSettled(one.line)) conversion.refuse(one, 'no VLAN that is carried uses the group');
  }
}

function servers(conversion: Conversion, isOff: boolean): void {
  const { config, ledger, device } = conversion;
  const used = new Set<Said<unknown>>();
  for (const pool of config.pools.values()) {
    const gateway = gatewayOf(conversion, pool);
    const reason = isOff ? offReason : typeof gateway === 'string' ? gateway : undefined;
    if (reason !== undefined || typeof gateway !== 'object') {
      refusePool(conversion, pool, reason ?? '');
      continue;
    }
    const { vlan, own } = gateway;
    const range = rangeOf(conversion, pool, own, used);
    if (!range) {
      refusePool(conversion, pool, 'no address is left to lease');
      continue;
    }
    const path = ['dhcp-server', vlan] as const;
    conversion.from([...pool.lines, ...linesOf(pool)], ...path);
    const draft: ServerDraft = {
      range: oneOrMany(range),
      ...(pool.dns.length > 0 && { dns: oneOrMany(pool.dns.map(({ value }) => printAddress(value))) }),
      ...(pool.domain && { domain: pool.domain.value }),
      ...(pool.lease && { lease: pool.lease.value }),
    };
    device['dhcp-server'] = { ...device['dhcp-server'], [vlan]: draft };
  }
  for (const one of config.excluded) {
    if (used.has(one)) ledger.carry(one.line);
    else if (!ledger.isSettled(one.line)) conversion.refuse(one, 'no pool that is carried has these addresses');
  }
}

function linesOf({ network, gateways, dns, domain, lease, ranges }: ForeignPool): readonly number[] {
  const all = [network, domain, lease, ...gateways, ...dns, ...ranges];
  return all.flatMap((said) => said?.line ?? []);
}

function refusePool({ ledger }: Conversion, pool: ForeignPool, reason: string): void {
  for (const line of [...pool.lines, ...linesOf(pool)]) ledger.refuse(line, reason);
}

/** The VLAN that a pool belongs to, with the device's own address there; a sentence where there is none. */
function gatewayOf(
  { config, placed, device }: Conversion,
  { network, gateways, isBinding }: ForeignPool,
): { readonly vlan: string; readonly own: Prefix } | string {
  if (isBinding) return 'fixed leases are not in the site’s words: write them under `raw:`';
  if (!network) return 'a pool without a network';
  for (const each of config.interfaces.values()) {
    const address = (each.said.addresses ?? []).find(({ value }) => isSamePrefix(value.own.network, network.value));
    const vlan = each.kind === 'vlan' ? placed.get(each) : undefined;
    if (!address || vlan === undefined || !device.gateways?.[vlan]) continue;
    if (each.said.relaySelect) return 'its VLAN relays DHCP';
    if (device['dhcp-server']?.[vlan]) return 'its VLAN has a pool already';
    const own = address.value.own.host;
    const isOwn = gateways.length === 1 && gateways.some(({ value }) => isSamePrefix(value, own));
    return isOwn ? { vlan, own } : 'clients of a site get the gateway of their VLAN, which is another one here';
  }
  return 'the device routes no VLAN of this network';
}

/** The subnet without its ends, the own address and what is kept out of it, as stretches. */
function rangeOf(
  { config }: Conversion,
  { network, ranges }: ForeignPool,
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
  const { config, ledger, device, placed } = conversion;
  const trusted = [...config.interfaces.values()].filter(({ said }) => said.snoopingTrusted);
  const places = trusted.flatMap((each) => (isMember(each) ? [] : (placed.get(each) ?? [])));
  const isOn = config.snooping !== undefined && (config.maker === 'comware' || config.snoopingVlans.length > 0);
  const all = [config.snooping, ...config.snoopingVlans, ...trusted.map(({ said }) => said.snoopingTrusted)];
  if (!isOn || places.length === 0) {
    const reason = isOn ? 'a site names at least one port that is trusted' : 'DHCP snooping is off';
    for (const one of all) conversion.refuse(one, reason);
    return;
  }
  conversion.from(
    all.flatMap((said) => said?.line ?? []),
    'dhcp-snooping',
  );
  device['dhcp-snooping'] = { trusted: oneOrMany(places) };
  const watched = new Set(config.snoopingVlans.flatMap(({ value }) => value));
  const others = [...conversion.vlanNames.keys()].filter((id) => watched.size > 0 && !watched.has(id));
  if (others.length === 0) return;
  for (const { line } of config.snoopingVlans) {
    ledger.remark(line, `a site snoops in all VLANs of a device, VLANs ${others.join(', ')} included`);
  }
}

/** Its bond is what is trusted. */
function isMember(each: ForeignInterface): boolean {
  return each.said.member !== undefined && settingsOf(each).length > 0;
}
