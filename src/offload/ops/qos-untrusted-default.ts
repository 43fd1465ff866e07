// QoS in hardware on ports that trust no markings: every packet leaves with those of the default profile.

import { chipName } from '../../forwarding/network/ports.ts';
import { isYes, itemsOf, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { chipRows } from '../switch-rules.ts';

export const qosUntrustedDefault = defineRule({
  id: 'ops/qos-untrusted-default',
  cost: 'H',

  check: aboutEach(chipRows, ({ item, chip }, { config, network }) => {
    if (!isYes(propertyValue(item, 'qos-hw-offloading'))) return [];
    const ports = itemsOf(config, '/interface/ethernet/switch/qos/port');
    // Somebody who has set up one port knows what the others do.
    if (ports.some((port) => settings.some((name) => port.properties.has(name)))) return [];
    return {
      placement: 'hardware',
      what: `packets through \`${chipName(network, chip)}\` lose their DSCP and priority: no port trusts them`,
      primary: ['qos-hw-offloading', 'rewrites markings by default'],
      fix: ['keep what packets carry', '/interface/ethernet/switch/qos/port set [find] trust-l2=keep trust-l3=keep'],
    };
  }),
});

const settings = ['trust-l2', 'trust-l3', 'profile', 'map'];
