// Traffic-Flow, which stopped IPv6 FastPath for some versions.

import { isYes } from '../../model/config.ts';
import { isAtLeastVersion } from '../../model/version.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const fpIpv6Trafficflow = defineRule({
  id: 'fastpath/fp-ipv6-trafficflow',
  cost: 'M',
  datapath: 'l3-routing',
  summary: 'From 7.18 until 7.21.5 Traffic-Flow stops IPv6 FastPath',
  why: 'Every IPv6 packet that the CPU forwards takes the slow path while Traffic-Flow is on.',
  remedy: 'Upgrade to 7.21.5 or newer, or switch Traffic-Flow off.',

  check({ config, network, target }) {
    const enabled = settingOf(config, '/ip/traffic-flow', 'enabled');
    const isAffected = isAtLeastVersion(target.routeros, '7.18') && !isAtLeastVersion(target.routeros, '7.21.5');
    if (!enabled || !isYes(enabled.value) || !isAffected) return [];
    const benefit = fastpathBenefit(network, 6);
    if (benefit === 'none' || benefit === 'hardware') return [];
    return {
      subject: enabled.item,
      placement: 'cpu' as const,
      ...(benefit === 'policy' && { cost: 'i' as const }),
      what: 'IPv6 packets take the slow path while Traffic-Flow is on',
      primary: label(enabled.item, 'enabled', `stops IPv6 FastPath in RouterOS ${target.routeros.text}`),
    };
  },
});
