// `/interface/ethernet/switch/l3hw-settings/monitor`: the driver's own numbers.
// Source: manual, l3-hardware-offloading, "Monitor".

import { isYes } from '../../../model/config.ts';
import type { Row } from '../../device.ts';
import { capabilitiesOf } from '../chip/capabilities.ts';
import { routesInHardware } from '../chip/routability.ts';
import type { Router } from '../router.ts';

export function monitorL3hw(router: Router): Row {
  const { routes } = router.derived();
  const chip = router.target.offloadSwitch;
  const routing = chip && capabilitiesOf(router.target, chip.name).routing;
  const state =
    router.device.l3hwState !== 'ok' ? router.device.l3hwState : routesInHardware(router) ? 'ok' : 'disabled';
  const offloaded = router.offloaded();
  const { hosts } = offloaded;
  const isOn = routesInHardware(router);
  const settings = router.store.rows('/interface/ethernet/switch/l3hw-settings')[0]?.values;
  const family = (number: 4 | 6): Row => {
    const all = isOn ? routes.filter(({ prefix, active }) => active && prefix.family === number) : [];
    const taken = all.filter((route) => offloaded.inHardware.has(route)).length;
    return {
      [`ipv${number}-routes-total`]: String(all.length),
      [`ipv${number}-routes-hw`]: String(taken),
      [`ipv${number}-routes-cpu`]: String(all.length - taken),
      [`ipv${number}-shortest-hw-prefix`]: String(offloaded.shortestPrefix[number]),
      [`ipv${number}-hosts`]: String(hosts[number]),
    };
  };
  return {
    state,
    ...family(4),
    ...(isYes(settings?.get('ipv6-hw')) && family(6)),
    'route-queue-size': '0',
    ...(routing &&
      routing.fasttrackConnections > 0 &&
      settings?.get('fasttrack-hw') !== 'no' && {
        'fasttrack-ipv4-conns': String(router.forwarding.connections.inHardware),
        'fasttrack-hw-min-speed': '0',
      }),
    'nexthop-cap': String(routing?.nextHops ?? 0),
    'nexthop-usage': String(offloaded.nextHops),
  };
}
