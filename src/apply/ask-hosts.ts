// Asks hosts for a sign of life, so that whoever is there is known to the device before its hardware is judged. An
// echo request to a neighbour makes the device resolve it, and its answer makes a port learn it, also where the host
// answers no echo. Nothing here fails a commit. Source: manual, `/tool/ping`: a reply that is not there at the end of
// the interval counts as lost; policy `test`.

import { type Clock, type Device, DeviceError } from '../device/device.ts';
import { type Config, itemsOf, listValues, propertyValue } from '../model/config.ts';
import type { ExpectedHost } from '../model/expected-host.ts';
import type { AskedHost } from './check.ts';

/** Requests under way at once. */
const batchSize = 32;

const question = { count: '1', interval: '200ms' } as const;
/** For an answer to the command itself, in ms. */
const patienceMs = 2000;

export interface HostAsker {
  /** Asks those, batch by batch, until that moment at most. Throws DeviceError when the connection is gone. */
  ask(isWanted: (host: ExpectedHost) => boolean, until: number): Promise<void>;
  /** The hosts, with what kept them from being asked. */
  hosts(): readonly AskedHost[];
}

/** `expected`: tells the VRF of an interface. */
export function hostAsker(
  device: Device,
  all: readonly ExpectedHost[],
  { expected, clock }: { readonly expected: Config; readonly clock: Clock },
): HostAsker {
  const reasons = new Map<ExpectedHost, string>(all.map((host) => [host, 'there was no time left']));
  /** Would be said to every host. */
  let refusal: string | undefined;
  const askOne = async (host: ExpectedHost, until: number): Promise<void> => {
    const vrf = vrfOf(expected, host.interface);
    const words = { address: host.address, ...question, ...(vrf !== undefined && { vrf }) };
    const reason = await whyNotAsked(device, words, Math.min(patienceMs, until - clock.now()));
    if (reason === undefined) reasons.delete(host);
    else reasons.set(host, reason.text);
    if (reason?.isForAll) refusal = reason.text;
  };
  return {
    async ask(isWanted, until) {
      const wanted = all.filter(isWanted);
      for (let at = 0; at < wanted.length && refusal === undefined && clock.now() < until; at += batchSize) {
        await Promise.all(wanted.slice(at, at + batchSize).map((host) => askOne(host, until)));
      }
    },
    hosts: () =>
      all.map((host) => {
        const unaskedBecause = reasons.has(host) ? (refusal ?? reasons.get(host)) : undefined;
        return { ...host, ...(unaskedBecause !== undefined && { unaskedBecause }) };
      }),
  };
}

interface Reason {
  readonly text: string;
  readonly isForAll: boolean;
}

/** Undefined: the question was sent, answered or not. */
async function whyNotAsked(
  device: Device,
  words: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Reason | undefined> {
  try {
    await device.ping(words, { timeoutMs });
    return undefined;
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    switch (error.kind) {
      case 'permission':
        return { text: 'this login lacks the policy `test`', isForAll: true };
      case 'refused':
        return { text: error.message, isForAll: false };
      case 'timed-out':
        return { text: 'the device did not come to it in time', isForAll: true };
      default:
        throw error;
    }
  }
}

/** Undefined: the main one. */
function vrfOf(config: Config, name: string): string | undefined {
  const vrf = itemsOf(config, '/ip/vrf').find((item) => listValues(propertyValue(item, 'interfaces')).includes(name));
  return vrf && propertyValue(vrf, 'name');
}
