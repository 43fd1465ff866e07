// The way to the device that a session came by: a cable at one port, towards one of the device's own addresses. While a
// change cuts it, the session is gone and nobody gets in; when it is undone, they do again.

import { isYes, listValues } from '../../model/config.ts';
import { isSamePrefix, parseInterfaceAddress } from '../../model/prefix.ts';
import type { ForwardingRouter } from './forwarding-router.ts';
import { expandVlanIds } from './store/unique.ts';

export interface ManagementPath {
  /** Factory name of the port that the operator's cable is in. */
  readonly port: string;
  /** The device's address that he connects to, with or without its prefix length. */
  readonly address: string;
}

/**
 * Whether the path carries traffic. A flap of a second does not end a TCP connection, so ports count as up during
 * one.
 */
export function isPathUp(router: ForwardingRouter, { port, address }: ManagementPath): boolean {
  const host = parseInterfaceAddress(address)?.host;
  const ethernet = router.store.rows('/interface/ethernet').find((row) => row.values.get('default-name') === port);
  if (!host || !ethernet || isYes(ethernet.values.get('disabled')) || router.device.unplugged.has(port)) return false;
  if (isYes(router.store.byName('/ip/service', 'api')?.values.get('disabled'))) return false;
  const name = ethernet.values.get('name') ?? '';
  return router
    .derived()
    .addresses.some((found) => isSamePrefix(found.host, host) && reaches(router, name, found.interface));
}

/** From the port, through its bridge and VLAN, to the interface that has the address. */
function reaches(router: ForwardingRouter, port: string, target: string): boolean {
  const { interfaces } = router.derived();
  const found = interfaces.get(target);
  if (!found?.enabled) return false;
  if (target === port) return true;
  if (found.kind === 'bonding') return found.slaves.includes(port);
  const carrier = interfaces.get(port)?.master;
  if (found.kind === 'bridge') return carrier === target && crossesBridge(router, port, target, undefined);
  if (found.kind !== 'vlan') return false;
  if (found.parent === port) return true;
  const vlan = Number(found.row.values.get('vlan-id'));
  return carrier !== undefined && carrier === found.parent && crossesBridge(router, port, carrier, vlan);
}

/** Without a VLAN: to the bridge's own untagged side. */
function crossesBridge(
  { store }: ForwardingRouter,
  port: string,
  bridgeName: string,
  vlan: number | undefined,
): boolean {
  const bridge = store.byName('/interface/bridge', bridgeName);
  const member = store
    .rows('/interface/bridge/port')
    .find((row) => row.values.get('interface') === port && row.values.get('bridge') === bridgeName);
  if (!bridge || !member || isYes(bridge.values.get('disabled')) || isYes(member.values.get('disabled'))) return false;
  if (!isYes(bridge.values.get('vlan-filtering'))) return vlan === undefined;
  const id = vlan ?? Number(bridge.values.get('pvid') ?? 1);
  const rows = store
    .rows('/interface/bridge/vlan')
    .filter(
      (row) =>
        row.values.get('bridge') === bridgeName &&
        !isYes(row.values.get('disabled')) &&
        expandVlanIds(row.values.get('vlan-ids')).has(id),
    );
  const isMember = (name: string, pvid: number): boolean =>
    pvid === id ||
    rows.some((row) =>
      [...listValues(row.values.get('tagged')), ...listValues(row.values.get('untagged'))].includes(name),
    );
  return (
    isMember(port, Number(member.values.get('pvid') ?? 1)) &&
    isMember(bridgeName, Number(bridge.values.get('pvid') ?? 1))
  );
}
