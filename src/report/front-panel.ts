// A front panel drawn with letters: one cell a port, odd above even as on the device, round brackets around ports
// that are not on the chip.

import { expandPorts, type ModelProfile, type PortGroup } from '../profile/profiles.ts';

/** Columns that a row of blocks may fill. */
const widthMax = 78;
/** Ports of one kind that still stand in a single row. */
const singleRowMax = 4;

interface Block {
  readonly lines: readonly string[];
  readonly width: number;
}

export function frontPanel(model: ModelProfile): string {
  const mainSwitch = Object.keys(model.switches)[0] ?? 'cpu';
  const blocks = model.ports.map((group) => blockOf(group, group.switch === mainSwitch));
  const rows: Block[][] = [];
  let width = 0;
  for (const block of blocks) {
    const row = rows.at(-1);
    if (row && width + 3 + block.width <= widthMax) {
      row.push(block);
      width += 3 + block.width;
    } else {
      rows.push([block]);
      width = block.width;
    }
  }
  const drawn = rows.map(drawRow).join('\n');
  const others = model.ports.flatMap(({ switch: name }) => {
    const chip = model.switches[name];
    return name === mainSwitch ? [] : [chip === undefined ? 'the CPU' : `${name}, ${chip}`];
  });
  if (others.length === 0 || mainSwitch === 'cpu') return drawn;
  const legend = `  [ ] on ${model.switches[mainSwitch]}   ( ) on ${[...new Set(others)].join(' or ')}`;
  return `${drawn}\n${legend}`;
}

/** A heading and one or two rows of cells. Lanes are one cell: it is one port to the eye. */
function blockOf(group: PortGroup, isMain: boolean): Block {
  const lanes = typeof group.mbps === 'number' ? 1 : group.mbps.length;
  const names = expandPorts(group)
    .filter((_, index) => index % lanes === 0)
    .map(({ name }) => (lanes === 1 ? name : name.replace(/-\d+$/, '')));
  const stem = (names[0] ?? '').replace(/\d+$/, '');
  const digits = Math.max(...names.map((name) => name.length)) - stem.length;
  const numbers = names.map((name) => name.slice(stem.length).padStart(digits));
  const isSingle = numbers.length <= singleRowMax;
  const rows = (isSingle ? [numbers] : [everyOther(numbers, 0), everyOther(numbers, 1)]).map((row) => {
    const cells = row.join('|');
    return isMain ? `[${cells}]` : `(${cells})`;
  });
  const title = stem.replace(/-$/, '');
  const width = Math.max(title.length, ...rows.map((row) => row.length));
  return { lines: [title.padEnd(width), ...rows.map((row) => row.padEnd(width))], width };
}

function everyOther(numbers: readonly string[], first: 0 | 1): readonly string[] {
  return numbers.filter((_, index) => index % 2 === first);
}

function drawRow(blocks: readonly Block[]): string {
  const height = Math.max(...blocks.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    `  ${blocks.map((block) => block.lines[line] ?? ' '.repeat(block.width)).join('   ')}`.trimEnd(),
  ).join('\n');
}
