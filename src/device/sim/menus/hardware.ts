// Menus and arguments that exist only on devices with the hardware for them. On others the device answers as for a
// misspelt word. Source: manual, bridging-and-switching (capability columns of its property tables).

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
export const chipProperties: Readonly<
  Record<string, { readonly routing: ReadonlySet<string>; readonly other: ReadonlySet<string> }>
> = {
  '/interface/ethernet/switch': {
    routing: words(
      'name mirror-target rspan rspan-ingress-vlan-id rspan-egress-vlan-id l3-hw-offloading qos-hw-offloading comment',
    ),
    other: words('name mirror-source mirror-target mirror-egress-target cpu-flow-control comment'),
  },
  '/interface/ethernet/switch/port': {
    routing: words(
      'name switch storm-rate limit-unknown-unicasts limit-unknown-multicasts limit-broadcasts mirror-ingress ' +
        'mirror-egress l3-hw-offloading egress-rate ingress-rate comment',
    ),
    other: words('name switch vlan-mode vlan-header default-vlan-id mirror-ingress mirror-egress comment'),
  },
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
