import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { openCheckpoint, originOf, signCheckpoint } from '@trailmark/evidence/audit/checkpoint';
import {
  type CheckpointRow,
  countUnsequenced,
  findLastCheckpoint,
  getTreeSize,
  insertCheckpoint,
  listCheckpoints,
  lockAuditTree,
} from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { AnchorFile } from './anchor-files.ts';
import { readTree, Sequencer } from './sequencer.ts';
import { type AuditVerification, verifyStoredLog } from './verify-log.ts';

const SYSTEM = { kind: 'system' } as const;
/** Checkpoints that an anchor file lacks are appended in groups of this many. */
const NOTES_AT_ONCE = 1_000;

export interface AuditLogOptions {
  /** Data folder; checkpoints are appended to `audit/checkpoints.txt` in it. Without it they are kept in the database alone. */
  readonly dataDir?: string | undefined;
  /** A second file for them, such as one on another machine. */
  readonly anchor?: string | undefined;
}

/** State of the log. */
export interface AuditState {
  readonly size: number;
  readonly root: Buffer;
  readonly unsequenced: number;
  readonly checkpoint: CheckpointRow | undefined;
}

/** The file of checkpoints in a data folder. */
export function anchorPath(dataDir: string): string {
  return join(dataDir, 'audit', 'checkpoints.txt');
}

/** The audit log as a signed Merkle tree. */
export class AuditLog {
  readonly origin: string;
  readonly publicKey: ReturnType<CaseworkContext['keys']['signingKey']>['publicKey'];
  readonly sequencer: Sequencer;
  readonly #casework: CaseworkContext;
  readonly #anchors: readonly AnchorFile[];
  #isAnchorChecked = false;
  #verification: AuditVerification | undefined;
  /** What was found wrong since the last whole check, or by what comes with it. */
  #fault: AuditVerification | undefined;
  #verifying: Promise<AuditVerification> | undefined;

  constructor(casework: CaseworkContext, { dataDir, anchor }: AuditLogOptions = {}) {
    this.#casework = casework;
    this.publicKey = casework.keys.signingKey('audit').publicKey;
    this.origin = originOf(this.publicKey);
    this.sequencer = new Sequencer(casework.store);
    const paths = [dataDir === undefined ? undefined : anchorPath(dataDir), anchor];
    this.#anchors = paths.flatMap((path) => (path === undefined ? [] : new AnchorFile(path)));
  }

  get anchorPaths(): readonly string[] {
    return this.#anchors.map(({ path }) => path);
  }

  /** What the last whole check found, or what was found wrong since; undefined before the first. */
  get verification(): AuditVerification | undefined {
    return this.#fault ?? this.#verification;
  }

  /** Whether a full check is running. */
  get isVerifying(): boolean {
    return this.#verifying !== undefined;
  }

  /** From now on the log does not count as verified, until a whole check finds nothing wrong with it. */
  noteFault(sentence: string): void {
    const events = this.#verification?.events ?? 0;
    this.#fault = { at: this.#casework.now(), isVerified: false, events, firstBad: null, sentence };
  }

  /** The tree has to begin with what a checkpoint states about it: nothing is signed on top of a changed log. */
  async #hold(tx: Transaction, size: number, { note, place }: { readonly note: string; readonly place: string }) {
    const known = openCheckpoint(note, this.origin, this.publicKey);
    const isSame = known.size <= size && (await readTree(tx, known.size)).root().equals(known.root);
    if (!isSame) {
      throw new AppError(
        'inconsistent',
        `The audit log is not the one of the checkpoint at ${known.size} events in ${place}: it was changed from outside. No checkpoint is signed.`,
      );
    }
  }

  /**
   * Sequences what is there and signs a checkpoint of it, where the log has grown. Returns the last checkpoint. Throws `inconsistent`
   * where the log is not the one that was signed before; it does not count as verified then.
   */
  async checkpoint(): Promise<CheckpointRow | undefined> {
    try {
      return await this.#checkpoint();
    } catch (error) {
      if (AppError.is(error, 'inconsistent')) this.noteFault(error.message);
      throw error;
    }
  }

  async #checkpoint(): Promise<CheckpointRow | undefined> {
    await this.sequencer.run();
    const row = await this.#casework.store.transact(SYSTEM, async (tx) => {
      await lockAuditTree(tx);
      const size = await getTreeSize(tx);
      const last = await findLastCheckpoint(tx);
      if (last) await this.#hold(tx, size, { note: last.note, place: 'the database' });
      await this.#checkAgainstAnchors(tx, size);
      if (size === 0 || last?.size === size) return last;
      const at = this.#casework.now();
      const root = (await readTree(tx, size)).root();
      const note = signCheckpoint({ origin: this.origin, size, root, at }, this.#casework.keys.signingKey('audit'));
      const made = { size, root, at, note };
      await insertCheckpoint(tx, made);
      return made;
    });
    await this.#anchor();
    return row;
  }

  async #checkAgainstAnchors(tx: Transaction, size: number): Promise<void> {
    if (this.#isAnchorChecked) return;
    for (const anchor of this.#anchors) {
      const note = anchor.lastNote();
      if (note !== undefined) await this.#hold(tx, size, { note, place: anchor.path });
    }
    this.#isAnchorChecked = true;
  }

  /** Appends to each file the checkpoints it lacks: one that could not be written before is made up for. */
  async #anchor(): Promise<void> {
    for (const anchor of this.#anchors) {
      for (let isWhole = false; !isWhole; ) {
        const rows = await this.#casework.store.transact(SYSTEM, (tx) =>
          listCheckpoints(tx, anchor.lastSize(), NOTES_AT_ONCE),
        );
        anchor.append(rows.map(({ note }) => note));
        isWhole = rows.length < NOTES_AT_ONCE;
      }
    }
  }

  /** Checks the whole stored log; a check that is running already is awaited. */
  verify(): Promise<AuditVerification> {
    this.#verifying ??= this.#verify().finally(() => {
      this.#verifying = undefined;
    });
    return this.#verifying;
  }

  async #verify(): Promise<AuditVerification> {
    // Events that were written past the usual order are found and sequenced too.
    this.sequencer.forget();
    const notes = this.#anchors.flatMap((anchor) => anchor.listNotes());
    const identity = { origin: this.origin, publicKey: this.publicKey };
    const found = await verifyStoredLog(this.#casework.store, identity, { notes, at: this.#casework.now() });
    this.#verification = found;
    this.#fault = undefined;
    if (!found.isVerified) return found;
    // A log that cannot be signed is none that verifies, whatever its stored parts state about each other.
    await this.checkpoint().catch((error: unknown) => {
      if (!AppError.is(error, 'inconsistent')) throw error;
    });
    return this.verification ?? found;
  }

  async state(): Promise<AuditState> {
    return this.#casework.store.transact(SYSTEM, async (tx) => {
      const size = await getTreeSize(tx);
      const unsequenced = await countUnsequenced(tx, this.sequencer.mark);
      return { size, root: (await readTree(tx, size)).root(), unsequenced, checkpoint: await findLastCheckpoint(tx) };
    });
  }
}
