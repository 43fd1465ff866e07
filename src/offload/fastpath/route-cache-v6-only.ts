// A setting of RouterOS 6 that newer versions no longer have.

import { isAtLeastVersion } from '../../model/version.ts';
import { aboutEach, defineRule, settingIn } from '../rule.ts';

/** The first version without the setting. */
const removed = '7.13';

export const routeCacheV6Only = defineRule({
  id: 'fastpath/route-cache-v6-only',
  cost: 'L',

  check: aboutEach(settingIn('/ip/settings', 'route-cache'), (_, { target }) => {
    const isGone = isAtLeastVersion(target.routeros, removed);
    return {
      placement: 'hardware',
      ...(!isGone && { cost: 'i', why: 'It has no effect on FastTrack or FastPath in RouterOS 7.' }),
      what: isGone
        ? `RouterOS ${target.routeros.text} does not know \`route-cache\`: the import stops here`
        : '`route-cache` means nothing in RouterOS 7',
      primary: ['route-cache', isGone ? `gone since ${removed}` : 'of RouterOS 6'],
      fix: 'remove the setting from the file',
    };
  }),
});
