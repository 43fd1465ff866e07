// Menus of RouterOS that neither rosc nor the simulator looks into: they are stored and printed, their arguments are
// not checked. Paths from the public command trees of RouterOS 7.10 to 7.24.

import type { MenuPath } from '../../../model/config.ts';
import type { Menu } from '../../../model/menu.ts';

const lists = `
  /caps-man/access-list /caps-man/channel /caps-man/configuration /caps-man/datapath /caps-man/interface
  /caps-man/manager/interface /caps-man/provisioning /caps-man/rates /caps-man/security
  /certificate /certificate/crl /interface/6to4 /interface/amt /interface/bridge/filter /interface/bridge/nat
  /interface/dot1x/client /interface/dot1x/server /interface/eoip /interface/eoipv6 /interface/gre /interface/gre6
  /interface/ipip /interface/ipipv6 /interface/l2tp-client /interface/l2tp-ether /interface/l2tp-server
  /interface/macsec /interface/macsec/profile /interface/macvlan /interface/ovpn-client /interface/ovpn-server
  /interface/ovpn-server/server /interface/ppp-client /interface/ppp-server /interface/pppoe-client
  /interface/pppoe-server /interface/pppoe-server/server /interface/pptp-client /interface/pptp-server
  /interface/sstp-client /interface/sstp-server /interface/veth /interface/vpls /interface/vrrp /interface/wifi
  /interface/wifi/aaa /interface/wifi/access-list /interface/wifi/channel /interface/wifi/configuration
  /interface/wifi/datapath /interface/wifi/network /interface/wifi/network/radio /interface/wifi/provisioning
  /interface/wifi/security /interface/wifi/security/multi-passphrase /interface/wireguard
  /interface/wireguard/peers /ip/dhcp-client /ip/dhcp-client/option /ip/dhcp-server /ip/dhcp-server/alert
  /ip/dhcp-server/lease /ip/dhcp-server/matcher /ip/dhcp-server/network /ip/dhcp-server/option
  /ip/dhcp-server/option/sets /ip/dns/adlist /ip/dns/forwarders /ip/dns/static /ip/firewall/layer7-protocol
  /ip/ipsec/identity /ip/ipsec/key/psk /ip/ipsec/mode-config /ip/ipsec/peer /ip/ipsec/policy
  /ip/ipsec/policy/group /ip/ipsec/profile /ip/ipsec/proposal /ip/pool /ip/proxy/access /ip/proxy/direct
  /ip/reverse-proxy /ip/socks/access /ip/socks/users /ip/socksify /ip/traffic-flow/target /ip/upnp/interfaces
  /ipv6/dhcp-client /ipv6/dhcp-client/option /ipv6/dhcp-relay/option /ipv6/dhcp-server /ipv6/dhcp-server/binding
  /ipv6/dhcp-server/option /ipv6/dhcp-server/option/sets /ipv6/nd/proxy /ipv6/pool /mpls/interface /mpls/ldp
  /mpls/ldp/accept-filter /mpls/ldp/advertise-filter /mpls/ldp/interface /mpls/ldp/local-mapping
  /mpls/ldp/neighbor /mpls/ldp/remote-mapping /mpls/mangle /mpls/traffic-eng/interface /mpls/traffic-eng/path
  /mpls/traffic-eng/tunnel /queue/simple /queue/tree /queue/type /routing/bgp/vpls /routing/fantasy /routing/gmp
  /routing/igmp-proxy/interface /routing/igmp-proxy/mfc /routing/isis/instance /routing/isis/interface-template
  /routing/pimsm/bsr/candidate /routing/pimsm/bsr/rp-candidate /routing/pimsm/instance
  /routing/pimsm/interface-template /routing/pimsm/static-rp /routing/rip/instance /routing/rip/interface-template
  /routing/rip/keys /routing/rip/static-neighbor /routing/rpki /snmp/community /system/console /system/leds
  /system/logging/action /system/ntp/client/servers /system/ntp/key /tool/traffic-monitor /user/ssh-keys
`;

const settings = `
  /caps-man/aaa /caps-man/manager /certificate/settings /interface/detect-internet /interface/l2tp-server/server
  /interface/pptp-server/server /interface/sstp-server/server /interface/wifi/cap /interface/wifi/capsman
  /interface/wifi/radio/settings /ip/cloud /ip/cloud/advanced /ip/dhcp-server/config /ip/dns /ip/ipsec/settings
  /ip/proxy /ip/socks /ip/ssh /ip/traffic-flow /ip/traffic-flow/ipfix /ip/upnp /ipv6/nd/prefix/default
  /ipv6/nd/settings /mpls/settings /routing/igmp-proxy /snmp /system/clock/manual /system/console/screen
  /system/hardware /system/health/settings /system/leds/settings /system/ntp/server /system/swos
  /system/watchdog /tool/bandwidth-server /tool/e-mail /tool/mac-server/ping /tool/romon /user/aaa
  /user/settings
`;

const fixed = `
  /ip/ipsec/key /ip/ipsec/key/rsa /port /queue/interface /routing/isis/neighbor /routing/pimsm/igmp-interface-template
  /routing/route/rule /system/health
`;

export const openMenus: ReadonlyMap<MenuPath, Menu['kind']> = new Map([
  ...pathsIn(lists).map((path) => [path, 'list'] as const),
  ...pathsIn(settings).map((path) => [path, 'settings'] as const),
  ...pathsIn(fixed).map((path) => [path, 'fixed'] as const),
]);

function pathsIn(text: string): MenuPath[] {
  return text
    .trim()
    .split(/\s+/)
    .map((path): MenuPath => `/${path.slice(1)}`);
}
