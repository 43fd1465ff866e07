// A device that answers every question of a probe otherwise than the simulator does: what a conclusion really follows
// from shows when it follows no longer.

import {
  type Command,
  type Device,
  DeviceError,
  type ReadOptions,
  type Reply,
  type Row,
} from '../../src/device/device.ts';
import type { MenuPath } from '../../src/model/config.ts';

interface Print {
  readonly menu: MenuPath;
  readonly properties: readonly string[];
  readonly query: readonly string[];
}

/** How the answers to one question differ. */
export interface Difference {
  print?(print: Print, rows: readonly Row[]): readonly Row[];
  /** In place of running it; undefined = run it. */
  run?(command: Command): Reply | undefined;
  pipeline?(commands: readonly Command[]): readonly Command[];
  monitor?(rows: readonly Row[]): readonly Row[];
  isRefused?(print: Print): string | undefined;
  isMadeUp?(print: Print): readonly Row[] | undefined;
}

export function differing(device: Device, difference: Difference): Device {
  const seen = (menu: MenuPath, { proplist = [], query = [] }: ReadOptions = {}): Print => ({
    menu,
    properties: proplist,
    query,
  });
  return {
    ...device,
    async print(menu, options) {
      const print = seen(menu, options);
      const refusal = difference.isRefused?.(print);
      if (refusal !== undefined) throw new DeviceError('refused', refusal);
      const madeUp = difference.isMadeUp?.(print);
      if (madeUp) return madeUp;
      const rows = await device.print(menu, options);
      return difference.print?.(print, rows) ?? rows;
    },
    async monitor(path, words, options) {
      const rows = await device.monitor(path, words, options);
      return difference.monitor?.(rows) ?? rows;
    },
    run: async (command, options) => difference.run?.(command) ?? device.run(command, options),
    pipeline: async (commands, options) => device.pipeline(difference.pipeline?.(commands) ?? commands, options),
  };
}

export function without(rows: readonly Row[], property: string): readonly Row[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== property)));
}

export function changed(rows: readonly Row[], property: string, value: string): readonly Row[] {
  return rows.map((row) => ({ ...row, [property]: value }));
}
