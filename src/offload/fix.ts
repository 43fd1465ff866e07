// Fixes that do not know the front end: an edit only where the value stands literally in the text, commands for the
// device, else words.

import type { Fix } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network/network.ts';
import { chipName } from '../forwarding/network/ports.ts';
import type { Item, MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { quoteText } from '../model/quote.ts';
import { firstOfEach } from '../source/grouping.ts';
import { locationKey, textOf } from '../source/location.ts';

/** RouterOS commands in order. They change forwarding, so somebody has to look first. */
export function commandFix(title: string, ...commands: readonly string[]): Fix {
  return { title, applicability: 'review', edits: [], commands };
}

/** Replaces one property's value where the text spells it exactly. */
export function replaceValue(item: Item, property: string, value: string, title: string): Fix {
  const set = item.properties.get(property);
  const isLiteral = set?.origin.kind === 'source' && textOf(set.origin) === set.value;
  return {
    title,
    applicability: 'review',
    edits: isLiteral && set.origin.kind === 'source' ? [{ span: set.origin, text: value }] : [],
  };
}

/** The same with the command that sets the value on a device. */
export function setValue(item: Item, property: string, value: string, title: string): Fix {
  return { ...replaceValue(item, property, value, title), commands: [setCommand(item, `${property}=${word(value)}`)] };
}

/** Several findings' fixes as one: the first title and how many others, every edit and command once. */
export function mergeFixes(fixes: readonly Fix[]): Fix | undefined {
  const [first] = fixes;
  if (!first) return undefined;
  const commands = [...new Set(fixes.flatMap((fix) => fix.commands ?? []))];
  const edits = firstOfEach(
    fixes.flatMap((fix) => fix.edits),
    ({ span, text }) => `${locationKey(span)}:${text}`,
  );
  const others = new Set(fixes.map(({ title }) => title)).size - 1;
  // A question asks for one thing.
  const isMore = others > 0 && !first.title.endsWith('?');
  const loosest = applicabilities.findLast((each) => fixes.some((fix) => fix.applicability === each));
  return {
    title: isMore ? `${first.title}; likewise for ${others} more` : first.title,
    applicability: loosest ?? first.applicability,
    edits,
    ...(commands.length > 0 && { commands }),
  };
}

const applicabilities: readonly Fix['applicability'][] = ['safe', 'review', 'manual'];

/** A name as RouterOS takes it in a command and in the condition of a `find`, where `/` and `:` would be operators. */
export function word(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : quoteText(text);
}

/** `/interface/bridge/port set [find interface=ether2] hw=yes`; a settings menu has nothing to find. */
export function setCommand(item: Item, assignment: string): string {
  const menu = menus.get(item.menu);
  if (menu?.kind === 'settings') return `${item.menu} set ${assignment}`;
  const property = menu?.key.at(-1) ?? 'name';
  return setFound(item.menu, property, item.properties.get(property)?.value ?? item.key, assignment);
}

/** The same for the row of a name, which perhaps nobody has written. */
export function setNamed(menu: MenuPath, name: string, assignment: string): string {
  const { key = [], properties = {} } = menus.get(menu) ?? {};
  return setFound(menu, properties.name ? 'name' : (key.at(-1) ?? 'name'), name, assignment);
}

/** Switches hardware routing of a front port on or off, or that of a whole chip. */
export function routeInHardware(value: 'yes' | 'no', of: 'port' | 'switch', name: string): string {
  const menu = of === 'port' ? '/interface/ethernet/switch/port' : '/interface/ethernet/switch';
  return setNamed(menu, name, `l3-hw-offloading=${value}`);
}

/** Switch rules that bring all IP packets of ports to the CPU, as far as the chip routes them. */
export function redirectPorts(network: Network, ports: string): readonly string[] {
  const place = `/interface/ethernet/switch/rule add switch=${chipName(network)} ports=${ports}`;
  const protocols = network.offload?.ipv6Offload ? ['ip', 'ipv6'] : ['ip'];
  return protocols.map((protocol) => `${place} mac-protocol=${protocol} redirect-to-cpu=yes`);
}

function setFound(menu: MenuPath, property: string, value: string, assignment: string): string {
  return `${menu} set [find ${property}=${word(value)}] ${assignment}`;
}
