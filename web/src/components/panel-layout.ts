// Where each port of a front panel is drawn, in pixels: blocks from left to right, odd ports above even ones.

import type { PanelJson, PanelPortJson } from '../../../src/web/api/view-schema.ts';

export interface Face {
  /** Position in the panel's `ports`. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Caption {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface BlockTitle extends Caption {
  readonly width: number;
}

export interface PanelLayout {
  readonly width: number;
  readonly height: number;
  readonly faces: readonly Face[];
  /** Port numbers, as printed on the device. */
  readonly numbers: readonly Caption[];
  readonly titles: readonly BlockTitle[];
}

const margin = 16;
const titleHeight = 18;
const numberHeight = 14;
const cageHeight = 28;
const rowGap = 5;
const columnGap = 4;
const blockGap = 26;
/** Copper ports come in groups of this many columns. */
const groupColumns = 4;
const groupGap = 8;
/** Width of a title's letters, and of the speed behind it. */
const letterWidth = 6.8;
const speedLength = 5;

const cageWidths: Readonly<Partial<Record<PanelPortJson['medium'], number>>> = {
  rj45: 32,
  combo: 36,
  virtual: 32,
  'qsfp+': 64,
  qsfp28: 64,
  qsfp56: 64,
  'qsfp-dd': 72,
};

export function layOutPanel({ rows, blocks, ports }: PanelJson): PanelLayout {
  const faces: Face[] = [];
  const numbers: Caption[] = [];
  const titles: BlockTitle[] = [];
  const top = margin + titleHeight + numberHeight;
  const bottom = top + (rows - 1) * (cageHeight + rowGap);
  let x = margin;
  for (const block of blocks) {
    const { title } = block;
    const width = widthOf(block);
    const start = x;
    let end = x;
    for (const [position, lanes] of block.cages.entries()) {
      const left = start + offsetOf(block, position);
      const isUpper = block.rows === 2 && position % 2 === 0;
      const y = isUpper ? top : bottom;
      const laneWidth = width / lanes.length;
      for (const [lane, index] of lanes.entries()) {
        faces.push({ index, x: left + lane * laneWidth, y, width: laneWidth, height: cageHeight });
      }
      numbers.push({
        text: numberOf(block, lanes, ports),
        x: left + width / 2,
        y: isUpper || rows === 1 ? y - 4 : y + cageHeight + 11,
      });
      end = Math.max(end, left + width);
    }
    titles.push({ text: title, x: start, y: margin + 8, width: end - start });
    x = Math.max(end, start + (title.length + speedLength) * letterWidth) + blockGap;
  }
  const height = bottom + cageHeight + (rows === 2 ? numberHeight : 2) + margin - 4;
  return { width: x - blockGap + margin, height, faces, numbers, titles };
}

type Block = PanelJson['blocks'][number];

function widthOf({ medium }: Block): number {
  return cageWidths[medium] ?? 40;
}

/** From the left edge of the block. */
function offsetOf(block: Block, position: number): number {
  const { medium, rows, cages } = block;
  const column = rows === 2 ? Math.floor(position / 2) : position;
  const hasGroups = medium === 'rj45' && cages.length > groupColumns * rows;
  return column * (widthOf(block) + columnGap) + (hasGroups ? Math.floor(column / groupColumns) * groupGap : 0);
}

/** What is printed beside a cage; its lanes share it. */
function numberOf({ title }: Block, lanes: readonly number[], ports: PanelJson['ports']): string {
  const name = ports[lanes[0] ?? -1]?.factoryName ?? '';
  return (lanes.length > 1 ? name.replace(/-\d+$/, '') : name).slice(title.length).replace(/^-/, '');
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const directions: Readonly<Record<Arrow, { readonly dx: number; readonly dy: number }>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

/** The nearest face in the direction of an arrow key. */
export function faceBeside(faces: readonly Face[], from: Face, arrow: Arrow): Face | undefined {
  const { dx, dy } = directions[arrow];
  const distance = (face: Face): number => {
    const along = (middle(face).x - middle(from).x) * dx + (middle(face).y - middle(from).y) * dy;
    const across = Math.abs((middle(face).x - middle(from).x) * dy) + Math.abs((middle(face).y - middle(from).y) * dx);
    return along > 1 ? along + across * 3 : Number.POSITIVE_INFINITY;
  };
  const best = faces.reduce<Face | undefined>(
    (nearest, face) => (nearest && distance(nearest) <= distance(face) ? nearest : face),
    undefined,
  );
  return best && Number.isFinite(distance(best)) ? best : undefined;
}

function middle({ x, y, width, height }: Face) {
  return { x: x + width / 2, y: y + height / 2 };
}
