// Rules of the bridge firewall: the slow path for all that the CPU bridges, and nothing for what the chip does.

import { defineBridgeStopRule, isBridgeRule, slowOverBridges } from '../bridge-fastpath.ts';

export const bridgeFilterNatRules = defineBridgeStopRule({
  id: 'l2/bridge-filter-nat-rules',
  cost: 'H',
  summary: 'Any rule of the bridge firewall switches bridge FastPath off, and sees only what reaches the CPU',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards never meet these rules.',
  remedy: 'Write the rules as switch rules; disable those that are not needed.',

  isMeant: ({ item }) => isBridgeRule(item),
  words: (_, use) => ({
    ...(!use.fasttrack && use.offloaded.length === 0 && { cost: 'M' }),
    what: `${slowOverBridges(use)}, because the bridge firewall has rules`,
    related: use.offloaded.map((bridge) => [
      bridge.item,
      'name',
      `what the chip switches of \`${bridge.name}\` does not meet the rule`,
    ]),
  }),
});
