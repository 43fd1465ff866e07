// Who a device is, from the menus that every RouterOS has; a virtual one has no board, so its licence stands in for it.

import type { MenuPath } from '../model/config.ts';
import { ReadingAllowance, settingsRowsMax } from './allowance.ts';
import { type Identity, type ReadOptions, type Row, unlessMissing } from './device.ts';

type Print = (menu: MenuPath, options?: ReadOptions) => Promise<readonly Row[]>;

export async function readIdentity(print: Print): Promise<Identity> {
  const reading = { allowance: new ReadingAllowance(settingsRowsMax) };
  const [identity, resource, board] = await Promise.all([
    print('/system/identity', reading),
    print('/system/resource', reading),
    unlessMissing(print('/system/routerboard', reading)),
  ]);
  const { version = '', 'board-name': boardName = '' } = resource[0] ?? {};
  const { model, 'serial-number': boardSerial } = board?.[0] ?? {};
  return {
    name: identity[0]?.name ?? '',
    model: model || boardName,
    serial: boardSerial || (await licenceSerial(print, reading)),
    // `7.18.2 (stable)`
    routeros: version.split(' ')[0] ?? '',
  };
}

/** `system-id` on a Cloud Hosted Router, `software-id` on other machines without a board. */
async function licenceSerial(print: Print, reading: ReadOptions): Promise<string> {
  const [licence] = (await unlessMissing(print('/system/license', reading))) ?? [];
  return licence?.['system-id'] || licence?.['software-id'] || '';
}
