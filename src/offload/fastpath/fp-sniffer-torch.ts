// A running packet sniffer, which stops FastPath and FastTrack.

import { propertyValue, settingsOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const fpSnifferTorch = defineRule({
  id: 'fastpath/fp-sniffer-torch',
  cost: 'M',
  needs: 'live',

  check({ config }) {
    const sniffer = settingsOf(config, '/tool/sniffer');
    if (sniffer?.state?.get('running') !== 'true') return [];
    const where = propertyValue(sniffer, 'filter-interface') ?? 'all';
    return {
      subject: sniffer,
      what: 'neither FastPath nor FastTrack work while the sniffer runs',
      primary: ['filter-interface', `the sniffer runs on \`${where}\``],
      fix: ['stop the sniffer', '/tool/sniffer stop'],
    };
  },
});
