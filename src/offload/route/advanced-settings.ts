// The driver settings of `/interface/ethernet/switch/l3hw-settings/advanced` against their defaults.

import type { Network } from '../../forwarding/network/network.ts';
import { type Setting, settingsOf } from '../../model/config.ts';
import { propertySpec } from '../../model/menus.ts';
import { canonical } from '../../model/values.ts';
import { wordSet } from '../../source/word-set.ts';
import { aboutEach, defineRule, itemsIn, type Rule, routed, settingIn } from '../rule.ts';

const menu = '/interface/ethernet/switch/l3hw-settings/advanced';

/** How often hosts are asked for again. */
const refreshTimers = wordSet(`
  neigh-keepalive-interval neigh-discovery-interval neigh-discovery-burst-limit neigh-discovery-burst-delay
`);

const limits = routed(settingIn(menu, 'route-queue-limit-high'));
const protocols = itemsIn('/routing/bgp/connection', '/routing/ospf/instance');

export const advancedSettings: readonly Rule[] = [
  defineRule({
    id: 'route/advanced-l3hw-tampered',
    cost: 'M',
    check: aboutEach(routed(changedSettings), ({ name, usual }) => {
      if (refreshTimers.has(name) || name.startsWith('route-queue-limit-')) return [];
      return {
        placement: 'unpredictable',
        what: 'advanced driver settings differ from their defaults, which may break hardware routing',
        primary: [name, `${usual} by default`],
        fix: { set: name, to: usual, title: 'restore the defaults' },
      };
    }),
  }),
  defineRule({
    id: 'route/neighbour-refresh-tuning',
    cost: 'L',
    check: aboutEach(routed(changedSettings), ({ name, usual, value }) => {
      if (!refreshTimers.has(name)) return [];
      return {
        placement: 'hardware',
        what: 'the chip refreshes hosts at other intervals than its driver is made for',
        primary: [name, `${usual} by default, ${value} here`],
      };
    }),
  }),
  defineRule({
    id: 'route/route-queue-starved',
    cost: 'M',
    check: aboutEach(limits, ({ value }, { network }) => {
      if (value !== '0' || protocols(network).length === 0) return [];
      return {
        placement: 'partial',
        what: 'new routes stay on the CPU as long as routes keep changing',
        primary: ['route-queue-limit-high', 'waits for an empty queue'],
        fix: { set: 'route-queue-limit-high', to: '256', title: 'restore the default' },
      };
    }),
  }),
];

interface Changed extends Setting {
  readonly name: string;
  /** The value that the driver is made for. */
  readonly usual: string;
}

/** Those that have another value. `97s` and `1m37s` are the same. */
function changedSettings({ config }: Network): readonly Changed[] {
  const item = settingsOf(config, menu);
  if (!item) return [];
  return [...item.properties].flatMap(([name, { value }]) => {
    const spec = propertySpec(menu, name);
    const usual = spec?.default ?? '';
    return usual === '' || canonical(spec, value) === canonical(spec, usual) ? [] : [{ item, name, value, usual }];
  });
}
