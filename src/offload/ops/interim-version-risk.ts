// A first release whose next patch mends hardware routing.

import { compareVersions, version } from '../../model/version.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

const broken = version('7.24');
const mended = version('7.24.1');

export const interimVersionRisk = defineRule({
  id: 'ops/interim-version-risk',
  cost: 'M',
  datapath: 'l3-routing',

  check: ofRoutingChip(({ chip, target }) => {
    const isAffected = compareVersions(target.routeros, broken) >= 0 && compareVersions(target.routeros, mended) < 0;
    const item = chip.item;
    if (!isAffected || !item) return [];
    return {
      subject: item,
      placement: 'unpredictable',
      what: 'this RouterOS version has defects in hardware routing',
      primary: ['l3-hw-offloading', 'mended in 7.24.1'],
    };
  }),
});
