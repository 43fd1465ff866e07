// ACLs that stand twice: as switch rules, and as the same rules in the raw table for when the CPU routes.

import { type Config, enabledItemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { ownershipTag } from './ownership.ts';

/** Whether the firewall denies whatever the ACLs of the switch rules deny. */
export function isDeniedTwice(config: Config): boolean {
  const fallbacks = new Set([
    ...aclsIn(config, '/ip/firewall/raw', 'action', 'drop'),
    ...aclsIn(config, '/ipv6/firewall/raw', 'action', 'drop'),
  ]);
  const denying = aclsIn(config, '/interface/ethernet/switch/rule', 'new-dst-ports', '');
  return denying.length > 0 && denying.every((acl) => fallbacks.has(acl));
}

/** `rosc:acl/guests/deny/…` → `guests`, of the rules with that property. */
function aclsIn(config: Config, menu: MenuPath, property: string, value: string): readonly string[] {
  return enabledItemsOf(config, menu).flatMap((item) => {
    const [, name] = /^rosc:acl\/([^/]+)/.exec(ownershipTag(item) ?? '') ?? [];
    return name !== undefined && propertyValue(item, property) === value ? [name] : [];
  });
}
