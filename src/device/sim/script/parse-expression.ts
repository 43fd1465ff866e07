// Expressions of RouterOS script: operators inside parentheses and `where`, single values elsewhere.

import { bytesToText, namedEscapes } from '../../../model/string-escapes.ts';
import type { BinaryOperator, Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { ParserScope } from './parser-scope.ts';

/** Weakest first. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['<=', '>=', '!=', '=', '<', '>', '~', 'in'],
  [','],
  ['.'],
  ['+', '-'],
  ['*', '/', '%'],
  ['->'],
];

/** Words, not beginnings of names such as `in-interface`. */
const spelledOut: Readonly<Record<string, RegExp>> = {
  '||': /or(?![\w-])/y,
  '&&': /and(?![\w-])/y,
  in: /in(?![\w-])/y,
};

/** Full operator syntax; ends before `)`, `]`, `;` or the end of the line. */
export function parseExpression(cursor: Cursor, scope: ParserScope, level = 0): Expression {
  const operators = levels[level];
  if (!operators) return parseUnary(cursor, scope);
  let left = parseExpression(cursor, scope, level + 1);
  for (;;) {
    skipInside(cursor, scope);
    const operator = takeOperator(cursor, operators);
    if (!operator) return left;
    skipInside(cursor, scope);
    const right =
      scope.isWhere && level === 2 ? parseWhereValue(cursor, scope) : parseExpression(cursor, scope, level + 1);
    left = { kind: 'binary', operator, left, right };
  }
}

function takeOperator(cursor: Cursor, operators: readonly BinaryOperator[]): BinaryOperator | undefined {
  for (const operator of operators) {
    const word = spelledOut[operator];
    if (word && cursor.match(word)) return operator;
    // A minus that belongs to a longer word or arrow is none.
    if (operator === '-' && cursor.peek(2) === '->') continue;
    if (operator !== 'in' && cursor.take(operator)) return operator;
  }
  return undefined;
}

function parseUnary(cursor: Cursor, scope: ParserScope): Expression {
  skipInside(cursor, scope);
  if (cursor.take('!') || cursor.match(/not(?![\w-])/y)) {
    return { kind: 'unary', operator: '!', operand: parseUnary(cursor, scope) };
  }
  if (cursor.peek() === '-' && !/-\d/y.test(cursor.peek(2))) {
    cursor.at++;
    return { kind: 'unary', operator: '-', operand: parseUnary(cursor, scope) };
  }
  return parsePrimary(cursor, scope);
}

/** Line breaks may stand inside parentheses. */
function skipInside(cursor: Cursor, scope: ParserScope): void {
  if (scope.depth > 0) cursor.skipSpace();
  else cursor.skipBlanks();
}

const operandWord = /\*[0-9A-Fa-f]+|-?\d[\w.:/%]*|[A-Za-z_][\w-]*(?:[:./][\w:./-]*)?/y;

function parsePrimary(cursor: Cursor, scope: ParserScope): Expression {
  const structured = parseStructured(cursor, scope);
  if (structured) return structured;
  const word = cursor.match(operandWord);
  if (word === undefined) throw cursor.syntaxError();
  return scope.isWhere ? { kind: 'word', text: word } : literal(word);
}

/** `"…"`, `$x`, `[…]`, `(…)`, `{…}`: what looks the same in every place. */
export function parseStructured(cursor: Cursor, scope: ParserScope): Expression | undefined {
  if (cursor.peek() === '"') return parseString(cursor, scope);
  if (cursor.take('$')) return parseVariable(cursor, scope);
  if (cursor.take('[')) {
    const body = scope.parseBlock(cursor, { ...scope, isWhere: false, depth: 0 }, ']');
    cursor.expect(']');
    return { kind: 'substitution', body };
  }
  if (cursor.take('(')) {
    const inner = parseExpression(cursor, { ...scope, depth: scope.depth + 1 });
    cursor.skipSpace();
    cursor.expect(')');
    return inner;
  }
  if (cursor.take('{')) return parseArray(cursor, scope);
  return undefined;
}

function parseArray(cursor: Cursor, scope: ParserScope): Expression {
  const members: Expression[] = [];
  const inner = { ...scope, depth: scope.depth + 1, isWhere: false };
  for (cursor.skipSpace(); !cursor.take('}'); cursor.skipSpace()) {
    members.push(parseExpression(cursor, inner));
    cursor.skipSpace();
    if (cursor.peek() !== '}') cursor.expect(';');
  }
  return { kind: 'array', members };
}

function parseVariable(cursor: Cursor, scope: ParserScope): Expression {
  if (cursor.peek() === '"') {
    const quoted = parseString(cursor, scope);
    const [name] = quoted.kind === 'string' ? quoted.parts : [];
    if (typeof name !== 'string') throw cursor.syntaxError();
    return { kind: 'variable', name };
  }
  const name = cursor.match(/[A-Za-z0-9]+/y);
  if (name === undefined) throw cursor.syntaxError();
  return { kind: 'variable', name };
}

/** A string with its escapes read: `\n`, `\"`, `\$`, `\E2` bytes of UTF-8, and continued lines. */
function parseString(cursor: Cursor, scope: ParserScope): Expression {
  const start = cursor.at;
  cursor.expect('"');
  const parts: (string | Expression)[] = [];
  let bytes: string[] = [];
  let text = '';
  const flushBytes = (): void => {
    if (bytes.length > 0) text += bytesToText(bytes);
    bytes = [];
  };
  for (;;) {
    if (cursor.isAtEnd) throw cursor.syntaxError('expected closing quote', start);
    const character = cursor.peek();
    cursor.at++;
    if (character === '\\') {
      const hex = cursor.match(/[0-9A-F]{2}/y);
      if (hex !== undefined) {
        bytes.push(hex);
        continue;
      }
      flushBytes();
      if (cursor.match(/\n[ \t]*/y) !== undefined) continue;
      const escaped = cursor.peek();
      cursor.at++;
      text += namedEscapes[escaped] ?? escaped;
      continue;
    }
    flushBytes();
    if (character === '"') break;
    const inner = character === '$' ? parseInterpolation(cursor, scope) : undefined;
    if (inner) {
      parts.push(text, inner);
      text = '';
    } else text += character;
  }
  return { kind: 'string', parts: [...parts, text].filter((part) => part !== '' || parts.length === 0) };
}

/** After a `$` inside a string; undefined when it is just a dollar sign. */
function parseInterpolation(cursor: Cursor, scope: ParserScope): Expression | undefined {
  if (/[A-Za-z0-9"]/.test(cursor.peek())) return parseVariable(cursor, scope);
  return cursor.peek() === '[' || cursor.peek() === '(' ? parseStructured(cursor, scope) : undefined;
}

/** A single value outside parentheses, up to the next blank: words keep their operators. */
export function parseValue(cursor: Cursor, scope: ParserScope): Expression {
  let value = parseStructured(cursor, scope);
  if (value) {
    while (cursor.take('->'))
      value = { kind: 'binary', operator: '->', left: value, right: parsePrimary(cursor, scope) };
    return value;
  }
  const word = cursor.match(/(?:[^\s;{}[\]()"$\\]|\\(?!\n))+/y);
  return { kind: 'literal', value: word ?? '' };
}

function parseWhereValue(cursor: Cursor, scope: ParserScope): Expression {
  return parseValue(cursor, scope);
}

function literal(word: string): Expression {
  if (word === 'true' || word === 'yes') return { kind: 'literal', value: true };
  if (word === 'false' || word === 'no') return { kind: 'literal', value: false };
  if (/^-?(\d+|0x[0-9a-fA-F]+)$/.test(word)) return { kind: 'literal', value: Number(word) };
  return { kind: 'literal', value: word };
}
