// What a text is that rosc makes no site of: captures of other commands, and configurations of other devices, each by
// what only they print at the beginning of a line.

export interface UnsupportedText {
  readonly seems: string;
  /** All are in the text. */
  readonly patterns: readonly RegExp[];
  readonly instead: string;
}

export const running = 'save the running configuration alone (`show running-config`, `display current-configuration`)';
export const other = 'rosc reads the layer-3 switches of H3C (Comware) and Cisco (IOS, IOS-XE)';

/** One of `beginnings` begins a line. */
function unsupported(seems: string, instead: string, beginnings: readonly RegExp[]): UnsupportedText {
  return { seems, instead, patterns: [lineWith(beginnings)] };
}

function lineWith(beginnings: readonly RegExp[]): RegExp {
  const sources = beginnings.map(({ source }) => source);
  return new RegExp(`^(?:${sources.join('|')})`, beginnings.some(({ ignoreCase }) => ignoreCase) ? 'im' : 'm');
}

const captured = (command: string, ...beginnings: readonly RegExp[]) =>
  unsupported(`the output of \`${command}\``, running, beginnings);
const made = (device: string, ...beginnings: readonly RegExp[]) =>
  unsupported(`a configuration of ${device}`, other, beginnings);

/** IOS writes masks, and slots before ports: prefix lengths behind addresses are of those who came later. */
const prefixLength = lineWith([/[ \t]+ip address \d+(?:\.\d+){3}\/\d/]);
const madeOfBoth = (device: string, beginning: RegExp): UnsupportedText => ({
  seems: `a configuration of ${device}`,
  instead: other,
  patterns: [lineWith([beginning]), prefixLength],
});

/** In this order: the first that fits says what it is. */
export const unsupportedTexts: readonly UnsupportedText[] = [
  captured('show tech-support', /-{5,} ?show [\w -]+ ?-{5,}/, /show tech-support/),
  captured('show version', /Cisco (?:IOS|Nexus|Adaptive Security)[^\n]* Software\b[^\n]*,/),
  captured('display version', /(?:H3C|HPE?|HP) Comware (?:Platform )?Software,? (?:Software )?Version/),
  unsupported('diagnostic information of Comware', running, [
    /[ \t]*={5,} ?display [\w -]+ ?={5,}/,
    /[ \t]*=+ *display (?:version|diagnostic)/,
  ]),
  captured('show vlan', /VLAN +Name +Status +Ports/),
  captured('show interfaces status', /Port +Name +Status +Vlan +Duplex/),
  captured('show ip interface brief', /Interface +IP-Address +OK\?/),
  captured('show ip route', /Codes: (?:L - local, )?C - connected/),
  captured('display interface brief', /[ \t]*Brief information (?:on|of) interfaces/),
  captured('display vlan', /[ \t]*VLAN ID: \d+ *\r?\n\s*VLAN type:/),
  captured('display ip routing-table', /[ \t]*Destinations : \d+\s+Routes : \d+/),
  made(
    'Huawei VRP',
    /interface Vlanif\d/,
    /vlan batch /,
    /interface Eth-Trunk/,
    / port default vlan /,
    / port trunk allow-pass /,
    /!Software Version V\d/,
    /interface X?Gigabit?Ethernet\d\/\d\/\d\s*\n port link-type \w+\s*\n port default/,
  ),
  made('VyOS or EdgeOS', /set interfaces ethernet eth\d/, /interfaces \{\s*\n[ \t]+ethernet eth/),
  made('Nokia SR OS', /# TiMOS-/, /\/configure \w/, /configure \{\s*$/, /echo "System Configuration"/, /exit all\s*$/),
  made('Nokia SR Linux', /set \/ (?:interface|system|network-instance) /, /[ \t]*srl_nokia/),
  made('a PAN-OS firewall', /[ \t]+localhost\.localdomain \{/, /[ \t]*mgt-config \{\s*$/),
  made(
    'Junos',
    /set (?:system host-name|interfaces \S+ unit|version \d)/,
    /(?:system|routing-options|policy-options|routing-instances|protocols|groups|firewall|security) \{\s*$/,
    /[ \t]+host-name \S+;\s*$/,
    /## Last commit:/,
    /[!#]RANCID-CONTENT-TYPE: *juniper/,
  ),
  made('a FortiGate firewall', /#config-version=F/, /config system (?:global|interface)\s*$/),
  made(
    'a Cisco ASA firewall',
    /: Saved/,
    /ASA Version /,
    /PIX Version /,
    /[ \t]+nameif \S+/,
    /[ \t]+security-level \d+/,
  ),
  made(
    'a PAN-OS firewall',
    /set (?:deviceconfig system|rulebase security|network interface ethernet ethernet)/,
    /<config version=/,
    /[!#]RANCID-CONTENT-TYPE: *paloalto/,
  ),
  made('a pfSense or OPNsense firewall', /<(?:pfsense|opnsense)>/),
  made('a Check Point firewall', /# Configuration of \S+\s*\n# Language version:/, /set interface \S+ ipv4-address/),
  made('a Check Point firewall', /set hostname \S+\s*\nset/),
  made('F5 BIG-IP', /#TMSH-VERSION/, /(?:ltm|net|sys) [a-z-]+(?: [\w/.-]+)? \{\s*$/),
  made(
    'a load balancer of A10',
    /!BATFISH_FORMAT: a10/,
    /[^\n]*\(ACOS\) version/,
    /vrrp-a /,
    /slb (?:server|virtual-)/,
  ),
  made(
    'an H3C firewall',
    / ?security-policy ip/i,
    / ?security-zone (?:intra-zone|name (?:Trust|Untrust|DMZ))/i,
    / ?zone-pair security source /i,
    / ?firewall interzone/i,
    / ?zone name (?:Trust|Untrust)/i,
  ),
  made('a router with IOS that filters between zones', /zone security \S/, /zone-pair security \S+ source /),
  made('Linux packet filters (iptables, nftables)', /\*(?:filter|nat|mangle|raw)\s*$/, /table (?:ip6?|inet) \S+ \{/),
  made('OpenWrt', /config (?:interface|device|switch_vlan) ?'?\w*'?\s*\n[ \t]+option /),
  made('SONiC', /[ \t]*"DEVICE_METADATA"\s*:/),
  made(
    'Cumulus Linux',
    /nv set /,
    /net add (?:interface|bridge|bond|bgp|loopback|hostname|vlan|vxlan|dns|ospf|vrf|routing|clag)\b/,
    /net del all/,
    /(?:auto|iface) swp\d/,
    /[ \t]+bridge-ports [^\n]*\bswp\d/,
  ),
  made('the interfaces of a Linux host, Cumulus Linux perhaps', /iface \S+ inet6? /, /[ \t]+bridge-vlan-aware yes/),
  made('FRRouting', /frr (?:version|defaults) /),
  made(
    'Cisco NX-OS',
    /!Command: show running-config/,
    /feature (?:interface-vlan|lacp|vpc|hsrp|ospf|bgp|nxapi|nv overlay)\b/,
    /vdc \S+ id \d/,
    /boot (?:nxos |system bootflash:\/n\d)/,
    /[!#]RANCID-CONTENT-TYPE: *cisco-nx/,
  ),
  made(
    'Arista EOS',
    /! device: \S+ \(/,
    /! boot system flash:\/?EOS/,
    /boot system flash[: /]\S*\.swi/,
    /transceiver qsfp default-mode/,
    /switchport default mode (?:access|routed)/,
    /[!#]RANCID-CONTENT-TYPE: *arista/,
    /interface Ethernet\d+\s*\n(?:[ \t].*\n)*?[ \t]+(?:no )?switchport\b/,
  ),
  made('an HPE Aruba CX switch', /!Version ArubaOS-CX/, /[ \t]+vlan (?:access \d+|trunk (?:native|allowed) \S+)\s*$/),
  made('an HPE Aruba wireless controller', /wlan (?:ssid-profile|virtual-ap) /, /ip access-list session /),
  made('a Dell switch with OS10', /interface ethernet\d+\/\d+\/\d+/),
  made('a Dell switch with OS9', /! Version \d+\.\d+\(\d/, /[ \t]+portmode hybrid\s*$/),
  made('an Allied Telesis switch', /interface port\d+\.\d+\.\d+/),
  made(
    'a small-business switch of Cisco (SG, CBS), which is no IOS',
    /config-file-header/,
    /file SSD indicator /,
    /ssd-control-start/,
  ),
  made(
    'an Alcatel-Lucent OmniSwitch',
    /! (?:Chassis|Multi-Chassis|Virtual Flow Control|Capability Manager|Link Aggregate|Spanning tree) ?: ?\s*$/,
    /vlan \d[\d-]* (?:members (?:port|linkagg) |admin-state (?:en|dis)able|port default \d|enable name )/,
    /ip interface "[^"\n]+" (?:address|vlan) /,
    /session prompt default /,
  ),
  made(
    'a D-Link switch',
    /[#!]\s+D[EGXW]S-\d{3,4}/,
    /create vlan \S+ (?:tag|vlanid) \d/,
    /config vlan \S+ (?:add|delete) (?:tagged|untagged|\d)/,
    /config vlan default delete /,
  ),
  made('a Ruckus ICX switch', /ver \d\d\.\d/, /stack unit \d/, /[ \t]+router-interface ve \d/),
  made(
    'a Zyxel switch',
    /; (?:Product Name|Firmware Version) = /,
    /[ \t]+(?:fixed|forbidden|normal) (?:""|\d[\d,-]*)\s*$/,
    /interface port-channel \d+\s*\n[ \t]+(?:pvid|bpdu-control) /,
  ),
  made('a TP-Link switch', /!TL?-?\w*\d{4}\w*-/, /[ \t]+switchport general allowed vlan /),
  made(
    'Cisco IOS XR',
    /!! IOS XR/,
    /RP\/\d\/\S+:/,
    /end-(?:policy|set)\s*$/,
    /[ \t]+ipv4 address \d/,
    /interface (?:Bundle-Ether\d|TenGigE\d|HundredGigE\d+\/\d+\/\d+\/\d+)/,
    /[!#]RANCID-CONTENT-TYPE: *cisco-xr/,
  ),
  made('Cisco NX-OS', /version \S+ Bios:/, /vrf context /),
  madeOfBoth('Cisco NX-OS', /interface Ethernet\d+\/\d/),
  madeOfBoth('Arista EOS, or of another maker who writes prefix lengths', /interface /),
  made(
    'an HPE Aruba or ProCurve switch',
    /; J[A-Z0-9]+ Configuration Editor/,
    /; hpStack/,
    /[ \t]+(?:no )?(?:un)?tagged (?:[A-Z]?\d|Trk)[\w,-]*\s*$/,
  ),
  made('a Ruijie or FS switch', /version RGOS/i, /version \d+\.\d+\(/i, /!version (?:RG|S\d)/i),
  made('a Dell, Netgear or Ubiquiti switch', /!System (?:Description|Software Version) /),
  made('Extreme EXOS', /configure vlan \S+ add ports/, /# Module devmgr configuration/),
];
