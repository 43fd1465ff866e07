// A running packet sniffer, which stops FastPath and FastTrack.

import { propertyValue, settingsOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const fpSnifferTorch = defineRule({
  id: 'fastpath/fp-sniffer-torch',
  cost: 'M',
  needs: 'live',
  summary: 'While the sniffer or torch runs, neither FastPath nor FastTrack work',
  why: 'Every packet that the CPU forwards takes the slow path until the tool stops.',
  remedy: 'Stop the tool.',
  uncertainty: 'A running torch leaves no trace that can be read; only the sniffer says that it runs.',

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
