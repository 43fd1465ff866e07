// Where RouterOS is known to differ from plain Linux, or where this kernel cannot show what it does, and what the
// renderer makes of it. Nothing else is left out of the comparison.

export interface Difference {
  /** What RouterOS does. */
  readonly routeros: string;
  /** What the renderer does about it: something that has the same effect, or nothing is judged. */
  readonly here: string;
  readonly source: string;
}

export const differences = {
  'order of lookups': {
    routeros: 'the table of the mark, the VRF, the device itself, routing rules, `main`',
    here: '`ip rule` in that order: Linux asks for its own addresses first',
    source: 'manual, routing-decision, "Routing table lookup"',
  },
  'three marks': {
    routeros: 'packets have a packet mark and a routing mark, connections a mark, all with names',
    here: 'bits of the mark of the packet, the mark of the connection, numbers',
    source: 'manual, cli-reference/ip/firewall/mangle, `mark-packet`, `mark-routing`, `mark-connection`',
  },
  'recursive next hops': {
    routeros: 'a next hop may be behind another route whose scope is no larger than the target scope',
    here: 'resolved before, and given to the kernel as a neighbour of the link',
    source: 'manual, routing-decision, "Nexthop Lookup"',
  },
  distances: {
    routeros: 'connected routes have distance 0, and each table its own connected routes only if it is a VRF',
    here: 'a metric of one more, for IPv6 takes 0 for "any"; no route is made by an address',
    source: 'manual, routing-decision, "Connected Networks" and "Route Selection"',
  },
  'tracking off': {
    routeros: 'with `enabled=no`, or `auto` without any firewall rule, nothing is tracked',
    here: '`notrack` before everything else',
    source: 'manual, connection-tracking, `enabled`',
  },
  refusals: {
    routeros: '`reject` answers, `tarpit` holds the connection',
    here: 'both drop: what becomes of the packet is judged, not what the sender is told',
    source: 'manual, cli-reference/ip/firewall/filter, `action`',
  },
  'IPv6 neighbours': {
    routeros: 'neighbour discovery passes the chains like other traffic',
    here: 'it is let through, as the engine assumes that neighbours are found',
    source: 'manual, packet-flow-in-routeros, "Input"',
  },
  FastTrack: {
    routeros: 'later packets of a connection pass by the firewall and look up `main`',
    here: 'not judged: Linux has nothing that does the same; the simulated device judges it',
    source: 'manual, cli-reference/ip/firewall/filter, `fasttrack-connection`',
  },
  FastPath: {
    routeros: 'packets that no rule could mean pass by the firewall',
    here: 'the same outcome without it: which path they take is not judged',
    source: 'manual, packet-flow-in-routeros, "FastPath"',
  },
  'a mark of what is not tracked': {
    routeros: 'undescribed whether `no-mark`, or a negated mark or translation, matches packets without a connection',
    here: 'not judged',
    source: 'manual, cli-reference/ip/firewall/mangle, `connection-mark`, `connection-nat-state`',
  },
  'routes of which some drop': {
    routeros: 'undescribed what a blackhole beside a gateway of the same prefix and distance does',
    here: 'not judged',
    source: 'manual, routing-decision, "Route Selection": "chosen arbitrarily"',
  },
  'IPv6 interfaces among next hops': {
    routeros: 'a route may have an interface beside other gateways',
    here: 'not judged: the kernel takes no interface alone among several next hops of IPv6',
    source: 'manual, routing-decision, "Multipath (ECMP) routes"',
  },
  'an address of another VRF': {
    routeros: 'undescribed whether packets of one VRF reach the device by an address that it has in another',
    here: 'not asked of exports, not judged where NAT translates to one',
    source: 'manual, virtual-routing-and-forwarding',
  },
  'rp-filter beside VRFs': {
    routeros: 'the way back is looked up in the VRF',
    here: 'not judged: Linux does so for VRF devices, which a namespace may not have',
    source: 'manual, cli-reference/ip/settings, `rp-filter`',
  },
  'ports that take frames of a VLAN and send none': {
    routeros:
      'with `ingress-filtering=no`, or with a tag where a port sends without one, frames get in that no answer follows',
    here: 'not compared: an end of a flow is a host that gets its answers',
    source: 'manual, bridging-and-switching, `ingress-filtering`, `untagged`',
  },
  isolation: {
    routeros:
      'ports are kept apart by the `horizon` of a bridge, and by `forwarding-override`, which is of switch chips',
    here: "`horizon` is judged; what a chip does between its ports is not the CPU's",
    source: 'manual, bridging-and-switching, `horizon`; switch-chip-features, "Port isolation"',
  },
} as const satisfies Readonly<Record<string, Difference>>;

export type DifferenceName = keyof typeof differences;
