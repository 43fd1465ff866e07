// A plugin of esbuild: every function of `src/forwarding` asks `globalThis.mutate`, where there is one, what it answers.

import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { transform } from 'esbuild';

export const mutableFunctions = {
  name: 'mutable-functions',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]forwarding[\\/](?:\w+[\\/])?[\w-]+\.ts$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts' });
      return { contents: withQuestions(basename(path, '.ts'), code), loader: 'js', resolveDir: dirname(path) };
    });
  },
};

/** Bodies of functions become `return mutable('FILE/FUNCTION', () => { BODY })`: as esbuild prints, they end in column 0. */
function withQuestions(file, text) {
  let name;
  return text
    .split('\n')
    .map((line) => {
      name = /^(?:export )?function (\w+)\(/.exec(line)?.[1] ?? name;
      if (name === undefined) return line;
      if (/^(?:(?:export )?function |[)}]).*\) \{$/.test(line)) {
        return `${line} return globalThis.mutable('${file}/${name}', () => {`;
      }
      if (line !== '}') return line;
      name = undefined;
      return '});}';
    })
    .join('\n');
}

/** Before any module asks. */
export const mutableBanner =
  'globalThis.mutable = (key, run) => (globalThis.mutate ? globalThis.mutate(key, run) : run());';
