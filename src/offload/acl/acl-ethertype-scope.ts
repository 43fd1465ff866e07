// A VLAN matcher on a bridge that filters service tags.

import { bridgeOf } from '../../forwarding/network/masters.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclEthertypeScope = defineRule({
  id: 'acl/acl-ethertype-scope',
  cost: 'M',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) => {
    const isService = (name: string) => {
      const bridge = bridgeOf(network, name);
      return bridge?.vlanFiltering === true && bridge.etherType.toLowerCase() === '0x88a8';
    };
    const property = ['vlan-id', 'new-vlan-id'].find((name) => item.properties.has(name));
    const port = listValues(propertyValue(item, 'ports')).find(isService);
    if (property === undefined || port === undefined) return [];
    return {
      placement: 'hardware',
      what: 'VLAN matchers of these rules see service tags, not customer VLANs',
      primary: [property, `\`${port}\` belongs to a bridge of service tags`],
    };
  }),
});
