// Graphs of VLAN interfaces on a chip that does not count per VLAN.

import { hardwareEnds, routesInHardware } from '../../forwarding/legs/ends.ts';
import { enabledItemsOf, isYes, listValues, propertyValue, settingOf } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { defineRule, restingOn } from '../rule.ts';

export const vlanCountersF2k = defineRule({
  id: 'ops/vlan-counters-f2k',
  cost: 'L',
  datapath: 'l3-routing',

  check({ config, network }) {
    const fact = network.offload?.switch.fact('l3.vlan-counters');
    if (!routesInHardware(network) || fact?.value === true) return [];
    const vlans = new Set(
      families
        .flatMap((family) => hardwareEnds(network, family))
        .filter((end) => end.interface.kind === 'vlan')
        .map(({ name }) => name),
    );
    if (vlans.size === 0) return [];
    const snmp = settingOf(config, '/snmp', 'enabled');
    const graphs = enabledItemsOf(config, '/tool/graphing/interface').filter((item) =>
      listValues(propertyValue(item, 'interface') ?? 'all').some((name) => name === 'all' || vlans.has(name)),
    );
    const places = [
      ...(snmp && isYes(snmp.value) ? [{ item: snmp.item, property: 'enabled' }] : []),
      ...graphs.map((item) => ({ item, property: 'interface' })),
    ];
    return places.map(({ item, property }) =>
      restingOn(fact, 'whether this chip counts packets of VLAN interfaces', {
        subject: item,
        placement: 'hardware',
        what: 'counters of VLAN interfaces miss what the chip forwards',
        primary: [property, 'reads counters of interfaces'],
        says: 'the chip does not count packets of VLAN interfaces',
      }),
    );
  },
});
