// Two VLANs on a chip that routes, and settings in which policies are met or spared, for comparing audit with trace.

/** A bridge that filters VLANs, with a port and an interface in each of two. */
export const twoVlans = `/interface/bridge
add name=bridge1 vlan-filtering=yes admin-mac=00:00:5E:00:53:01 auto-mac=no
/interface/vlan
add interface=bridge1 name=vlan10 vlan-id=10
add interface=bridge1 name=vlan20 vlan-id=20
/interface/bridge/port
add bridge=bridge1 interface=sfp-sfpplus1 pvid=10
add bridge=bridge1 interface=sfp-sfpplus2 pvid=20
`;

export const base = `# target: CRS309-1G-8S+ 7.20.8
${twoVlans}/interface/bridge/vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10
add bridge=bridge1 tagged=bridge1 vlan-ids=20
/interface/ethernet/switch
set 0 l3-hw-offloading=yes
/ip/address
add address=10.0.10.1/24 interface=vlan10
add address=10.0.20.1/24 interface=vlan20
`;

/** Settings that let policies be met or spared. */
export const surroundings: Readonly<Record<string, string>> = {
  plain: '',
  'a deny for one service': `/interface/ethernet/switch/rule
add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip protocol=tcp dst-port=445 new-dst-ports=""
`,
  'a redirect of one port': `/interface/ethernet/switch/rule
add switch=switch1 ports=sfp-sfpplus1 mac-protocol=ip redirect-to-cpu=yes
`,
  'redirects of both ports': `/interface/ethernet/switch/rule
add switch=switch1 ports=sfp-sfpplus1,sfp-sfpplus2 mac-protocol=ip redirect-to-cpu=yes
`,
  'a VLAN off hardware': `/interface/vlan
set [find name=vlan20] l3-hw-offloading=no
`,
  'a default route in hardware': `/ip/route
add gateway=10.0.20.254
`,
  'a suppressed default route': `/ip/route
add gateway=10.0.20.254 suppress-hw-offload=yes
`,
  'accepts before': `/ip/firewall/filter
add chain=forward action=accept in-interface=vlan10 out-interface=vlan20
add chain=forward action=accept in-interface=vlan20 out-interface=vlan10
`,
  'another bridge': `/interface/bridge
add name=bridge2
/interface/bridge/port
add bridge=bridge2 interface=sfp-sfpplus3
`,
  'a router among hosts': `/ip/route
add dst-address=198.51.100.0/24 gateway=10.0.10.254
`,
  'a port off hardware': `/interface/ethernet/switch/port
set sfp-sfpplus1 l3-hw-offloading=no
`,
  'two bridges on the chip, and a port off hardware': `/interface/bridge
add name=bridge2 vlan-filtering=yes admin-mac=00:00:5E:00:53:02 auto-mac=no
/interface/bridge/port
set [find interface=sfp-sfpplus2] bridge=bridge2
/interface/bridge/vlan
set [find vlan-ids=20] bridge=bridge2 tagged=bridge2
/interface/vlan
set [find name=vlan20] interface=bridge2
/interface/ethernet/switch/port
set sfp-sfpplus1 l3-hw-offloading=no
`,
  'a port whose packets are dropped': `/interface/ethernet/switch/rule
add switch=switch1 ports=sfp-sfpplus1 new-dst-ports=""
`,
  FastTrack: `/interface/ethernet/switch
set 0 l3-hw-offloading=no
/ip/firewall/filter
add chain=forward action=fasttrack-connection connection-state=established,related
`,
};
