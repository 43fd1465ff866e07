// The log and the history of changes, both in RAM: a reboot empties them.

export interface LogEntry {
  readonly id: number;
  /** Device time in ms. */
  readonly at: number;
  readonly topics: string;
  readonly message: string;
}

export interface HistoryEntry {
  readonly id: number;
  readonly at: number;
  readonly action: string;
  readonly by: string;
}

/** Source: manual, configuration-management ("up to 100 entries"); the memory log keeps 1000 lines. */
const historyMax = 100;
const logMax = 1000;

export class Journal {
  readonly log: LogEntry[] = [];
  readonly history: HistoryEntry[] = [];
  #nextLog = 1;
  #nextHistory = 1;

  write(at: number, topics: string, message: string): void {
    this.log.push({ id: this.#nextLog++, at, topics, message });
    if (this.log.length > logMax) this.log.shift();
  }

  /** Newest first, as the device prints it. */
  note(at: number, by: string, action: string): void {
    this.history.unshift({ id: this.#nextHistory++, at, action, by });
    if (this.history.length > historyMax) this.history.pop();
  }

  clear(): void {
    this.log.length = 0;
    this.history.length = 0;
  }
}
