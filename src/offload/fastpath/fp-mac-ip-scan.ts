// Scripts that scan for addresses: while they do, neither FastPath nor FastTrack work.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, rowsOf } from '../rule.ts';

const scripts = rowsOf(['/system/scheduler', 'on-event'], ['/system/script', 'source']);

/** `/tool ip-scan …`, `/tool/mac-scan …`, `/tool torch …`, at the start of a command. */
const disturbing = /(?:^|[\n;{[])\s*\/?tool[\s/]+(ip-scan|mac-scan|torch)\b/m;

export const fpMacIpScan = defineRule({
  id: 'fastpath/fp-mac-ip-scan',
  cost: 'L',

  check: aboutEach(scripts, ([item, property]) => {
    const tool = disturbing.exec(propertyValue(item, property) ?? '')?.[1];
    if (!tool) return [];
    return {
      what: 'scripts run tools that stop FastPath and FastTrack while they run',
      primary: ['name', `runs ${tool}`],
    };
  }),
});
