// Packets that take another way than the main table's: to the CPU, because only it can do what the site asks, or to a
// VRF.

import type { LowerContext } from '../context.ts';
import type { Entrances } from './implicit-layers.ts';
import { pbrLayer } from './pbr-layer.ts';
import type { Layer } from './policy-rule.ts';
import { statefulLayer } from './stateful.ts';
import { vrfLayer } from './vrf-layer.ts';

export function steeringLayers(context: LowerContext, space: Entrances): readonly Layer[] {
  return [vrfLayer(context, space), statefulLayer(context, space), pbrLayer(context, space)];
}
