// The script subset of the simulated device: what undo scripts, exports and administrators' scripts use.

import { describe, expect, it } from 'vitest';
import { connectToSimulator } from '../../../../src/device/sim/sim-device.ts';
import { createSimulator, type SimulatorOptions } from '../../../../src/device/sim/simulator.ts';
import { targetOf } from '../../../support/sim-target.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

function device(routeros = '7.18.2') {
  return createSimulator({ target: targetOf('CRS326-24G-2S+', routeros), clock: createVirtualClock() });
}

function loading(load: string, options: Pick<SimulatorOptions, 'loadStepsMax'> = {}) {
  const target = targetOf('CRS326-24G-2S+', '7.18.2');
  return createSimulator({ target, clock: createVirtualClock(), load, ...options });
}

/** What a script logs. */
function logged(script: string): readonly (string | undefined)[] {
  const simulator = device();
  simulator.run(script);
  return simulator.print('/log').map((row) => row.message);
}

describe('scripts', () => {
  it.each<[string, string, readonly string[]]>([
    ['locals and arithmetic', ':local a 5; :local b ($a * 2 + 1); :log info $b', ['11']],
    ['precedence', ':log info (2 + 3 * 4 - 1); :log info (1 + 1 = 2 and 3 > 4)', ['13', 'false']],
    ['concatenation', ':local x "b"; :log info ("a" . $x . [:len "ccc"])', ['ab3']],
    ['interpolation', ':local x 7; :log info "x=$x y=$[:len {1;2;3}] z=$($x + 1) \\$x"', ['x=7 y=3 z=8 $x']],
    ['escapes', ':log info "tab\\tquote\\" \\C3\\A9"', ['tab\tquote" é']],
    ['if and else', ':if (1 > 2) do={ :log info no } else={ :log info yes }', ['yes']],
    ['foreach', ':foreach i in={3;1;2} do={ :log info $i }', ['3', '1', '2']],
    [
      'for and while',
      ':for i from=1 to=3 do={ :log info $i }; :local n 2; :while ($n > 0) do={ :log info "n$n"; :set n ($n - 1) }',
      ['1', '2', '3', 'n2', 'n1'],
    ],
    ['caught errors', ':do { :error "boom" } on-error={ :log info caught }; :log info after', ['caught', 'after']],
    [
      'onerror with its message',
      ':onerror e in={ /ip/address/add address=x interface=ether1 } do={ :log info $e }',
      ['invalid value for argument address (/ip/address/add; line 1)'],
    ],
    [
      'nested commands',
      '/ip address add address=10.0.0.1/24 interface=ether1 comment="a b"; :log info [/ip address get [find comment="a b"] interface]',
      ['ether1'],
    ],
    [
      'find by several conditions',
      '/ip/address/add address=10.0.0.1/24 interface=ether1; /ip/address/add address=10.0.1.1/24 interface=ether1 disabled=yes; :log info [:len [/ip/address/find interface=ether1 disabled=no]]; :log info [:len [/ip/address/find where interface=ether1 and !disabled]]; :log info [:len [/ip/address/find where address~"^10.0.1"]]',
      ['1', '1', '1'],
    ],
    [
      'a name that begins like an operator',
      '/ip/firewall/filter/add chain=forward action=accept in-interface=ether1; :log info [:len [/ip/firewall/filter/find chain=forward action="accept" in-interface=ether1]]',
      ['1'],
    ],
    [
      'functions of the language',
      ':log info [:pick "abcdef" 1 3]; :log info [:typeof 5]; :log info [:find "abc" "c"]; :log info [:tonum "42"]',
      ['bc', 'num', '2', '42'],
    ],
    ['globals across runs', ':global g 5; :log info $g', ['5']],
    ['lines that continue', ':log \\\n    info "one \\\n    two"', ['one two']],
    ['comments', '# nothing\n:log info x\n# :log info y', ['x']],
    ['a current menu', '/ip address\nadd address=10.0.0.1/24 interface=ether1\n/log\ninfo done', ['done']],
  ])('know %s', (_, script, messages) => {
    expect(logged(script)).toEqual(messages);
  });

  it.each([
    ['a misspelt command', '/ip/address/fly', 'bad command name fly (line 1 column 13)'],
    ['an unknown argument', '/ip/address/add adress=x', 'expected end of command (line 1 column 17)'],
    ['an open string', ':log info "x', 'expected closing quote (line 1 column 11)'],
    ['an open brace', ':if (true) do={ :log info x', 'expected closing brace (line 1 column 28)'],
    ['a line and column', ':log info x\n  /ip/address/add foo=1', 'expected end of command (line 2 column 19)'],
  ])('say where %s is', (_, script, message) => {
    expect(() => device().run(script)).toThrow(message);
  });

  it('do nothing to an empty result, and fail to read one', () => {
    const simulator = device();
    simulator.run('/ip/address/remove [find interface=ether9]; /ip/address/set [find interface=ether9] comment=x');
    expect(() => simulator.run(':local x [/ip/address/get [find interface=ether9] address]')).toThrow('no such item');
    expect(() => simulator.run('/ip/firewall/filter/add chain=forward place-before=[find comment=gone]')).toThrow(
      'no such item',
    );
  });

  it('may not do more than their policies', async () => {
    const simulator = device();
    simulator.run(
      '/system/script/add name=weak source="/ip/address/add address=10.0.0.1/24 interface=ether1" policy=read',
    );
    const connection = await connectToSimulator(simulator, { url: 'sim:x' });
    expect(await connection.run({ menu: '/system/script', verb: 'run', arguments: { number: 'weak' } })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('not enough permissions'),
    });
  });
});

describe('imports', () => {
  const broken =
    '/ip/address/add address=10.0.0.1/24 interface=ether1\n/ip/address/add adress=10.0.0.2/24 interface=ether1\n';
  const failing =
    '/ip/address/add address=10.0.0.1/24 interface=ether1\n/ip/address/add address=10.0.0.1/24 interface=ether1\n';

  async function importing(contents: string, args: Record<string, string> = {}) {
    const simulator = device();
    const connection = await connectToSimulator(simulator, { url: 'sim:x' });
    await connection.run({ menu: '/file', verb: 'add', arguments: { name: 'flash/x.rsc', contents } });
    const reply = await connection.run({
      menu: '/',
      verb: 'import',
      arguments: { 'file-name': 'flash/x.rsc', ...args },
    });
    return { reply, addresses: simulator.print('/ip/address').length };
  }

  it('parse the whole file before the first change', async () => {
    expect(await importing(broken)).toMatchObject({
      addresses: 0,
      reply: { message: 'expected end of command (line 2 column 17)' },
    });
  });

  it('run line by line when verbose, or not at all when dry', async () => {
    expect(await importing(broken, { verbose: 'yes' })).toMatchObject({ addresses: 1, reply: { kind: 'refused' } });
    expect(await importing(broken, { verbose: 'yes', 'dry-run': 'yes' })).toMatchObject({
      addresses: 0,
      reply: { kind: 'refused' },
    });
    expect(await importing(failing, { verbose: 'yes', 'dry-run': 'yes' })).toMatchObject({
      addresses: 0,
      reply: { kind: 'done' },
    });
  });

  it('stop in the middle at an error, and keep what was done', async () => {
    expect(await importing(failing)).toMatchObject({
      addresses: 1,
      reply: { message: 'failure: already have such address (/ip/address/add; line 2)' },
    });
  });
});

describe('a file that is loaded', () => {
  const forEver = ':for i from=1 to=1000000000000 do={ :put $i }';

  it.each([
    ['counts on', forEver],
    ['loops', ':while (true) do={ :local x 1 }'],
    ['loops with its test behind', ':do { :local x 1 } while=(true)'],
    ['catches its own end', `:while (true) do={ :do { ${forEver} } on-error={ ${forEver} } }`],
    ['doubles an array', ':local x {1;2}; :while (true) do={ :set x {$x;$x} }'],
    ['looks at all rows for each', `:while (true) do={ :local x [/interface/ethernet/find] }`],
    ['looks for a pattern', `:while (true) do={ :local x ("${'a'.repeat(400)}" ~ "^(a|a)*b") }`],
  ])('and %s is refused at its line', (_, script) => {
    expect(() => loading(`/interface bridge\nadd name=bridge\n${script}`, { loadStepsMax: 100_000 })).toThrow(
      /^line 3: it asks for more work than the simulated device does/,
    );
  });

  it('and doubles a text ends there', () => {
    const script = ':local x "0123456789"; :while (true) do={ :set x ($x . $x) }';
    expect(loading(script).notLoaded).toMatchObject([{ line: 1, reason: 'failure: out of memory' }]);
  });

  it('counts rows from the top as a print does, those that the device made among them', () => {
    const rules = (more: string) =>
      loading(`/interface bridge
add name=bridge dhcp-snooping=yes
/interface bridge port
add bridge=bridge interface=ether1
/interface ethernet switch rule
add switch=switch1 ports=ether1 comment=first
add switch=switch1 ports=ether1 comment=second
${more}`).print('/interface/ethernet/switch/rule');
    const numbers = rules('').map((row, number) => `${number} ${row.comment ?? 'made'}`);
    expect(numbers.at(0)).toBe('0 made');
    expect(numbers.at(-2)).toBe(`${numbers.length - 2} first`);
    const left = rules(`remove ${numbers.length - 2}`);
    expect(left.map((row) => row.comment).filter((comment) => comment !== undefined)).toEqual(['second']);
  });
});
