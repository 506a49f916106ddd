import type { AccountBlockProof, TransactionProof } from '@trailmark/chains/account/block-proof';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import type { AccountHeader, HeaderRow } from './account-proof.ts';
import { readEvmHeader } from './evm-proof.ts';
import { encodeJson } from './strict-json.ts';
import { readTronHeader } from './tron-proof.ts';

/** Most blocks that are requested from a node: each answer is a whole block with its receipts. */
const MOST_BLOCKS = 2_000;
/** Most headers that are requested between two proven blocks: a longer gap stays one. */
const MOST_BETWEEN = 2_016;
/** Most headers between blocks of one chain: 10 MB. */
const MOST_BETWEEN_ALL = 20_160;
/** After so many blocks in a row without an answer, the node is taken to have stopped answering. */
const MOST_SILENT = 3;

/** Why a transaction of an account chain is without a proof. */
export type UnprovenReason =
  /** No node is read for the chain. */
  | 'no-node'
  /** The node did not give the block or its receipts, such as one that it has pruned. */
  | 'no-answer'
  /** What it gave does not have the hash and the roots that it states. */
  | 'contradicted'
  /** It has another block at this height than the index. */
  | 'other-block'
  /** The block, or one of its transactions, has a form whose hash is not calculated here. */
  | 'not-recomputed'
  /** The block of the node is proven, and the transaction is not in it. */
  | 'not-in-block'
  /** Its block was not requested: for a preview, or because there were too many or the node had stopped answering. */
  | 'not-requested';

export interface AccountOrder {
  readonly chain: AccountChainId;
  /** Transactions by the height of their block. */
  readonly byHeight: ReadonlyMap<number, readonly string[]>;
  /** Hash of the block that the index has at a height; undefined where its source did not name one. */
  readonly hashOf: (height: number) => string | undefined;
  /** What proves transactions of one block, or why nothing does. */
  readonly ask: (height: number, txids: readonly string[]) => Promise<AccountBlockProof | UnprovenReason>;
  /** Headers of the blocks between two proven ones; undefined where they are not given. */
  readonly askBetween?: ((from: number, to: number) => Promise<readonly string[] | undefined>) | undefined;
}

export interface CollectedAccounts {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly provenCount: number;
  /** Transactions without a proof, by the reason. */
  readonly unproven: ReadonlyMap<UnprovenReason, readonly string[]>;
}

/** What was accepted of the answer for one block. */
interface Row {
  readonly row: HeaderRow;
  readonly header: AccountHeader;
  readonly proofs: ReadonlyMap<string, TransactionProof>;
}

/** Takes an answer whose header is of the block that was requested, by the hash that the index has of it. */
function accept({ chain, hashOf }: AccountOrder, height: number, found: AccountBlockProof): Row | UnprovenReason {
  const { header: raw, signature, proofs } = found;
  const header = getAccountChain(chain).family === 'evm' ? readEvmHeader(raw) : readTronHeader(raw);
  const hash = hashOf(height) ?? header.hash;
  if (header.height !== height || header.hash !== hash) return 'other-block';
  return { header, proofs, row: { raw, ...(signature !== undefined && { signature }) } };
}

/** Answers by height, the newest block first: a node that has pruned old blocks gives the others. */
async function askAll(order: AccountOrder): Promise<ReadonlyMap<number, Row | UnprovenReason>> {
  const answers = new Map<number, Row | UnprovenReason>();
  const heights = [...order.byHeight.keys()].sort((a, b) => b - a);
  let silent = 0;
  for (const [i, height] of heights.entries()) {
    if (i >= MOST_BLOCKS || silent >= MOST_SILENT) {
      answers.set(height, 'not-requested');
      continue;
    }
    const found = await order.ask(height, order.byHeight.get(height) ?? []);
    silent = found === 'no-answer' ? silent + 1 : 0;
    answers.set(height, typeof found === 'string' ? found : accept(order, height, found));
  }
  return answers;
}

/** Rows of the blocks between two; empty where what was given does not lead from the one to the other. */
function toBetween(
  order: AccountOrder,
  below: Row,
  above: Row,
  raws: readonly string[],
): readonly (readonly [number, Row])[] {
  const rows: [number, Row][] = [];
  let before = below.header;
  for (const raw of raws) {
    const row = accept({ ...order, hashOf: () => undefined }, before.height + 1, { header: raw, proofs: new Map() });
    if (isReason(row) || row.header.parentHash !== before.hash) return [];
    rows.push([row.header.height, row]);
    before = row.header;
  }
  return before.height + 1 === above.header.height && above.header.parentHash === before.hash ? rows : [];
}

/**
 * The headers between proven blocks, so that the chain between them is shown: the newest gap first. A gap that is too long, and one whose
 * headers are not given or do not lead from one block to the next, stays: nothing else in the bundle depends on it.
 */
async function fillGaps(order: AccountOrder, rows: ReadonlyMap<number, Row>): Promise<ReadonlyMap<number, Row>> {
  const { askBetween } = order;
  const filled = new Map(rows);
  const heights = [...rows.keys()].sort((a, b) => b - a);
  let left = MOST_BETWEEN_ALL;
  for (const [i, height] of heights.entries()) {
    const [above, below] = [rows.get(height), rows.get(heights[i + 1] ?? -1)];
    const gap = above && below ? height - below.header.height - 1 : 0;
    if (!askBetween || !above || !below || gap < 1 || gap > Math.min(MOST_BETWEEN, left)) continue;
    const raws = await askBetween(below.header.height + 1, height - 1);
    // A node that gives none for one gap is not asked for the next.
    if (!raws) break;
    left -= gap;
    for (const [at, row] of toBetween(order, below, above, raws)) filled.set(at, row);
  }
  return filled;
}

/** Headers that follow each other as one file. A reorganisation between two answers begins another. */
function toHeaderFiles(chain: AccountChainId, rows: ReadonlyMap<number, Row>): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const follows = (height: number): boolean => {
    const before = rows.get(height - 1)?.header.hash;
    return before !== undefined && rows.get(height)?.header.parentHash === before;
  };
  for (const [height, { row }] of rows) {
    if (follows(height)) continue;
    const run: HeaderRow[] = [row];
    for (let at = height + 1; follows(at); at++) run.push((rows.get(at) as Row).row);
    files.set(`ledger/${chain}/headers-${height}.json`, encodeJson(run));
  }
  return files;
}

const isReason = (answer: Row | UnprovenReason): answer is UnprovenReason => typeof answer === 'string';

/** Transactions that answers leave without a proof, by the reason. */
function listUnproven({ byHeight }: AccountOrder, answers: ReadonlyMap<number, Row | UnprovenReason>) {
  const open = new Map<UnprovenReason, string[]>();
  for (const [height, answer] of answers) {
    for (const txid of byHeight.get(height) ?? []) {
      if (!isReason(answer) && answer.proofs.has(txid)) continue;
      const reason = isReason(answer) ? answer : 'not-in-block';
      open.set(reason, [...(open.get(reason) ?? []), txid]);
    }
  }
  return open;
}

/** Proofs and headers of transactions of an account chain by path, how many transactions they prove, and why they do not prove the others. */
export async function collectAccounts(order: AccountOrder): Promise<CollectedAccounts> {
  const answers = await askAll(order);
  const rows = new Map([...answers].flatMap(([height, row]) => (isReason(row) ? [] : [[height, row] as const])));
  const proofs = new Map([...rows.values()].flatMap((row) => [...row.proofs]));
  const files = toHeaderFiles(order.chain, await fillGaps(order, rows));
  for (const [txid, proof] of proofs) files.set(`ledger/${order.chain}/proofs/${txid}.json`, encodeJson(proof));
  return { files, provenCount: proofs.size, unproven: listUnproven(order, answers) };
}
