// Why settings of a port are not carried, in the same words for both makers.

export const portReasons = {
  security: 'port security is not in the site’s words',
  silentPort: 'which ports say who the device is, is not in the site’s words',
  countedBandwidth: 'a bandwidth that OSPF counts costs with is not in the site’s words: write `cost`',
  linkDelay: 'how long a port waits before it counts as down is not in the site’s words',
  redirects: 'one setting of the whole device: `settings: { ipv4: { send-redirects: no } }`',
  arpTimeout: 'one setting of the whole device: `settings: { ipv4: { arp-timeout: 4h } }`',
  icmp: 'which ICMP messages a router sends is not in the site’s words',
  power: 'power over Ethernet is not in the site’s words',
} as const;
