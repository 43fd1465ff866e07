// Fixes in the words of a site: who has one changes it, and not its device, which the next apply would set back.

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DeviceIntent } from '../../intent/intent.ts';
import { furtherWords, menuWords } from '../../intent/menu-words.ts';
import { isRawPath } from '../../lower/raw.ts';
import type { MenuPath } from '../../model/config.ts';

/** What a site calls a property of a row that has a name, or of the device. */
const keys: Readonly<Record<string, string>> = {
  '/interface/bridge igmp-snooping': 'igmp-snooping',
  '/interface/bridge protocol-mode': 'spanning-tree',
  '/interface/ethernet l2mtu': 'l2mtu',
  '/interface/ethernet/switch l3-hw-offloading': 'l3-offload',
  '/interface/ethernet/switch/port l3-hw-offloading': 'l3-offload',
  '/interface/vlan l3-hw-offloading': 'l3-offload',
};

/** Keys that hold further properties of rows, in RouterOS's own words. */
const furtherKeys: readonly (readonly [MenuPath, string])[] = [
  ['/interface/bridge', 'bridge'],
  ['/interface/bridge/port', 'bridge-port'],
  ['/interface/ethernet', 'ethernet'],
];

const ofDevice: ReadonlySet<string> = new Set(['/interface/bridge', '/interface/ethernet/switch']);

/** `raw:` lines stay what they are: their fix is such a line too. */
export function inSitesWords(diagnostic: Diagnostic, device: DeviceIntent): Diagnostic {
  const { fix, primary } = diagnostic;
  const lines = fix?.commands ?? fix?.steps;
  if (
    !fix ||
    !lines?.every((line) => line.startsWith('/')) ||
    primary.at.kind !== 'source' ||
    isRaw(primary.at, device)
  )
    return diagnostic;
  const { commands: _, ...rest } = fix;
  const said = lines.map((command) => saidBy(command, device));
  const raw = lines.filter((_, index) => said[index] === undefined).map((command) => `  ${command}`);
  const steps = [...said.flatMap((each) => each ?? []), ...(raw.length > 0 ? ['raw: |', ...raw] : [])];
  return { ...diagnostic, fix: { ...rest, steps } };
}

function isRaw(
  at: { readonly file: { readonly path: string }; readonly start: number },
  { places, settings }: DeviceIntent,
) {
  if (settings.raw === undefined) return false;
  const { file, start, end } = places.at('raw');
  return at.file.path !== file.path ? isRawPath(at.file.path) : at.start >= start && at.start < end;
}

/** `ports: { ether1: { l2mtu: 9216 } }`; undefined where a site has no words for the command, or not for all of it. */
function saidBy(command: string, { settings }: DeviceIntent): string | undefined {
  const [, menu, name = '', text = ''] = /^(\S+) set (?:\[find \S+?="?([^"\] ]*)"?\] )?([^[]+)$/.exec(command) ?? [];
  if (menu === undefined) return undefined;
  const said = text.split(' ').map((assignment) => wordsFor(menu, ...assignment.split('=')));
  if (said.includes(undefined)) return undefined;
  const inner = said.join(', ');
  if (name === '' || ofDevice.has(menu)) return inner;
  const group = menu === '/interface/vlan' ? 'vlans' : Object.hasOwn(settings.bonds ?? {}, name) ? 'bonds' : 'ports';
  return `${group}: { ${name}: { ${inner} } }`;
}

function wordsFor(menu: string, property = '', value = ''): string | undefined {
  if (value.startsWith('<')) return undefined;
  const said = value.replace(/^yes$/, 'true').replace(/^no$/, 'false');
  const own = keys[`${menu} ${property}`];
  if (own !== undefined) return `${own}: ${said}`;
  const further = furtherKeys.find(([each]) => each === menu);
  if (further && furtherWords(further[0]).includes(property)) return `${further[1]}: { ${property}: ${said} }`;
  const [group, key] = menuWords.find((word) => word.menu === menu && word.form === 'settings')?.at ?? [];
  return group && `${group}: { ${key}: { ${property}: ${said} } }`;
}
