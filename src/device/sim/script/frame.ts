// What a running block can see: local variables, declared globals, the row of a condition.

import type { Login } from '../request.ts';
import type { Router } from '../router.ts';
import type { Work } from '../task.ts';
import type { Block, Expression } from './ast.ts';
import { type Condition, isProperty, propertyOf } from './conditions.ts';
import type { Returned, Value } from './values.ts';

/** What runs the script that commands are part of: arguments and bodies of commands are script again. */
export interface Interpreter {
  evaluate(expression: Expression, frame: Frame): Work<Value>;
  runBlock(block: Block, frame: Frame): Work<Value | Returned>;
  holds(expression: Expression, value: Value, frame: Frame): boolean;
  /** In the background; the value is the job's id. */
  startJob(router: Router, text: string, login: Login): string;
}

export class Frame {
  readonly router: Router;
  readonly login: Login;
  /** The row whose properties the words and variables of a `where` are. */
  readonly condition: Condition | undefined;
  /** What `:put` wrote. */
  readonly output: string[];
  readonly #locals = new Map<string, Value>();
  readonly #globals = new Set<string>();
  readonly #outer: Frame | undefined;
  readonly #interpreter: Interpreter;

  constructor(router: Router, login: Login, interpreter: Interpreter, outer?: Frame, condition?: Condition) {
    this.#interpreter = interpreter;
    this.router = router;
    this.login = login;
    this.condition = condition ?? outer?.condition;
    this.output = outer?.output ?? [];
    this.#outer = outer;
  }

  inner(condition?: Condition): Frame {
    return new Frame(this.router, this.login, this.#interpreter, this, condition);
  }

  evaluate(expression: Expression): Work<Value> {
    return this.#interpreter.evaluate(expression, this);
  }

  /** As a condition. */
  *holds(expression: Expression): Work<boolean> {
    return this.#interpreter.holds(expression, yield* this.evaluate(expression), this);
  }

  /** The value of the block's last command. */
  run(block: Block): Work<Value | Returned> {
    return this.#interpreter.runBlock(block, this);
  }

  startJob(text: string): string {
    return this.#interpreter.startJob(this.router, text, this.login);
  }

  read(name: string): Value {
    // Manual, scripting tips ("Always use unique variable names"): inside `where` a property hides a variable.
    if (this.condition && isProperty(this.condition, name)) return propertyOf(this.condition, name);
    const holder = this.holderOf(name);
    if (!holder) return undefined;
    return holder.#locals.has(name) ? holder.#locals.get(name) : this.router.globals.get(name)?.value;
  }

  declareLocal(name: string, value: Value): void {
    this.#locals.set(name, value);
  }

  /** Makes the global visible here; without a value it keeps the one it has. */
  declareGlobal(name: string, value?: Value): void {
    this.#globals.add(name);
    this.#locals.delete(name);
    const known = this.router.globals.get(name);
    this.router.globals.set(name, { value: value ?? known?.value, owner: known?.owner ?? this.login.name });
  }

  /** False when no such variable is visible. */
  assign(name: string, value: Value): boolean {
    const holder = this.holderOf(name);
    if (!holder) return false;
    if (holder.#locals.has(name)) holder.#locals.set(name, value);
    else this.router.globals.set(name, { value, owner: this.login.name });
    return true;
  }

  private holderOf(name: string): Frame | undefined {
    if (this.#locals.has(name) || this.#globals.has(name)) return this;
    return this.#outer?.holderOf(name);
  }
}
