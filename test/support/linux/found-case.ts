// What the devices have in common on which the engine and the kernel once disagreed.

import type { KernelCase } from './cases.ts';
import type { Talk } from './job.ts';

const base = [
  '/ip/address/add address=10.0.2.1/24 interface=ether2',
  '/ip/address/add address=10.0.3.1/24 interface=ether3',
  '/ip/address/add address=10.0.5.1/24 interface=ether5',
  '/ipv6/address/add address=2001:db8:2::1/64 interface=ether2 advertise=no',
  '/ipv6/address/add address=2001:db8:3::1/64 interface=ether3 advertise=no',
];
export const other = [
  '/routing/table/add name=alt fib',
  '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.5.2 routing-table=alt',
];

export function found(lines: readonly string[], talk: Partial<Talk> = {}): KernelCase {
  const usual: Talk = {
    family: 4,
    protocol: 'udp',
    in: 'ether2',
    src: '10.0.2.2',
    dst: '10.0.3.2',
    sport: 50_000,
    dport: 514,
    oneWay: false,
  };
  return { model: 'RB5009UG+S+', routeros: '7.21.5', base, lines, talks: [{ ...usual, ...talk }] };
}

export const mark = '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt';
