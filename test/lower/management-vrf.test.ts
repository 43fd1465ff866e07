// A management network in a VRF: services, routes and filter rules are those of the VRF (manual, VRF).

import { expect, test } from 'vitest';
import { itemsOf, type MenuPath, propertyValue } from '../../src/model/config.ts';
import { lowerSite } from '../support/lower-site.ts';
import { read } from '../support/valid-site.ts';

const site = `version: 1
site: test
vlans: { office: { id: 10, ipv4: 10.0.10.0/24 } }
devices:
  core:
    model: CCR2116-12G-4S+
    routeros: 7.24.1
    management: { port: ether13, address: 10.0.99.1/24, gateway: 10.0.99.254, from: 172.30.0.0/16 }
    ports: { ether1: { vlan: office } }
    gateways: { office: 10.0.10.1 }
    vrfs: { oob: { interfaces: ether13 } }
`;

function printed(text: string, menu: MenuPath, ...names: string[]) {
  const items = itemsOf(lowerSite(read(text), 'core').value.config, menu);
  return items.map((item) => names.map((name) => propertyValue(item, name) ?? '').join(' '));
}

test('the device answers there', () => {
  const all = ['api', 'api-ssl', 'ssh', 'telnet', 'winbox', 'www', 'www-ssl'].map((name) => `${name} oob `);
  expect(printed(site, '/ip/service', 'name', 'vrf', 'disabled').sort()).toEqual(all);
  const named = site.replace('port: ether13,', 'port: ether13, services: [ssh, ftp],');
  const services = printed(named, '/ip/service', 'name', 'vrf', 'disabled');
  expect(services.slice(0, 3)).toEqual(['ssh oob no', 'api  yes', 'api-ssl  yes']);
  expect(services).toContain('ftp  no');
});

test('those who manage are reached there', () => {
  expect(printed(site, '/ip/route', 'gateway', 'routing-table')).toEqual(['10.0.99.254@oob oob']);
});

test('the rules that keep it apart name the VRF', () => {
  expect(printed(site, '/ip/firewall/filter', 'action', 'in-interface')).toEqual(['drop oob']);
});
