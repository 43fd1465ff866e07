// Expressions of RouterOS script: operators inside parentheses and `where`, single values elsewhere. Written from the
// manual (scripting, "Operators") and from what RouterOS's own `:parse` made of public scripts (lsp-routeros-ts,
// test-data).

import { escapeHere, resolveEscape } from '../../../model/string-escapes.ts';
import { Trap } from '../trap.ts';
import type { BinaryOperator, Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';
import type { ParserScope } from './parser-scope.ts';

/** Weakest first. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['<=', '>=', '!=', '=', '<%%', '<', '>', '~', 'in'],
  [','],
  ['.'],
  ['|', '^'],
  ['&'],
  ['<<', '>>'],
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

/** What an operator must not be the beginning of. */
const longer: Readonly<Record<string, RegExp>> = {
  '-': /->/y,
  '<': /<[<%]/y,
  '>': />>/y,
  '|': /\|\|/y,
  '&': /&&/y,
};

/** What stands side by side is joined by `and`, conditions and words alike; up to the closing character, which is left. */
export function parseConditions(cursor: Cursor, scope: ParserScope): Expression {
  let all = parseExpression(cursor, scope);
  for (;;) {
    skipInside(cursor, scope);
    if (cursor.isAtEnd || /[\n;\])}]/.test(cursor.peek())) return all;
    all = { kind: 'binary', operator: '&&', left: all, right: parseExpression(cursor, scope) };
  }
}

/** Operators and operands. */
function parseExpression(cursor: Cursor, scope: ParserScope, level = 0): Expression {
  const operators = levels[level];
  if (!operators) return parseUnary(cursor, scope);
  let left = parseExpression(cursor, scope, level + 1);
  for (;;) {
    const before = cursor.at;
    skipInside(cursor, scope);
    const operator = takeOperator(cursor, operators);
    if (!operator) {
      cursor.at = before;
      return left;
    }
    skipInside(cursor, scope);
    left = { kind: 'binary', operator, left, right: parseExpression(cursor, scope, level + 1) };
  }
}

function takeOperator(cursor: Cursor, operators: readonly BinaryOperator[]): BinaryOperator | undefined {
  for (const operator of operators) {
    const word = spelledOut[operator];
    if (word && cursor.match(word)) return operator;
    const other = longer[operator];
    if (operator === 'in' || (other && cursor.lookAhead(other))) continue;
    if (cursor.take(operator)) return operator;
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
  if (cursor.take('~')) return { kind: 'unary', operator: '~', operand: parseUnary(cursor, scope) };
  // `(>[…])` quotes what follows: it is a value, not run yet.
  if (cursor.take('>')) return { kind: 'unary', operator: '>', operand: parseUnary(cursor, scope) };
  return parsePrimary(cursor, scope);
}

/** Line breaks may stand inside parentheses. */
function skipInside(cursor: Cursor, scope: ParserScope): void {
  if (scope.depth > 0) cursor.skipSpace();
  else cursor.skipBlanks();
}

/** Ids, numbers, times and addresses with their `/` and `:`, names with their `-`, IPv6 addresses. */
const operandWord = /\*[0-9A-Fa-f]+|-?\d[\w.:/%]*|::[\w.:/]*|[A-Za-z_.][\w-]*(?:[:./][\w:./-]*)?/y;

function parsePrimary(cursor: Cursor, scope: ParserScope): Expression {
  const structured = parseStructured(cursor, scope);
  if (structured) return structured;
  const text = cursor.match(operandWord);
  if (text === undefined) throw cursor.syntaxError();
  return { kind: 'word', text };
}

/** `"…"`, `$x`, `[…]`, `(…)`, `{…}`: what looks the same in every place. */
export function parseStructured(cursor: Cursor, scope: ParserScope): Expression | undefined {
  if (cursor.take('"')) return parseString(cursor, (inside) => parseSubstituted(inside, scope));
  if (cursor.take('$')) return parseVariable(cursor, scope);
  if (cursor.take('[')) {
    const body = scope.parseBlock(cursor, { ...scope, isWhere: false, depth: 0 }, ']');
    cursor.expect(']');
    return { kind: 'substitution', body };
  }
  if (cursor.take('(')) {
    const inner = parseConditions(cursor, { ...scope, depth: scope.depth + 1 });
    cursor.skipSpace();
    cursor.expect(')');
    return inner;
  }
  return cursor.peek() === '{' ? parseArray(cursor, scope) : undefined;
}

/** Values by place or `name=value`; what is wrong inside makes the whole of it wrong, so the error is at its brace. */
function parseArray(cursor: Cursor, scope: ParserScope): Expression {
  const start = cursor.at;
  cursor.expect('{');
  const members: Expression[] = [];
  let hasNames = false;
  const inner = { ...scope, depth: scope.depth + 1, isWhere: false };
  try {
    cursor.skipSpace();
    if (cursor.peek() === '}' && scope.depth === 0) throw cursor.syntaxError();
    for (; !cursor.take('}'); cursor.skipSpace()) {
      if (cursor.match(/[A-Za-z.][\w.-]*=|"[^"\n]*"=/y) !== undefined) hasNames = true;
      members.push(parseExpression(cursor, inner));
      cursor.skipSpace();
      cursor.take(';');
    }
  } catch (error) {
    throw error instanceof Trap ? cursor.syntaxError('syntax error', start) : error;
  }
  return { kind: 'array', members, hasNames };
}

function parseVariable(cursor: Cursor, scope: ParserScope): Expression {
  if (cursor.take('"')) {
    const [name] = parseString(cursor, () => undefined).parts;
    if (typeof name !== 'string') throw cursor.syntaxError();
    return { kind: 'variable', name };
  }
  if (/[[(]/.test(cursor.peek())) {
    const value = parseStructured(cursor, scope);
    if (value) return value;
  }
  const name = cursor.match(/[A-Za-z0-9]+/y);
  if (name === undefined) throw cursor.syntaxError();
  return { kind: 'variable', name };
}

/** After a `$` inside a string; undefined when it is just a dollar sign. */
function parseSubstituted(cursor: Cursor, scope: ParserScope): Expression | undefined {
  if (/[A-Za-z0-9"]/.test(cursor.peek())) return parseVariable(cursor, scope);
  return /[[(]/.test(cursor.peek()) ? parseStructured(cursor, scope) : undefined;
}

/** A single value outside parentheses, up to the next blank: words keep their operators. */
export function parseValue(cursor: Cursor, scope: ParserScope): Expression {
  let value = parseStructured(cursor, scope);
  if (value) {
    while (cursor.take('->'))
      value = { kind: 'binary', operator: '->', left: value, right: parsePrimary(cursor, scope) };
    return value;
  }
  return { kind: 'literal', value: cursor.match(bareWord) ?? '' };
}

/** Neither `$` nor `\` is legal outside quotes (measured: tik4net, findings-cli 10.4b). */
const bareWord = /[^\s;{}[\]()"'$\\=\u0080-\uffff]+/y;

/**
 * The text after an opening quote, which is consumed, up to and with the closing one. `$x`, `$[…]` and `$(…)` are
 * substituted without being asked; an escape that RouterOS does not know is an error (measured: tik4net,
 * findings-cli 10.4b). `substituted` reads what follows a `$`; undefined when it is just a dollar sign.
 */
function parseString(
  cursor: Cursor,
  substituted: (cursor: Cursor) => Expression | undefined,
): Extract<Expression, { kind: 'string' }> {
  const start = cursor.at - 1;
  const parts: (string | Expression)[] = [];
  let text = '';
  for (;;) {
    if (cursor.isAtEnd) throw cursor.syntaxError('expected closing quote', start);
    const escaped = cursor.match(escapeHere);
    if (escaped !== undefined) {
      const resolved = resolveEscape(escaped);
      if (resolved === undefined) throw cursor.syntaxError(undefined, cursor.at - 1);
      text += resolved;
      continue;
    }
    const character = cursor.peek();
    cursor.at++;
    if (character === '"') break;
    const inner = character === '$' ? substituted(cursor) : undefined;
    if (inner) {
      parts.push(text, inner);
      text = '';
    } else text += character;
  }
  return { kind: 'string', parts: [...parts, text].filter((part) => part !== '' || parts.length === 0) };
}
