// NAT in front of an IPsec policy: under their new source the policy does not select the packets.

import { translatedPastIpsec } from '../../forwarding/paths/past-ipsec.ts';
import { defineRule, ofEach } from '../rule.ts';

export const ipsecMissedByNat = defineRule({
  id: 'firewall/ipsec-missed-by-nat',
  cost: 'C',

  check: ofEach(translatedPastIpsec, ({ rule, policy }) => ({
    subject: rule,
    placement: 'unpredictable',
    what: 'NAT translates packets before IPsec looks at them, so that they leave unencrypted',
    primary: ['action', 'also translates what IPsec is to encrypt'],
    related: [[policy, 'dst-address', 'selects these packets under their own source']],
    fix: [
      'leave what IPsec policies select untranslated',
      `${rule.menu} add place-before=0 chain=srcnat action=accept ipsec-policy=out,ipsec`,
    ],
  })),
});
