// MPLS without its FastPath.

import { enabledItemsOf, type MenuPath, settingOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

const menus: readonly MenuPath[] = [
  '/mpls/ldp',
  '/mpls/traffic-eng/tunnel',
  '/mpls/forwarding-table',
  '/interface/vpls',
];

export const fpMpls = defineRule({
  id: 'fastpath/fp-mpls',
  cost: 'M',

  check({ config }) {
    const users = menus.flatMap((menu) => enabledItemsOf(config, menu));
    const [first] = users;
    if (!first) return [];
    const setting = settingOf(config, '/mpls/settings', 'allow-fast-path');
    if (setting?.value === 'no') {
      return {
        subject: setting.item,
        affects: users,
        what: 'labelled packets take the slow path: MPLS FastPath is switched off',
        primary: ['allow-fast-path', 'switches MPLS FastPath off'],
        fix: { set: 'allow-fast-path', to: 'yes', title: 'allow MPLS FastPath' },
      };
    }
    return {
      subject: first,
      cost: 'i',
      why: 'MPLS FastPath covers packets that arrive and leave with a label, and VPLS.',
      what: 'packets that get or lose their label on this device take the slow path',
      primary: [undefined, 'MPLS is in use'],
    };
  },
});
