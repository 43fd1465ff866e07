// Changes of switch rules: for a moment none of them is in force.

import { switchRules } from '../../forwarding/acl/acl.ts';
import { defineChangeRule } from '../planned.ts';

const reordering: ReadonlySet<string> = new Set(['add', 'remove', 'move', 'enable', 'disable', 'set', 'unset']);

export const aclEditLeak = defineChangeRule({
  id: 'acl/acl-edit-leak',
  cost: 'H',

  // Where nothing is kept from anybody yet, nothing leaks: the first rules of a device.
  matters: ({ network }) => switchRules(network).some(({ action }) => action.kind !== 'permit'),
  isMeant: ({ menu, action }) => menu === '/interface/ethernet/switch/rule' && reordering.has(action),
  what: 'all switch rules are inactive for a moment while these change',
});
