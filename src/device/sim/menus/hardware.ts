// Menus and arguments that exist only on devices with the hardware for them. On others the device answers as for a
// misspelt word. Source: manual, bridging-and-switching (capability columns of its property tables).

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import { compareVersions, version } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';

type Needs = (target: Target) => boolean;

const hasSwitch: Needs = (target) => target.switches.length > 0;
const routesInHardware: Needs = (target) => target.offloadSwitch !== undefined;
/** Arguments that every device took before 7.21, where only chips that route have them. */
const gated = version('7.21');
const untilGated: Needs = (target) => routesInHardware(target) || compareVersions(target.routeros, gated) < 0;
const fasttracksInHardware: Needs = (target) => target.offloadSwitch?.fact('l3.fasttrack')?.value === true;
const hasVlanFlag: Needs = (target) => routesInHardware(target) && compareVersions(target.routeros, gated) >= 0;

/** The longest match stands first. */
export const hardwareMenus: Readonly<Record<string, Needs>> = {
  '/interface/ethernet/switch/l3hw-settings': routesInHardware,
  '/interface/ethernet/switch/qos': routesInHardware,
  '/interface/ethernet/switch': hasSwitch,
};

/** Keyed by menu and argument. */
export const hardwareProperties: Readonly<Record<string, Needs>> = {
  '/interface/ethernet/switch l3-hw-offloading': routesInHardware,
  '/interface/ethernet/switch qos-hw-offloading': routesInHardware,
  '/interface/ethernet/switch/port l3-hw-offloading': routesInHardware,
  '/interface/ethernet/switch/l3hw-settings fasttrack-hw': fasttracksInHardware,
  '/interface/vlan l3-hw-offloading': hasVlanFlag,
  '/ip/route suppress-hw-offload': untilGated,
  '/ipv6/route suppress-hw-offload': untilGated,
  '/ip/firewall/filter hw-offload': untilGated,
};

/** What one kind of chip has of a menu that all switch chips share; `other` is for chips that do not route. */
export const chipProperties: Readonly<Record<string, Readonly<Record<'routing' | 'other', readonly string[]>>>> =
  table.chips;
