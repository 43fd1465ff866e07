// Fixed leases: of single hosts, whether they stand in the pool of their network or in pools of their own.

import { containsPrefix, isSamePrefix, printAddress } from '../../../model/prefix.ts';
import { Names } from '../../names.ts';
import type { FixedLease, ForeignPool } from '../facts.ts';
import { linesOf } from '../said.ts';
import { noHardware } from '../values.ts';
import { primaryFirst } from './built.ts';
import type { Conversion } from './conversion.ts';

interface Lease extends FixedLease {
  readonly vrf: string | undefined;
  readonly wanted: string;
  readonly lines: readonly number[];
}

/** `offReason`: why none is given. */
export function convertFixedLeases(conversion: Conversion, offReason: string | undefined): void {
  const { config, ledger } = conversion;
  const names = new Names([]);
  for (const pool of config.pools.values()) {
    const leases = leasesOf(pool);
    for (const lease of leases) {
      const reason = offReason ?? addLease(conversion, lease, names);
      if (reason !== undefined) for (const line of lease.lines) ledger.refuse(line, reason);
    }
    if (isForHosts(pool)) settlePool(conversion, pool, leases);
  }
}

/** A pool that is for single hosts alone. */
function settlePool(conversion: Conversion, pool: ForeignPool, leases: readonly Lease[]): void {
  const { ledger } = conversion;
  const isCarried = leases.some(({ lines }) => lines.every((line) => ledger.isCarried(line)));
  for (const line of pool.lines) {
    if (isCarried) ledger.carry(line);
    else ledger.refuse(line, 'no fixed lease in it is carried');
  }
  if (leases.length === 0) for (const said of [pool.host, pool.hardware]) conversion.refuse(said, noHardware);
  for (const line of poolLines(pool)) ledger.refuse(line, 'a fixed lease has the options of its VLAN');
}

/** A pool of a network serves others as well. */
export function isForHosts({ host, hardware, network, bindings }: ForeignPool): boolean {
  return host !== undefined || hardware !== undefined || (!network && bindings.length > 0);
}

function leasesOf({ name, host, hardware, bindings, ...pool }: ForeignPool): readonly Lease[] {
  const vrf = pool.vrf?.value;
  const inPool = bindings.map(({ value, line }) => ({ ...value, vrf, wanted: hostName(value), lines: [line] }));
  if (!host || !hardware) return inPool;
  return [
    ...inPool,
    { address: host.value, mac: hardware.value, vrf, wanted: name, lines: [host.line, hardware.line] },
  ];
}

function hostName({ address }: Pick<FixedLease, 'address'>): string {
  return `host-${printAddress(address)}`;
}

/** A sentence where it finds no place. */
function addLease(
  conversion: Conversion,
  { address, mac, vrf, wanted, lines }: Lease,
  names: Names,
): string | undefined {
  const { config, device, placed } = conversion;
  const vlan = [...config.interfaces.values()].flatMap((each) => {
    const place = each.kind === 'vlan' ? placed.get(each) : undefined;
    const [first] = primaryFirst(each.said.addresses ?? []).filter(({ value }) => value.own.host.family === 4);
    const isInside = first && containsPrefix(first.value.own.network, address);
    const isHere = place !== undefined && each.said.vrf?.value === vrf;
    return isHere && isInside && !isSamePrefix(first.value.own.host, address) ? [place] : [];
  })[0];
  const server = vlan === undefined ? undefined : device['dhcp-server']?.[vlan];
  if (vlan === undefined || !server) return 'no pool that is carried serves its network';
  const text = printAddress(address);
  const isTaken = Object.values(server.fixed ?? {}).some((each) => each.mac === mac || each.address === text);
  if (isTaken) return 'an earlier fixed lease has its address or its hardware';
  server.fixed = { ...server.fixed, [names.claim(wanted, hostName({ address }))]: { address: text, mac } };
  conversion.from(lines, 'dhcp-server', vlan);
  return undefined;
}

export function poolLines({ vrf, network, gateways, dns, domain, lease, ranges }: ForeignPool): readonly number[] {
  return linesOf(vrf, network, domain, lease, gateways, dns, ranges);
}
