// Router advertisements: IOS sends them where it routes IPv6, Comware sends none until it is told to, RouterOS always.

import type { ForeignInterface } from '../facts.ts';
import type { Conversion } from './conversion.ts';

export function convertAdvertisements(conversion: Conversion): void {
  const { config, device, ledger } = conversion;
  for (const each of config.interfaces.values()) {
    const { addresses = [], advertises, managedFlag, otherFlag, routerLifetime } = each.said;
    const vlan = conversion.routedVlan(each);
    const ipv6 = addresses.find(({ value }) => value.own.host.family === 6);
    if (vlan === undefined || !ipv6) continue;
    const path = ['router-advertisements', vlan] as const;
    const said = [advertises, managedFlag, otherFlag, routerLifetime];
    conversion.from(
      said.flatMap((one) => one?.line ?? []),
      ...path,
    );
    const isSilent = advertises ? !advertises.value : config.maker === 'comware';
    if (isSilent && !advertises) ledger.remark(ipv6.line, 'the switch advertises no IPv6 here, as `false` keeps it');
    const wanted = isSilent ? false : wishesOf(each);
    if (wanted !== undefined) device['router-advertisements'] = { ...device['router-advertisements'], [vlan]: wanted };
  }
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
