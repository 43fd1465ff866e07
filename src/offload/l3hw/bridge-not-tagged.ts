// A routed VLAN that its own bridge is not a member of: the router never sees a frame of it.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { reachReason } from '../../forwarding/legs/l3-leg.ts';
import { attachmentsOf, entriesInto } from '../../forwarding/network/attachments.ts';
import type { Bridge, Network, VlanInterface, VlanMembers } from '../../forwarding/network/network.ts';
import { enabledItemsOf, isYes, listValues, propertyValue } from '../../model/config.ts';
import { setNamed, word } from '../fix.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const bridgeNotTagged = defineRule({
  id: 'l3hw/bridge-not-tagged',
  cost: 'H',

  check({ network }) {
    const routed = new Set(allEnds(network).map(({ name }) => name));
    const vlans = [...network.vlanInterfaces.values()].flatMap((vlan) => {
      const bridge = network.bridges.get(vlan.parent);
      const isOut = reachReason(network, vlan.name)?.cause.code === 'l3hw/bridge-not-tagged';
      return bridge && isOut && routed.has(vlan.name)
        ? ofVlan(vlan, bridge, network.members(bridge.name, vlan.vid))
        : [];
    });
    const bridges = [...network.bridges.values()].filter(
      ({ name, vlanFiltering }) => vlanFiltering && routed.has(name) && reachReason(network, name),
    );
    return [...vlans, ...bridges.map((bridge) => ofBridge(bridge, network)), ...withoutPorts(network)];
  },
});

/** Addresses in a VLAN of the bridge that is on none of its ports, where none comes to it as the device runs. */
function withoutPorts(network: Network): readonly WrittenFinding[] {
  // RADIUS says the VLANs of ports with a login.
  const ends = enabledItemsOf(network.config, '/interface/dot1x/server').length > 0 ? [] : allEnds(network);
  const isReached = ends.some(({ name }) => entriesInto(network, name).length > 0);
  return ends.flatMap(({ name, interface: owner }) => {
    if (attachmentsOf(network, name).length > 0) return [];
    const vlan = network.vlanInterfaces.get(name);
    const bridge = network.bridges.get(vlan?.parent ?? name);
    const at = owner.addresses[0]?.item;
    if (!at || !bridge?.vlanFiltering || bridge.ports.length === 0 || reachReason(network, name)) return [];
    const vid = vlan?.vid ?? bridge.pvid;
    const { tagged, untagged } = network.members(bridge.name, vid);
    const isAlone = [...tagged, ...untagged].every((member) => member === bridge.name);
    if (!isAlone || isYes(propertyValue(bridge.item, 'mvrp'))) return [];
    return {
      subject: at,
      placement: 'dropped',
      // One among others may be there for later.
      ...(isReached && { cost: 'L' }),
      why: 'No frame of the VLAN enters or leaves, so that the address stands for nothing.',
      what: `nobody reaches addresses on \`${name}\`: VLAN ${vid} of \`${bridge.name}\` is on none of its ports`,
      primary: ['interface', `no port of \`${bridge.name}\` is in VLAN ${vid}`],
      fix: `make ports members of VLAN ${vid}, or move the address to a VLAN that they are in`,
    };
  });
}

function ofVlan({ item, name, vid }: VlanInterface, bridge: Bridge, members: VlanMembers): WrittenFinding {
  const row = members.items[0];
  const tagged = [bridge.name, ...listValues(row && propertyValue(row, 'tagged'))].map(word).join(',');
  const command = row
    ? `/interface/bridge/vlan set [find bridge=${word(bridge.name)} vlan-ids=${word(propertyValue(row, 'vlan-ids') ?? String(vid))}] tagged=${tagged}`
    : `/interface/bridge/vlan add bridge=${word(bridge.name)} tagged=${tagged} vlan-ids=${vid}`;
  const isUntagged = members.untagged.has(bridge.name);
  return {
    subject: item,
    placement: isUntagged ? 'unknown' : 'dropped',
    ...(isUntagged && { cost: 'M', why: 'The manual has the bridge among the tagged members of each routed VLAN.' }),
    what: isUntagged
      ? `\`${name}\` may be unreachable: \`${bridge.name}\` takes VLAN ${vid} without a tag`
      : `\`${name}\` is unreachable: \`${bridge.name}\` is not a member of VLAN ${vid}`,
    primary: row
      ? [row, row.properties.has('tagged') ? 'tagged' : 'vlan-ids', `\`${bridge.name}\` is missing`]
      : [item, 'vlan-id', 'no member of this VLAN leads to the router'],
    related: row ? [[item, 'vlan-id', `VLAN ${vid} is routed here`]] : [],
    fix: isUntagged
      ? `make \`${bridge.name}\` a tagged member of VLAN ${vid}, and another VLAN its \`pvid\``
      : [`add \`${bridge.name}\` to the tagged members`, command],
  };
}

/** An address on the bridge itself needs the bridge in its own untagged VLAN. */
function ofBridge(bridge: Bridge, network: Network): WrittenFinding {
  const address = network.l3Interfaces.get(bridge.name)?.addresses[0]?.item;
  return {
    subject: bridge.item,
    ...(address && { affects: [address] }),
    placement: 'dropped',
    what: `addresses on \`${bridge.name}\` are unreachable: the bridge admits no untagged frames to itself`,
    primary: ['frame-types', `nothing reaches VLAN ${bridge.pvid} of the bridge`],
    related: address ? [[address, 'interface', 'an address that relies on it']] : [],
    fix: [
      'let the bridge be a member of its own untagged VLAN',
      setNamed('/interface/bridge', bridge.name, 'frame-types=admit-all'),
    ],
  };
}
