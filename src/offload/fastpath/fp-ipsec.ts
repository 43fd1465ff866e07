// IPsec policies stop IP FastPath.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpIpsec = defineStopRule({
  id: 'fastpath/fp-ipsec',
  cost: 'H',
  summary: 'IP FastPath works only while there is no IPsec policy',
  why: 'All forwarded packets take the slow path, also those that no policy is about.',
  remedy: 'End the tunnel on another device, or rely on FastTrack with exclusions for IPsec.',

  words: ({ property }) => ({
    what: 'IP FastPath is off on the whole device, because there are IPsec policies',
    primary: [property, 'an IPsec policy'],
  }),
});
