// Runs parsed scripts on the simulated router. A command that waits, waits here too, so jobs run beside sessions.

import { readPattern } from '../../../source/pattern.ts';
import type { Work } from '../task.ts';
import { Trap, traps } from '../trap.ts';
import type { Block, CommandNode, Expression } from './ast.ts';
import { equalsProperty, isProperty, isSet, propertyOf } from './conditions.ts';
import { runDeviceCommand } from './device-command.ts';
import type { Frame } from './frame.ts';
import { runLanguageCommand } from './language.ts';
import {
  isEqual,
  isLess,
  isTruthy,
  lengthOf,
  numberOf,
  Returned,
  textOfValue,
  type Value,
  valueOfWord,
  weightOf,
} from './values.ts';

/** The value of the last command. Throws a Trap for errors that the script does not catch. */
export function* runBlock(block: Block, frame: Frame): Work<Value | Returned> {
  let value: Value | Returned;
  for (const command of block) {
    frame.router.effort.spend(1);
    value = yield* runCommand(command, frame);
    if (value instanceof Returned) return value;
  }
  return value;
}

function* runCommand(command: CommandNode, frame: Frame): Work<Value | Returned> {
  if (command.unknown !== undefined) throw new Trap(command.unknown, 3);
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
  const value = yield* evaluated(expression, frame);
  frame.router.effort.spend(weightOf(value));
  return value;
}

function* evaluated(expression: Expression, frame: Frame): Work<Value> {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'word':
      return frame.condition ? propertyOf(frame.condition, expression.text) : valueOfWord(expression.text);
    case 'variable':
      return frame.read(expression.name);
    case 'string':
      return yield* evaluateString(expression.parts, frame);
    case 'array': {
      if (expression.hasNames) throw new Trap('the simulated device knows no arrays with names', 3);
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
      const { operator } = expression;
      if (operator === '~' || operator === '>') throw unsimulated(operator);
      const operand = yield* evaluate(expression.operand, frame);
      return operator === '!' ? !holds(expression.operand, operand, frame) : -(numberOf(operand) ?? 0);
    }
    case 'binary':
      return yield* evaluateBinary(expression, frame);
  }
}

function* evaluateString(parts: readonly (string | Expression)[], frame: Frame): Work<Value> {
  let text = '';
  for (const part of parts)
    text = joined(text, typeof part === 'string' ? part : textOfValue(yield* evaluate(part, frame)));
  return text;
}

function* evaluateBinary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  frame: Frame,
): Work<Value> {
  const a = yield* evaluate(left, frame);
  // Both sides of `and` and `or` are evaluated only as far as needed.
  if (operator === '&&') return holds(left, a, frame) && holds(right, yield* evaluate(right, frame), frame);
  if (operator === '||') return holds(left, a, frame) || holds(right, yield* evaluate(right, frame), frame);
  const b = yield* evaluateRight(right, frame);
  switch (operator) {
    case '=':
      return isSame(left, a, right, b, frame);
    case '!=':
      return !isSame(left, a, right, b, frame);
    case '<':
      return isLess(a, b);
    case '>':
      return isLess(b, a);
    case '<=':
      return !isLess(b, a);
    case '>=':
      return !isLess(a, b);
    case '~':
      return matches(textOfValue(a), textOfValue(b), frame);
    case '.':
      return joined(textOfValue(a), textOfValue(b));
    case ',':
      return [...toArray(a), ...toArray(b)];
    case '->':
      return Array.isArray(a) ? a[numberOf(b) ?? -1] : undefined;
    case '|':
    case '^':
    case '&':
    case '<<':
    case '>>':
    case '<%%':
      throw unsimulated(operator);
    case 'in':
      return textOfValue(b).includes(textOfValue(a));
    default:
      return arithmetic(operator, a, b);
  }
}

/** No text of a device is nearly so long. */
const lengthMax = 64_000_000;

function joined(left: string, right: string): string {
  if (left.length + right.length > lengthMax) throw traps.failure('out of memory');
  return left + right;
}

/** Behind an operator a word of a condition is a value, but where a property has that name. */
function* evaluateRight(right: Expression, frame: Frame): Work<Value> {
  if (right.kind !== 'word' || (frame.condition && isProperty(frame.condition, right.text))) {
    return yield* evaluate(right, frame);
  }
  return valueOfWord(right.text);
}

/** As a condition: a property alone is asked whether it is set. */
export function holds(expression: Expression, value: Value, { condition }: Frame): boolean {
  return condition && expression.kind === 'word' ? isSet(condition, expression.text) : isTruthy(value);
}

function isSame(left: Expression, a: Value, right: Expression, b: Value, { condition }: Frame): boolean {
  return condition && left.kind === 'word'
    ? equalsProperty(condition, left.text, b, right.kind === 'word')
    : isEqual(a, b);
}

function unsimulated(operator: string): Trap {
  return new Trap(`the simulated device does not know the operator ${operator}`, 3);
}

function matches(text: string, expression: string, frame: Frame): boolean {
  const pattern = readPattern(expression);
  if (!pattern) throw new Trap('the simulated device does not evaluate this regular expression', 3);
  frame.router.effort.spend((text.length * pattern.size) / looksOfStep);
  return pattern.matches(text);
}

/** Of a pattern at a character. */
const looksOfStep = 5;

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
