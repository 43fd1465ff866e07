// An export whose every name, comment and value holds characters that move a reader's cursor, turn a line round or end
// it where nobody sees it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Right-to-left override, isolates, marks, zero width, C1 controls, DEL, separators, byte order mark, a tag, ESC. */
export const hostile = '\u202e\u2066\u200f\u061c\u200b\u0085\u009b\u007f\u2028\u2029\ufeff\u{e0041}\u001b[2J';

export const harmful = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

export const hostileText = (word: string) => `${word}${hostile}end`;
const text = hostileText;

export const hostileExport = `# 2025-01-01 00:00:00 by RouterOS 7.20.8
# model = CRS326-24G-2S+
/interface bridge
add name="${text('bridge')}" vlan-filtering=yes comment="${text('one')}"
add name="${text('other')}" comment="${text('two')}"
/interface vlan
add interface="${text('bridge')}" name="${text('vlan')}" vlan-id=10
add interface="${text('nothing')}" name="${text('lost')}" vlan-id=11
/interface bridge port
add bridge="${text('bridge')}" interface=ether1 comment="${text('port')}"
add bridge="${text('other')}" interface=ether2
add bridge="${text('missing')}" interface=ether3
/interface bridge vlan
add bridge="${text('bridge')}" tagged="${text('bridge')},ether1" vlan-ids=10
/ip address
add address=10.0.10.1/24 interface="${text('vlan')}"
add address=10.0.11.1/24 interface="${text('gone')}"
/ip firewall filter
add action=accept chain=forward comment="${text('rule')}" in-interface="${text('vlan')}"
add action=drop chain=forward layer7-protocol="${text('seven')}"
add action=jump chain=forward jump-target="${text('chain')}"
/ip route
add dst-address=10.9.0.0/24 gateway="${text('gate')}" comment="${text('route')}"
/${text('menu')}
add a=b
/ip address
add ${text('property')}=b address=10.0.12.1/24 interface=ether4
this is ${text('not')} a command (
`;

/** The export as a file in the folder; its path. */
export async function writeHostile(folder: string): Promise<string> {
  const path = join(folder, 'hostile.rsc');
  await writeFile(path, hostileExport);
  return path;
}

/** What a page says of it: all names, and none of those characters. */
export function expectHarmless(texts: readonly string[]): void {
  expect(texts.filter((each) => harmful.test(each))).toEqual([]);
  expect(texts.join()).toContain('hostile.rsc');
}
