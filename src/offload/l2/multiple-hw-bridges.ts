// More bridges than a chip can offload: RouterOS gives the chip to one of them, the others are switched by the CPU.

import { isClaim } from '../../forwarding/legs/l3-leg.ts';
import type { Bridge, ChipState, Network } from '../../forwarding/network/network.ts';
import { setNamed } from '../fix.ts';
import { chips, defineRule, ofEach, type WrittenFinding } from '../rule.ts';

export const multipleHwBridges = defineRule({
  id: 'l2/multiple-hw-bridges',
  cost: 'H',
  facts: ['l2.bridges', 'l2.bridge'],
  summary: 'A switch chip offloads a limited number of bridges, most of them one',
  why: 'Only one bridge of the chip is switched in hardware; frames of the other bridges pass the CPU.',
  remedy: 'Use one bridge with VLANs instead of several bridges.',

  check: ofEach(chips, (chip, { network }) => ofChip(network, chip)),
});

function ofChip(network: Network, chip: ChipState): readonly WrittenFinding[] {
  const claims = [...network.bridges.values()]
    .map((bridge) => ({ bridge, ports: bridge.ports.filter((port) => isClaim(network, port, chip.switch)) }))
    .filter(({ ports }) => ports.length > 0);
  const slots = chip.switch.fact('l2.bridges');
  if (claims.length < 2 || chip.switch.fact('l2.bridge')?.value === false) return [];
  if (!slots) {
    return claims.slice(1).flatMap(({ bridge, ports }) =>
      ports.slice(0, 1).map((port) => ({
        subject: port.item,
        placement: 'unknown',
        what: 'it is not documented how many bridges this chip offloads',
        primary: ['bridge', `\`${bridge.name}\` is one of ${claims.length}`],
      })),
    );
  }
  const ordered = [...claims].sort((a, b) => rank(a.bridge, chip) - rank(b.bridge, chip));
  const [winner] = ordered;
  const [port, ...more] = winner?.ports ?? [];
  const isWasted = port && more.length === 0 && claims.length === 2 && slots.value === 1 && !chip.l3Offload;
  return ordered.slice(slots.value).flatMap(({ bridge, ports }) =>
    ports.map(({ item }): WrittenFinding => {
      const isUndefined = chip.l3Offload;
      return {
        subject: item,
        affects: [bridge.item],
        placement: isUndefined ? 'unpredictable' : 'cpu',
        ...(ports.length === 1 && { cost: 'i', why: nothingLost }),
        ...(isUndefined && { cost: 'C', why: undefinedWithL3 }),
        what: isUndefined
          ? `\`${bridge.name}\` is a second bridge on the routing chip: what happens to its traffic is undefined`
          : `\`${bridge.name}\` is switched by the CPU: the chip already offloads \`${winner?.bridge.name}\``,
        primary: ['bridge', `a second bridge on ${chip.switch.name}`],
        related: winner ? [[winner.bridge.item, 'name', 'the bridge that the chip offloads']] : [],
        evidence: [slots.says(`the chip offloads ${slots.value === 1 ? 'one bridge' : `${slots.value} bridges`}`)],
        // The ports alone would join two networks that are apart.
        fix:
          isWasted && ports.length > 1
            ? [
                `leave the one port of \`${winner?.bridge.name ?? ''}\` to the CPU, so that the chip offloads \`${bridge.name}\``,
                setNamed('/interface/bridge/port', port.interface, 'hw=no'),
              ]
            : `move the ports into \`${winner?.bridge.name ?? ''}\`, and keep the networks apart by VLAN filtering`,
      };
    }),
  );
}

const nothingLost =
  'It has a single port of this chip. Whatever enters there passes the CPU anyway, because the other ports of the bridge are elsewhere.';

const undefinedWithL3 =
  'The vendor supports L3 hardware offloading with a single hardware bridge only. With a second one the behaviour is undefined.';

/** The bridge that has the chip first, then the order of the configuration. */
function rank(bridge: Bridge, chip: ChipState): number {
  return bridge.switches.includes(chip.switch) ? 0 : 1;
}
