// More different MTUs than the chip has profiles for.

import { mtuValues, sizedInterfaces } from '../../forwarding/legs/device-reasons.ts';
import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { defineRule, restingOn } from '../rule.ts';

export const mtuProfileLimit = defineRule({
  id: 'mtu/mtu-profile-limit',
  cost: 'H',

  check({ network }) {
    const chip = network.offload;
    if (!chip || !routesInHardware(network)) return [];
    const fact = chip.switch.fact('l3.mtu-profiles');
    const sized = sizedInterfaces(network).flatMap(({ name, item, mtu }) => (item ? [{ name, item, mtu }] : []));
    const values = [...mtuValues(network).keys()];
    const most = fact?.value ?? 8;
    const beyond = new Set(values.slice(most));
    return sized
      .filter(({ mtu }) => beyond.has(mtu))
      .map(({ item, mtu, name }) =>
        restingOn(fact, `how many MTUs this chip can have; there are ${values.length}`, {
          subject: item,
          placement: 'unpredictable',
          what: `routed interfaces have ${values.length} different MTUs, and the chip has profiles for ${most}`,
          primary: [item.properties.has('mtu') ? 'mtu' : 'name', `${mtu} at \`${name}\` is one too many`],
          related: sized
            .filter((other) => other.mtu !== mtu && other.item.properties.has('mtu'))
            .map((other) => [other.item, 'mtu', `${other.mtu}`]),
          says: `${chip.switch.chip} has ${most} MTU profiles`,
        }),
      );
  },
});
