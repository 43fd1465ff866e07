// What the device has besides its configuration: links, the clock's error, what the chip refused, a bent policy set.

export interface DeviceState {
  /** Add to simulator time to get the device's own clock. */
  clockOffsetMs: number;
  /** Ports whose cable is out, by factory name. */
  readonly unplugged: Set<string>;
  /** Until this simulator time all switch ports are down, after a disruptive change. */
  portsDownUntil: number;
  /** Why the chip gave up L3 offloading; `ok` when it did not. */
  l3hwState: string;
  /** Rows of bridge ports and switch rules that the chip did not take, by `MENU ID`. */
  readonly refusedByChip: Set<string>;
  /** Files under `flash/` survive a reboot, others do not. Devices with NAND have no such folder. */
  readonly hasFlashFolder: boolean;
  freeBytes: number;
  loseRam(): void;
}

export function createDeviceState(): DeviceState {
  return {
    clockOffsetMs: 0,
    unplugged: new Set(),
    portsDownUntil: 0,
    l3hwState: 'ok',
    refusedByChip: new Set(),
    hasFlashFolder: true,
    freeBytes: 4_300_800,
    loseRam() {
      this.portsDownUntil = 0;
    },
  };
}
