// What the page knows: the view that it shows, whether rosc still answers, and the draft that somebody is typing.

import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../src/web/api/device-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { type Api, ApiError, type DraftText, openApi } from '../api.ts';

export type Connection = 'connecting' | 'live' | 'lost' | 'static';

export interface SessionState {
  readonly view: ViewJson | undefined;
  readonly connection: Connection;
  /** Set while the page shows a text that is on no disk. */
  readonly draft: DraftText | undefined;
  /** The file changed on disk while a draft is open. */
  readonly fileChanged: boolean;
  /** How far rosc is with the device that it reads; undefined = it said nothing yet. */
  readonly reading: Progress | undefined;
  /** Why there is nothing to show, or why the draft was not analysed. */
  readonly problem: ApiError | undefined;
}

/** Between the last key and the analysis of a draft. */
const typingMs = 120;

class Session {
  readonly api: Api = openApi();
  #state: SessionState = {
    view: undefined,
    connection: this.api.madeAt === undefined ? 'connecting' : 'static',
    draft: undefined,
    fileChanged: false,
    reading: undefined,
    problem: undefined,
  };
  readonly #listeners = new Set<(state: SessionState) => void>();
  #typing: { readonly timer: ReturnType<typeof setTimeout>; readonly abort: AbortController } | undefined;
  #shown = '';

  get state(): SessionState {
    return this.#state;
  }

  listen(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    await this.#load();
    this.api.follow({
      analysis: (id) => {
        if (id === this.#shown) return;
        if (this.#state.draft) this.#set({ fileChanged: true });
        else void this.#load();
      },
      reading: (reading) => this.#set({ reading }),
      state: (connection) => this.#set({ connection }),
    });
  }

  /** Shows this text in place of the file. */
  edit(draft: DraftText): void {
    this.#set({ draft });
    this.#stopTyping();
    const abort = new AbortController();
    const timer = setTimeout(() => void this.#analyse(draft, abort.signal), typingMs);
    this.#typing = { timer, abort };
  }

  /** Back to the file. */
  async discard(): Promise<void> {
    this.#stopTyping();
    this.#set({ draft: undefined, fileChanged: false });
    await this.#load();
  }

  #stopTyping(): void {
    clearTimeout(this.#typing?.timer);
    this.#typing?.abort.abort();
    this.#typing = undefined;
  }

  async #load(): Promise<void> {
    try {
      const view = await this.api.view('current');
      if (this.#state.draft) return;
      this.#shown = view.id;
      this.#set({ view, problem: undefined });
    } catch (error) {
      this.#fail(error);
    }
  }

  async #analyse(draft: DraftText, signal: AbortSignal): Promise<void> {
    try {
      const view = await this.api.draft(draft, signal);
      if (!signal.aborted) this.#set({ view, problem: undefined });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const problem = error instanceof ApiError ? error : new ApiError(0, 'unreachable', 'rosc does not answer');
    this.#set({ problem });
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener(this.#state);
  }
}

export const session = new Session();

export function useSession(): SessionState {
  const [state, setState] = useState(session.state);
  useEffect(() => {
    // What happened between the first drawing and this moment.
    setState(session.state);
    return session.listen(setState);
  }, []);
  return state;
}
