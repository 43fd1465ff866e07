// The post-check alone, of one device of a fleet.

import type { PostCheckReport } from '../../apply/post-check.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FleetDevice } from '../../fleet/fleet.ts';
import type { Io } from '../../io/io.ts';
import { verifyDevice } from '../change/verify-device.ts';
import type { ReadyDevice } from './fleet-sites.ts';
import type { MemberRequest } from './plan-fleet.ts';

export interface VerifiedMember {
  readonly member: FleetDevice;
  /** Absent: the device could not be read, or is not the one that its site describes. */
  readonly report?: PostCheckReport;
  readonly diagnostics: readonly Diagnostic[];
}

export async function verifyMember(
  io: Io,
  member: FleetDevice,
  { site, device, where }: ReadyDevice,
  request: MemberRequest,
): Promise<VerifiedMember> {
  return { member, ...(await verifyDevice(io, site, device, { ...request, picked: [], where })) };
}
