// FastTrack for traffic that IPsec policies want: the packets skip the policy.

import { fasttrackedPastIpsec } from '../../forwarding/paths/past-ipsec.ts';
import { defineRule, ofEach } from '../rule.ts';

export const fasttrackIpsecBypass = defineRule({
  id: 'firewall/fasttrack-ipsec-bypass',
  cost: 'C',

  check: ofEach(fasttrackedPastIpsec, ({ rule, isMade, certainty, past }) => ({
    subject: rule,
    placement: certainty === 'certain' ? 'unpredictable' : 'unknown',
    // Whoever connects meets it.
    isCertainOfSome: certainty === 'of-some',
    what: isMade
      ? 'FastTrack takes connections past the IPsec policies that are made for clients, unencrypted'
      : 'FastTrack takes connections past their IPsec policy, unencrypted',
    primary: ['action', 'no exclusion for IPsec before it'],
    related: past.map((each) =>
      each.isMade
        ? [each.policy, 'generate-policy', 'clients get policies']
        : [each.policy, 'dst-address', 'a policy for forwarded traffic'],
    ),
    fix: [
      'accept packets of IPsec policies before the FastTrack rule',
      `${rule.menu.replace('mangle', 'filter')} add place-before=0 chain=forward action=accept ipsec-policy=in,ipsec`,
      `${rule.menu.replace('mangle', 'filter')} add place-before=1 chain=forward action=accept ipsec-policy=out,ipsec`,
    ],
  })),
});
