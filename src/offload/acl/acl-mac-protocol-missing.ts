// Layer 3 and 4 matchers without the family that they are for.

import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

const matchers = ['src-address', 'dst-address', 'protocol', 'src-port', 'dst-port'];

export const aclMacProtocolMissing = defineRule({
  id: 'acl/acl-mac-protocol-missing',
  cost: 'L',

  check: aboutEach(rulesOfRoutingChip, (item) => {
    const property = matchers.find((name) => item.properties.has(name));
    if (property === undefined || item.properties.has('mac-protocol')) return [];
    return {
      placement: 'hardware',
      what: 'switch rules do not say which family they are for',
      primary: [property, property.endsWith('-port') ? 'both families' : 'IPv4 alone'],
    };
  }),
});
