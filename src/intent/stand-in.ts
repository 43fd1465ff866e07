// What stands for a device of which nobody knows the model or the RouterOS version, while the rest of the site is
// checked: it has the ports that the site names, and nothing is known of them. No intent that is lowered holds it.

import type { Target } from '../profile/target.ts';
import type { TargetAt } from './intent.ts';
import type { Site } from './schema.ts';

export function standIn(site: Site, name: string): TargetAt {
  const ports = new Map(
    namedPorts(site, name).map((port) => [
      port,
      {
        name: port,
        mbps: Number.POSITIVE_INFINITY,
        switch: undefined,
        medium: 'unknown' as const,
        says: (claim: string) => ({ claim, grade: 'inferred' as const, citation: 'site' }),
      },
    ]),
  );
  return (routeros): Target => ({
    model: 'the device',
    routeros,
    ports,
    switches: [],
    offloadSwitch: undefined,
    switchOf: () => undefined,
    fact: () => undefined,
  });
}

function namedPorts({ devices, hosts = {} }: Site, name: string): readonly string[] {
  const settings = devices[name];
  const written = [
    ...Object.keys(settings?.ports ?? {}),
    ...Object.values(settings?.ports ?? {}).flatMap(({ isolation = [] }) => isolation),
    ...(settings?.['dhcp-snooping']?.trusted ?? []),
    ...(settings?.management?.port === undefined ? [] : [settings.management.port]),
    ...Object.values(hosts).flatMap((host) => (host.device === name ? [host.port] : [])),
  ];
  return written.flatMap(membersOf);
}

/** More ports than any device has. */
const portsMax = 1000;

/** `ether1-3` names three ports; so might the lane of one, which is a port too. */
function membersOf(written: string): readonly string[] {
  const [, stem = '', first, last] = /^(.*\D)(\d+)-(?:\1)?(\d+)$/.exec(written) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from || to - from > portsMax) return [written];
  return Array.from({ length: to - from + 1 }, (_, index) => `${stem}${from + index}`);
}
