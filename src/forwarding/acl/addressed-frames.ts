// Which packets travel in frames to or from the MAC addresses that a switch rule asks for: hosts of other networks are
// reached by the device's own address, and those of the network itself by theirs.

import { enabledItemsOf, isYes, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { networksAmong } from '../network/addresses.ts';
import { type Attachment, attachmentsOf } from '../network/attachments.ts';
import { macCarrier, writtenMac } from '../network/mac-prefix.ts';
import { addressInterval } from '../network/matchers.ts';
import type { L3Interface, Network } from '../network/network.ts';
import { type IntervalSet, intersect, isEmpty, type PacketMatch, subtract, unionOf } from '../packets/space.ts';
import { notUnicast, ownAddressesAt, unicast } from '../routing/endpoints.ts';

/** Packets between two ends; without a source, whoever sends. */
type Ends = Pick<PacketMatch, 'source' | 'destination'>;

/** Packets whose frames are certain to have such an address, and those whose frames may have one. */
type AddressedFrames = Readonly<Record<'certain' | 'open', Ends>>;

export function addressedFrames(network: Network, ingress: Attachment, asked: string, family: 4 | 6): AddressedFrames {
  const { wanted, mask, isAsked, isWhole } = readMac(asked);
  // Frames to groups carry no packets to one host. Source: IEEE 802, section 8.2.
  if ((wanted & mask & groupBit) !== 0n) return { certain: nobody, open: { destination: notUnicast[family] } };
  const hosts = unicast[family];
  const owner = ownerOf(network, ingress);
  if (!owner) return { certain: nobody, open: { destination: hosts } };
  const near = subtract(networksAmong(owner.addresses, family), ownAddressesAt(network, owner.name, family));
  const isProxy = owner.item && propertyValue(owner.item, 'arp')?.endsWith('proxy-arp');
  const own = writtenMac(network, macCarrier(network, owner.name));
  if (own !== undefined && isAsked(numberOf(own))) {
    // Nobody else has the device's address, but it may stand for others.
    const others = subtract(hosts, near);
    // A router hands what comes from behind it to the host itself, or to the device.
    const isSure = isWhole && !isProxy;
    return { certain: { destination: others }, open: { destination: near, ...(isSure && { source: others }) } };
  }
  const isOfHost = own !== undefined || (isWhole && hostsWith(network, asked).isAny);
  if (!isOfHost) return { certain: nobody, open: { destination: hosts } };
  const { theirs, others } = among(network, asked, near);
  // A router on the link hands what comes from behind it to the host itself, or to the device.
  const certain = isProxy ? nobody : { source: near, destination: theirs };
  return { certain, open: { destination: subtract(near, others) } };
}

/** The same of the addresses that frames come from: what comes from behind a router has that of the router. */
export function sentFrames(network: Network, ingress: Attachment, asked: string, family: 4 | 6): AddressedFrames {
  const owner = ownerOf(network, ingress);
  const { theirs, others } = among(network, asked, owner ? networksAmong(owner.addresses, family) : []);
  return { certain: { source: theirs }, open: { source: subtract(unicast[family], others) } };
}

/** Addresses of a network that are certain to go with such a MAC address, and those certain to go with others. */
function among(network: Network, asked: string, near: IntervalSet) {
  const { theirs: hosts, others } = hostsWith(network, asked);
  const theirs = intersect(near, hosts);
  const isOneHost = readMac(asked).isWhole && !isEmpty(theirs);
  return { theirs, others: isOneHost ? subtract(near, theirs) : intersect(near, others) };
}

const nobody: Ends = { source: [], destination: [] };

/** The L3 interface that frames enter; undefined where several are told apart by tags alone, or nobody routes. */
const ownerOf = derivedPer((network: Network, { name, vid, tagged }: Attachment): L3Interface | undefined => {
  // Senders may have the address of the virtual router for their gateway's.
  if (enabledItemsOf(network.config, '/interface/vrrp').length > 0) return undefined;
  const isHere = (each: Attachment) => each.name === name && each.vid === vid && each.tagged === tagged;
  const [owner, ...others] = [...network.l3Interfaces.values()].filter(
    (each) => each.addresses.length > 0 && attachmentsOf(network, each.name).some(isHere),
  );
  return others.length > 0 ? undefined : owner;
});

/** Addresses of hosts that are known to have such a MAC address, whether any is, and of those known to have another. */
const hostsWith = derivedPer((network: Network, asked: string) => {
  const { isAsked } = readMac(asked);
  const addressesOf = (hosts: ReturnType<typeof knownHosts>) => unionOf(hosts.flatMap(({ addresses }) => addresses));
  const hosts = knownHosts(network).filter(({ mac }) => isAsked(mac));
  const theirs = addressesOf(hosts);
  const others = addressesOf(knownHosts(network).filter(({ mac }) => !isAsked(mac)));
  return { isAny: hosts.length > 0, theirs: subtract(theirs, others), others: subtract(others, theirs) };
});

/** Somebody has written them down: the device has none of them. It answers itself for what it publishes. */
const knownHosts = derivedOnce(({ config }: Network) => {
  const rows = (['/ip/arp', '/ip/dhcp-server/lease'] as const).flatMap((menu) => enabledItemsOf(config, menu));
  const hosts = rows.filter((item) => item.properties.has('mac-address') && !isYes(propertyValue(item, 'published')));
  return hosts.map((item) => {
    const address = addressInterval(propertyValue(item, 'address') ?? '', 4);
    return { mac: numberOf(propertyValue(item, 'mac-address') ?? ''), addresses: address ? [address] : [] };
  });
});

const wholeMask = 0xff_ff_ff_ff_ff_ffn;
const groupBit = 1n << 40n;

function readMac(asked: string) {
  const [wanted = 0n, mask = wholeMask] = asked.split('/').map(numberOf);
  return { wanted, mask, isWhole: mask === wholeMask, isAsked: (mac: bigint) => ((mac ^ wanted) & mask) === 0n };
}

/** What is no MAC address is zero. */
function numberOf(mac: string): bigint {
  return BigInt(Number.parseInt(mac.replaceAll(':', ''), 16) || 0);
}
