// FastTrack for traffic that IPsec policies want: the packets skip the policy.

import { tunnelsByModeConfig } from '../../forwarding/firewall/mode-config.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { pastFasttrack } from '../../forwarding/paths/forwarded.ts';
import { fasttrackedPastIpsec } from '../../forwarding/paths/past-ipsec.ts';
import { type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { word } from '../fix.ts';
import { defineRule, ofEach } from '../rule.ts';

const isPassed = { primary: ['action', 'no exclusion for IPsec before it'] } as const;

const pastPolicies = ofEach(fasttrackedPastIpsec, ({ rule, isMade, certainty, past }) => ({
  ...isPassed,
  subject: rule,
  placement: certainty === 'certain' ? 'unpredictable' : 'unknown',
  // Whoever connects meets it.
  isCertainOfSome: certainty === 'of-some',
  what: isMade
    ? 'FastTrack takes connections past the IPsec policies that are made for clients, unencrypted'
    : 'FastTrack takes connections past their IPsec policy, unencrypted',
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
}));

const pastTunnels = ofEach(fasttrackedPastTunnels, ([tunnel, { rule, reason }], { network }) => ({
  ...isPassed,
  subject: rule,
  placement: reason.placement,
  what: 'FastTrack takes connections past the IPsec policy that is made for `mode-config`, unencrypted',
  related: [[tunnel, 'name', 'another device gives an address for these connections']],
  ...(rule.menu === filter && {
    fix: ['accept these connections before the FastTrack rule', ...excluding(network, tunnel, rule)],
  }),
}));

function fasttrackedPastTunnels(network: Network) {
  return pastFasttrack(
    network,
    tunnelsByModeConfig(network).map(({ item }) => item),
  );
}

const filter = '/ip/firewall/filter';

/** Their source is translated behind the forward chain, so that `ipsec-policy=out,ipsec` does not match there. */
function excluding({ config }: Network, tunnel: Item, rule: Item): readonly string[] {
  const [list = '', mark = 'no-mark'] = ['src-address-list', 'connection-mark'].map((name) =>
    propertyValue(tunnel, name),
  );
  const asked =
    mark === 'no-mark'
      ? [`src-address-list=${word(list)}`, `dst-address-list=${word(list)}`]
      : [`connection-mark=${word(mark)}`];
  const at = itemsOf(config, filter).indexOf(rule);
  const add = `chain=forward action=accept connection-state=established,related`;
  return asked.map((matcher, index) => `${filter} add place-before=${at + index} ${add} ${matcher}`);
}

export const fasttrackIpsecBypass = defineRule({
  id: 'firewall/fasttrack-ipsec-bypass',
  cost: 'C',

  check: (context) => [pastPolicies, pastTunnels].flatMap((past) => past(context)),
});
