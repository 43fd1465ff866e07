// What a running block can see: local variables, declared globals, the row of a condition.

import type { Row } from '../../device.ts';
import type { Login } from '../request.ts';
import type { Router } from '../router.ts';
import type { Value } from './values.ts';

export class Frame {
  readonly router: Router;
  readonly login: Login;
  /** The row that bare words in a `where` refer to. */
  readonly row: Row | undefined;
  /** What `:put` wrote. */
  readonly output: string[];
  readonly #locals = new Map<string, Value>();
  readonly #globals = new Set<string>();
  readonly #outer: Frame | undefined;

  constructor(router: Router, login: Login, outer?: Frame, row?: Row) {
    this.router = router;
    this.login = login;
    this.row = row ?? outer?.row;
    this.output = outer?.output ?? [];
    this.#outer = outer;
  }

  inner(row?: Row): Frame {
    return new Frame(this.router, this.login, this, row);
  }

  read(name: string): Value {
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
