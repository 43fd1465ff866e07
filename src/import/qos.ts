// QoS profiles of the switch chip and what markings mean, as far as a site has words for them.

import { device as deviceSchema } from '../intent/schema-device.ts';
import { builtInQosProfile } from '../intent/schema-qos.ts';
import { type Config, enabledItemsOf, type Item, isYes, type MenuPath, propertyValue } from '../model/config.ts';
import { effective, propertySpec } from '../model/menus.ts';
import { canonical } from '../model/values.ts';
import type { Target } from '../profile/target.ts';
import { nameOf } from './names.ts';
import type { DeviceDraft } from './site-draft.ts';

/** Undefined without profiles, and where the site's schema could not hold them. */
export function qosOf(config: Config, { offloadSwitch }: Target): DeviceDraft['qos'] {
  const rows = enabledItemsOf(config, '/interface/ethernet/switch/qos/profile');
  const own = rows.filter((item) => nameOf(item) !== builtInQosProfile);
  if (!offloadSwitch || own.length === 0) return undefined;
  const known = new Set([builtInQosProfile, ...own.map(nameOf)]);
  const dscp = mapOf(config, '/interface/ethernet/switch/qos/map/ip', 'dscp', known);
  const pcp = mapOf(config, '/interface/ethernet/switch/qos/map/vlan', 'pcp', known);
  const draft = {
    profiles: Object.fromEntries(own.map((item) => [nameOf(item), profileOf(item)])),
    ...((dscp || pcp) && { map: { ...(dscp && { dscp }), ...(pcp && { pcp }) } }),
  };
  return deviceSchema.shape.qos.safeParse(draft).success ? draft : undefined;
}

function profileOf(item: Item) {
  const number = (name: string) => Number(effective(item, name).value);
  const [dscp, pcp] = [number('dscp'), number('pcp')];
  return { ...(dscp !== 0 && { dscp }), ...(pcp !== 0 && { pcp }), 'traffic-class': number('traffic-class') };
}

/** Entries of the built-in map; other maps, and entries for one drop precedence, have no words. */
function mapOf(
  config: Config,
  menu: MenuPath,
  kind: 'dscp' | 'pcp',
  known: ReadonlySet<string>,
): Readonly<Record<string, string>> | undefined {
  const entries = enabledItemsOf(config, menu).flatMap((item): [string, string][] => {
    const profile = propertyValue(item, 'profile');
    const isPlain = effective(item, 'map').value === builtInQosMap && !isYes(propertyValue(item, 'dei-only'));
    if (profile === undefined || !known.has(profile) || !isPlain) return [];
    return [[canonical(propertySpec(menu, kind), effective(item, kind).value), profile]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const builtInQosMap = 'default';
