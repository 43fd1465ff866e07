// The language's own commands: `:if`, `:foreach`, `:do`, `:onerror`, `:delay` and their like.

import { parseDuration } from '../../../model/duration.ts';
import type { Work } from '../task.ts';
import { Trap } from '../trap.ts';
import type { Argument, CommandNode, Expression } from './ast.ts';
import type { Frame } from './frame.ts';
import { argumentOf, isTruthy, lengthOf, numberOf, Returned, textOfValue, type Value } from './values.ts';

type Result = Value | Returned;
type Language = (args: Arguments, frame: Frame) => Work<Result>;

export function* runLanguageCommand(command: CommandNode, frame: Frame): Work<Result> {
  const run = commands[command.verb];
  if (!run) throw new Trap(`bad command name ${command.verb} (line ${command.line} column 1)`, 3);
  return yield* run(new Arguments(command.args), frame);
}

class Arguments {
  readonly #args: readonly Argument[];

  constructor(args: readonly Argument[]) {
    this.#args = args;
  }

  named(name: string): Expression | undefined {
    return this.#args.find((argument) => argument.name === name)?.value;
  }

  at(index: number): Expression | undefined {
    return this.#args.filter((argument) => argument.name === undefined)[index]?.value;
  }

  *value(index: number, frame: Frame): Work<Value> {
    const expression = this.at(index);
    return expression && (yield* frame.evaluate(expression));
  }
}

function* runBody(body: Expression | undefined, frame: Frame): Work<Result> {
  if (!body) return undefined;
  return body.kind === 'block' ? yield* frame.inner().run(body.body) : yield* frame.evaluate(body);
}

/** Errors of the device and of scripts are caught; a killed job is not an error. */
function* guarded(
  body: Expression | undefined,
  frame: Frame,
  onError: (message: string) => Work<Result>,
): Work<Result> {
  try {
    return yield* runBody(body, frame);
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    return yield* onError(error.message);
  }
}

function* declare(args: Arguments, frame: Frame, write: (name: string, value: Value) => void): Work<Result> {
  const name = textOfValue(yield* args.value(0, frame));
  write(name, yield* args.value(1, frame));
  return undefined;
}

function* runIf(args: Arguments, frame: Frame): Work<Result> {
  const condition = yield* args.value(0, frame);
  return yield* runBody(args.named(isTruthy(condition) ? 'do' : 'else'), frame);
}

function* runDo(args: Arguments, frame: Frame): Work<Result> {
  const onError = args.named('on-error');
  const condition = args.named('while');
  for (;;) {
    const result = onError
      ? yield* guarded(args.at(0), frame, () => runBody(onError, frame))
      : yield* runBody(args.at(0), frame);
    if (result instanceof Returned || !condition || !isTruthy(yield* frame.evaluate(condition))) return result;
    yield frame.router.commandMs;
  }
}

function* runOnError(args: Arguments, frame: Frame): Work<Result> {
  const name = textOfValue(yield* args.value(0, frame));
  return yield* guarded(args.named('in'), frame, function* (message) {
    const inner = frame.inner();
    inner.declareLocal(name, message);
    return yield* runBody(args.named('do'), inner);
  });
}

function* runForeach(args: Arguments, frame: Frame): Work<Result> {
  const names = textOfValue(yield* args.value(0, frame)).split(',');
  const list = args.named('in');
  const members = list ? yield* frame.evaluate(list) : undefined;
  const array = Array.isArray(members) ? members : members === undefined ? [] : [members];
  for (const [index, member] of array.entries()) {
    const inner = frame.inner();
    const [first = '', second] = names;
    if (second === undefined) inner.declareLocal(first, member);
    else {
      inner.declareLocal(first, index);
      inner.declareLocal(second, member);
    }
    const result = yield* runBody(args.named('do'), inner);
    if (result instanceof Returned) return result;
  }
  return undefined;
}

function* runWhile(args: Arguments, frame: Frame): Work<Result> {
  while (isTruthy(yield* args.value(0, frame))) {
    const result = yield* runBody(args.named('do'), frame);
    if (result instanceof Returned) return result;
    yield Math.max(1, frame.router.commandMs);
  }
  return undefined;
}

function* numberArgument(args: Arguments, frame: Frame, name: string, otherwise: number): Work<number> {
  const expression = args.named(name);
  return expression ? (numberOf(yield* frame.evaluate(expression)) ?? otherwise) : otherwise;
}

function* runFor(args: Arguments, frame: Frame): Work<Result> {
  const name = textOfValue(yield* args.value(0, frame));
  const from = yield* numberArgument(args, frame, 'from', 0);
  const to = yield* numberArgument(args, frame, 'to', 0);
  const step = yield* numberArgument(args, frame, 'step', from <= to ? 1 : -1);
  if (step === 0) throw new Trap('invalid value for argument step', 3);
  for (let at = from; step > 0 ? at <= to : at >= to; at += step) {
    frame.router.effort.spend(1);
    const inner = frame.inner();
    inner.declareLocal(name, at);
    const result = yield* runBody(args.named('do'), inner);
    if (result instanceof Returned) return result;
  }
  return undefined;
}

function* runPick(args: Arguments, frame: Frame): Work<Result> {
  const from = yield* args.value(0, frame);
  const start = numberOf(yield* args.value(1, frame)) ?? 0;
  const end = numberOf(yield* args.value(2, frame));
  if (Array.isArray(from)) return end === undefined ? from[start] : from.slice(start, end);
  return textOfValue(from).slice(start, end ?? start + 1);
}

function* runFind(args: Arguments, frame: Frame): Work<Result> {
  const where = yield* args.value(0, frame);
  const what = textOfValue(yield* args.value(1, frame));
  const at = Array.isArray(where)
    ? where.findIndex((member) => textOfValue(member) === what)
    : textOfValue(where).indexOf(what);
  return at < 0 ? undefined : at;
}

function typeOf(value: Value): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'array';
  return { boolean: 'bool', number: 'num', string: 'str' }[typeof value as string] ?? 'str';
}

const commands: Readonly<Record<string, Language>> = {
  if: runIf,
  do: runDo,
  onerror: runOnError,
  foreach: runForeach,
  for: runFor,
  while: runWhile,
  pick: runPick,
  find: runFind,
  local: (args, frame) => declare(args, frame, (name, value) => frame.declareLocal(name, value)),
  global: (args, frame) => declare(args, frame, (name, value) => frame.declareGlobal(name, value)),
  set: (args, frame) =>
    declare(args, frame, (name, value) => {
      if (!frame.assign(name, value)) throw new Trap(`syntax error: variable ${name} is not declared`, 3);
    }),
  *put(args, frame) {
    frame.output.push(textOfValue(yield* args.value(0, frame)));
    return undefined;
  },
  *error(args, frame) {
    throw new Trap(textOfValue(yield* args.value(0, frame)), 3);
  },
  *delay(args, frame) {
    const ms = parseDuration(textOfValue((yield* args.value(0, frame)) ?? 1));
    if (ms === undefined) throw new Trap('invalid value for argument delay-time', 1);
    yield ms;
    return undefined;
  },
  *len(args, frame) {
    return lengthOf(yield* args.value(0, frame));
  },
  *return(args, frame) {
    return new Returned(yield* args.value(0, frame));
  },
  *value(args, frame) {
    return yield* args.value(0, frame);
  },
  *tostr(args, frame) {
    return textOfValue(yield* args.value(0, frame));
  },
  *tonum(args, frame) {
    return numberOf(yield* args.value(0, frame));
  },
  *tobool(args, frame) {
    return isTruthy(yield* args.value(0, frame));
  },
  *toarray(args, frame) {
    const value = yield* args.value(0, frame);
    if (Array.isArray(value)) return value;
    const text = textOfValue(value);
    // Source: manual, scripting tips and tricks, "How to define empty array".
    return text === '' ? [] : text.split(',');
  },
  *typeof(args, frame) {
    return typeOf(yield* args.value(0, frame));
  },
  *execute(args, frame) {
    const script = args.named('script') ?? args.at(0);
    const text = script ? argumentOf(yield* frame.evaluate(script)) : '';
    return frame.startJob(text);
  },
};
