// Random bridges: ports with PVID, frame types, ingress filtering and horizon, rows of the VLAN table, VLAN interfaces
// on bridges and on ports. Each interface that may have an address has one.

import fc from 'fast-check';
import { line, oneOf, perhaps, weighted } from '../differential/words.ts';

export interface BridgeCase {
  readonly model: string;
  readonly routeros: string;
  readonly base: readonly string[];
  readonly lines: readonly string[];
}

export const frontPorts = ['ether2', 'ether3', 'ether4', 'ether5', 'ether6'] as const;
/** Of frames at each port: none, those of VLANs that rows name, one that nobody knows, and a VLAN in a VLAN. */
export const triedTags: readonly (readonly number[])[] = [[], [0], [2], [3], [4], [9], [2, 3], [3, 3], [4, 3]];

const bridges = ['bridge1', 'bridge2'] as const;
const vids = [2, 3, 4] as const;

const bridgeLine = (name: string) =>
  line(
    oneOf(`/interface/bridge/add name=${name}`),
    weighted([3, oneOf('vlan-filtering=yes')], [1, fc.constant('')]),
    weighted([3, fc.constant('')], [1, oneOf('pvid=2', 'pvid=3', 'frame-types=admit-only-vlan-tagged')]),
  );

const portLine = (name: string) =>
  line(
    weighted([4, oneOf('bridge=bridge1')], [1, oneOf('bridge=bridge2')]).map(
      (bridge) => `/interface/bridge/port/add interface=${name} ${bridge}`,
    ),
    perhaps('pvid=2', 'pvid=2', 'pvid=3'),
    perhaps('frame-types=admit-only-vlan-tagged', 'frame-types=admit-only-untagged-and-priority-tagged'),
    weighted([3, fc.constant('')], [1, oneOf('ingress-filtering=no')]),
    weighted([3, fc.constant('')], [2, oneOf('horizon=1', 'horizon=1', 'horizon=2')]),
  );

/** No port is tagged and untagged in one VLAN. */
const rowLine = (bridge: string, vid: number) =>
  fc.array(fc.constantFrom('tagged', 'untagged', ''), { minLength: 6, maxLength: 6 }).map((kinds) => {
    const all = [bridge, ...frontPorts];
    const list = (kind: string) =>
      all.filter((name, index) => kinds[index] === kind && (kind === 'tagged' || name !== bridge));
    const words = (['tagged', 'untagged'] as const).flatMap((kind) =>
      list(kind).length > 0 ? [`${kind}=${list(kind).join()}`] : [],
    );
    return `/interface/bridge/vlan/add bridge=${bridge} vlan-ids=${vid} ${words.join(' ')}`;
  });

const vlanLine = (name: string, parent: string, vid: number) =>
  `/interface/vlan/add name=${name} interface=${parent} vlan-id=${vid}`;

export const bridgeCases: fc.Arbitrary<BridgeCase> = fc
  .record({
    routeros: fc.constantFrom('7.12.1', '7.18.2', '7.21.5'),
    bridges: fc.tuple(bridgeLine(bridges[0]), bridgeLine(bridges[1])),
    ports: fc.tuple(...frontPorts.map((name) => fc.option(portLine(name), { freq: 5 }))),
    rows: fc.uniqueArray(fc.tuple(fc.constantFrom(...bridges.slice(0, 1), ...bridges), fc.constantFrom(...vids)), {
      maxLength: 4,
      selector: String,
    }),
    filled: fc.infiniteStream(rowLine('@', 0)),
    onBridges: fc.uniqueArray(fc.tuple(fc.constantFrom(bridges[0], ...bridges), fc.constantFrom(...vids)), {
      maxLength: 3,
      selector: String,
    }),
    onPorts: fc.uniqueArray(fc.tuple(fc.constantFrom('ether5', 'ether6'), fc.constantFrom(2, 3)), {
      maxLength: 2,
      selector: String,
    }),
    inner: fc.boolean(),
  })
  .map(({ routeros, bridges: made, ports, rows, filled, onBridges, onPorts, inner }) => {
    const members = ports.flatMap((each) => each ?? []);
    const isMember = (name: string) => members.some((each) => each.includes(`interface=${name} `));
    const table = rows.map(([bridge, vid]) => {
      const [text = ''] = filled.take(1);
      return text.replaceAll('@', bridge).replace('vlan-ids=0', `vlan-ids=${vid}`);
    });
    const vlans = [...onBridges, ...onPorts.filter(([name]) => !isMember(name))].map(([parent, vid], index) => ({
      name: `vlan${index + 1}`,
      parent,
      vid,
    }));
    const [outer] = vlans;
    const all = inner && outer ? [...vlans, { name: 'inner', parent: outer.name, vid: 3 }] : vlans;
    const named = [...frontPorts.filter((name) => !isMember(name)), ...bridges, ...all.map(({ name }) => name)];
    return {
      model: 'RB5009UG+S+',
      routeros,
      base: named.map((name, index) => `/ip/address/add address=10.0.${index + 2}.1/24 interface=${name}`),
      lines: [...made, ...members, ...table, ...all.map(({ name, parent, vid }) => vlanLine(name, parent, vid))],
    };
  });
