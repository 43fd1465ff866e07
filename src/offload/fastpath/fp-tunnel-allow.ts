// Tunnels that are kept from FastPath though nothing asks for it.

import { fastpathTunnels, ipsecOf } from '../../forwarding/cpu/tunnels.ts';
import { slowFrom } from '../../forwarding/firewall/cpu-path.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const fpTunnelAllow = defineRule({
  id: 'fastpath/fp-tunnel-allow',
  cost: 'M',

  check: aboutEach(fastpathTunnels, (tunnel, { network }) => {
    const benefit = fastpathBenefit(network);
    const isOff = slowFrom(network, tunnel.name)?.cause.code === 'fastpath/fp-tunnel-allow';
    // With IPsec it has to be off.
    if (benefit === 'none' || !isOff || ipsecOf(network, tunnel)) return [];
    return {
      ...(benefit !== 'fastpath' && { cost: 'i' }),
      what: 'packets of tunnels take the slow path: their FastPath is switched off',
      primary: ['allow-fast-path', `keeps \`${tunnel.name}\` on the slow path`],
      fix: {
        set: 'allow-fast-path',
        to: 'yes',
        title: 'allow FastPath, where no firewall, queue or IPsec has to see the packets',
      },
    };
  }),
});
