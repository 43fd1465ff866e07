// What a switch chip needs to have for quality of service, and what is said where it has not.

import { isAtLeastVersion } from '../model/version.ts';
import type { Target } from '../profile/target.ts';
import type { Span } from '../source/location.ts';
import type { LowerContext } from './context.ts';
import { say } from './say.ts';

/** The version in which the chip's QoS menus were complete, and switch rules could give profiles. */
const qosSince = '7.15';

/** The class of packets that nobody favours: that of the built-in profile. */
export const bestEffort = 1;

/** Whether the routing chip gives packets QoS profiles at this version. */
export function marksPackets({ offloadSwitch, routeros }: Target): boolean {
  return offloadSwitch !== undefined && isAtLeastVersion(routeros, qosSince);
}

/** One diagnostic for all that asks for it. */
export function sayQosTooOld(context: LowerContext, at: Span): void {
  const { diagnostics, device, target } = context;
  const code = 'lower/qos-too-old';
  const index = diagnostics.findIndex((each) => each.code === code && each.device === device.name);
  const known = diagnostics[index];
  if (known) {
    const places = [known.primary, ...known.related].map((label) => label.at);
    if (places.some((place) => place.kind === 'source' && place.start === at.start)) return;
    diagnostics[index] = { ...known, related: [...known.related, { at, text: 'and this' }] };
    return;
  }
  say(context, code, {
    what: `RouterOS ${target.routeros.text} has no complete quality of service in the switch chip`,
    at,
    why: `The menus for quality of service in the chip are complete from ${qosSince} on.`,
    fix: `use RouterOS ${qosSince} or newer, or leave \`qos\` out`,
  });
}
