// FastTrack offloading switched off on a chip that has it.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const fasttrackHwDisabled = defineRule({
  id: 'firewall/fasttrack-hw-disabled',
  cost: 'M',
  datapath: 'fasttrack',
  facts: ['l3.fasttrack'],
  summary: 'With `fasttrack-hw=no` FastTrack connections stay on the CPU',
  why: 'The chip could forward established connections, but they run at the speed of the CPU.',
  remedy: 'Set `fasttrack-hw=yes`, unless switch rules need the memory.',

  check({ config, network }) {
    const chip = network.offload;
    const setting = settingOf(config, '/interface/ethernet/switch/l3hw-settings', 'fasttrack-hw');
    const fact = chip?.switch.fact('l3.fasttrack');
    const [rule] = fasttrackRules(network);
    if (!chip?.l3Offload || chip.fasttrackOffload || !setting || !rule || fact?.value === false) return [];
    return {
      subject: setting.item,
      affects: fasttrackRules(network),
      placement: fact ? 'cpu' : 'unknown',
      what: fact
        ? 'FastTrack connections stay on the CPU: their offloading is switched off'
        : 'FastTrack offloading is switched off, and it is not documented whether this chip has it',
      primary: label(setting.item, 'fasttrack-hw', 'keeps connections on the CPU'),
      related: [label(rule, 'action', 'FastTrack is wanted here')],
      ...(fact && { evidence: [fact.says('the chip offloads FastTrack connections')] }),
      fix: setValue(setting.item, 'fasttrack-hw', 'yes', 'switch FastTrack offloading on'),
    };
  },
});
