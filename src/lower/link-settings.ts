// Speed, negotiation, error correction and pause frames of an Ethernet port.

import type { PortIntent } from '../intent/intent.ts';
import { isAtLeastVersion } from '../model/version.ts';
import type { LowerContext } from './context.ts';
import { type Settings, said } from './draft.ts';

/** From here on `speed` takes names such as `10G-baseCR`; before, it was `10Gbps`. */
const linkModesSince = '7.12';

export function linkSettings({ target }: LowerContext, { settings, places }: PortIntent): Settings {
  const { speed, fec } = settings;
  const negotiates = settings['auto-negotiation'];
  const flowControl = settings['flow-control'];
  const negotiation = said(negotiates ?? false, places.at(negotiates === undefined ? 'speed' : 'auto-negotiation'));
  const pause = said(flowControl, places.at('flow-control'));
  return {
    'auto-negotiation': speed === undefined && negotiates === undefined ? undefined : negotiation,
    speed:
      speed &&
      said(isAtLeastVersion(target.routeros, linkModesSince) ? speed : `${speedOf(speed)}bps`, places.at('speed')),
    'fec-mode': said(fec, places.at('fec')),
    'rx-flow-control': pause,
    'tx-flow-control': pause,
  };
}

/** `10G` of `10G-baseCR`. */
function speedOf(mode: string): string {
  return mode.slice(0, mode.indexOf('-'));
}
