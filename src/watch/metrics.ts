// The followed devices as Prometheus metrics: names, units and types after Prometheus's conventions (base units,
// `_total` for counters, ratios from 0 to 1). Made anew for every scrape, so that nothing of a lost device lingers.

import { Counter, Gauge, Registry } from 'prom-client';
import type { Proof } from '../apply/check.ts';
import type { HealthUnit } from '../device/health.ts';
import type { DeviceSnapshot } from './device-snapshot.ts';
import { cpuShares, type FollowState } from './follow-state.ts';
import type { HealthAlarm } from './health-alarms.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  /** Beside `device`. */
  readonly labels: readonly string[];
  samples(state: FollowState): readonly Sample[];
}

/** A gauge of what the last look showed; nothing while there is none. */
function seen(
  name: string,
  help: string,
  labels: readonly string[],
  samples: (snapshot: DeviceSnapshot) => readonly Sample[],
): Family {
  return { name, help, kind: 'gauge', labels, samples: ({ last }) => (last ? samples(last) : []) };
}

/** One number of the offload driver. */
function driver(name: string, help: string, property: string): Family {
  return seen(name, help, [], ({ counters }) => numberOf(counters.hardware[property]));
}

/** A number of the offload driver for each address family. */
function byFamily(name: string, help: string, property: string): Family {
  return seen(name, help, ['family'], ({ counters }) =>
    ['ipv4', 'ipv6'].flatMap((family) => numberOf(counters.hardware[`${family}-${property}`], { family })),
  );
}

const proofs: readonly Proof[] = ['proved', 'candidate', 'unproved', 'not-offloaded'];

const alarmKinds: readonly HealthAlarm['kind'][] = ['hot', 'overheated', 'stopped', 'failed'];

const families: readonly Family[] = [
  {
    name: 'rosc_device_up',
    help: 'Whether the newest look at the device succeeded.',
    kind: 'gauge',
    labels: [],
    samples: ({ isUp }) => [{ value: isUp ? 1 : 0 }],
  },
  seen('rosc_device_info', 'Who the device is.', ['model', 'routeros', 'serial'], ({ identity }) => {
    const { model, routeros, serial } = identity;
    return [{ labels: { model, routeros, serial }, value: 1 }];
  }),
  seen('rosc_device_uptime_seconds', 'Time since the device booted.', [], ({ uptimeMs }) =>
    numberOf(uptimeMs === undefined ? undefined : uptimeMs / 1000),
  ),
  {
    name: 'rosc_polls_total',
    help: 'Looks at the device.',
    kind: 'counter',
    labels: ['result'],
    samples: ({ looks }) => [
      { labels: { result: 'success' }, value: looks.succeeded },
      { labels: { result: 'failure' }, value: looks.failed },
    ],
  },
  {
    name: 'rosc_poll_duration_seconds',
    help: 'How long the newest successful look took.',
    kind: 'gauge',
    labels: [],
    samples: ({ tookMs }) => (tookMs === undefined ? [] : [{ value: tookMs / 1000 }]),
  },
  seen('rosc_poll_timestamp_seconds', 'When the newest successful look was.', [], ({ atMs }) => [
    { value: atMs / 1000 },
  ]),
  seen(
    'rosc_l3hw_routes',
    'Routes by who forwards them: the switch chip (hardware) or the CPU.',
    ['family', 'datapath'],
    ({ counters: { hardware } }) =>
      ['ipv4', 'ipv6'].flatMap((family) => [
        ...numberOf(hardware[`${family}-routes-hw`], { family, datapath: 'hardware' }),
        ...numberOf(hardware[`${family}-routes-cpu`], { family, datapath: 'cpu' }),
      ]),
  ),
  byFamily(
    'rosc_l3hw_shortest_prefix_bits',
    'Shortest prefix whose routes are all in the switch chip; 0 = all.',
    'shortest-hw-prefix',
  ),
  byFamily('rosc_l3hw_hosts', 'Directly connected hosts in the switch chip.', 'hosts'),
  driver('rosc_l3hw_route_queue_length', 'Routes that wait to be written into the switch chip.', 'route-queue-size'),
  driver('rosc_l3hw_nexthops', 'Next hops in the switch chip.', 'nexthop-usage'),
  driver('rosc_l3hw_nexthops_limit', 'Next hops that the switch chip can hold.', 'nexthop-cap'),
  seen('rosc_l3hw_fasttrack_connections', 'FastTrack connections in the switch chip.', ['family'], ({ counters }) =>
    numberOf(counters.hardware['fasttrack-ipv4-conns'], { family: 'ipv4' }),
  ),
  seen(
    'rosc_table_entries',
    'Entries of a table of the switch chip that are in use.',
    ['table', 'origin'],
    (snapshot) =>
      snapshot.drift.capacity.flatMap(({ resource, used, dynamic }) => [
        { labels: { table: resource, origin: 'configured' }, value: used },
        { labels: { table: resource, origin: 'dynamic' }, value: dynamic },
      ]),
  ),
  seen('rosc_table_entries_limit', 'Size of a table of the switch chip.', ['table'], ({ drift }) =>
    drift.capacity.map(({ resource, size }) => ({ labels: { table: resource }, value: size })),
  ),
  portBytes('rosc_port_bytes_total', 'Bytes that a port carried.', 'rxBytes', 'txBytes'),
  portBytes('rosc_port_cpu_bytes_total', 'Bytes of a port that the CPU handled.', 'cpuRxBytes', 'cpuTxBytes'),
  {
    name: 'rosc_port_cpu_ratio',
    help: 'Share of a port’s bytes that the CPU handled between the two newest looks.',
    kind: 'gauge',
    labels: ['port', 'direction'],
    samples: (state) =>
      cpuShares(state).map(({ port, direction, share }) => ({ labels: { port, direction }, value: share })),
  },
  sensors('rosc_temperature_celsius', 'What a sensor of the device measures.', 'C'),
  sensors('rosc_fan_speed_rpm', 'How fast a fan turns.', 'RPM'),
  sensors('rosc_voltage_volts', 'Voltage of a supply or of the board.', 'V'),
  sensors('rosc_current_amperes', 'Current of a supply.', 'A'),
  sensors('rosc_power_watts', 'Power that the device takes or hands on.', 'W'),
  seen(
    'rosc_health_state',
    'State of a fan or a supply: 1 for the one that it is in.',
    ['sensor', 'state'],
    ({ health }) =>
      health.readings.flatMap(({ name, unit, value }) =>
        unit === 'state' ? [{ labels: { sensor: name, state: String(value) }, value: 1 }] : [],
      ),
  ),
  seen('rosc_temperature_limit_celsius', 'Limits that the device has set.', ['limit'], ({ health: { limits } }) => [
    ...numberOf(limits.fanTargetC, { limit: 'fan_target' }),
    ...numberOf(limits.fullSpeedC, { limit: 'fan_full_speed' }),
    ...numberOf(limits.overheatC, { limit: 'cpu_overheat' }),
  ]),
  seen(
    'rosc_health_alarms',
    'Temperatures, fans and supplies that are not as they should be.',
    ['kind'],
    ({ health }) =>
      alarmKinds.map((kind) => ({
        labels: { kind },
        value: health.alarms.filter((alarm) => alarm.kind === kind).length,
      })),
  ),
  seen('rosc_checks', 'What the site promises of the offload, by what the device shows.', ['proof'], ({ lines }) =>
    proofs.map((proof) => ({
      labels: { proof: proof.replace('-', '_') },
      value: lines.filter((line) => line.proof === proof).length,
    })),
  ),
  seen('rosc_drift_changes', 'Changes that a plan against the device would hold.', [], ({ drift }) => [
    { value: drift.changes.length },
  ]),
  seen('rosc_drift_timestamp_seconds', 'When the configuration was read last.', [], ({ drift }) => [
    { value: drift.atMs / 1000 },
  ]),
];

/** What the sensors of one unit measure. */
function sensors(name: string, help: string, unit: HealthUnit): Family {
  return seen(name, help, ['sensor'], ({ health }) =>
    health.readings.flatMap((reading) =>
      reading.unit === unit ? [{ labels: { sensor: reading.name }, value: Number(reading.value) }] : [],
    ),
  );
}

/** A device counts from its boot: after one it begins anew, as Prometheus expects of counters. */
function portBytes(
  name: string,
  help: string,
  receive: 'rxBytes' | 'cpuRxBytes',
  transmit: 'txBytes' | 'cpuTxBytes',
): Family {
  const samples = ({ last }: FollowState) =>
    (last?.counters.ports ?? []).flatMap((port) => [
      ...numberOf(port[receive], { port: port.name, direction: 'receive' }),
      ...numberOf(port[transmit], { port: port.name, direction: 'transmit' }),
    ]);
  return { name, help, kind: 'counter', labels: ['port', 'direction'], samples };
}

function numberOf(value: number | undefined, labels?: Readonly<Record<string, string>>): readonly Sample[] {
  return value === undefined ? [] : [{ value, ...(labels && { labels }) }];
}

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

export async function metricsText(states: Iterable<FollowState>): Promise<MetricsText> {
  const registry = new Registry();
  const known = [...states];
  for (const { name, help, kind, labels, samples } of families) {
    const options = { name, help, labelNames: ['device', ...labels], registers: [registry] };
    const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
    for (const state of known) {
      for (const { labels: own, value } of samples(state)) {
        // A device may write numbers beyond all that can be counted.
        if (Number.isFinite(value)) metric.inc({ device: state.device, ...own }, value);
      }
    }
  }
  return { contentType: registry.contentType, text: await registry.metrics() };
}
