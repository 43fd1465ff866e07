// What a device knows of a few hosts: its tables may have tens of thousands of rows, so only theirs are asked for.

import { type Device, type Row, rowsOrNothing } from '../device/device.ts';
import type { MenuPath } from '../model/config.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import type { KnownHosts } from './check.ts';

/** Values that one query asks for. */
const valuesMax = 100;

/** Empty where the device does not show a table. Throws DeviceError when the connection is gone. */
export async function lookUpHosts(device: Device, hosts: readonly ExpectedHost[]): Promise<KnownHosts> {
  const addresses = [...new Set(hosts.map(({ address }) => address))];
  const isIpv6 = (address: string) => address.includes(':');
  const tables = await Promise.all([
    rowsWith(
      device,
      '/ip/arp',
      'address',
      addresses.filter((each) => !isIpv6(each)),
    ),
    rowsWith(device, '/ipv6/neighbor', 'address', addresses.filter(isIpv6)),
  ]);
  const neighbours = tables.flat();
  const macs = [...new Set(neighbours.flatMap((row) => row['mac-address'] ?? []))];
  return { neighbours, learned: await rowsWith(device, '/interface/bridge/host', 'mac-address', macs) };
}

/** Rows in which the property has one of the values. Source: manual, developer-guides/api, "Queries". */
async function rowsWith(
  device: Device,
  menu: MenuPath,
  name: string,
  values: readonly string[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += valuesMax) {
    const some = values.slice(at, at + valuesMax);
    const either = some.length > 1 ? [`#${'|'.repeat(some.length - 1)}`] : [];
    const query = [...some.map((value) => `${name}=${value}`), ...either];
    rows.push(...(await rowsOrNothing(device.print(menu, { query }))));
  }
  return rows;
}
