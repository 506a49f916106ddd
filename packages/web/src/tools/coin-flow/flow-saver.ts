import type { FlowHead, FlowHistory } from '@trailmark/api/contract/flow';
import { AppError } from '@trailmark/core/errors';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';

/** What is saved: a document with its undo history. */
export interface Draft {
  readonly document: FlowDocument;
  readonly history: FlowHistory;
}

export interface SaveAnswer {
  readonly head: FlowHead;
  readonly outcome: 'saved' | 'kept-as-branch';
  readonly sentence: string;
}

export interface SaverPorts {
  readonly save: (branch: string, revision: number, draft: Draft) => Promise<SaveAnswer>;
  /** Keeps the draft in the browser while it is not saved; false where the browser refuses. */
  readonly keep: (branch: string, revision: number, draft: Draft) => Promise<boolean>;
  readonly drop: (branch: string) => Promise<void>;
  /** Somebody else saved this branch: what was changed here is on another one now. */
  readonly onBranched: (answer: SaveAnswer, draft: Draft) => void;
  readonly delayMs?: number;
}

export type SaveState =
  | { readonly kind: 'saved'; readonly at: number; readonly by: string }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly isKept: boolean };

export const SAVE_AFTER_MS = 1_500;
/** Saves of a large document take a while: as many times that long is waited for the next change, and at most so long. */
const PAUSE_TIMES = 3;
const LONGEST_PAUSE_MS = 30_000;
/** When what a busy or unreachable server did not take is sent again; twice as long after each failure. */
export const RETRY_AFTER_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Saves a draft a moment after its last change, one save at a time. What a save did not reach is kept in the browser and
 * saved with the next attempt.
 */
export class FlowSaver {
  #head: FlowHead;
  #state: SaveState;
  #next: Draft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #hasLeft = false;
  /** Milliseconds the last save took. */
  #took = 0;
  #failures = 0;
  readonly #ports: SaverPorts;
  readonly #listeners = new Set<() => void>();

  constructor(head: FlowHead, ports: SaverPorts) {
    this.#head = head;
    this.#ports = ports;
    this.#state = { kind: 'saved', at: head.savedAt, by: head.savedBy };
  }

  get head(): FlowHead {
    return this.#head;
  }
  get state(): SaveState {
    return this.#state;
  }
  readonly getState = (): SaveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Continues from what the server made of the draft, as after a restoration. */
  adopt(head: FlowHead): void {
    this.#head = head;
    if (!this.hasUnsaved) this.#set({ kind: 'saved', at: head.savedAt, by: head.savedBy });
  }

  /** Notes a change; it is saved when no other follows for a moment. */
  note(draft: Draft): void {
    this.#next = draft;
    this.#hasLeft = false;
    if (!this.#isSaving && this.#state.kind !== 'failed') this.#set({ kind: 'waiting' });
    const pause = Math.min(LONGEST_PAUSE_MS, this.#took * PAUSE_TIMES);
    this.#flushIn(Math.max(this.#ports.delayMs ?? SAVE_AFTER_MS, pause));
  }

  #flushIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  /** Saves what is noted, now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSaving) return;
    this.#isSaving = true;
    try {
      while (this.#next) {
        const draft = this.#next;
        this.#next = undefined;
        if (!(await this.#saveOnce(draft))) break;
      }
    } finally {
      this.#isSaving = false;
    }
  }

  /** The page is left: what is noted goes to the browser's own storage at once, and to the server if there is time. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer);
    this.#hasLeft = true;
    const draft = this.#next;
    if (draft) await this.#ports.keep(this.#head.branch, this.#head.revision, draft);
    await this.flush();
  }

  get hasUnsaved(): boolean {
    return this.#next !== undefined || this.#isSaving;
  }

  async #saveOnce(draft: Draft): Promise<boolean> {
    const { branch, revision } = this.#head;
    this.#set({ kind: 'saving' });
    const started = performance.now();
    try {
      const answer = await this.#ports.save(branch, revision, draft);
      this.#took = performance.now() - started;
      this.#failures = 0;
      await this.#ports.drop(branch);
      this.#head = answer.head;
      this.#set(this.#next ? { kind: 'waiting' } : { kind: 'saved', at: answer.head.savedAt, by: answer.head.savedBy });
      if (answer.outcome === 'kept-as-branch') this.#ports.onBranched(answer, this.#next ?? draft);
      return true;
    } catch (error) {
      this.#next ??= draft;
      const isKept = await this.#ports.keep(branch, revision, this.#next);
      this.#set({ kind: 'failed', error, isKept });
      // What the server refuses for its content it refuses again; a busy one has room later.
      if (AppError.is(error, 'unavailable') && !this.#hasLeft) {
        this.#flushIn(Math.min(LONGEST_RETRY_MS, RETRY_AFTER_MS * 2 ** this.#failures));
        this.#failures++;
      }
      return false;
    }
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
