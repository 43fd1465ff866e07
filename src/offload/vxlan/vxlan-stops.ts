// What leaves VXLAN to the CPU, or may: the engine finds it, and each rule has the words for one cause.

import { type Vxlan, vxlanReasons, vxlansOf } from '../../forwarding/legs/vxlan.ts';
import type { Network } from '../../forwarding/network/network.ts';
import type { Reason } from '../../forwarding/packets/causes.ts';
import { setCommand, setNamed, word } from '../fix.ts';
import { excludedBy } from '../held.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleHead } from '../rule.ts';

interface VxlanStop extends RuleHead {
  words(vxlan: Vxlan, reason: Reason, network: Network): Omit<FindingAbout, 'placement' | 'primary'>;
}

const stops: readonly VxlanStop[] = [
  {
    id: 'vxlan/vxlan-df-disabled',
    cost: 'M',
    words: (_, { placement }) => ({
      ...(placement === 'unknown' && {
        why: 'The manual says what `disabled`, `enabled` and `auto` do to offloading, not `inherit`.',
      }),
      what:
        placement === 'unknown'
          ? 'whether VXLAN with `dont-fragment=inherit` is offloaded is not described'
          : 'VXLAN is done by the CPU, because its packets may be fragmented',
      fix: { set: 'dont-fragment', to: 'auto', title: 'forbid fragments' },
    }),
  },
  {
    id: 'vxlan/vxlan-hw-off',
    cost: 'H',
    words: () => ({
      what: 'VXLAN is done by the CPU, because `hw=no` keeps it from the chip',
      fix: { set: 'hw', to: 'yes', title: 'let the chip encapsulate' },
    }),
  },
  {
    id: 'vxlan/vxlan-in-vrf',
    cost: 'H',
    implies: ['fastpath/fp-vxlan-vrf'],
    words: ({ item, vrf }) => ({
      what: 'VXLAN in a VRF is done by the CPU',
      fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
    }),
  },
  {
    id: 'vxlan/vxlan-ipv6-underlay',
    cost: 'H',
    words: () => ({ what: 'VXLAN over IPv6 is done by the CPU' }),
  },
  {
    id: 'vxlan/vxlan-mlag',
    cost: 'H',
    words: (_, __, network) => ({
      what: 'VXLAN ports of a bridge with MLAG are not supported',
      related: excludedBy(network, 'l3hw/mlag-with-l3hw')
        .slice(0, 1)
        .map(({ item, property }) => [item, property, 'switches MLAG on']),
    }),
  },
  {
    id: 'vxlan/vxlan-multicast-underlay',
    cost: 'H',
    words: () => ({ what: 'VXLAN is done by the CPU, because it floods by multicast' }),
  },
  {
    id: 'vxlan/vxlan-not-bridged-hw',
    cost: 'H',
    words({ name, bridge }, _, network) {
      const owner = [...network.bridges.values()].find(({ switches }) => switches.length > 0);
      return {
        what: 'VXLAN is done by the CPU outside of a VLAN-filtering bridge on the chip',
        ...(bridge && { related: [[bridge.bridge.item, 'vlan-filtering', 'the bridge']] }),
        ...(!bridge &&
          owner && {
            fix: [
              'make it a port of the bridge',
              setNamed('/interface/vxlan', name, `bridge=${word(owner.name)} bridge-pvid=<its VLAN>`),
            ],
          }),
      };
    },
  },
  {
    id: 'vxlan/vxlan-tagged-overlay',
    cost: 'M',
    words: ({ item }, _, network) => ({
      what: `tagged frames in VXLAN are not offloaded in RouterOS ${network.target.routeros.text}`,
      related: [[item, 'name', 'the VXLAN interface']],
    }),
  },
  {
    id: 'vxlan/vxlan-underlay-ecmp',
    cost: 'H',
    words: () => ({ what: 'VXLAN is done by the CPU: there are several ways to the VTEP' }),
  },
  {
    id: 'vxlan/vxlan-underlay-not-plain-ethernet',
    cost: 'H',
    words: () => ({ what: 'VXLAN is done by the CPU: the way to the VTEP is not a stand-alone Ethernet port' }),
  },
];

export const vxlanStops: readonly Rule[] = stops.map(({ words, ...rule }) => {
  const check = aboutEach(vxlansOf, (vxlan, { network }) =>
    (vxlanReasons(network).get(vxlan.name) ?? []).flatMap((reason) => {
      const { code, text, at = vxlan.item.origin } = reason.cause;
      if (code !== rule.id) return [];
      return { placement: reason.placement, primary: { at, text }, ...words(vxlan, reason, network) };
    }),
  );
  return defineRule({ ...rule, check });
});
