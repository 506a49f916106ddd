import type { TransactionProof } from '@trailmark/chains/account/block-proof';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { createNodeReader, type ReadNode } from '@trailmark/chains/evm/trie-proof';
import { type AccountChainId, isAccountChainId } from '@trailmark/core/chain';
import {
  type AccountHeader,
  type HeaderRow,
  isEvmProof,
  isHeaderRow,
  isProof,
  isTronProof,
  type ProvenCall,
  type ProvenMove,
} from './account-proof.ts';
import { refuseItem } from './bundle-format.ts';
import { proveEvm, readEvmHeader } from './evm-proof.ts';
import type { ItemFault, OpenBundle } from './open-bundle.ts';
import { decodeJson } from './strict-json.ts';
import { proveTron, readTronHeader, readTronSigner } from './tron-proof.ts';

/** Consecutive headers; `known`: the height of the last one whose hash is built in or was given. */
export interface AccountRun {
  readonly headers: readonly AccountHeader[];
  readonly known: number | undefined;
  /** TRON: how many of the headers are signed by the producer they name. */
  readonly signed: number;
}

export interface ProvenTransaction extends ProvenCall {
  readonly header: AccountHeader;
  /** Whether a block that is built in or was given commits to the header: it is that block, or one before it. */
  readonly isAnchored: boolean;
}

/** What a bundle proves of one chain of accounts: transactions by their bytes and receipts, blocks by their headers. */
export class AccountBundleLedger {
  readonly chain: AccountChain;
  readonly faults: ItemFault[] = [];
  readonly runs: AccountRun[] = [];
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #folder: string;
  readonly #known: ReadonlySet<string>;
  readonly #headers = new Map<number, { readonly header: AccountHeader; readonly run: AccountRun }>();
  /** Nodes of the tries of a block, which its transactions share. */
  readonly #nodes = new Map<number, ReadNode>();
  readonly #proven = new Map<string, ProvenTransaction | undefined>();

  constructor({ files }: Pick<OpenBundle, 'files'>, id: AccountChainId, blocks: readonly string[] = []) {
    this.chain = getAccountChain(id);
    this.#files = files;
    this.#folder = `ledger/${id}`;
    this.#known = new Set([...blocks, this.chain.genesisHash ?? '']);
    for (const [path, bytes] of files) {
      const from = new RegExp(`^${this.#folder}/headers-(\\d{1,15})\\.json$`).exec(path)?.[1];
      if (from !== undefined) this.#readRun(path, Number(from), bytes);
    }
  }

  #readHeader({ raw }: HeaderRow): AccountHeader {
    return this.chain.family === 'evm' ? readEvmHeader(raw) : readTronHeader(raw);
  }

  #readRun(path: string, from: number, bytes: Uint8Array): void {
    const rows = decodeJson(path, bytes);
    const { family } = this.chain;
    if (!Array.isArray(rows) || rows.length === 0 || !rows.every((row) => isHeaderRow(row, family)))
      refuseItem(path, 'it is no list of headers as the format has them.');
    const headers: AccountHeader[] = [];
    let signed = 0;
    for (const [i, row] of (rows as HeaderRow[]).entries()) {
      const header = this.#tryHeader(row);
      const follows = i === 0 || header?.parentHash === headers[i - 1]?.hash;
      if (!header || header.height !== from + i || !follows) {
        this.faults.push({
          path,
          why: `the header of block ${from + i} is none, or does not follow the one before it.`,
        });
        return;
      }
      if (row.signature !== undefined && readTronSigner(row.raw, row.signature) === header.producer) signed++;
      headers.push(header);
    }
    const run = { headers, signed, known: headers.findLast(({ hash }) => this.#known.has(hash))?.height };
    this.runs.push(run);
    for (const header of headers) this.#headers.set(header.height, { header, run });
  }

  #tryHeader(row: HeaderRow): AccountHeader | undefined {
    try {
      return this.#readHeader(row);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  get txids(): readonly string[] {
    const pattern = new RegExp(`^${this.#folder}/proofs/([0-9a-f]{64})\\.json$`);
    return [...this.#files.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []);
  }

  /** What a transaction did; undefined where the bundle does not prove it. */
  transaction(txid: string): ProvenTransaction | undefined {
    if (!this.#proven.has(txid)) this.#proven.set(txid, this.#prove(txid));
    return this.#proven.get(txid);
  }

  #prove(txid: string): ProvenTransaction | undefined {
    const path = `${this.#folder}/proofs/${txid}.json`;
    const bytes = this.#files.get(path);
    if (!bytes) return undefined;
    const proof = decodeJson(path, bytes);
    if (!isProof(proof, this.chain.family)) refuseItem(path, 'it is no proof of a transaction as the format has it.');
    const placed = this.#headers.get(proof.height);
    const found = placed ? this.#run(placed.header, proof, txid) : `the bundle has no header of block ${proof.height}.`;
    if (typeof found !== 'string' && placed)
      // A hash commits to the blocks before it. One after a known block costs nothing to invent: such headers carry no work.
      return { ...found, header: placed.header, isAnchored: placed.header.height <= (placed.run.known ?? -1) };
    this.faults.push({ path, why: String(found) });
    return undefined;
  }

  /** Places of what a transaction did that is this transfer: null for what it paid itself, otherwise the place of the event. */
  findMoves(
    { payment, logs }: ProvenCall,
    transfer: {
      readonly asset: string;
      readonly amount: string;
      readonly from: string | null;
      readonly to: string | null;
    },
  ): readonly (number | null)[] {
    const fold = (text: string | null) => (this.chain.family === 'evm' ? text?.toLowerCase() : text) ?? '';
    const { asset, amount, from, to } = transfer;
    const isIt = (move: ProvenMove | undefined) =>
      move?.asset === asset && move.amount === amount && move.from === fold(from) && move.to === fold(to);
    const events = logs.flatMap((move, i) => (isIt(move) ? [i] : []));
    return asset === '' && isIt(payment()) ? [null, ...events] : events;
  }

  #readerOf(height: number): ReadNode {
    const known = this.#nodes.get(height) ?? createNodeReader();
    this.#nodes.set(height, known);
    return known;
  }

  #run(header: AccountHeader, proof: TransactionProof, txid: string): ProvenCall | string {
    if (isEvmProof(proof)) return proveEvm(header, proof, txid, this.#readerOf(header.height));
    return isTronProof(proof) ? proveTron(header, proof, txid) : 'it is no proof.';
  }
}

/** Chains of accounts that a bundle has proofs of. */
export function listAccountChains({ files }: Pick<OpenBundle, 'files'>): readonly AccountChainId[] {
  const names = [...files.keys()].flatMap((path) => /^ledger\/([a-z-]+)\/(?:proofs\/|headers-)/.exec(path)?.[1] ?? []);
  return [...new Set(names)].filter(isAccountChainId).sort();
}
