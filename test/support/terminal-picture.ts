// What a terminal shows of a program's output, as an SVG picture: text stays text, colours are those of the escape codes.

import { stripVTControlCharacters } from 'node:util';

const cell = { width: 7.8, height: 17 };
const margin = 16;
const titleBar = 26;

/** Readable on the dark ground; by SGR code. */
const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
};

interface Style {
  readonly colour?: string | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

/** `output` may hold SGR escape codes; the command stands on a line of its own above it. */
export function terminalPicture(command: string, output: string): string {
  const lines = [`\u001b[1m$ ${command}\u001b[0m`, ...output.replace(/\n$/, '').split('\n')];
  const columns = Math.max(...lines.map((line) => [...stripVTControlCharacters(line)].length));
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = Math.ceil(lines.length * cell.height + titleBar + 2 * margin);
  const rows = lines.map((line, index) => {
    const y = titleBar + margin + (index + 0.8) * cell.height;
    return `<text x="${margin}" y="${y.toFixed(1)}">${spans(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of ${escaped(command)}">`,
    '<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `<circle cx="${20 + 18 * at}" cy="18" r="6" fill="${fill}"/>`,
    ),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

function spans(line: string): string {
  let style: Style = {};
  const [plain = '', ...coded] = line.split('\u001b[');
  const parts = [span(plain, style)];
  for (const part of coded) {
    const end = part.indexOf('m');
    style = part.slice(0, end).split(';').reduce(styleAfter, style);
    parts.push(span(part.slice(end + 1), style));
  }
  return parts.join('');
}

function span(text: string, style: Style): string {
  return text === '' ? '' : `<tspan${attributes(style)}>${escaped(text)}</tspan>`;
}

function styleAfter(style: Style, code: string): Style {
  if (code === '' || code === '0') return {};
  if (code === '1') return { ...style, bold: true };
  if (code === '2') return { ...style, dim: true };
  if (code === '22') return { ...style, bold: false, dim: false };
  return { ...style, colour: colours[Number(code) >= 90 ? String(Number(code) - 60) : code] };
}

function attributes({ colour, bold, dim }: Style): string {
  return [
    colour === undefined ? '' : ` fill="${colour}"`,
    bold ? ' font-weight="700"' : '',
    dim ? ' opacity="0.65"' : '',
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
