import { AppError } from '@trailmark/core/errors';
import { CompactRange, hashLeaf, listPeaks, type TreeNode } from '@trailmark/evidence/audit/merkle-tree';
import {
  type AuditLeaf,
  getSettledMark,
  getTreeSize,
  insertLeaves,
  insertNodes,
  listNodes,
  listUnsequenced,
  lockAuditTree,
} from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Casework, Transaction } from '@trailmark/store/cases/casework';

const SYSTEM = { kind: 'system' } as const;
const BATCH = 1_000;

/** The tree as it is stored, up to `size` leaves. Throws `inconsistent` where nodes are missing. */
export async function readTree(tx: Transaction, size: number): Promise<CompactRange> {
  const places = listPeaks(size);
  const nodes = await listNodes(tx, places);
  const hashes = places.flatMap(
    ({ level, index }) => nodes.find((node) => node.level === level && node.index === index)?.hash ?? [],
  );
  return new CompactRange(size, hashes);
}

/** Gives events their places in the tree, in the order of their times, without delaying whoever writes them. */
export class Sequencer {
  readonly #store: Casework;
  /** What this process last made: a tree that is another one now was changed from outside. */
  #last: { readonly size: number; readonly root: Buffer } = { size: 0, root: Buffer.alloc(0) };
  #mark: string | null = null;
  #running: Promise<number> | undefined;

  constructor(store: Casework) {
    this.#store = store;
  }

  /** Transactions before it are settled and sequenced; null before the first pass. */
  get mark(): string | null {
    return this.#mark;
  }

  /** Forgets what was settled, so that the next pass looks at every event. */
  forget(): void {
    this.#mark = null;
  }

  /** Sequences what is there by now; gives the number of leaves. */
  async run(): Promise<number> {
    // A pass that runs may have begun before the caller's own event was there: wait, and go again.
    await this.#running?.catch(() => undefined);
    this.#running ??= this.#passAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #passAll(): Promise<number> {
    for (;;) {
      const { size, hasAppended } = await this.#pass();
      if (!hasAppended) return size;
    }
  }

  async #pass(): Promise<{ readonly size: number; readonly hasAppended: boolean }> {
    const passed = await this.#store.transact(SYSTEM, async (tx) => {
      const mark = await getSettledMark(tx);
      const waiting = await listUnsequenced(tx, this.#mark, 1);
      const hasAppended = waiting.length > 0 && (await this.#append(tx));
      return { size: hasAppended ? this.#next.size : await getTreeSize(tx), hasAppended, mark };
    });
    if (passed.hasAppended) this.#last = this.#next;
    else this.#mark = passed.mark;
    return passed;
  }

  #next: { readonly size: number; readonly root: Buffer } = this.#last;

  /** Appends one batch; false where another process did it meanwhile. */
  async #append(tx: Transaction): Promise<boolean> {
    await lockAuditTree(tx);
    const size = await getTreeSize(tx);
    const tree = await readTree(tx, size);
    if (size < this.#last.size || (size === this.#last.size && size > 0 && !tree.root().equals(this.#last.root))) {
      throw new AppError(
        'inconsistent',
        `The audit log was changed from outside: it had ${this.#last.size} events in its tree and is another one now.`,
      );
    }
    const events = await listUnsequenced(tx, this.#mark, BATCH);
    const leaves: AuditLeaf[] = [];
    const nodes: TreeNode[] = [];
    for (const { id, body } of events) {
      const hash = hashLeaf(Buffer.from(body));
      leaves.push({ index: tree.size, eventId: id, hash });
      nodes.push(...tree.append(hash));
    }
    if (leaves.length > 0) await insertLeaves(tx, leaves);
    if (nodes.length > 0) await insertNodes(tx, nodes);
    this.#next = { size: tree.size, root: tree.root() };
    return leaves.length > 0;
  }
}
