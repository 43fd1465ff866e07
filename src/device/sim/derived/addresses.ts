// Addresses with the interface that they really work on, and the link-local ones that every IPv6 interface has.

import { isYes, listValues } from '../../../model/config.ts';
import { type Prefix, parseInterfaceAddress, parsePrefix, printAddress } from '../../../model/prefix.ts';
import type { Row } from '../../device.ts';
import type { RouterState } from '../router-state.ts';
import { loopback } from '../store/references.ts';
import type { StoredRow } from '../store/store.ts';
import type { Findings } from './findings.ts';
import type { Interfaces } from './interfaces.ts';

export interface Address {
  readonly host: Prefix;
  readonly network: Prefix;
  /** The bridge when the address was put on one of its ports. */
  readonly interface: string;
  readonly vrf: string;
  /** Its interface exists and runs. */
  readonly active: boolean;
  readonly row: StoredRow | undefined;
}

export function deriveAddresses(router: RouterState, interfaces: Interfaces, findings: Findings): readonly Address[] {
  const addresses: Address[] = [];
  for (const menu of ['/ip/address', '/ipv6/address'] as const) {
    for (const row of router.store.rows(menu)) {
      const address = addressOf(router, interfaces, row);
      if (!address) continue;
      addresses.push(address);
      findings.state(row, stateOf(row, address, interfaces));
    }
  }
  addresses.push(...linkLocals(router, interfaces, findings));
  return addresses.filter(({ active }) => active);
}

function addressOf(router: RouterState, interfaces: Interfaces, row: StoredRow): Address | undefined {
  const parsed = parseInterfaceAddress(row.values.get('address') ?? '');
  if (!parsed) return undefined;
  const written = interfaces.get(row.values.get('interface') ?? '');
  const actual = written?.master ?? row.values.get('interface') ?? '';
  // An address without a network of its own may name the other end of a point-to-point link.
  const peer = parsed.host.family === 4 && parsed.network.length === 32 ? row.values.get('network') : undefined;
  return {
    ...parsed,
    ...(peer !== undefined && { network: parsePrefix(peer) ?? parsed.network }),
    interface: actual,
    vrf: vrfOf(router, actual),
    active:
      isActive(router, parsed.host.family, row) && (actual === loopback || interfaces.get(actual)?.running === true),
    row,
  };
}

/** Source: manual, cli-reference/ipv6/settings: `disable-ipv6` is about the whole system. */
function isActive({ store }: RouterState, family: 4 | 6, row?: StoredRow): boolean {
  const isOff = family === 6 && isYes(store.rows('/ipv6/settings')[0]?.values.get('disable-ipv6'));
  return !isOff && !isYes(row?.values.get('disabled'));
}

export function vrfOf({ store }: RouterState, name: string): string {
  const vrf = store
    .rows('/ip/vrf')
    .find((row) => !isYes(row.values.get('disabled')) && listValues(row.values.get('interfaces')).includes(name));
  return vrf?.values.get('name') ?? 'main';
}

function stateOf(row: StoredRow, address: Address, interfaces: Interfaces): Record<string, string> {
  const written = interfaces.get(row.values.get('interface') ?? '');
  return {
    ...(address.host.family === 4 && { network: row.values.get('network') ?? printAddress(address.network) }),
    'actual-interface': address.interface,
    vrf: address.vrf,
    ...(written?.master !== undefined && { slave: 'true' }),
    invalid: String(written === undefined && address.interface !== loopback),
    dynamic: 'false',
  };
}

/** `fe80::/64` with an address made of the MAC, on every interface with IPv6. */
function linkLocals(router: RouterState, interfaces: Interfaces, findings: Findings): readonly Address[] {
  if (!isActive(router, 6)) return [];
  const made: Address[] = [];
  for (const { name, mac, running, master, kind } of interfaces.values()) {
    if (!running || master !== undefined || kind === 'loopback') continue;
    const known = linkLocalOf(name, mac, 0x80000001 + made.length);
    if (!known) continue;
    made.push(known.address);
    findings.dynamic('/ipv6/address', known.row);
  }
  return made;
}

interface LinkLocal {
  readonly address: Address;
  readonly row: Row;
  readonly id: number;
}

/** By interface and MAC address, of all devices, as they were last: they follow from nothing but their number. */
const linkLocalsKnown = new Map<string, LinkLocal>();

function linkLocalOf(name: string, mac: string, id: number): LinkLocal | undefined {
  const key = `${name} ${mac}`;
  const known = linkLocalsKnown.get(key);
  if (known?.id === id) return known;
  const made = linkLocalAnew(name, mac, id);
  if (made) linkLocalsKnown.set(key, made);
  return made;
}

function linkLocalAnew(name: string, mac: string, id: number): LinkLocal | undefined {
  const [a = 0, ...rest] = mac.split(':').map((octet) => Number.parseInt(octet, 16));
  const bytes = [a ^ 2, ...rest.slice(0, 2), 0xff, 0xfe, ...rest.slice(2)];
  const text = `fe80::${bytes
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1:')}`;
  const parsed = parseInterfaceAddress(`${text}/64`);
  if (!parsed) return undefined;
  const row = {
    '.id': `*${id.toString(16).toUpperCase()}`,
    address: `${printAddress(parsed.host)}/64`,
    interface: name,
    'actual-interface': name,
    'link-local': 'true',
    dynamic: 'true',
    invalid: 'false',
    disabled: 'false',
  };
  return { address: { ...parsed, interface: name, vrf: 'main', active: true, row: undefined }, row, id };
}
