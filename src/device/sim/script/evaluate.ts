// Runs parsed scripts on the simulated router. A command that waits, waits here too, so jobs run beside sessions.

import type { Work } from '../task.ts';
import { Trap, traps } from '../trap.ts';
import type { Block, CommandNode, Expression } from './ast.ts';
import { runDeviceCommand } from './device-command.ts';
import type { Frame } from './frame.ts';
import { runLanguageCommand } from './language.ts';
import { isEqual, isLess, isTruthy, lengthOf, numberOf, Returned, textOfValue, type Value } from './values.ts';

/** The value of the last command. Throws a Trap for errors that the script does not catch. */
export function* runBlock(block: Block, frame: Frame): Work<Value | Returned> {
  let value: Value | Returned;
  for (const command of block) {
    value = yield* runCommand(command, frame);
    if (value instanceof Returned) return value;
  }
  return value;
}

function* runCommand(command: CommandNode, frame: Frame): Work<Value | Returned> {
  if (command.menu === ':') return yield* runLanguageCommand(command, frame);
  try {
    return yield* runDeviceCommand(command, frame);
  } catch (error) {
    throw error instanceof Trap ? located(error, command) : error;
  }
}

/** RouterOS 7 adds the command and line to an error inside a script, once. */
function located(error: Trap, { menu, verb, line }: CommandNode): Trap {
  if (/\((?:\/|line )[^)]*\)$/.test(error.message)) return error;
  const path = menu === '/' ? `/${verb}` : `${menu}/${verb}`;
  return new Trap(`${error.message} (${path}; line ${line})`, error.category);
}

export function* evaluate(expression: Expression, frame: Frame): Work<Value> {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'word':
      return frame.row ? frame.row[expression.text] : expression.text;
    case 'variable':
      return frame.read(expression.name);
    case 'string':
      return yield* evaluateString(expression.parts, frame);
    case 'array': {
      const members: Value[] = [];
      for (const member of expression.members) members.push(yield* evaluate(member, frame));
      return members;
    }
    case 'block':
    case 'substitution': {
      const value = yield* runBlock(expression.body, frame.inner());
      return value instanceof Returned ? value.value : value;
    }
    case 'unary': {
      const operand = yield* evaluate(expression.operand, frame);
      return expression.operator === '!' ? !isTruthy(operand) : -(numberOf(operand) ?? 0);
    }
    case 'binary':
      return yield* evaluateBinary(expression, frame);
  }
}

function* evaluateString(parts: readonly (string | Expression)[], frame: Frame): Work<Value> {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : textOfValue(yield* evaluate(part, frame));
  return text;
}

function* evaluateBinary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  frame: Frame,
): Work<Value> {
  const a = yield* evaluate(left, frame);
  // Both sides of `and` and `or` are evaluated only as far as needed.
  if (operator === '&&') return isTruthy(a) && isTruthy(yield* evaluate(right, frame));
  if (operator === '||') return isTruthy(a) || isTruthy(yield* evaluate(right, frame));
  const b = yield* evaluate(right, frame);
  switch (operator) {
    case '=':
      return isEqual(a, b) || (frame.row !== undefined && isAbsentFalse(a, b));
    case '!=':
      return !(isEqual(a, b) || (frame.row !== undefined && isAbsentFalse(a, b)));
    case '<':
      return isLess(a, b);
    case '>':
      return isLess(b, a);
    case '<=':
      return !isLess(b, a);
    case '>=':
      return !isLess(a, b);
    case '~':
      return matches(textOfValue(a), textOfValue(b));
    case '.':
      return textOfValue(a) + textOfValue(b);
    case ',':
      return [...toArray(a), ...toArray(b)];
    case '->':
      return Array.isArray(a) ? a[numberOf(b) ?? -1] : undefined;
    case 'in':
      return textOfValue(b).includes(textOfValue(a));
    default:
      return arithmetic(operator, a, b);
  }
}

/** In conditions a flag that a row does not print counts as `no`. */
function isAbsentFalse(a: Value, b: Value): boolean {
  return a === undefined && isEqual(b, false);
}

/** POSIX expressions are close enough to JavaScript's for what scripts use. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    throw new Trap('failure: bad regular expression', 3);
  }
}

function toArray(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

function arithmetic(operator: string, a: Value, b: Value): Value {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left === undefined || right === undefined) {
    throw new Trap(`cannot ${operatorNames[operator] ?? 'use'} ${lengthOf(a) === 0 ? 'nothing' : 'string'}`, 3);
  }
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '%':
      if (right === 0) throw traps.failure('division by zero');
      return left % right;
    default:
      if (right === 0) throw traps.failure('division by zero');
      return Math.trunc(left / right);
  }
}

const operatorNames: Readonly<Record<string, string>> = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' };
