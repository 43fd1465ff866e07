// Who a device is, from the menus that every RouterOS has; a virtual one has no board, so its licence stands in for it.

import type { MenuPath } from '../model/config.ts';
import { type DeviceError, type Identity, isMissingMenu, type ReadOptions, type Row } from './device.ts';

type Print = (menu: MenuPath, options?: ReadOptions) => Promise<readonly Row[]>;

export async function readIdentity(print: Print): Promise<Identity> {
  const [identity, resource, board] = await Promise.all([
    print('/system/identity'),
    print('/system/resource'),
    orNothing(print('/system/routerboard')),
  ]);
  const { version = '', 'board-name': boardName = '' } = resource[0] ?? {};
  const { model, 'serial-number': boardSerial } = board[0] ?? {};
  return {
    name: identity[0]?.name ?? '',
    model: model || boardName,
    serial: boardSerial || (await licenceSerial(print)),
    // `7.18.2 (stable)`
    routeros: version.split(' ')[0] ?? '',
  };
}

/** `system-id` on a Cloud Hosted Router, `software-id` on other machines without a board. */
async function licenceSerial(print: Print): Promise<string> {
  const [licence] = await orNothing(print('/system/license'));
  return licence?.['system-id'] || licence?.['software-id'] || '';
}

function orNothing(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  return rows.catch((error: DeviceError) => {
    if (isMissingMenu(error)) return [];
    throw error;
  });
}
