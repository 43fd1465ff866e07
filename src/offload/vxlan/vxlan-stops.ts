// What leaves VXLAN to the CPU, or may: the engine finds it, and each rule has the words for one cause.

import { type Vxlan, vxlanReasons, vxlansOf } from '../../forwarding/legs/vxlan.ts';
import type { Network } from '../../forwarding/network/network.ts';
import type { Reason } from '../../forwarding/packets/causes.ts';
import { setCommand, setNamed, word } from '../fix.ts';
import { excludedBy } from '../held.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleText } from '../rule.ts';

interface VxlanStop extends RuleText {
  words(vxlan: Vxlan, reason: Reason, network: Network): Omit<FindingAbout, 'placement' | 'primary'>;
}

const stops: readonly VxlanStop[] = [
  {
    id: 'vxlan/vxlan-df-disabled',
    cost: 'M',
    summary: 'The chip encapsulates only with the flag that forbids fragments',
    why: 'With `dont-fragment=disabled` the CPU encapsulates every packet of the tunnel.',
    remedy: 'Leave `dont-fragment` at `auto`, and give the path room for the headers.',
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
    summary: '`hw=no` leaves VXLAN to the CPU',
    why: 'The CPU encapsulates every packet of the tunnel, although the chip could.',
    remedy: 'Set `hw=yes`, the default.',
    words: () => ({
      what: 'VXLAN is done by the CPU, because `hw=no` keeps it from the chip',
      fix: { set: 'hw', to: 'yes', title: 'let the chip encapsulate' },
    }),
  },
  {
    id: 'vxlan/vxlan-in-vrf',
    cost: 'H',
    implies: ['fastpath/fp-vxlan-vrf'],
    summary: 'The chip encapsulates in the main table only',
    why: 'The CPU encapsulates every packet of the tunnel, and on its slow path.',
    remedy: 'Keep the outer packets in the main table.',
    words: ({ item, vrf }) => ({
      what: 'VXLAN in a VRF is done by the CPU',
      fix: ['use the main table', setCommand(item, `${vrf.property}=main`)],
    }),
  },
  {
    id: 'vxlan/vxlan-ipv6-underlay',
    cost: 'H',
    summary: 'The chip encapsulates VXLAN over IPv4 only',
    why: 'The CPU encapsulates every packet of the tunnel.',
    remedy: 'Reach the VTEPs over IPv4.',
    words: () => ({ what: 'VXLAN over IPv6 is done by the CPU' }),
  },
  {
    id: 'vxlan/vxlan-mlag',
    cost: 'H',
    summary: 'Bridged VXLAN interfaces are not supported with MLAG',
    why: 'What becomes of frames between dual-homed bonds and the tunnel is not defined.',
    remedy: 'Use one of the two.',
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
    summary: 'The chip does not encapsulate for VXLAN with a multicast group',
    why: 'The CPU encapsulates every packet of the tunnel.',
    remedy: 'List the VTEPs in `/interface/vxlan/vteps` instead.',
    words: () => ({ what: 'VXLAN is done by the CPU, because it floods by multicast' }),
  },
  {
    id: 'vxlan/vxlan-not-bridged-hw',
    cost: 'H',
    summary: 'The chip encapsulates only for ports of a VLAN-filtering bridge that it offloads',
    why: 'The chip maps one VLAN of the bridge to one VNI. Without the bridge the CPU encapsulates every packet.',
    remedy: 'Make the interface a port of the VLAN-filtering bridge: `bridge=` and `bridge-pvid=`.',
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
    summary: 'Before RouterOS 7.24 the chip encapsulates untagged frames only',
    why: 'Frames of these VLANs are not encapsulated in hardware.',
    remedy: 'Upgrade to 7.24, or use a VXLAN for each VLAN.',
    words: ({ item }, _, network) => ({
      what: `tagged frames in VXLAN are not offloaded in RouterOS ${network.target.routeros.text}`,
      related: [[item, 'name', 'the VXLAN interface']],
    }),
  },
  {
    id: 'vxlan/vxlan-underlay-ecmp',
    cost: 'H',
    summary: 'The chip encapsulates towards VTEPs with a single way only',
    why: 'The CPU encapsulates every packet to this VTEP.',
    remedy: 'Give the route to the VTEP one next hop.',
    words: () => ({ what: 'VXLAN is done by the CPU: there are several ways to the VTEP' }),
  },
  {
    id: 'vxlan/vxlan-underlay-not-plain-ethernet',
    cost: 'H',
    summary: 'The chip encapsulates towards VTEPs behind stand-alone routed Ethernet ports only',
    why: 'The CPU encapsulates every packet to this VTEP.',
    remedy: 'Reach the VTEP by a routed port that is in no bridge and no bond.',
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
  return defineRule({ ...rule, facts: ['l3.vxlan'], check });
});
