// What one `rosc ui` looks at: the file on disk, analysed anew whenever it changes, and a few drafts that people
// typed into the page. Drafts live in memory alone.

import type { Staged } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../source/location.ts';
import { type AnalysisOptions, analyseText, type WebAnalysis } from './analysis.ts';

export interface WorkspaceOptions extends Omit<AnalysisOptions, 'kind'> {
  /** The file as it is now, or why it cannot be read. */
  read(): Promise<Staged<SourceFile>>;
}

export interface Draft extends Omit<AnalysisOptions, 'profiles'> {
  readonly text: string;
  readonly name?: string | undefined;
}

/** Drafts that are kept for further questions about them. */
const draftsMax = 8;

export class Workspace {
  readonly #options: WorkspaceOptions;
  readonly #drafts = new Map<string, WebAnalysis>();
  readonly #listeners = new Set<(analysis: WebAnalysis) => void>();
  #current: WebAnalysis;

  private constructor(options: WorkspaceOptions, first: WebAnalysis) {
    this.#options = options;
    this.#current = first;
  }

  static async open(options: WorkspaceOptions): Promise<Workspace> {
    return new Workspace(options, await analyseFile(options));
  }

  /** The analysis of the file. */
  get current(): WebAnalysis {
    return this.#current;
  }

  /** Reads the file again, and tells the listeners when anything is different. */
  async refresh(): Promise<void> {
    const next = await analyseFile(this.#options);
    if (next.id === this.#current.id) return;
    this.#current = next;
    for (const tell of this.#listeners) tell(next);
  }

  onChange(listener: (analysis: WebAnalysis) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Analyses a text that is on no disk, and keeps it for a while. */
  draft({ text, name = 'draft', ...given }: Draft): WebAnalysis {
    const analysis = analyseText({ path: name, text }, { ...given, profiles: this.#options.profiles });
    this.#drafts.delete(analysis.id);
    this.#drafts.set(analysis.id, analysis);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > draftsMax && oldest !== undefined) this.#drafts.delete(oldest);
    return analysis;
  }

  /** `current`, or the id of the file's analysis or of a recent draft. */
  find(id: string): WebAnalysis | undefined {
    return id === 'current' || id === this.#current.id ? this.#current : this.#drafts.get(id);
  }

  /** Drafts come from a browser: nothing that they name is looked up anywhere. */
  isFile(analysis: WebAnalysis): boolean {
    return analysis === this.#current;
  }
}

async function analyseFile({ read, profiles, model, routeros }: WorkspaceOptions): Promise<WebAnalysis> {
  const source = await read();
  const all = { value: profiles.value, diagnostics: [...profiles.diagnostics, ...source.diagnostics] };
  return analyseText(source.value, { profiles: all, model, routeros });
}
