// Which packets travel in frames to the MAC addresses that a switch rule asks for: hosts of other networks are reached
// by the device's own address, and those of the network itself by theirs.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { networksAmong } from '../network/addresses.ts';
import { type Attachment, attachmentsOf } from '../network/attachments.ts';
import { macCarrier, writtenMac } from '../network/mac-prefix.ts';
import type { L3Interface, Network } from '../network/network.ts';
import { type PacketMatch, subtract } from '../packets/space.ts';
import { notUnicast, ownAddressesAt, unicast } from '../routing/endpoints.ts';

/** Packets between two ends; without a source, whoever sends. */
type Ends = Pick<PacketMatch, 'source' | 'destination'>;

/** Packets whose frames are certain to have such an address, and those whose frames may have one. */
type AddressedFrames = Readonly<Record<'certain' | 'open', Ends>>;

export function addressedFrames(network: Network, ingress: Attachment, asked: string, family: 4 | 6): AddressedFrames {
  const [wanted = 0n, mask = wholeMask] = asked.split('/').map(numberOf);
  // Frames to groups carry no packets to one host. Source: IEEE 802, section 8.2.
  if ((wanted & mask & groupBit) !== 0n) return { certain: nobody, open: { destination: notUnicast[family] } };
  const hosts = unicast[family];
  const owner = ownerOf(network, ingress);
  if (!owner) return { certain: nobody, open: { destination: hosts } };
  const isAsked = (mac: string) => ((numberOf(mac) ^ wanted) & mask) === 0n;
  const near = subtract(networksAmong(owner.addresses, family), ownAddressesAt(network, owner.name, family));
  const own = writtenMac(network, macCarrier(network, owner.name));
  if (own !== undefined && isAsked(own)) {
    // Nobody else has the device's address, but it may stand for others.
    const isProxy = owner.item && propertyValue(owner.item, 'arp')?.endsWith('proxy-arp');
    const others = subtract(hosts, near);
    // A router hands what comes from behind it to the host itself, or to the device.
    const isSure = mask === wholeMask && !isProxy;
    return { certain: { destination: others }, open: { destination: near, ...(isSure && { source: others }) } };
  }
  const isOfHost = own !== undefined || (mask === wholeMask && macsOfHosts(network).has(wanted));
  return { certain: nobody, open: { destination: isOfHost ? near : hosts } };
}

const nobody: Ends = { destination: [] };

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

/** Somebody has written them down: the device has none of them. */
const macsOfHosts = derivedOnce(({ config }: Network): ReadonlySet<bigint> => {
  const rows = (['/ip/arp', '/ip/dhcp-server/lease'] as const).flatMap((menu) => enabledItemsOf(config, menu));
  return new Set(rows.flatMap((item) => propertyValue(item, 'mac-address') ?? []).map(numberOf));
});

const wholeMask = 0xff_ff_ff_ff_ff_ffn;
const groupBit = 1n << 40n;

/** What is no MAC address is zero. */
function numberOf(mac: string): bigint {
  return BigInt(Number.parseInt(mac.replaceAll(':', ''), 16) || 0);
}
