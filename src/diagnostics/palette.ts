// Colours for terminals, and what keeps foreign text from steering them.

export interface Palette {
  readonly error: Paint;
  readonly warning: Paint;
  readonly note: Paint;
  readonly good: Paint;
  readonly added: Paint;
  readonly removed: Paint;
  readonly changed: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
}

/** How a text is laid out. */
export interface TextStyle {
  readonly palette: Palette;
  /** Columns of the terminal. */
  readonly width: number;
  /** Everything, not only what matters. */
  readonly verbose: boolean;
}

export type Paint = (text: string) => string;

/** Paints nothing: for files, pipes and `NO_COLOR`. */
export const plain: Palette = paletteOf(() => (text) => text);

export const coloured: Palette = paletteOf(
  (codes) => (text) => (text === '' ? '' : `\u001b[${codes}m${text}\u001b[0m`),
);

/** Makes control characters of foreign text visible, so that a comment on a device cannot move the reader's cursor. */
export function printable(text: string): string {
  return text.replace(/\t/g, '  ').replace(controls, escaped);
}

function escaped(char: string): string {
  return `\\x${char.codePointAt(0)?.toString(16).padStart(2, '0')}`;
}

const colour = new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]{1,5}m)`);

/** The same of a text of lines that rosc made, whose breaks and, where it has them, colours are its own. */
export function printableLines(text: string, { isColoured }: { readonly isColoured: boolean }): string {
  const parts = isColoured ? text.split(colour) : [text];
  return parts.map((part, index) => (index % 2 > 0 ? part : part.replace(inLine, escaped))).join('');
}

/** Control and format characters, bidirectional overrides, separators of lines and paragraphs, halves of characters. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const inLine = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function paletteOf(paint: (codes: string) => Paint): Palette {
  return {
    error: paint('1;31'),
    warning: paint('1;33'),
    note: paint('36'),
    good: paint('32'),
    added: paint('32'),
    removed: paint('31'),
    changed: paint('33'),
    strong: paint('1'),
    faint: paint('2'),
  };
}
