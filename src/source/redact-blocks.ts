// Hides secrets of several lines: private keys, and what stands below a secret's name in YAML.

import { isSecretName } from './secret-names.ts';
import { blockHead, harmless, type Masking, privateBlock } from './secret-shapes.ts';

export function maskBlocks(text: string, mask: Masking): string {
  const open = text.includes('PRIVATE KEY')
    ? text.replace(privateBlock, (_, head: string, body: string) => head + mask(body))
    : text;
  return maskYaml(open, mask);
}

/** Texts and lists of YAML below a secret's name. */
function maskYaml(text: string, mask: Masking): string {
  let out = '';
  let copied = 0;
  blockHead.lastIndex = 0;
  for (let head = blockHead.exec(text); head; head = blockHead.exec(text)) {
    const [, indent = '', name = '', sign] = head;
    if (!isSecretName(name)) continue;
    const below = new RegExp(`(${indent}(?:[ \\t]+(?:-[ \\t]+)?|-[ \\t]+))([^\\r\\n]*)\\r?\\n?|[ \\t]*\\r?\\n`, 'y');
    for (let at = blockHead.lastIndex; at < text.length; at = below.lastIndex) {
      below.lastIndex = at;
      const [line, before = '', value = ''] = below.exec(text) ?? [];
      if (line === undefined || (sign === undefined && /:(?:[ \t]|$)/.test(value))) break;
      if (harmless.test(value)) continue;
      out += text.slice(copied, at + before.length) + mask(value);
      copied = at + before.length + value.length;
    }
  }
  return out + text.slice(copied);
}
