// Codes of judging a configuration, apart from those of the rules; see codes.ts.

export const analysisCodes = {
  'audit/unknown-model': {
    summary: 'An export does not say which model it is from, or no profile describes it',
    help: 'The chip decides what is forwarded in hardware. Exports of RouterOS 7 carry `# model = …` in their header; where it was cut off, give `--model`. `rosc models` lists the models that rosc knows, and `--profiles` adds your own.',
  },
  'audit/old-version': {
    summary: 'An export is of RouterOS 6, and is judged as what RouterOS 7 would make of it',
    help: 'RouterOS 7 takes most of an older configuration over, but routing protocols, routing tables, routing marks and some switch settings are said otherwise there. An audit names the menus of the file that mean something else. Upgrade the device and export it again for a verdict to rely on.',
  },
  'audit/version-assumed': {
    summary: 'An export does not say its RouterOS version',
    help: 'Restrictions come and go with versions. Without a header rosc assumes a recent long-term version and says so; give `--routeros` to be exact.',
  },
  'capacity/nearly-full': {
    summary: 'A table of the chip is fuller than the limit for warnings',
    help: 'rosc warns from 70 % on, unless `capacity: { warn: … }` in the site says otherwise, because devices learn hosts, routes and dynamic rules on top of what is configured.',
  },
  'capacity/over-limit': {
    summary: 'A table of the chip is fuller than the site allows',
    help: 'From 90 % on, or from `capacity: { fail: … }` of the site, a table counts as full: the next host, route or dynamic rule may find no room.',
  },
  'flow/not-as-expected': {
    summary: 'A flow does not take the path that the site expects of it',
    help: 'The verdict on one class of its packets, in one direction, is not among those that the expectation accepts. The related places are the causes; `rosc trace` tells the way step by step.',
  },
  'flow/rate-above-ceiling': {
    summary: 'A flow wants more than its path carries',
    help: 'The rate is above the line rate of the ports, the rate of the chip, or what was measured of the CPU on that path.',
  },
  'flow/unknown-fact': {
    summary: 'A verdict needs a fact that is not documented for this chip',
    help: 'A fact that a profile leaves out is unknown, never "no". Add it to `profiles/chips/` with its grade and source, and the verdict becomes certain.',
  },
  'flow/undecided': {
    summary: 'A rule matches on something that the flow does not say',
    help: 'The rule may match all of the flow, part of it or nothing: connection limits, DSCP, lists that fill while the device runs, content. Take it off the path of the flow, or match addresses, protocols and ports.',
  },
  'flow/denied': {
    summary: 'A switch rule drops the flow',
    help: 'The first switch rule that matches decides. The related place is the rule.',
  },
  'flow/denied-by-firewall': {
    summary: 'A firewall rule drops the flow',
    help: 'The packets reach the CPU, where the first rule that matches decides. The related place is the rule.',
  },
  'flow/blackhole': {
    summary: 'A blackhole route drops the flow',
    help: 'The longest prefix that contains the destination is a blackhole.',
  },
  'flow/no-route': {
    summary: 'The flow has no route, or no interface to enter by',
    help: 'No route of the table contains the destination, or none leads back to the source.',
  },
  'flow/no-wireguard-peer': {
    summary: 'No peer of a WireGuard interface has the addresses of the flow',
    help: 'WireGuard sends packets to the peer whose `allowed-address` has their destination, and takes them from the peer whose `allowed-address` has their source: a route to the interface is not enough.',
  },
  'flow/routing-loop': {
    summary: 'Devices send the packets of a flow round',
    help: 'The route of one device leads to a device whose own route leads back. The related place is the route that closes the circle; a prefix that nobody has wants a blackhole route where its summary is announced.',
  },
  'flow/lost-outside': {
    summary: 'A device of the site sends the packets of a flow out of it, and they do not come back',
    help: 'The destination is in the site, but the best route of a device on the way leads to somebody who is not. Mostly a route back is missing: the device has its default route alone, or NAT translates to an address that nobody routes to the device that translates. Add a route to the network, or to the address, by the device of the site that leads there.',
  },
  'flow/learnt-route-unknown': {
    summary: 'A routing protocol, or a PPP session, may bring the route of the flow',
    help: 'Who dials in by PPP is reached by the session, in software, as long as it lasts. Or the device has neighbours by BGP, OSPF or another protocol, and nothing says what they announce. In a site, `in:` with the prefixes that are accepted, or `routes:`, promises them; between devices of one site routes are derived from what they advertise.',
  },
  'flow/gateway-unreachable': {
    summary: 'No gateway of the route is in a network that the device is connected to',
    help: 'RouterOS keeps such a route inactive, and packets take another route or none. A gateway is looked up in connected networks alone, unless `target-scope` allows more. Where clients bring addresses, nobody knows before they run.',
  },
  'flow/no-port': {
    summary: 'An interface has no port that is up',
    help: 'Every port of the VLAN, bond or bridge is disabled, missing or assumed to be down.',
  },
  'flow/split': {
    summary: 'Parts of a flow go different ways',
    help: 'A rule or a route takes one part of the flow. The verdict is about the worst part, which the note names.',
  },
  'flow/translated': {
    summary: 'NAT stands between the ends of the flow',
    help: 'Packets addressed to the device are translated by its CPU, connection by connection; the chip can take over connections that FastTrack takes.',
  },
  'offload/unmodelled-property': {
    summary: 'A setting that rosc does not know leaves what it touches without a verdict',
    help:
      'rosc says `hardware` only where it knows every setting that could matter. The menu or property named here is in no table of ' +
      'rosc, so the items that it belongs to, or that it refers to, are `unknown`. The rest of the configuration is judged as usual.',
  },
  'offload/ignore-without-reason': {
    summary: 'A `rosc:ignore` comment gives no reason and accepts nothing',
    help: 'Write `# rosc:ignore CODE reason` on the line of the cause or right above it. Without a reason the finding stays.',
  },
  'offload/ignore-unused': {
    summary: 'A `rosc:ignore` comment accepts nothing',
    help:
      'No finding with that code has its cause on this line or the next one. Either the cause is gone, and the comment can go too, ' +
      'or the comment stands in the wrong place.',
  },
} as const;
