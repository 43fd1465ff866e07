// What a plan does to traffic and sessions while it runs, in words for the person who decides.

import { isYes } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { isOnManagementPath, type ManagementPath } from './management-path.ts';
import { isLayer2, switchMenu } from './phase.ts';
import type { Change, Disruption, Impact } from './plan.ts';

export interface ImpactInput {
  /** In order. */
  readonly changes: readonly Change[];
  /** Undefined = nobody knows by which interface the session comes. */
  readonly path: ManagementPath | undefined;
  /** The firewall denies what the ACLs of the switch rules deny. */
  readonly isDeniedTwice: boolean;
}

export function impactsOf({ changes, path, isDeniedTwice }: ImpactInput): readonly Impact[] {
  return [
    drops(changes, 'switch-reset', 'the switch chip resets, all its ports drop'),
    drops(changes, 'port-flap', 'links drop'),
    pauses(changes),
    inactiveRules(changes, isDeniedTwice),
    path ? touchedPath(changes, path) : unknownPath(changes),
    closedApi(changes),
  ].filter((impact) => impact !== undefined);
}

function drops(changes: readonly Change[], kind: 'switch-reset' | 'port-flap', what: string): Impact | undefined {
  const causes = changes.filter(({ disruption }) => disruption === kind);
  return causes.length === 0 ? undefined : impact(kind, `${what} for a moment: ${causesText(causes)}`);
}

function pauses(changes: readonly Change[]): Impact | undefined {
  const off = changes.find(({ disruption, phase }) => disruption === 'offload-pause' && phase === 'offload-off');
  if (!off) return undefined;
  const between = changes.filter(({ menu, phase }) => menu !== switchMenu && phase !== 'offload-off').length;
  const text = `L3 offload of ${off.key} pauses for ${counted(between, 'change')}: the CPU routes meanwhile`;
  return impact('offload-pause', text);
}

/** The CPU, and with it the firewall, stands in only while it routes. */
function inactiveRules(changes: readonly Change[], isDeniedTwice: boolean): Impact | undefined {
  const rules = changes.filter(({ menu }) => menu === '/interface/ethernet/switch/rule');
  if (rules.length === 0) return undefined;
  const times = rules.length === 1 ? 'once' : `${rules.length} times`;
  const isRoutedByCpu = changes.some(({ menu, phase }) => menu === switchMenu && phase === 'offload-on');
  const meanwhile =
    isRoutedByCpu && isDeniedTwice
      ? 'L3 offload is off then, and the firewall denies what the ACLs deny'
      : 'what they drop may pass';
  return impact('rules-inactive', `all switch rules are inactive for a moment, ${times}: ${meanwhile}`);
}

function touchedPath(changes: readonly Change[], path: ManagementPath): Impact | undefined {
  const touching = changes.filter((change) => isOnManagementPath(path, change)).length;
  if (touching === 0) return undefined;
  const touch = touching === 1 ? '1 change touches' : `${touching} changes touch`;
  return impact('management-path', `your session comes by ${path.text}, which ${touch}`);
}

function unknownPath(changes: readonly Change[]): Impact | undefined {
  if (!changes.some(isLayer2)) return undefined;
  return impact(
    'management-path',
    'no address of the device is the one you reach it by: any layer-2 change may cut you off',
  );
}

/** By one of them rosc itself comes. */
function closedApi(changes: readonly Change[]): Impact | undefined {
  const off = changes.filter(
    ({ menu, key, properties }) =>
      menu === '/ip/service' &&
      ['api', 'api-ssl'].includes(key) &&
      properties.some(({ name, after }) => name === 'disabled' && isYes(after)),
  );
  const names = off.map(({ key }) => `\`${key}\``).join(' and ');
  const text = `${names} goes off: an apply that comes by it has no way back in, and is undone`;
  return off.length === 0 ? undefined : impact('management-path', text);
}

function impact(disruption: Disruption, text: string): Impact {
  return { disruption, text };
}

/** `/interface/bridge bridge1 (vlan-filtering, igmp-snooping)`, the first three. */
function causesText(causes: readonly Change[]): string {
  const shown = causes.slice(0, 3).map(({ menu, key, properties }) => {
    const names = properties.map(({ name }) => name).filter((name) => propertySpec(menu, name)?.disruption);
    return `${menu} ${key} (${names.join(', ')})`;
  });
  const rest = causes.length - shown.length;
  return rest > 0 ? `${shown.join('; ')} and ${rest} more` : shown.join('; ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
