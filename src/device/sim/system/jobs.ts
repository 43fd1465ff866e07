// Scripts that run right now, as `/system/script/job` shows them.

import type { Task } from '../task.ts';

export interface Job {
  readonly id: number;
  readonly owner: string;
  /** Name of the script; empty for `/execute` and inline events. */
  readonly script: string;
  readonly type: 'command' | 'scheduler';
  readonly startedAt: number;
  /** The task that runs it; removing any job of a task ends the task. Set once the task exists. */
  task: Task | undefined;
}

export class Jobs {
  readonly #jobs = new Map<number, Job>();
  #nextId = 1;

  open(job: Omit<Job, 'id'>): Job {
    const opened: Job = { id: this.#nextId++, ...job };
    this.#jobs.set(opened.id, opened);
    return opened;
  }

  close(job: Job): void {
    this.#jobs.delete(job.id);
  }

  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Ends the job's task and with it every job of that task. */
  kill(id: number): boolean {
    const job = this.#jobs.get(id);
    if (!job) return false;
    const { task } = job;
    for (const other of this.all()) {
      if (other === job || (task !== undefined && other.task?.id === task.id)) this.#jobs.delete(other.id);
    }
    task?.cancel();
    return true;
  }

  clear(): void {
    this.#jobs.clear();
  }
}
