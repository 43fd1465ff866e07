// Codes of the lower layer; see codes.ts.

export const lowerCodes = {
  'lower/said-twice': {
    summary: 'Two keys of a site say different things about one setting',
    help: 'Services and settings of the device as a whole may be said in RouterOS’s own properties (`services`, `settings`), and some of them follow from other keys as well. Say each once.',
  },
  'lower/pbr-on-cpu': {
    summary: 'A policy route is kept by the CPU',
    help: 'The chip cannot move packets to another routing table at this RouterOS version, so rosc sends exactly the matched class to the CPU. The diagnostic names the ceiling where one is known.',
  },
  'lower/qos-too-old': {
    summary: 'The RouterOS version has no complete quality of service in the switch chip',
    help: 'Trust in DSCP and PCP markings, QoS profiles and ACL rules that give them need the QoS menus of RouterOS 7.15 and newer.',
  },
  'lower/qos-without-chip': {
    summary: 'A device without a routing switch chip has QoS profiles',
    help: 'QoS profiles and maps are settings of the routing chip. A CPU marks packets by mangle rules, which rosc does not make unasked.',
  },
  'lower/qos-profiles-full': {
    summary: 'A device has more QoS profiles than its switch chip holds',
    help: 'The size of the table is a fact of the chip; `rosc models MODEL` shows it. One of its places is taken by the built-in profile.',
  },
  'lower/qos-clears-markings': {
    summary: 'Ports clear the markings of packets because QoS in the chip is on',
    help: 'As soon as QoS in the chip is on, each port that trusts no marking gives its packets the markings of its own profile: zero unless it was given one. Say `trust` on the device or on the ports, or `none` where zero is meant.',
  },
  'lower/acl-mark-without-chip': {
    summary: 'An ACL gives a QoS profile to packets that no switch rule sees',
    help: 'Only a switch rule gives a profile to the packets of an ACL. A CPU marks packets by mangle rules, which rosc does not make unasked.',
  },
  'lower/acl-mark-on-cpu': {
    summary: 'The CPU routes packets that an ACL gives a QoS profile',
    help: 'The chip marks what it forwards itself. What policy routes, NAT, a stateful firewall or `l3-offload: false` leave to the CPU goes out with the markings that it came with.',
  },
  'lower/port-without-chip': {
    summary: 'A setting of the switch chip is asked of a port that is not on it',
    help: 'Trust in markings, rate limits, storm control and isolation are settings of the routing chip. Ports that are wired to the CPU or to another chip have none of them.',
  },
  'lower/trusted-outside-bridge': {
    summary: 'DHCP snooping trusts a port that is not in the bridge',
    help: 'The bridge drops the answers of DHCP servers behind ports that it does not trust. Routed ports, and ports without a role, are not in it: no answer is dropped there.',
  },
  'lower/host-mtu': {
    summary: 'A host and its segment have different MTUs',
    help: 'All hosts of one VLAN share one MTU, because nothing inside a segment tells a sender that its packets are too big. RouterOS counts the IP packet; some systems count the Ethernet header as well.',
  },
  'lower/unknown-nic': {
    summary: 'Nothing is known about a network card or driver',
    help: '`rosc models --nics` lists the cards and drivers that are known. An unknown one is not checked, which is not the same as being sound.',
  },
  'lower/nic-mtu': {
    summary: 'A network card cannot carry packets of the MTU that its host has',
    help: 'The limit is that of the card or of its driver. `ip -d link show` prints it as `maxmtu` on Linux.',
  },
  'lower/nic-slow-send': {
    summary: 'A network card is known to send slowly while it cuts segments itself',
    help: 'Switch segmentation offload off on the host (`ethtool -K INTERFACE tso off gso off`) and write `offloads: { tso: off }` beside the host.',
  },
  'lower/nic-pause-frames': {
    summary: 'A driver ignores pause frames at the MTU of its host',
    help: 'Flow control at the port of that host does nothing, so a burst is lost instead of held back.',
  },
  'lower/nic-jumbo-loss': {
    summary: 'A network card or driver is reported to lose large packets at the MTU of its host',
    help: 'The report stands alone, so the diagnostic says how to test it: pings that must not be cut, of the full size, at a high rate. Where they get lost, a smaller MTU helps, which then has to be that of the whole segment.',
  },
  'lower/host-too-slow': {
    summary: 'A flow asks for more than a host of its network can carry',
    help: 'The limit is the speed of the port that the host is on or, for small machines, what their CPU moves. It is a note where other hosts of the network may share the flow.',
  },
  'lower/nic-large-receive': {
    summary: 'A host that forwards merges packets on receipt',
    help: 'LRO has to be off on routers, hypervisors and firewalls: what it merges cannot be cut again.',
  },
  'lower/nic-generic-receive': {
    summary: 'A host that forwards merges packets on receipt and cuts them again',
    help: 'GRO can be undone, so it is no mistake as such; on routers, hypervisors and firewalls it has made forwarding slow. Switch it off, measure, and write `offloads: { gro: off }`. End hosts leave it on.',
  },
  'lower/vlan-without-row': {
    summary: 'Members are said of a VLAN that the bridge has no row for',
    help: 'The bridge has a row for each VLAN that a port carries or that the device routes, unless the switch chip has the table. `vlan-table` says the members of such rows alone.',
  },
  'lower/vlan-flag-too-old': {
    summary: 'A VLAN cannot be taken off hardware routing at this RouterOS version',
    help: 'The flag of a VLAN interface exists from RouterOS 7.21 on. Before, a port can be taken off, or the traffic redirected by a switch rule.',
  },
  'lower/too-old': {
    summary: 'The RouterOS version does not have what the site asks for',
    help: 'The property is left out, because the device would refuse the whole command. The diagnostic names the first version that has it.',
  },
  'lower/multipath-too-old': {
    summary: 'BGP cannot use several equal paths at this RouterOS version',
    help: '`multipath` of a BGP instance exists from RouterOS 7.22 on.',
  },
  'lower/bond-in-switch-rule': {
    summary: 'Switch rules do not know bonds at this RouterOS version',
    help: 'Bonds in the port list of a switch rule need RouterOS 7.17. What the rule was for does not happen at the bond.',
  },
  'lower/filter-in-vrf': {
    summary: 'The firewall cannot tell the interfaces of a VRF apart at this RouterOS version',
    help: 'From RouterOS 7.14 on filter rules see the interface of the VRF in place of its members. A policy for some of them would match nothing, or all of them.',
  },
  'lower/acl-rate-without-chip': {
    summary: 'The rate of an ACL rule is asked where no switch chip looks',
    help: 'Only a switch rule limits the packets of an ACL. Where the CPU routes, a limit is a queue, which takes the traffic off FastTrack: rosc does not make one unless a `raw:` line asks for it.',
  },
  'lower/acl-rate-split': {
    summary: 'The rate of an ACL rule holds for each of its switch rules by itself',
    help: 'A switch rule limits what it matches, and one rule of an ACL may need several: for ways in with different tags, for both address families, for every prefix and port number. `rosc compile --explain` prints how many.',
  },
  'lower/policy-not-equal': {
    summary: 'The switch rules and the site decide a packet differently',
    help: 'Each compile proves over the whole header space that the switch rules of a device do what its ACLs, its policy routing and the printed implicit permits say. The diagnostic shows a packet that tells them apart. It is a defect of rosc, and the rules must not be applied.',
  },
  'lower/policy-not-proved': {
    summary: 'The switch rules of a device could not be compared with the site',
    help: 'The comparison covers all packets that can exist and takes about a second at most. Policies that are too entangled for that, or switch rules of `raw:` lines that it cannot read, leave it without an answer.',
  },
  'lower/acl-table-full': {
    summary: 'The switch rules of a device do not fit its chip',
    help: 'The table of switch rules has a fixed size, which rules that RouterOS adds by itself share. rosc aggregates prefixes and ports, turns denies that concern everybody into blackhole routes, and sends narrow classes to the CPU, where the same ACL stands as firewall rules. What is still too much is an error: rules beyond the table would not be installed.',
  },
  'lower/acl-on-cpu': {
    summary: 'A part of an ACL is judged by the CPU because the switch rules have no room',
    help: 'A switch rule takes one port number, so wide ranges of ports cost many entries. Where they do not fit, one rule sends these packets to the CPU whatever their port, and the ACL stands in the raw table. The diagnostic names the ceiling of the CPU where one is known.',
  },
  'lower/acl-too-entangled': {
    summary: 'ACLs that judge the same packets cannot be written as one table',
    help: 'A chip has one first-match table. Several ACLs at one way in must all let a packet pass, so the permits of one are written once for every rule of the others.',
  },
  'lower/stateful-on-cpu': {
    summary: 'NAT or a stateful firewall keeps its traffic on the CPU',
    help: 'The chip cannot take established connections over from the CPU, so everything that needs connection tracking is forwarded by the CPU. The diagnostic names the ceiling where one is known; other traffic stays in hardware.',
  },
  'lower/drop-on-cpu': {
    summary: 'A firewall rule drops on the CPU what the chip could drop itself',
    help: 'A rule under `firewall` needs connection tracking, so both directions between its VLANs go to the CPU, also what is not dropped. An ACL that denies the same is a switch rule: the chip drops the packets, and everything else stays in hardware. It has no memory, so it also drops answers to connections that the other side opens.',
  },
  'lower/acl-rule-without-effect': {
    summary: 'Several earlier rules of an ACL take all packets of a later one',
    help: 'The first rule that matches decides. Together the earlier rules match everything that this one names, so it changes nothing wherever it stands.',
  },
} as const;
