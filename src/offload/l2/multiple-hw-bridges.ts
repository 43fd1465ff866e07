// More bridges than a chip can offload: RouterOS gives the chip to one of them, the others are switched by the CPU.

import { isClaim } from '../../forwarding/legs/l3-leg.ts';
import type { Bridge, BridgePort, ChipState, Network } from '../../forwarding/network/network.ts';
import { setNamed } from '../fix.ts';
import { chips, defineRule, ofEach, type WrittenFinding, type WrittenFix } from '../rule.ts';

export const multipleHwBridges = defineRule({
  id: 'l2/multiple-hw-bridges',
  cost: 'H',

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
  const onlyOther = claims.length === 2 && slots.value === 1 && !chip.l3Offload ? winner?.ports : undefined;
  // A single port gains nothing by the chip.
  const givenUp = onlyOther?.length === 1 ? onlyOther[0] : undefined;
  const first = winner?.bridge;
  return ordered.slice(slots.value).flatMap(({ bridge, ports }) =>
    ports.map(
      ({ item }): WrittenFinding => ({
        subject: item,
        affects: [bridge.item],
        ...(chip.l3Offload ? besideRouting(bridge) : byCpu(bridge, ports, first)),
        primary: ['bridge', `a second bridge on ${chip.switch.name}`],
        related: first ? [[first.item, 'name', 'the bridge that the chip offloads']] : [],
        evidence: [slots.says(`the chip offloads ${slots.value === 1 ? 'one bridge' : `${slots.value} bridges`}`)],
        fix: givenUp && ports.length > 1 ? giveUp(givenUp, bridge) : moveTo(first?.name ?? ''),
      }),
    ),
  );
}

type Explanation = Pick<WrittenFinding, 'placement' | 'cost' | 'why' | 'what'>;

function besideRouting({ name }: Bridge): Explanation {
  const what = `\`${name}\` is a second bridge on the routing chip: what happens to its traffic is undefined`;
  return { placement: 'unpredictable', cost: 'C', why: undefinedWithL3, what };
}

function byCpu({ name }: Bridge, ports: readonly BridgePort[], first: Bridge | undefined): Explanation {
  const what = `\`${name}\` is switched by the CPU: the chip already offloads \`${first?.name}\``;
  return { placement: 'cpu', ...(ports.length === 1 && { cost: 'i', why: nothingLost }), what };
}

function giveUp(port: BridgePort, other: Bridge): WrittenFix {
  return [
    `leave the one port of \`${port.bridge}\` to the CPU, so that the chip offloads \`${other.name}\``,
    setNamed('/interface/bridge/port', port.interface, 'hw=no'),
  ];
}

/** The ports alone would join two networks that are apart. */
function moveTo(bridge: string): string {
  return `move the ports into \`${bridge}\`, and keep the networks apart by VLAN filtering`;
}

const nothingLost =
  'It has a single port of this chip. Whatever enters there passes the CPU anyway, because the other ports of the bridge are elsewhere.';

const undefinedWithL3 =
  'The vendor supports L3 hardware offloading with a single hardware bridge only. With a second one the behaviour is undefined.';

/** The bridge that has the chip first, then the order of the configuration. */
function rank(bridge: Bridge, chip: ChipState): number {
  return bridge.switches.includes(chip.switch) ? 0 : 1;
}
