import type { KeyObject } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { type Checkpoint, openCheckpoint } from '@trailmark/evidence/audit/checkpoint';
import { CompactRange, hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import { type LeafEvent, listCheckpoints, listLeafEvents } from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Casework } from '@trailmark/store/cases/casework';
import { agreesWithBody } from './event-columns.ts';

/** What a whole check of the stored log found. */
export interface AuditVerification {
  readonly at: Date;
  readonly isVerified: boolean;
  readonly events: number;
  /** Index of the first event that is not as it was signed. */
  readonly firstBad: number | null;
  readonly sentence: string;
}

export interface LogIdentity {
  readonly origin: string;
  readonly publicKey: KeyObject;
}

const SYSTEM = { kind: 'system' } as const;
const BATCH = 2_000;

class Fault extends Error {
  readonly index: number;
  constructor(index: number, sentence: string) {
    super(sentence);
    this.index = index;
  }
}

function checkLeaf(row: LeafEvent, size: number): void {
  if (row.index !== size) throw new Fault(size, `Event ${size} is missing from the tree.`);
  if (row.body === null) throw new Fault(size, `Event ${size} is gone.`);
  if (!hashLeaf(Buffer.from(row.body)).equals(row.hash))
    throw new Fault(size, `Event ${size} is not the one that was hashed.`);
  if (!agreesWithBody({ ...row, id: row.eventId }, row.body))
    throw new Fault(size, `The search columns of event ${size} say something else than the event.`);
}

function openNote(note: string, { origin, publicKey }: LogIdentity, goodSize: number): Checkpoint {
  try {
    return openCheckpoint(note, origin, publicKey);
  } catch (error) {
    throw new Fault(goodSize, AppError.is(error) ? error.message : 'A checkpoint cannot be read.');
  }
}

class StoredLogCheck {
  readonly tree = new CompactRange();
  readonly #store: Casework;
  readonly #identity: LogIdentity;
  readonly #kept: readonly Checkpoint[];
  #next: Checkpoint[] = [];
  #goodSize = 0;
  #keptAt = 0;

  constructor(store: Casework, identity: LogIdentity, notes: readonly string[]) {
    this.#store = store;
    this.#identity = identity;
    this.#kept = notes.map((note) => openNote(note, identity, 0)).sort((a, b) => a.size - b.size);
  }

  async #fetchCheckpoints(): Promise<void> {
    const rows = await this.#store.transact(SYSTEM, (tx) => listCheckpoints(tx, this.#goodSize, BATCH));
    this.#next = rows.map((row) => {
      const opened = openNote(row.note, this.#identity, this.#goodSize);
      if (opened.size !== row.size || !opened.root.equals(row.root))
        throw new Fault(this.#goodSize, `The checkpoint at ${row.size} events says something else than its row.`);
      return opened;
    });
  }

  #hold({ size, root }: Checkpoint, words: string): void {
    if (size > this.tree.size) throw new Fault(this.tree.size, `The log was cut: ${words} counts ${size} events.`);
    if (!root.equals(this.tree.root()))
      throw new Fault(this.#goodSize, `The log was rewritten: its first ${size} events are not those of ${words}.`);
  }

  async #compare(): Promise<void> {
    for (let kept = this.#kept[this.#keptAt]; kept?.size === this.tree.size; kept = this.#kept[this.#keptAt]) {
      this.#hold(kept, 'a checkpoint in the anchor file');
      this.#keptAt++;
    }
    if (this.#next[0]?.size !== this.tree.size) return;
    this.#hold(this.#next[0], 'a checkpoint');
    this.#goodSize = this.tree.size;
    this.#next.shift();
    if (this.#next.length === 0) await this.#fetchCheckpoints();
  }

  async run(): Promise<void> {
    await this.#fetchCheckpoints();
    for (;;) {
      const rows = await this.#store.transact(SYSTEM, (tx) => listLeafEvents(tx, this.tree.size, BATCH));
      for (const row of rows) {
        checkLeaf(row, this.tree.size);
        this.tree.append(row.hash);
        await this.#compare();
      }
      if (rows.length < BATCH) break;
    }
    const [kept, own] = [this.#kept.at(-1), this.#next[0]];
    if (kept && kept.size > this.tree.size) this.#hold(kept, 'a checkpoint in the anchor file');
    if (own) this.#hold(own, 'a checkpoint');
  }
}

/** Recomputes the whole stored log and holds it to its checkpoints, and to those that were kept in files. */
export async function verifyStoredLog(
  store: Casework,
  identity: LogIdentity,
  { notes, at }: { readonly notes: readonly string[]; readonly at: Date },
): Promise<AuditVerification> {
  let check: StoredLogCheck | undefined;
  try {
    check = new StoredLogCheck(store, identity, notes);
    await check.run();
    const events = check.tree.size;
    const sentence = `${events} events recomputed; they are those of all checkpoints, ${notes.length} of them from files.`;
    return { at, isVerified: true, events, firstBad: null, sentence };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { at, isVerified: false, events: check?.tree.size ?? 0, firstBad: error.index, sentence: error.message };
  }
}
