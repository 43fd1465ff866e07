// What random lines name that is not there by itself, and routes that random devices have or not.

const needed: readonly (readonly [named: RegExp, line: string])[] = [
  [/ peer=p\b/, '/ip/ipsec/peer/add name=p address=203.0.113.9'],
  [/=!?alt\b/, '/routing/table/add name=alt fib'],
  [/-list=!?some\b/, '/ip/firewall/address-list/add list=some address=10.0.2.0/25'],
  [/-list=!?some\b/, '/ip/firewall/address-list/add list=some address=198.51.100.9'],
  [/-list=!?some\b/, '/ipv6/firewall/address-list/add list=some address=2001:db8:2::/64'],
  [/-list=!?inside\b/, '/interface/list/add name=inside'],
  [/-list=!?inside\b/, '/interface/list/member/add list=inside interface=@in'],
];

/** Lines that go before those that name what they add. */
export function neededBy(lines: readonly string[]): readonly string[] {
  return needed.flatMap(([named, line]) => (lines.some((text) => named.test(text)) ? [line] : []));
}

export const farRoutes = [
  '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 distance=20',
  '/ipv6/route/add dst-address=2001:db8:ff::/48 gateway=2001:db8:3::2 distance=20',
];
