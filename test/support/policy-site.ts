// Small sites for policy tests: one routing switch with an access port, a hybrid port and a trunk, and what it makes
// of ACLs.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Intent } from '../../src/intent/intent.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { type LowerOptions, lower } from '../../src/lower/lower.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { type Item, itemsOf, propertyValue } from '../../src/model/config.ts';
import { builtInProfiles } from './built-in-profiles.ts';

const profiles = builtInProfiles();

/** VLANs left, right (both with IPv6) and far; ether1 is left, ether2 right, ether3 hybrid, ether4 a trunk. */
export function switchSite(acls: string, more = ''): string {
  return `version: 1
site: test
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24, ipv6: "2001:db8:2::/64" }
  right: { id: 3, ipv4: 10.0.3.0/24, ipv6: "2001:db8:3::/64" }
  far: { id: 4, ipv4: 10.0.4.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ports:
      ether1: { vlan: left }
      ether2: { vlan: right }
      ether3: { trunk: [right, far], native: left }
      ether4: { trunk: [left, right, far] }
    gateways: { left: [10.0.2.1, "2001:db8:2::1"], right: [10.0.3.1, "2001:db8:3::1"], far: 10.0.4.1 }
${more}acls:
${acls}`;
}

export interface LoweredSite {
  readonly intent: Intent;
  readonly value: Lowered;
  readonly diagnostics: readonly Diagnostic[];
}

/** Rules that never match are mistakes of the author, and lowering has to cope with them all the same. */
const tolerated: ReadonlySet<string> = new Set(['intent/acl-contradiction']);

/** Throws when the site has other mistakes: then the test is wrong. */
export function openSite(text: string, device = 'core') {
  const { value: intent, diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
  const errors = diagnostics.filter(({ code, severity }) => severity === 'error' && !tolerated.has(code));
  const target = intent?.devices.get(device)?.target;
  if (!intent || !target || errors.length > 0) throw new Error(errors.map(({ what }) => what).join('\n'));
  return { intent, target };
}

/** Throws like `openSite`. */
export function lowerSite(text: string, device = 'core', options: LowerOptions = {}): LoweredSite {
  const { intent, target } = openSite(text, device);
  return { intent, ...lower(intent, device, target, options) };
}

export function switchRulesOf({ value }: Pick<LoweredSite, 'value'>): readonly Item[] {
  return itemsOf(value.config, '/interface/ethernet/switch/rule');
}

/** `deny tcp → 10.0.3.0/24:445 at ether1`, for tables that people read. */
export function printSwitchRule(item: Item): string {
  const value = (name: string) => propertyValue(item, name);
  const action =
    value('new-dst-ports') === '' ? 'drop' : value('redirect-to-cpu') ? 'to CPU' : (value('new-vrf') ?? 'pass');
  const to = value('dst-address') ?? value('dst-address6') ?? value('mac-protocol') ?? '';
  const from = value('src-address') ?? value('src-address6');
  const port = value('dst-port');
  const tag = value('vlan-id') ? ` tag ${value('vlan-id')}` : value('vlan-header') ? ' untagged' : '';
  const parts = [value('protocol'), from && `from ${from}`, `→ ${to}`, port && `port ${port}`];
  return `${action} ${parts.filter((part) => part !== undefined).join(' ')} at ${value('ports')}${tag}`;
}
