// Scalars of YAML: bare where a reader takes them for what they are, in double quotes everywhere else.

import { parseDocument } from 'yaml';

const bareWord = /^[A-Za-z0-9_./!][A-Za-z0-9_./+ -]*$/;

export function printScalar(value: string | number | boolean, { isText = true } = {}): string {
  if (typeof value !== 'string') return String(value);
  const isBare = bareWord.test(value) && !value.endsWith(' ') && (!isText || isReadAsText(value));
  return isBare ? value : JSON.stringify(value);
}

/** `yes`, `7.20` and `1e3` are text to their author, and something else to a reader. */
function isReadAsText(value: string): boolean {
  const document = parseDocument(value);
  return document.errors.length === 0 && document.toJS() === value;
}
