// Codes of the intent layer; see codes.ts.

export const intentCodes = {
  'intent/empty': {
    summary: 'A site file is empty',
    help: 'A site has at least `version: 1`, `site:` and one device. `rosc init` writes a first one.',
  },
  'intent/not-text': {
    summary: 'A site file holds control characters',
    help: 'YAML is text. A binary backup or an archive cannot be a site; `rosc import` makes a site from an export.',
  },
  'intent/yaml-syntax': {
    summary: 'A site file is not YAML from some place on',
    help: 'Most often the indentation of a line differs from its neighbours, or a quote or bracket is not closed.',
  },
  'intent/second-document': {
    summary: 'A site file goes on with a second document',
    help: 'A line `---` ends a YAML document. A site is one document: what follows would be left out without a word. Remove the line, or name the rest under `include`.',
  },
  'intent/yaml-too-large': {
    summary: 'A site file is too large once its aliases are expanded, or nested too deeply',
    help: 'Aliases (`*name`) of aliases grow exponentially. A site of 100,000 keys, 200,000 values or 64 levels is beyond any network that rosc knows; `ROSC_MAX_KEYS` and `ROSC_MAX_DEPTH` allow more.',
  },
  'intent/duplicate-key': {
    summary: 'A key is written twice in one map',
    help: 'YAML readers disagree about which of the two counts, so neither does. Merge them into one.',
  },
  'intent/include-unreadable': {
    summary: 'A file that a site includes cannot be read',
    help: '`include: [vlans.yaml, ../shared/acls.yaml]` names files relative to the one that includes them. They have the sections of a site; a VLAN, a device or a list stands in one of them only, and files must not include each other in a circle.',
  },
  'intent/unknown-tag': {
    summary: 'A YAML tag has no meaning in a site',
    help: 'The only tags are `!env NAME`, `!file PATH` and `!exec [COMMAND, …]`, for secrets.',
  },
  'intent/unknown-key': {
    summary: 'A key is not one of a site',
    help: 'A misspelt key would silently not happen, so rosc refuses it and offers the nearest one it knows.',
  },
  'intent/deprecated-key': {
    summary: 'A key has a newer name',
    help: 'The former name still works and means the same; where both stand, the newer one counts. The fix writes the newer name.',
  },
  'intent/missing-key': {
    summary: 'A required key is missing',
    help: 'The diagnostic names the key and the map that lacks it.',
  },
  'intent/wrong-type': {
    summary: 'A value has the wrong type',
    help: 'The diagnostic says what stands there and what a site has in that place.',
  },
  'intent/bad-value': {
    summary: 'A value is of the right type but means nothing here',
    help: 'An address that is none, a number out of range, a word that the key does not know.',
  },
  'intent/literal-secret': {
    summary: 'A secret stands in the site itself',
    help: 'Write `!env NAME` (an environment variable) or `!file PATH` (the first line of a file). Secrets never stand in a site, a plan or a log.',
  },
  'intent/unknown-model': {
    summary: 'No profile describes the model of a device',
    help: '`rosc models` lists the models. Product codes and marketing names are accepted as well as the name that RouterOS shows.',
  },
  'intent/unknown-version': {
    summary: 'rosc does not know the RouterOS version',
    help:
      'rosc compiles for RouterOS 7. Older major versions route in another way and have other menus. Of a release of ' +
      'RouterOS 7 that the tables do not cover rosc assumes what the nearest known one does, and warns.',
  },
  'intent/unknown-port': {
    summary: 'The model has no port of that name',
    help: 'Port names are those of the factory. A range has to consist of ports of the model alone.',
  },
  'intent/port-range': {
    summary: 'A port range is upside down',
    help: 'The smaller number comes first: `ether1-16`.',
  },
  'intent/port-twice': {
    summary: 'Two entries describe the same port',
    help: 'An exact name wins over a range, but two ranges, or a name written in two ways, contradict each other.',
  },
  'intent/port-roles': {
    summary: 'A port has two roles, or a key that its role has no use for',
    help: 'A port is an access port (`vlan`), a trunk (`trunk`, with an untagged VLAN in `native`), routed (`routed`, with a `zone` and an `mtu`), or a member of a bond (`bond`). The management port is none of them.',
  },
  'intent/bond-without-members': {
    summary: 'No port is a member of a bond',
    help: 'Ports say their bond themselves: `sfp-sfpplus6: { bond: NAME }`.',
  },
  'intent/bond-without-role': {
    summary: 'A bond has members but no role',
    help: 'Like a port, a bond has `vlan`, `trunk` or `routed`.',
  },
  'intent/mtu-too-large': {
    summary: 'A port cannot carry packets of the size that the site asks for',
    help: 'Every model has a highest L2MTU. It counts the frame without its MAC header: the packet and 4 bytes for a VLAN tag.',
  },
  'intent/speed-too-high': {
    summary: 'A port is set to a speed that it does not have',
    help: '`rosc models MODEL` lists the ports with their highest speed. The name of the speed (`10G-baseCR`) also says the medium, which has to be that of the module.',
  },
  'intent/vlan-without-members': {
    summary: 'No port of any device carries a VLAN',
    help: 'Nobody can be in the VLAN. Give it ports, or remove it.',
  },
  'intent/gateway-without-port': {
    summary: 'A device has a gateway in a VLAN that none of its ports carries',
    help: 'Packets of the VLAN cannot reach the gateway. Give a port the VLAN, or move the gateway.',
  },
  'intent/unknown-name': {
    summary: 'A name stands for nothing in the site',
    help: 'VLANs, zones, bonds, VRFs and devices are declared before they are used. The nearest known name is offered.',
  },
  'intent/name-taken': {
    summary: 'Two things of the site have one name, or a name has a meaning of its own',
    help: 'RouterOS has one name space for all interfaces, so a VLAN cannot be called like a port, a bond or the bridge. `any`, `internet`, `management`, `all` and `none` are words with a meaning.',
  },
  'intent/qos-map-twice': {
    summary: 'A marking of packets is mapped to two QoS profiles',
    help: 'The map of a switch chip has one profile for each DSCP and PCP value. Ranges such as `40-47` hold all values between their ends.',
  },
  'intent/vrf-twice': {
    summary: 'An interface is in two VRFs',
    help: 'An interface routes by one table.',
  },
  'intent/vlan-id-twice': {
    summary: 'Two VLANs have one id',
    help: 'The id is what frames carry, so the two would be one VLAN.',
  },
  'intent/subnet-overlap': {
    summary: 'Two networks of the site overlap',
    help: 'Which of the two a packet is for would be chance. The two ends of a link and the management networks of several devices may be the same network, and networks of different VRFs never meet.',
  },
  'intent/flow-between-vrfs': {
    summary: 'A flow names a VLAN of another VRF whose addresses its own VRF has as well',
    help: 'A flow to a VLAN is a flow to its subnet. Where two VRFs have the same subnet, packets stay in the VRF that they entered.',
  },
  'intent/acl-between-vrfs': {
    summary: 'A rule of an ACL names a VLAN of another VRF whose addresses the VRF of its packets has as well',
    help: 'Packets stay in the VRF that they entered, and switch rules know addresses alone: the rule would judge packets for the hosts of the same addresses in that VRF.',
  },
  'intent/gateway-outside-subnet': {
    summary: 'An own address is outside of the network that it serves',
    help: 'A gateway is a host address of a subnet of its VLAN; a management address in a VLAN is one of that VLAN.',
  },
  'intent/host-address': {
    summary: 'The address of a host is a device’s own, or in no network of the site',
    help: 'After a change, devices ask the hosts in their networks whether they are there, because a chip routes only to hosts that it knows. A host elsewhere is never asked.',
  },
  'intent/address-twice': {
    summary: 'Two interfaces have one address',
    help: 'Packets for the address reach one of the two, and which one is chance.',
  },
  'intent/fixed-lease': {
    summary: 'A fixed lease of a DHCP server cannot be given',
    help: 'A fixed lease is an address of the subnet in which the server answers, for one MAC address, and not the gateway.',
  },
  'intent/service-without-gateway': {
    summary: 'A DHCP relay or server is in a VLAN in which the device has no IPv4 address',
    help: 'Both answer with the gateway address of the VLAN; add the VLAN to `gateways`.',
  },
  'intent/next-hop-unreachable': {
    summary: 'A next hop is no neighbour of the device',
    help: 'A next hop is an address in a network of the device, of the same family as the route, and not its own.',
  },
  'intent/route-twice': {
    summary: 'Two routes have one prefix and one distance',
    help: 'For ECMP write both next hops into one `via`; for a backup give one of the two a larger `distance`.',
  },
  'intent/link-mtu': {
    summary: 'The two ends of a link carry packets of different sizes',
    help: 'Links are found by the subnet that two devices share, or by trunks that can only be its two ends. Packets between the two sizes leave one end and are dropped at the other, without a word to the sender.',
  },
  'intent/link-bond': {
    summary: 'The two ends of a link are not bundled in the same way',
    help: 'A bond needs as many cables at both ends, and LACP at both or at neither; otherwise members stay out of use, or frames come back.',
  },
  'intent/link-vlans': {
    summary: 'One end of a trunk sends a VLAN that the other end does not take',
    help: 'Hosts of the VLAN become two islands, or, where the untagged VLANs differ, end up in another VLAN. Write the same VLANs in both trunks.',
  },
  'intent/session-mismatch': {
    summary: 'A BGP session or an OSPF adjacency between two devices of the site cannot come up',
    help: 'BGP peers name each other’s address and AS number; OSPF neighbours have the area, its kind, the kind of network and the password in common.',
  },
  'intent/forward-beyond': {
    summary: 'A port forward leads to an address that no network and no specific route covers',
    help: 'What arrives from outside would leave by the default route again. Name a host behind the device, or add the route to its network.',
  },
  'intent/never-announced': {
    summary: 'A routing protocol is asked to announce what it never will',
    help: 'BGP announces a network where the device has a route of exactly that prefix; OSPF runs on interfaces of its own VRF. Add the route, or name what the device has.',
  },
  'intent/zone-without-members': {
    summary: 'A policy names a zone that has no port on its device',
    help: 'Zones are given to routed ports: `ether2: { routed: 198.51.100.2/30, zone: isp1 }`. A policy of a device sees its own ports only.',
  },
  'intent/port-without-protocol': {
    summary: 'A port number stands without a protocol that has ports',
    help: 'TCP and UDP have ports. A service that uses both is two rules.',
  },
  'intent/acl-gateway-elsewhere': {
    summary: 'An ACL is for a VLAN that its devices do not route',
    help: 'An ACL judges routed packets where they enter the routing: on the device that has the gateway of the VLAN.',
  },
  'intent/acl-open-end': {
    summary: 'An ACL does not end in `any`',
    help: 'The last rule says what happens to everything that no rule names, so that nobody has to know a default.',
  },
  'intent/acl-shadowed': {
    summary: 'A rule of an ACL changes nothing',
    help: 'An earlier rule with the same action takes all of its packets.',
  },
  'intent/acl-contradiction': {
    summary: 'A rule of an ACL can never happen',
    help: 'The first rule that matches decides, and an earlier one with the other action takes all of its packets. Put the narrower rule first.',
  },
} as const;
