// Codes of the post-check; see codes.ts.

export const postCheckCodes = {
  'post-check/switch-off': {
    summary: 'The switch chip does not have L3 offload on.',
    help: 'RouterOS puts `l3-hw-offloading` back to `no` by itself when the driver fails, and says why in the log. Look at `/log/print` for entries about l3hw, and at the limits of the chip.',
  },
  'post-check/port-flag': {
    summary: 'A switch port takes part in L3 offload otherwise than configured.',
    help: 'The flag decides whether traffic of the port is routed by the chip or meets the firewall of the CPU. Compare `/interface/ethernet/switch/port/print` with the plan.',
  },
  'post-check/driver': {
    summary: 'The L3 offload driver does not have in the chip what was predicted.',
    help: 'The monitor shows the driver’s state, the routes that wait, those in hardware, and the shortest prefix that fits. A number of routes on the CPU above zero is normal; fewer in hardware than predicted, or a shortest prefix above 0, means that a part of the traffic goes through the CPU.',
  },
  'post-check/port-not-offloaded': {
    summary: 'A bridge port is not switched by the chip.',
    help: 'Flag `H` of `/interface/bridge/port` shows it. Only one bridge is offloaded, and some bridge features keep a port in software; `rosc check` names the rule.',
  },
  'post-check/vlan-not-offloaded': {
    summary: 'A VLAN interface is not routed by the chip.',
    help: 'From RouterOS 7.21 on VLAN interfaces show flag `H`. Without it look at the ports of the VLAN: one with L3 offload off takes the whole VLAN out of hardware.',
  },
  'post-check/route-not-offloaded': {
    summary: 'A route is surely not in hardware.',
    help: 'A route without flag `H` is not offloaded. With the flag it is only a candidate: the next hop must be resolved and the table must have room, which the driver’s monitor shows.',
  },
  'post-check/rule-invalid': {
    summary: 'The chip did not take a switch rule.',
    help: 'A rule with flag `I` is not in the table of the chip, so what it denies may pass. Usually the table is full; rules that RouterOS adds by itself, for DHCP or IGMP snooping, take room too.',
  },
  'post-check/admin-mac': {
    summary: 'A bridge does not have the MAC address that was set.',
    help: 'Some chips route in hardware only for addresses that share their first five octets. rosc sets the bridge’s address from a port for that reason; when it is another one, VLAN interfaces fall back to the CPU.',
  },
  'post-check/host': {
    summary: 'A host of the site is not, or not yet, known to the chip.',
    help: 'Before it looks, the post-check lets the device send an echo request to every host of the site that has an `address` and is in a network of the device. A chip routes only to hosts that are resolved (`/ip/arp`, `/ipv6/neighbor`) and learned at a port (`/interface/bridge/host`, flag `E`). A host that is silent is no fault of the device: its traffic goes through the CPU until it speaks, and the line is `unproved`. Hosts that never speak first need a static ARP and bridge host entry.',
  },
  'post-check/cpu-share': {
    summary: 'Traffic that was predicted in hardware goes through the CPU.',
    help: 'Between two looks, `driver-rx-byte` of `/interface/ethernet/print stats` grew nearly as much as `rx-bytes`: the CPU saw what entered the port. Only ports through which a megabyte or more passed within about a second are compared, below 10 % counts as hardware, and 90 % or more as refuted where all of the device is predicted in hardware and the session of rosc cannot be what was counted; a commit is undone for it only where the share was below 10 % before the changes. These thresholds are inferred. Traffic for the device itself, a backup or a speed test, is the CPU’s by nature. The usual causes: hosts that are not resolved, a VLAN with a port outside of L3 offload, a full table.',
  },
} as const;
