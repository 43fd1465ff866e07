// Text that no router prints, and that reading it could be slow on: what never ends, what looks like something else.

import { evaluateScript } from '../src/rsc/evaluate.ts';
import { parseRsc } from '../src/rsc/parser.ts';
import type { Figure } from './figure.ts';
import { type Effort, growthExponent, measure } from './measure.ts';

/** Repeated behind `/ip route` and a line end. */
export const hostileLines: Readonly<Record<string, string>> = {
  quotes: '/ip route\nadd comment="x\n',
  'escaped quotes': '/ip route\nadd comment=\\"x\n',
  brackets: '/ip route\nset [ find [ ( {\n',
  braces: ':if {\n',
  'brackets before braces': '/ip route\nset [{ x\n',
  'menus that open blocks': '/ip route {\n',
  continuations: '/ip route add comment=a\\\n  \\\n',
  'secrets without end': 'password=passwordpasswordpassword',
  'cut names': '/ip route\nadd com\\\n  ment\\\n  com\n',
  'commands that match nothing': '/ip route\nset [ find gateway=x ] comment=y\n',
};

export function hostileText(line: string, count: number): string {
  return `/ip route\n${line.repeat(count)}`;
}

export async function benchHostileText(sizes: readonly number[], effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, line] of Object.entries(hostileLines)) {
    const points: { size: number; ms: number }[] = [];
    for (const size of sizes) {
      const text = hostileText(line, size);
      const { medianMs } = await measure(effort, () =>
        evaluateScript(parseRsc({ path: 'export.rsc', text }).value, { items: [] }),
      );
      points.push({ size, ms: medianMs });
    }
    figures.push({
      what: `read hostile text, growth exponent: ${name}`,
      value: growthExponent(points),
      unit: '',
      reach: { atMost: 1.3 },
      detail: points.map(({ size, ms }) => `${size.toLocaleString('en-US')} lines in ${Math.round(ms)} ms`).join(', '),
    });
  }
  return figures;
}
