// A port name that looks like a factory name but that the model does not have.

import { nearestName } from '../../source/near-name.ts';
import { defineRule } from '../rule.ts';

/** Radios are left out: which of them a board carries is no part of its profile. */
const factoryStyle = /^(?:ether|q?sfp|combo)[a-z0-9-]*\d$/;

export const unknownPortForModel = defineRule({
  id: 'ops/unknown-port-for-model',
  cost: 'M',

  check: ({ network, target }) =>
    [...network.unknownInterfaces].flatMap(([name, places]) => {
      const isNumber = /^\d+$/.test(name);
      if (!factoryStyle.test(name) && !isNumber) return [];
      const near = isNumber ? undefined : nearestName(name, network.ports.keys());
      return places.map(({ item, property }) => ({
        subject: item,
        placement: isNumber ? 'unknown' : 'dropped',
        what: isNumber
          ? `it is not documented which ports of ${target.model} these rows are`
          : `these ports do not exist on ${target.model}`,
        primary: [property, isNumber ? 'a row by number' : `no \`${name}\` here`],
        ...(near && { fix: `did you mean \`${near}\`?` }),
      }));
    }),
});
