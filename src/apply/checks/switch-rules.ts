// Switch rules that are valid are in the chip's table; one that found no room shows `I`. Rules that RouterOS adds by
// itself take room too.

import { isDynamic, isEnabled, itemsOf, propertyValue } from '../../model/config.ts';
import type { PostCheck } from '../check.ts';

const menu = '/interface/ethernet/switch/rule';

export const switchRules: PostCheck = {
  reads: [menu],
  judge({ expected, items }) {
    const wanted = itemsOf(expected, menu).filter((item) => !isDynamic(item) && isEnabled(item));
    if (wanted.length === 0) return [];
    const own = items(menu).filter((item) => !isDynamic(item));
    const invalid = own.filter((item) => item.state?.get('invalid') === 'true');
    const dynamic = items(menu).length - own.length;
    const total = {
      check: 'post-check/rule-invalid',
      subject: 'switch rules',
      expected: `${wanted.length} valid`,
      observed: `${own.length - invalid.length} valid${dynamic > 0 ? `, ${dynamic} of RouterOS's own` : ''}`,
      command: `${menu}/print`,
      proof: invalid.length === 0 && own.length >= wanted.length ? 'proved' : 'not-offloaded',
      at: { menu, key: '' },
    } as const;
    const refused = invalid.map(
      (item) =>
        ({
          check: 'post-check/rule-invalid',
          subject: `switch rule ${propertyValue(item, 'comment') ?? item.key}`,
          expected: 'valid',
          observed: 'I: the chip did not take it',
          command: `${menu}/print where invalid`,
          proof: 'not-offloaded',
          at: { menu, key: item.key },
        }) as const,
    );
    return [total, ...refused];
  },
};
