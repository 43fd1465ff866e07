// The post-check alone, of one device of a fleet.

import type { FleetDevice } from '../../fleet/fleet.ts';
import type { Io } from '../../io/io.ts';
import { type VerifiedDevice, verifyDevice } from '../change/verify-device.ts';
import type { ReadyDevice } from './fleet-sites.ts';
import type { MemberRequest } from './plan-fleet.ts';

export interface VerifiedMember extends VerifiedDevice {
  readonly member: FleetDevice;
}

export async function verifyMember(
  io: Io,
  member: FleetDevice,
  { site, device, where }: ReadyDevice,
  request: MemberRequest,
): Promise<VerifiedMember> {
  return { member, ...(await verifyDevice(io, site, device, { ...request, picked: [], where })) };
}
