// Trust in the markings of packets, and rate limits, in the switch chip.

import { advise, mistake } from '../intent/mistake.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { sayOnce } from './say-once.ts';
import { withoutChip } from './without-chip.ts';

/** The version in which the chip's QoS menus were complete. */
const qosSince = '7.15';

export function lowerQos(context: LowerContext): void {
  for (const name of context.device.ports.keys()) {
    lowerTrust(context, name);
    lowerRate(context, name);
  }
}

function lowerTrust(context: LowerContext, name: string): void {
  const { device, target, draft } = context;
  const port = device.ports.get(name);
  const own = port?.settings.qos?.trust;
  const trust = own ?? device.settings.qos?.trust;
  const chip = target.offloadSwitch;
  if (!port || trust === undefined) return;
  const at = own === undefined ? device.places.at('qos', 'trust') : port.places.at('qos', 'trust');
  if (!chip || target.switchOf(name) !== chip) {
    // A setting for the whole device concerns the chip's ports; one for a port was meant for that port.
    if (own !== undefined) sayOnce(context.diagnostics, withoutChip(context, { name, at, key: 'qos' }));
    return;
  }
  if (!isAtLeastVersion(target.routeros, qosSince)) {
    sayOnce(
      context.diagnostics,
      mistake('lower/qos-too-old', {
        what: `RouterOS ${target.routeros.text} cannot keep markings in the switch chip`,
        at,
        device: device.name,
        why: `The menus for quality of service in the chip are complete from ${qosSince} on.`,
        fix: advise(`use RouterOS ${qosSince} or newer, or leave \`qos\` out`),
      }),
    );
    return;
  }
  draft.set(
    '/interface/ethernet/switch',
    chip.name,
    { name: said(chip.name, device.places.at('model')), 'qos-hw-offloading': said(true, at) },
    device.places.at('model'),
  );
  const keep = (wanted: boolean) => said(wanted ? 'keep' : 'ignore', at);
  draft.set(
    '/interface/ethernet/switch/qos/port',
    name,
    {
      name: said(name, port.written),
      'trust-l2': keep(trust === 'pcp' || trust === 'both'),
      'trust-l3': keep(trust === 'dscp' || trust === 'both'),
    },
    port.written,
  );
}

function lowerRate(context: LowerContext, name: string): void {
  const { device, target, draft } = context;
  const port = device.ports.get(name);
  const limit = port?.settings.rate;
  if (!port || !limit) return;
  const at = port.places.at('rate');
  if (!target.offloadSwitch || target.switchOf(name) !== target.offloadSwitch) {
    sayOnce(context.diagnostics, withoutChip(context, { name, at, key: 'rate' }));
    return;
  }
  draft.set(
    '/interface/ethernet/switch/port',
    name,
    {
      name: said(name, port.written),
      'ingress-rate': limit.in === undefined ? undefined : said(limit.in, port.places.at('rate', 'in')),
      'egress-rate': limit.out === undefined ? undefined : said(limit.out, port.places.at('rate', 'out')),
    },
    port.written,
  );
}
