// A device that passes everything through to the real one but for what a test alters.

import { type Command, type Device, DeviceError, type Reply, type Row } from '../../src/device/device.ts';
import type { MenuPath } from '../../src/model/config.ts';

export interface Alterations {
  /** In place of the rows that the device prints. */
  rows?(menu: MenuPath, rows: readonly Row[]): readonly Row[];
  /** In place of sending the command; undefined = send it. */
  run?(command: Command): Reply | undefined;
  /** Called before a pipeline is sent; its answer replaces the device's. */
  pipeline?(commands: readonly Command[]): readonly Reply[] | undefined;
  readonly readOnlyBecause?: string;
}

export function alter(device: Device, altered: Alterations): Device {
  return {
    ...device,
    ...(altered.readOnlyBecause !== undefined && { readOnlyBecause: altered.readOnlyBecause }),
    async print(menu, options) {
      const rows = await device.print(menu, options);
      return altered.rows?.(menu, rows) ?? rows;
    },
    run: async (command, options) => altered.run?.(command) ?? device.run(command, options),
    pipeline: async (commands, options) => altered.pipeline?.(commands) ?? device.pipeline(commands, options),
  };
}

export function unreachable(): never {
  throw new DeviceError('unreachable', 'no route to the device');
}

/** The marker is removed by its name. */
export function isConfirmation({ verb, arguments: named }: Command): boolean {
  return verb === 'remove' && named.numbers !== undefined;
}
