// The addresses of a device that other devices of the site may send to: of VLANs and ports, of tunnels, and those that
// routers share by VRRP.

import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { MenuRow } from '../intent/menu-words.ts';
import type { InterfaceAddress } from '../intent/schema-values.ts';
import { type TypedValue, textOf } from '../intent/typed-value.ts';
import { containsPrefix, type Prefix, parseInterfaceAddress } from '../model/prefix.ts';
import { derivedPer } from '../source/grouping.ts';
import { layOut } from './layout.ts';

export interface OwnAddress extends InterfaceAddress {
  /** By which packets enter that are sent to it. */
  readonly interface: string;
  /** Another router may be the one that has it at the moment. */
  readonly isShared: boolean;
}

export const ownAddresses = derivedPer((intent: Intent, device: DeviceIntent): readonly OwnAddress[] => {
  const { addresses = [] } = device.settings;
  const shared = sharedBelow(device);
  const written = addresses.flatMap(({ address, interface: at, disabled }): OwnAddress[] => {
    const [name, parsed] = [wordOf(at), parseInterfaceAddress(wordOf(address))];
    if (!parsed || wordOf(disabled) === 'yes') return [];
    return [{ ...parsed, interface: shared.get(name) ?? name, isShared: shared.has(name) }];
  });
  const own = [...layOut(intent, device).l3.values()].flatMap(({ name, addresses: placed }) =>
    placed.map(({ host, network }) => ({ host, network, interface: name, isShared: false })),
  );
  return [...own, ...written];
});

/** The own address in the network of another: whoever has that one is on a link of the device. */
export function linkTo(intent: Intent, device: DeviceIntent, address: Prefix): OwnAddress | undefined {
  return ownAddresses(intent, device).find(({ network }) => containsPrefix(network, address));
}

/** The interfaces below those of VRRP, by their names. */
export function sharedBelow({ settings }: DeviceIntent): ReadonlyMap<string, string> {
  return new Map(rowsIn(settings.interfaces?.vrrp).map((row) => [wordOf(row.name), wordOf(row.interface)]));
}

/** As RouterOS writes it, or nothing. */
export function wordOf(value: TypedValue | undefined): string {
  return value === undefined ? '' : (textOf(value) ?? '');
}

/** Rows of a menu: the schema of a device knows some as rows by name. */
export function rowsIn(value: readonly MenuRow[] | Readonly<Record<string, MenuRow>> | undefined): readonly MenuRow[] {
  return Object.values(value ?? {});
}
