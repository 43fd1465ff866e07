// The hosts of the site as the chip needs them: resolved on their interface, and learned at a port. A chip routes to no
// other host, so one that is silent is served by the CPU until it speaks. That is no failure of the device: nothing
// here fails. Flag `E` of a bridge host: learned from the chip's own table. Source: manual, bridging, "Bridge hosts".

import type { Row } from '../../device/device.ts';
import { isYes, type MenuPath } from '../../model/config.ts';
import { isSamePrefix, parsePrefix } from '../../model/prefix.ts';
import { type AskedHost, type CheckLine, isRoutedInHardware, type PostCheck, type Reading } from '../check.ts';

const bridgeHosts = '/interface/bridge/host';

/** How long a silent host is waited for, in ms. */
const hostMs = 3000;

export const hostsKnown: PostCheck = {
  reads: [],
  judge(reading) {
    return isRoutedInHardware(reading.expected) ? (reading.hosts ?? []).map((host) => lineOf(host, reading)) : [];
  },
};

type Finding = Pick<CheckLine, 'observed' | 'command' | 'proof' | 'settlesWithinMs' | 'at'>;

function lineOf(host: AskedHost, reading: Reading): CheckLine {
  const { name, address, interface: on, mac, vid, port } = host;
  const known = `${mac ?? 'known'} on ${on}`;
  const learned = port === undefined ? 'learned by the chip' : `learned by the chip at ${port}`;
  return {
    check: 'post-check/host',
    subject: `host ${name} ${address}`,
    expected: vid === undefined ? known : `${known}, ${learned}`,
    ...finding(host, reading),
  };
}

function finding(host: AskedHost, reading: Reading): Finding {
  const { address } = host;
  const menu: MenuPath = address.includes(':') ? '/ipv6/neighbor' : '/ip/arp';
  const found = (observed: string, more: Partial<Finding> = {}): Finding => ({
    observed,
    command: `${menu}/print where address=${address}`,
    proof: 'unproved',
    at: { menu, key: address },
    ...more,
  });
  const rows = reading.knownHosts?.neighbours.filter((row) => isAt(row, address) && isResolved(row)) ?? [];
  const neighbour = rows.find((row) => row.interface === host.interface) ?? rows[0];
  if (!neighbour) {
    const { unaskedBecause } = host;
    if (unaskedBecause !== undefined) return found(`not known, and not asked: ${unaskedBecause}`);
    return found('silent: through the CPU until it speaks', { settlesWithinMs: hostMs });
  }
  const { interface: on = '', 'mac-address': written = '' } = neighbour;
  const mac = written.toUpperCase();
  if (on !== host.interface) return found(`known on ${on}`);
  if (host.mac !== undefined && host.mac !== mac) return found(`${mac} answers for it`);
  if (host.vid === undefined) return found(mac, { proof: 'proved' });
  return found('', { command: `${bridgeHosts}/print where mac-address=${mac}`, ...whereLearned(host, mac, reading) });
}

/** What the bridge's own table says of the host. */
function whereLearned({ vid, port }: AskedHost, mac: string, reading: Reading): Partial<Finding> {
  const entry = reading.knownHosts?.learned.find(
    (row) => row['mac-address']?.toUpperCase() === mac && (row.vid ?? String(vid)) === String(vid),
  );
  if (!entry) return { observed: 'no port has learned it: through the CPU until it speaks', settlesWithinMs: hostMs };
  const at = entry['on-interface'] ?? entry.interface ?? '';
  if (port !== undefined && at !== port) return { observed: `learned at ${at}` };
  if (isYes(entry.external)) return { observed: `${mac}, E at ${at}`, proof: 'proved' };
  // What was written by hand shows no such flag, and neither does what only the kernel's bridge has seen.
  if (!isYes(entry.dynamic)) return { observed: `${mac}, written at ${at}`, proof: 'candidate' };
  return { observed: `${mac} at ${at}, no E`, proof: 'candidate', settlesWithinMs: hostMs };
}

function isAt(row: Row, address: string): boolean {
  const [own, wanted] = [parsePrefix(row.address ?? ''), parsePrefix(address)];
  return own !== undefined && wanted !== undefined && isSamePrefix(own, wanted);
}

/** IPv6 neighbours have no flag for it, but a state; one that is being asked for has no MAC address yet. */
function isResolved(row: Row): boolean {
  return isYes(row.complete ?? 'yes') && (row['mac-address'] ?? '') !== '' && row.status !== 'failed';
}
