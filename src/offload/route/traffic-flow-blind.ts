// Traffic-Flow on a device whose chip forwards: what the chip forwards is not accounted.

import { hardwareEnds, routesInHardware } from '../../forwarding/ends.ts';
import { isYes, listValues } from '../../model/config.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const trafficFlowBlind = defineRule({
  id: 'route/traffic-flow-blind',
  cost: 'M',
  summary: 'Traffic-Flow accounts for what the CPU forwards',
  why: 'Flows that the chip routes never reach the CPU, so the collector sees next to nothing of them.',
  remedy: 'Mirror the ports to a probe, or take the VLANs that have to be accounted off hardware routing.',

  check({ config, network }) {
    const enabled = settingOf(config, '/ip/traffic-flow', 'enabled');
    if (!enabled || !isYes(enabled.value) || !routesInHardware(network)) return [];
    const interfaces = listValues(settingOf(config, '/ip/traffic-flow', 'interfaces')?.value ?? 'all');
    const ends = hardwareEnds(network, 4).map(({ name }) => name);
    const isWatched = interfaces.some((name) => name === 'all' || ends.includes(name) || hasMember(name, ends));
    if (!isWatched) return [];
    return {
      subject: enabled.item,
      placement: 'hardware',
      what: 'flows that the chip routes are missing in Traffic-Flow',
      primary: ['enabled', 'sees what the CPU forwards'],
    };

    function hasMember(list: string, names: readonly string[]): boolean {
      const members = network.interfaceListMembers(list);
      return names.some((name) => members.has(name));
    }
  },
});
