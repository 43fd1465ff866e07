// Router advertisements: IOS sends them where it routes IPv6, Comware sends none until it is told to, RouterOS always.

import type { ForeignInterface } from '../facts.ts';
import { linesOf } from '../said.ts';
import type { Conversion } from './conversion.ts';

export function convertAdvertisements(conversion: Conversion): void {
  const { config, device } = conversion;
  for (const each of config.interfaces.values()) {
    const { addresses = [], advertises, managedFlag, otherFlag, routerLifetime } = each.said;
    const vlan = conversion.routedVlan(each);
    const ipv6 = addresses.find(({ value }) => value.own.host.family === 6);
    if (vlan === undefined || !ipv6) continue;
    const lines = linesOf(advertises, managedFlag, otherFlag, routerLifetime);
    conversion.from(lines, 'router-advertisements', vlan);
    const isSilent = isSilentAbout(conversion, each, ipv6.line);
    const wanted = isSilent ? false : wishesOf(each);
    if (wanted !== undefined) device['router-advertisements'] = { ...device['router-advertisements'], [vlan]: wanted };
  }
}

function isSilentAbout(
  { config, ledger }: Conversion,
  { said: { advertises } }: ForeignInterface,
  line: number,
): boolean {
  if (config.maker === 'ios' && config.ipv6Routing !== true) {
    ledger.remark(line, 'without `ipv6 unicast-routing` it routed no IPv6, which this device does');
    return true;
  }
  if (advertises) return !advertises.value;
  const isSilent = config.maker === 'comware';
  if (isSilent) ledger.remark(line, 'the switch advertises no IPv6 here, as `false` keeps it');
  return isSilent;
}

/** Undefined where all is as it usually is. */
function wishesOf({ said: { managedFlag, otherFlag, routerLifetime } }: ForeignInterface) {
  const wishes = {
    ...(managedFlag && { managed: true }),
    ...(otherFlag && { other: true }),
    ...(routerLifetime && { lifetime: `${routerLifetime.value}s` }),
  };
  return Object.keys(wishes).length > 0 ? wishes : undefined;
}
