import type { AccountBlockProof } from '@trailmark/chains/account/block-proof';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import {
  type CollectedAccounts,
  collectAccounts,
  type UnprovenReason,
} from '@trailmark/evidence/bundle/collect-accounts';
import { TOO_LARGE } from '@trailmark/ingest/sources/post-json';
import { NODE_SOURCE } from '@trailmark/store/cases/sources/request-rows';
import type { ProofNode } from '../ledger/ledgers.ts';
import { createRequestLedger } from '../sources/request-ledger.ts';
import { KeptResults } from './kept-results.ts';
import type { ReportAsker } from './report-asker.ts';

export interface NodeProofOrder {
  readonly caseId: string;
  readonly chain: AccountChainId;
  /** Transactions with the heights of their blocks. */
  readonly txids: ReadonlyMap<string, number>;
  /** Then no node is called: what it gave for a version is used again. */
  readonly isPreview: boolean;
}

/** Proofs that were requested from a node, by block: a preview uses them, and the next version requests none twice. */
const kept = new KeptResults<AccountBlockProof>(500);
/** Headers between two blocks, by their hashes. */
const keptHeaders = new KeptResults<readonly string[]>(20);

/** A failure of the node as the reason that the report states; undefined for what is none, such as a request that was stopped. */
function toReason(cause: unknown): UnprovenReason | undefined {
  if (AppError.is(cause, 'unavailable') || AppError.is(cause, 'invalid')) return 'no-answer';
  if (!AppError.is(cause, 'inconsistent')) return undefined;
  return cause.context.reason === TOO_LARGE ? 'no-answer' : 'contradicted';
}

/** The node of a chain, each request to it in the log before it is sent. */
class LoggedNode {
  readonly #node: ProofNode;
  readonly #log: ReturnType<typeof createRequestLedger>;

  private constructor(node: ProofNode, { deps, caller }: ReportAsker, { caseId, chain }: NodeProofOrder) {
    this.#node = node;
    this.#log = createRequestLedger(deps.casework, caller, { source: { id: NODE_SOURCE, chain }, caseId });
  }

  /** A node that answers: each block of one that does not would be waited for in vain. */
  static async open(asker: ReportAsker, order: NodeProofOrder): Promise<LoggedNode | UnprovenReason> {
    const found = await asker.deps.ledgers.openProofNode(order.chain);
    if (!found) return 'no-node';
    const node = new LoggedNode(found, asker, order);
    const fault = await node
      .#ask('', () => found.check(asker.read.signal))
      .catch(async (cause: unknown) => {
        await node.close();
        throw cause;
      });
    if (fault === undefined) return node;
    await node.close();
    return 'no-answer';
  }

  async #ask<T>(revealed: string, work: () => Promise<T>): Promise<T | UnprovenReason> {
    const id = await this.#log.record({ url: this.#node.origin, revealed });
    try {
      const found = await work();
      await this.#log.settle(id, { status: 200, bytes: null, fault: null });
      return found;
    } catch (cause) {
      const reason = toReason(cause);
      const fault = reason === undefined ? 'Nobody waited for the answer.' : String((cause as Error).message);
      const status = reason === 'contradicted' ? 200 : null;
      await this.#log.settle(id, { status, bytes: null, fault: fault.slice(0, 400) });
      if (reason === undefined) throw cause;
      return reason;
    }
  }

  async prove(asked: Parameters<ProofNode['prove']>[0], signal: AbortSignal | undefined) {
    const revealed = `block ${asked.height} with its receipts`;
    return (await this.#ask(revealed, () => this.#node.prove(asked, signal))) ?? 'not-recomputed';
  }

  /** Undefined for any reason: headers between proven blocks prove no transaction. */
  async headers(from: number, to: number, signal: AbortSignal | undefined): Promise<readonly string[] | undefined> {
    const revealed = `headers of blocks ${from} to ${to}`;
    const found = await this.#ask(revealed, () => this.#node.headers(from, to, signal));
    return typeof found === 'string' ? undefined : found;
  }

  close(): Promise<void> {
    return this.#node.close();
  }
}

function groupByHeight(txids: ReadonlyMap<string, number>): ReadonlyMap<number, readonly string[]> {
  const byHeight = new Map<number, string[]>();
  for (const [txid, height] of txids) {
    if (!/^[0-9a-f]{64}$/.test(txid)) continue;
    byHeight.set(height, [...(byHeight.get(height) ?? []), txid]);
  }
  return byHeight;
}

/**
 * What proves transactions of an account chain. The index has no bytes of its blocks: the node that the chain is read from is
 * requested to give them again, and what it gives counts where it hashes to the block of the index. Without such a node, and for a
 * preview, nothing leaves the server.
 */
export async function collectNodeProofs(asker: ReportAsker, order: NodeProofOrder): Promise<CollectedAccounts> {
  const { deps, read } = asker;
  const { chain } = order;
  const reader = deps.ledgers.find(chain)?.reader;
  // What was fetched of one address may not name its block: the proof is then of whatever block the node has there.
  const hashOf = (height: number) => reader?.block(height)?.hash || undefined;
  let opened: Promise<LoggedNode | UnprovenReason> | undefined;
  const ask = async (height: number, txids: readonly string[]) => {
    const hash = hashOf(height);
    const key = [chain, hash, txids];
    const known = kept.find(key);
    if (known) return known;
    if (order.isPreview) return 'not-requested';
    opened ??= LoggedNode.open(asker, order);
    const node = await opened;
    if (typeof node === 'string') return node;
    const proof = await node.prove({ height, txids }, read.signal);
    if (typeof proof !== 'string' && hash !== undefined) kept.keep(key, proof);
    return proof;
  };
  const askBetween = async (from: number, to: number) => {
    // Without a hash at both ends, as of a block that no source named, the next version may be of other blocks.
    const key = [chain, hashOf(from - 1), hashOf(to + 1)];
    const known = keptHeaders.find(key);
    if (known || order.isPreview) return known;
    opened ??= LoggedNode.open(asker, order);
    const node = await opened;
    const headers = typeof node === 'string' ? undefined : await node.headers(from, to, read.signal);
    return headers && !key.includes(undefined) ? keptHeaders.keep(key, headers) : headers;
  };
  try {
    return await collectAccounts({ chain, byHeight: groupByHeight(order.txids), hashOf, ask, askBetween });
  } finally {
    const node = await opened?.catch(() => undefined);
    if (node instanceof LoggedNode) await node.close();
  }
}
