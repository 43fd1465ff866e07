// What configurations on which the two sides once disagreed have in common.

export const redirect = '/interface/ethernet/switch/rule/add switch=switch1 ports=@left,@right redirect-to-cpu=yes';
export const redirectLeft = '/interface/ethernet/switch/rule/add switch=switch1 ports=@left redirect-to-cpu=yes';
export const fasttrack = '/ip/firewall/filter/add chain=forward action=fasttrack-connection';
export const known = 'connection-state=established,related';
export const masquerade = '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out';
export const toFar = '/ip/route/add dst-address=198.51.100.0/24';
export const small = { model: 'CRS326-24G-2S+', left: 'sfp-sfpplus1', right: 'sfp-sfpplus2', spare: 'ether5' };
export const large = { model: 'CRS309-1G-8S+', left: 'sfp-sfpplus1', right: 'sfp-sfpplus2', spare: 'sfp-sfpplus5' };
export const apart = { model: 'CRS326-24S+2Q+', left: 'sfp-sfpplus1', right: 'ether1', spare: 'sfp-sfpplus5' };
export const router = { model: 'RB5009UG+S+', left: 'ether2', right: 'ether3', spare: 'ether5' };
export const usual = { hardware: small, routeros: '7.18.2', routesFar: false, offloadsIpv6: false } as const;
