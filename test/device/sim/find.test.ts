// `find` and `where` on the simulated device, against what was seen on RouterOS: the manual's scripting tips, and the
// measurements on 7.23.2 of tik4net (Docs/findings-cli.md, 10.4 and 13.2).

import { describe, expect, it } from 'vitest';
import type { Readings } from '../../../src/device/sim/readings.ts';
import { createSimulator } from '../../../src/device/sim/simulator.ts';
import { targetOf } from '../../support/sim-target.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

const setUp = `
/ip/address/add address=192.168.88.1/24 interface=ether1 comment="rosc:vlan/left"
/ip/address/add address=10.0.0.1/24 interface=ether2
/ip/firewall/filter/add chain=forward action=drop protocol=udp dst-port="139,445" comment=plain
/interface/bridge/add name=bridge1
/interface/bridge/vlan/add bridge=bridge1 vlan-ids=30 tagged=bridge1,ether1
/interface/vlan/add name=100 vlan-id=100 interface=bridge1
`;

function device(readings: Partial<Readings> = {}) {
  const simulator = createSimulator({
    target: targetOf('CRS326-24G-2S+', '7.18.2'),
    clock: createVirtualClock(),
    readings,
  });
  simulator.run(setUp);
  return simulator;
}

/** How many rows the expression finds. */
function count(found: string, readings?: Partial<Readings>): number {
  const simulator = device(readings);
  simulator.run(`:log info [:len [${found}]]`);
  return Number(simulator.print('/log').at(-1)?.message);
}

describe('a condition', () => {
  it.each([
    ['/ip/address/find address="192.168.88.1/24"', 1],
    ['/ip/address/find address=192.168.88.1/24', 0],
    ['/ip/address/find address=[:tostr 192.168.88.1/24]', 1],
    ['/ip/address/find comment="rosc:vlan/left"', 1],
    ['/ip/address/find comment=rosc:vlan/left', 0],
    ['/ip/address/find interface=ether1', 1],
    ['/ip/firewall/filter/find protocol=udp', 0],
    ['/ip/firewall/filter/find protocol="udp"', 1],
    ['/ip/firewall/filter/find dst-port=139,445', 0],
    // What is not set does not equal nothing; without an operator it asks whether it is set.
    ['/ip/address/find comment=""', 0],
    ['/ip/address/find comment', 1],
    ['/ip/address/find !comment', 1],
    ['/ip/address/find disabled=no', 2],
    ['/interface/vlan/find vlan-id=100', 1],
  ])('%s finds %i', (found, expected) => {
    expect(count(found)).toBe(expected);
  });

  it('takes ids without quotes, and not with them', () => {
    const simulator = device();
    const id = simulator.print('/ip/address')[0]?.['.id'];
    simulator.run(`:log info [:len [/ip/address/find .id=${id}]]; :log info [:len [/ip/address/find .id="${id}"]]`);
    expect(
      simulator
        .print('/log')
        .slice(-2)
        .map(({ message }) => message),
    ).toEqual(['1', '0']);
  });

  it('knows its ids again', () => {
    const simulator = device();
    simulator.run(':foreach a in=[/ip/address/find] do={ :log info [:len [/ip/address/find .id=$a]] }');
    expect(simulator.print('/log').map(({ message }) => message)).toEqual(['1', '1']);
  });

  it('sees properties where variables have their names', () => {
    // The manual's example: both addresses are found, because the variable is the property.
    const simulator = device();
    simulator.run(':local interface "ether1"; :log info [:len [/ip/address/find interface=$interface]]');
    expect(simulator.print('/log').at(-1)?.message).toBe('2');
  });
});

describe('where nothing published decides', () => {
  it.each<[string, Partial<Readings>, number]>([
    ['/interface/bridge/vlan/find vlan-ids=30', { listsInFind: 'never' }, 0],
    ['/interface/bridge/vlan/find vlan-ids=30', { listsInFind: 'member' }, 1],
    ['/interface/bridge/vlan/find tagged="bridge1,ether1"', { listsInFind: 'member' }, 0],
    ['/interface/bridge/vlan/find tagged="bridge1,ether1"', { listsInFind: 'text' }, 1],
    ['/interface/bridge/vlan/find ([:tostr $"vlan-ids"]="30")', { listsInFind: 'never' }, 1],
    ['/ip/firewall/filter/find action=drop', { bareEnumerations: 'never' }, 0],
    ['/ip/firewall/filter/find action=drop', { bareEnumerations: 'found' }, 1],
    ['/interface/vlan/find vlan-id="100"', { typesInFind: 'apart' }, 0],
    ['/interface/vlan/find vlan-id="100"', { typesInFind: 'converted' }, 1],
    ['/interface/vlan/find name=100', { typesInFind: 'apart' }, 0],
    ['/interface/vlan/find name=100', { typesInFind: 'converted' }, 1],
  ])('%s under %j finds %i', (found, readings, expected) => {
    expect(count(found, readings)).toBe(expected);
  });
});

describe('a script that does not parse', () => {
  it('is kept with its flag, does nothing, and no `on-error` hears of it', () => {
    const simulator = device();
    simulator.run('/system/script/add name=bad source="/ip/address/remove [find]; /ip/address/add adress=1"');
    expect(simulator.print('/system/script')[0]).toMatchObject({ name: 'bad', invalid: 'true' });
    simulator.run(':do { /system/script/run bad } on-error={ :log info caught }; :log info after');
    expect(simulator.print('/ip/address')).toHaveLength(2);
    const messages = simulator.print('/log').map(({ message }) => message);
    expect(messages).toEqual(['script error: expected end of command (line 1 column 44)', 'after']);
    simulator.run('/system/script/set bad source=":log info mended"; /system/script/run bad');
    expect(simulator.print('/system/script')[0]).toMatchObject({ invalid: 'false' });
    expect(simulator.print('/log').at(-1)?.message).toBe('mended');
  });

  it('runs up to a command that the device does not know', () => {
    const simulator = device();
    const run = () => simulator.run(':log info first; /ip/address/fly; :log info second');
    expect(run).toThrow('bad command name fly (line 1 column 30)');
    expect(simulator.print('/log').map(({ message }) => message)).toEqual(['first']);
  });

  it('unsets only what the command tree lists', () => {
    const simulator = device();
    expect(() => simulator.run('/interface/bridge/set bridge1 !admin-mac')).toThrow('expected end of command');
    simulator.run('/ip/firewall/filter/set [find comment="plain"] !dst-port');
    expect(simulator.print('/ip/firewall/filter')[0]).not.toHaveProperty('dst-port');
  });

  it('has no escapes but its own, and no `$` outside quotes', () => {
    const simulator = device();
    expect(() => simulator.run(':log info "x\\y z"')).toThrow('syntax error');
    expect(() => simulator.run('/system/script/add name=x source=x$y')).toThrow('expected end of command');
    simulator.run(':log info "x$y z"; :log info "x\\$y z"');
    expect(simulator.print('/log').map(({ message }) => message)).toEqual(['x z', 'x$y z']);
  });

  it('may have blanks behind `name=`, but no other argument', () => {
    const simulator = device();
    expect(() => simulator.run('/system/note/set note= show-at-login=yes')).toThrow(
      'expected end of command (line 1 column 24)',
    );
    simulator.run('/system/note/set show-at-login=no note=');
    simulator.run('/system/note/set note= kept');
    expect(simulator.print('/system/note')[0]).toMatchObject({ note: 'kept' });
  });
});
