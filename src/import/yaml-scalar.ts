// Scalars of YAML: bare where a reader takes them for what they are, in double quotes everywhere else.

import { parseDocument } from 'yaml';
import { jsonText } from '../source/json-text.ts';

const bareWord = /^[A-Za-z0-9_./!][A-Za-z0-9_./+ -]*$/;

export function printScalar(value: string | number | boolean, { isText = true } = {}): string {
  if (typeof value !== 'string') return String(value);
  const isBare = bareWord.test(value) && !value.endsWith(' ') && (!isText || isReadAsText(value));
  return isBare ? value : jsonText(value);
}

/** Of bare words, those that no number looks like: most of a site, for which no parser is needed. */
const noNumber = /^[A-Za-z_/]|^\d[^/]*\/|^\d+\.\d+\./;
const noText = /^(?:true|false|null)$/i;

/** `null`, `7.20` and `1e3` are text to their author, and something else to a reader. */
function isReadAsText(value: string): boolean {
  if (noNumber.test(value) && !noText.test(value)) return true;
  const document = parseDocument(value);
  return document.errors.length === 0 && document.toJS() === value;
}
