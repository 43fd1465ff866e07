// Interfaces with different MTUs that the chip routes between.

import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { underlayOf, vxlansOf } from '../../forwarding/legs/vxlan.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { settingOf } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { firstOfEach } from '../../source/grouping.ts';
import { defineRule } from '../rule.ts';

export const routedMtuMismatch = defineRule({
  id: 'mtu/routed-mtu-mismatch',
  cost: 'M',

  check({ config, network }) {
    // The way to a VTEP has to be larger than what it carries.
    const underlay = new Set(underlays(network));
    const found = families.flatMap((family) => {
      const ends = hardwareEnds(network, family).filter(({ name }) => !underlay.has(name));
      const largest = ends.reduce((most, end) => Math.max(most, end.interface.mtu), 0);
      return ends.flatMap((end) => (end.interface.mtu < largest ? [{ end, largest }] : []));
    });
    const isSilent =
      settingOf(config, '/interface/ethernet/switch/l3hw-settings', 'icmp-reply-on-error')?.value === 'no';
    return firstOfEach(found, ({ end }) => end.name).flatMap(({ end, largest }) => {
      const owner = end.interface.item;
      // The MTU where it is set, else what makes the interface a routed one.
      const item = owner?.properties.has('mtu') ? owner : (end.interface.addresses[0]?.item ?? owner);
      if (!item) return [];
      return {
        subject: item,
        placement: 'hardware' as const,
        what: isSilent
          ? 'packets that are too large for where they leave are dropped by the chip, without an answer'
          : 'packets that are too large for where they leave go to the CPU',
        primary: [
          ['mtu', 'interface', 'name'].find((name) => item.properties.has(name)),
          `${end.interface.mtu} at \`${end.name}\`, up to ${largest} elsewhere`,
        ],
      };
    });
  },
});

/** Interfaces by which the other ends of VXLAN tunnels are reached. */
function underlays(network: Network): readonly string[] {
  const remotes = vxlansOf(network).flatMap((vxlan) => vxlan.remotes);
  return remotes.flatMap(({ address }) => underlayOf(network, address).map(({ name }) => name));
}
