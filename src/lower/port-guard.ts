// What the switch chip keeps a port from: storms of flooded frames, and ports that it must not reach.

import type { PortIntent } from '../intent/intent.ts';
import { expandPorts } from '../intent/ports.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { sayWithoutChip } from './say.ts';

export function lowerPortGuards(context: LowerContext): void {
  for (const port of context.device.ports.values()) {
    lowerStormControl(context, port);
    lowerIsolation(context, port);
  }
}

function lowerStormControl(context: LowerContext, { name, settings, places, written }: PortIntent): void {
  const { draft } = context;
  const storm = settings['storm-control'];
  if (!storm) return;
  if (!isOnChip(context, name)) {
    sayWithoutChip(context, { name, at: places.at('storm-control'), key: 'storm-control' });
    return;
  }
  const below = places.below('storm-control');
  const flag = (key: 'broadcast' | 'unknown-multicast' | 'unknown-unicast') => said(storm[key], below.at(key));
  draft.set('/interface/ethernet/switch/port', name, written, {
    'storm-rate': said(storm.limit, below.at('limit')),
    'limit-broadcasts': flag('broadcast'),
    'limit-unknown-multicasts': flag('unknown-multicast'),
    'limit-unknown-unicasts': flag('unknown-unicast'),
  });
}

function lowerIsolation(context: LowerContext, { name, settings, places, written }: PortIntent): void {
  const { device, target, draft } = context;
  if (!settings.isolation) return;
  const at = places.at('isolation');
  if (!isOnChip(context, name)) {
    sayWithoutChip(context, { name, at, key: 'isolation' });
    return;
  }
  const allowed = settings.isolation.flatMap((each) => {
    const members = [...device.ports.values()].filter((port) => port.settings.bond === each).map((port) => port.name);
    const expansion = expandPorts(each, target);
    return expansion.kind === 'ports' ? expansion.names : members;
  });
  draft.set('/interface/ethernet/switch/port-isolation', name, written, {
    name: said(name, written),
    'forwarding-override': said(allowed.join(','), at),
  });
}

function isOnChip({ target }: LowerContext, name: string): boolean {
  return target.offloadSwitch !== undefined && target.switchOf(name) === target.offloadSwitch;
}
