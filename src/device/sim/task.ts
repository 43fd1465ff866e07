// Work that takes time on the device: a command or a script is a generator that yields how many milliseconds it waits.
// Running scripts, `:delay` and slow commands need no threads this way, and a test can turn the clock.

/** Yields waiting times in ms, returns a result, throws a Trap when refused. */
export type Work<T> = Generator<number, T, void>;

export interface Task {
  readonly id: number;
  /** Ends it without a result; what it did so far stays. */
  cancel(): void;
}

interface RunningTask {
  readonly id: number;
  wakeAt: number;
  readonly work: Work<void>;
  isRunning: boolean;
  isCancelled: boolean;
}

export class Tasks {
  readonly #tasks = new Map<number, RunningTask>();
  readonly #running: RunningTask[] = [];
  #nextId = 1;

  /** The task that is on the CPU right now; undefined between them. */
  get current(): Task | undefined {
    const task = this.#running.at(-1);
    return task && this.#handle(task);
  }

  /** Starts the work and runs it up to its first wait. `now` is simulator time. */
  start(work: Work<void>, now: number, delayMs = 0): Task {
    const task: RunningTask = { id: this.#nextId++, wakeAt: now + delayMs, work, isRunning: false, isCancelled: false };
    this.#tasks.set(task.id, task);
    if (delayMs === 0) this.#run(task, now);
    return this.#handle(task);
  }

  /** When the next task wants to go on; undefined when none waits. */
  nextAt(): number | undefined {
    let next: number | undefined;
    for (const { wakeAt, isRunning } of this.#tasks.values()) {
      if (!isRunning && (next === undefined || wakeAt < next)) next = wakeAt;
    }
    return next;
  }

  /** Runs every task that is due, in order of time, then of age. */
  runDue(now: number): void {
    const due = [...this.#tasks.values()].filter((task) => !task.isRunning && task.wakeAt <= now);
    due.sort((a, b) => a.wakeAt - b.wakeAt || a.id - b.id);
    for (const task of due) if (this.#tasks.has(task.id)) this.#run(task, now);
  }

  /** Power is gone: nothing of it goes on. */
  cancelAll(): void {
    for (const task of [...this.#tasks.values()]) this.#cancel(task);
  }

  #handle(task: RunningTask): Task {
    return { id: task.id, cancel: () => this.#cancel(task) };
  }

  #run(task: RunningTask, now: number): void {
    task.isRunning = true;
    this.#running.push(task);
    const step = task.work.next();
    this.#running.pop();
    task.isRunning = false;
    if (step.done || task.isCancelled) {
      this.#tasks.delete(task.id);
      if (!step.done) task.work.return();
    } else task.wakeAt = now + step.value;
  }

  /** A generator cannot be ended from inside: a task that cancels itself ends at its next wait. */
  #cancel(task: RunningTask): void {
    task.isCancelled = true;
    if (task.isRunning) return;
    this.#tasks.delete(task.id);
    task.work.return();
  }
}

/** An action that needs no time, as work. */
export function* atOnce<T>(action: () => T): Work<T> {
  yield* [];
  return action();
}

/** Runs work that must not wait; a wait is a defect of the caller. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
