// Connection tracking that is forced on although no rule needs it.

import { enabledItemsOf, type MenuPath } from '../../model/config.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

const stateful: readonly MenuPath[] = ['/ip/firewall/filter', '/ip/firewall/nat', '/ip/firewall/mangle'];

export const conntrackForcedOn = defineRule({
  id: 'firewall/conntrack-forced-on',
  cost: 'M',
  datapath: 'fasttrack',
  summary: 'Connection tracking switches IP FastPath off',
  why: 'Every packet that the CPU forwards is tracked and takes the slow path, although no rule looks at connections.',
  remedy: 'Set `enabled=auto`: tracking is then on while a rule needs it.',

  check({ config, network }) {
    const setting = settingOf(config, '/ip/firewall/connection/tracking', 'enabled');
    if (setting?.value !== 'yes' || stateful.some((menu) => enabledItemsOf(config, menu).length > 0)) return [];
    return {
      subject: setting.item,
      placement: 'cpu',
      ...(network.offload?.l3Offload && { cost: 'i' }),
      what: 'everything that the CPU forwards takes the slow path: connections are tracked without need',
      primary: label(setting.item, 'enabled', 'forced on'),
      fix: setValue(setting.item, 'enabled', 'auto', 'track connections only while a rule needs it'),
    };
  },
});
