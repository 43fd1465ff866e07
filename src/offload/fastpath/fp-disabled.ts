// FastPath switched off for the whole device.

import { isAtLeastVersion } from '../../model/version.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

/** IPv6 has the setting from here on. */
const ipv6Version = '7.18';

export const fpDisabled = defineRule({
  id: 'fastpath/fp-disabled',
  cost: 'H',
  datapath: 'l3-routing',
  summary: '`allow-fast-path=no` switches FastPath off, and FastTrack with it',
  why: 'Every packet that the CPU forwards takes the slow path; FastTrack rules have no effect.',
  remedy: 'Set `allow-fast-path=yes`.',

  check({ config, network, target }) {
    return ([4, 6] as const).flatMap((family) => {
      const menu = family === 4 ? '/ip/settings' : '/ipv6/settings';
      const setting = settingOf(config, menu, 'allow-fast-path');
      if (setting?.value !== 'no') return [];
      if (family === 6 && !isAtLeastVersion(target.routeros, ipv6Version)) return [];
      const benefit = fastpathBenefit(network, family);
      if (benefit === 'none') return [];
      const protocol = family === 4 ? 'IPv4' : 'IPv6';
      return {
        subject: setting.item,
        placement: 'cpu',
        ...(benefit === 'hardware' && { cost: 'i' }),
        what:
          benefit === 'fasttrack'
            ? `${protocol} has neither FastPath nor FastTrack: every packet takes the slow path`
            : `${protocol} packets that the CPU forwards take the slow path: FastPath is switched off`,
        primary: label(setting.item, 'allow-fast-path', 'switches FastPath and FastTrack off'),
        fix: setValue(setting.item, 'allow-fast-path', 'yes', 'allow FastPath'),
      };
    });
  },
});
