// The rules about bridges, bonds and snooping.

import type { Rule } from '../rule.ts';
import { bondActiveBackupL3 } from './bond-active-backup-l3.ts';
import { bondForeignSlave } from './bond-foreign-slave.ts';
import { bondHashIgnored } from './bond-hash-ignored.ts';
import { bondMixedSpeed } from './bond-mixed-speed.ts';
import { bondModeSw } from './bond-mode-sw.ts';
import { bondTooManySlaves } from './bond-too-many-slaves.ts';
import { bpHorizon } from './bp-horizon.ts';
import { bpHwNo } from './bp-hw-no.ts';
import { dhcpSnooping } from './dhcp-snooping.ts';
import { multipleHwBridges } from './multiple-hw-bridges.ts';

export const l2Rules: readonly Rule[] = [
  bondActiveBackupL3,
  bondForeignSlave,
  bondHashIgnored,
  bondMixedSpeed,
  bondModeSw,
  bondTooManySlaves,
  bpHorizon,
  bpHwNo,
  dhcpSnooping,
  multipleHwBridges,
];
