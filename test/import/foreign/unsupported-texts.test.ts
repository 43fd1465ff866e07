// What rosc makes no site of is called by its name: captures of other commands, firewalls, routers, switches of others.
// The texts are shortened from what such devices print; none of them may pass for Comware or IOS.

import { describe, expect, test } from 'vitest';
import { recogniseMaker } from '../../../src/import/foreign/recognise.ts';

describe('what is something else is called by its name', () => {
  test.each([
    [
      'a show tech',
      '------------------ show version ------------------\nhostname x\ninterface Vlan1\n',
      'show tech-support',
    ],
    [
      'VRP',
      '#\nsysname x\n#\nvlan batch 10 20\n#\ninterface Vlanif10\n ip address 10.0.0.1 24\n#\nreturn\n',
      'Huawei VRP',
    ],
    ['Junos', 'system {\n    host-name x;\n}\n', 'Junos'],
    ['Junos as set commands', 'set version 21.4\nset system host-name x\n', 'Junos'],
    ['FortiGate', '#config-version=FGT60F\nconfig system global\n set hostname x\nend\n', 'FortiGate'],
    ['ASA', ': Saved\nASA Version 9.8(2)\nhostname fw\ninterface Vlan1\n nameif inside\n', 'ASA'],
    ['NX-OS', '!Command: show running-config\nhostname x\nfeature interface-vlan\ninterface Vlan1\n', 'NX-OS'],
    ['EOS', '! device: x (DCS-7050)\nhostname x\ninterface Vlan1\n ip address 10.0.0.1/24\n', 'Arista EOS'],
    [
      'EOS without its first line',
      'hostname x\n!\nvlan 10\n!\ninterface Ethernet1\n   switchport access vlan 10\n!\ninterface Vlan10\n   ip address 10.0.0.1/24\n!\nend\n',
      'Arista EOS',
    ],
    [
      'NX-OS without features',
      'version 9.3(5) Bios:version 05.42\nhostname x\ninterface Vlan10\n  ip address 10.0.0.1/24\ninterface Ethernet1/1\n  switchport access vlan 10\n',
      'NX-OS',
    ],
    [
      'a show version',
      'Cisco IOS Software, C3560CX Software (C3560CX-UNIVERSALK9-M), Version 15.2(7)E4\n',
      'show version',
    ],
    ['a display version', 'H3C Comware Software, Version 7.1.070, Release 6628P40\nCopyright (c)\n', 'display version'],
    [
      'a display diagnostic-information',
      '====\n  ===============display version===============\nH3C Comware Software\n sysname x\ninterface Vlan-interface10\n',
      'diagnostic information',
    ],
    [
      'an H3C firewall',
      '#\n version 7.1\n#\n sysname fw\n#\nsecurity-zone name Trust\n#\ninterface GigabitEthernet1/0/1\n port link-mode route\n#\nreturn\n',
      'H3C firewall',
    ],
    [
      'an IOS router',
      'version 15.2\nhostname r\n!\ninterface GigabitEthernet0/0\n ip address 10.0.0.1 255.0.0.0\n!\ninterface Serial0/0\n!\nip route 0.0.0.0 0.0.0.0 10.0.0.2\nend\n',
      'router',
    ],
    [
      'a Comware router',
      '#\n version 7.1.064\n#\n sysname r\n#\ninterface GigabitEthernet0/0\n ip address 10.0.0.1 24\n nat outbound\n#\n ip route-static 0.0.0.0 0 10.0.0.2\n#\nreturn\n',
      'router',
    ],
    [
      'a Comware router whose ports are routed',
      '#\n version 7.1.064\n#\n sysname r\n#\nvlan 1\n#\ninterface GigabitEthernet0/0\n port link-mode route\n ip address 10.0.0.1 24\n#\n ip route-static 0.0.0.0 0 10.0.0.2\n#\nreturn\n',
      'router',
    ],
    ['VyOS as set commands', "set interfaces ethernet eth0 address '10.0.0.1/24'\nset system host-name 'x'\n", 'VyOS'],
    ['PAN-OS without its first lines', 'set rulebase security rules any from any\n', 'PAN-OS'],
    ['pfSense', '<?xml version="1.0"?>\n<pfsense>\n</pfsense>\n', 'pfSense'],
    [
      'AOS-S',
      '; J9729A Configuration Editor; Created on release #WB.16\nhostname "x"\nvlan 1\n   untagged 1-24\n',
      'ProCurve',
    ],
    [
      'AOS-CX',
      'hostname x\nvlan 1,10\ninterface 1/1/1\n    no routing\n    vlan access 10\ninterface vlan 10\n    ip address 10.0.0.1/24\n',
      'Aruba CX',
    ],
    [
      'Dell OS10',
      'hostname x\ninterface vlan10\n ip address 10.0.0.1/24\ninterface ethernet1/1/1\n switchport access vlan 10\n',
      'OS10',
    ],
    [
      'an SG300',
      'config-file-header\nx\nv1.4.8.06\n@\n!\nvlan database\nvlan 10\nexit\ninterface vlan 10\n ip address 10.0.0.1 255.0.0.0\n!\n',
      'small-business',
    ],
    [
      'an EdgeSwitch',
      '!Current Configuration:\n!\n!System Description "EdgeSwitch 24"\n!\nvlan database\nvlan 10\n',
      'Ubiquiti',
    ],
    [
      'an ICX',
      'ver 08.0.95\n!\nvlan 10 by port\n untagged ethe 1/1/1\n router-interface ve 10\n!\nhostname x\n',
      'ICX',
    ],
    [
      'a Ruijie',
      'version 10.4(3b19)p3 Release(180357)\nhostname x\n!\ninterface GigabitEthernet 0/1\n switchport access vlan 10\n!\nend\n',
      'Ruijie',
    ],
    [
      'FRR',
      'frr version 8.4\nfrr defaults traditional\nhostname r\n!\ninterface eth0\n ip address 10.0.0.1/24\n',
      'FRRouting',
    ],
    ['NVUE', 'nv set interface swp1 bridge domain br_default\nnv set system hostname x\n', 'Cumulus'],
    ['NCLU', 'net add interface swp1 bridge access 10\nnet add hostname x\n', 'Cumulus'],
    ['ifupdown', 'auto br0\niface br0\n    bridge-ports swp1 swp2\n    bridge-vlan-aware yes\n', 'Cumulus'],
    ['a Linux bridge', 'auto br0\niface br0 inet manual\n    bridge-vlan-aware yes\n', 'Linux host'],
    ['SR OS', '# TiMOS-B-20.10.R1 both/x86_64 Nokia 7750 SR\nexit all\nconfigure\n', 'Nokia SR OS'],
    ['SR OS in blocks', 'configure {\n    card 1 {\n        card-type iom-1\n', 'Nokia SR OS'],
    ['SR Linux', 'set / interface ethernet-1/1 admin-state enable\n', 'SR Linux'],
    [
      'an OmniSwitch with AOS 8',
      '! Chassis:\nsystem name "x"\n\n! VLAN:\nvlan 1-2 admin-state enable\nvlan 2 members port 1/1/1 untagged\n! IP:\nip interface "v2" address 10.0.0.1 mask 255.0.0.0 vlan 2\n',
      'OmniSwitch',
    ],
    ['an OmniSwitch with AOS 6', '! VLAN :\nvlan 2 enable name "x"\nvlan 2 port default 1/1\n', 'OmniSwitch'],
    [
      'a D-Link',
      '#------\n#          DGS-3120-24TC Gigabit Ethernet Switch\n#          Configuration\ncreate vlan v10 tag 10\nconfig vlan v10 add untagged 1-4\n',
      'D-Link',
    ],
    [
      'a newer D-Link',
      '!------\n!    DGS-1510-28X Gigabit Ethernet SmartPro Switch\ninterface Vlan1\n ip address 10.0.0.1 255.0.0.0\n',
      'D-Link',
    ],
    ['a Zyxel', '; Product Name = XGS1930\nvlan 1\n  name 1\n  fixed 1-28\n', 'Zyxel'],
    [
      'a Zyxel without its head',
      'vlan 1\n  name 1\n  normal ""\n  fixed 1-28\n  forbidden ""\n  untagged 1-28\nexit\n',
      'Zyxel',
    ],
    [
      'AOS-S without its head',
      'hostname "x"\nvlan 10\n   name "y"\n   tagged A1-A4,Trk1\n   ip address 10.0.0.1 255.0.0.0\n',
      'ProCurve',
    ],
    [
      'A10',
      '!64-bit Advanced Core OS (ACOS) version 5.2.0\nvlan 10\n untagged ethernet 1\n router-interface ve 10\n',
      'A10',
    ],
    ['F5', '#TMSH-VERSION: 13.1.1\nsys global-settings {\n    hostname x\n}\n', 'F5'],
    ['XR', 'hostname x\ninterface Bundle-Ether1\n ipv4 address 10.0.0.1 255.0.0.0\n!\n', 'IOS XR'],
    ['PAN-OS in blocks', 'config {\n  mgt-config {\n    users {\n', 'PAN-OS'],
    ['Junos in part', 'routing-options {\n    router-id 1.1.1.1;\n}\n', 'Junos'],
    [
      'a zone-based firewall of IOS',
      'version 15.2\nhostname x\nzone security inside\nzone-pair security in-out source inside destination outside\n',
      'between zones',
    ],
    ['iptables', '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -j ACCEPT\nCOMMIT\n', 'Linux packet filters'],
    ['SONiC', '{\n  "DEVICE_METADATA": { "localhost": { "hostname": "x" } }\n}\n', 'SONiC'],
    [
      'Dell OS9',
      '! Version 9.14(2.4)\nhostname x\ninterface TenGigabitEthernet 0/1\n portmode hybrid\n switchport\n',
      'OS9',
    ],
    ['Allied Telesis', 'hostname x\ninterface port1.0.1\n switchport\n switchport mode access\n', 'Allied Telesis'],
    [
      'a show vlan',
      'x#show vlan\n\nVLAN Name                             Status    Ports\n---- ----\n1    default                          active    Gi0/1\n',
      'show vlan',
    ],
    [
      'a show interfaces status',
      'Port      Name               Status       Vlan       Duplex  Speed Type\nGi0/1                        connected    1\n',
      'show interfaces status',
    ],
    ['a display vlan', ' VLAN ID: 10\n VLAN type: Static\n', 'display vlan'],
    [
      'a display interface brief',
      'Brief information on interfaces in bridge mode:\nLink: ADM - administratively down\n',
      'display interface brief',
    ],
    ['an archive of EOS', '!RANCID-CONTENT-TYPE: arista\n!\nhostname x\n!\ninterface Vlan10\n!\nend\n', 'Arista EOS'],
  ])('%s', (_, text, word) => {
    const recognised = recogniseMaker(text);
    expect(recognised).toMatchObject({ kind: 'refused', seems: expect.stringContaining(word) });
  });

  test('an export of RouterOS is nobody else’s', () => {
    expect(recogniseMaker('# 2026-01-01 by RouterOS 7.20.8\n/interface bridge\nadd name=bridge\n')).toEqual({
      kind: 'none',
    });
  });
});

test('a large text of nothing that anybody prints is looked at in one go', () => {
  const text = `interface Ethernet1/1\n ip address 10.0.0.1 255.0.0.0\n\n\n\n`.repeat(8000);
  expect(recogniseMaker(`${text}${'\n'.repeat(100_000)}`).kind).not.toBe('switch');
});
