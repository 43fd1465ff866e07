// Features that add firewall rules by themselves: they switch connection tracking on.

import { enabledItemsOf, isYes, settingOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const kidControlDynamicRules = defineRule({
  id: 'firewall/kid-control-dynamic-rules',
  cost: 'L',

  check({ config }) {
    const upnp = settingOf(config, '/ip/upnp', 'enabled');
    const adding = [
      ...enabledItemsOf(config, '/ip/kid-control').map((item) => ({ name: 'Kid Control', item, property: 'name' })),
      ...enabledItemsOf(config, '/ip/hotspot').map((item) => ({ name: 'Hotspot', item, property: 'interface' })),
      ...(upnp && isYes(upnp.value) ? [{ name: 'UPnP', item: upnp.item, property: 'enabled' }] : []),
    ];
    return adding.map(({ name, item, property }) => ({
      subject: item,
      what: `${name} adds firewall rules by itself, which switches IP FastPath off`,
      primary: [property, 'adds rules'],
    }));
  },
});
