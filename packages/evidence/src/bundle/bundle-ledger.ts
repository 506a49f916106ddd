import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { isOutputChainId, type OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { refuseItem } from './bundle-format.ts';
import { type HeaderChain, readHeaderChain } from './header-chain.ts';
import type { ItemFault, OpenBundle } from './open-bundle.ts';
import { isDigest } from './salted.ts';
import { decodeJson, isRecord } from './strict-json.ts';

/** A "transaction" of this size may be a node of a Merkle tree in disguise (CVE-2017-12842). */
const NODE_BYTES = 64;

/** Where a transaction is in a block, and what leads from it to the block's header. */
export interface BundlePlace {
  readonly txid: string;
  readonly height: number;
  readonly index: number;
  readonly branch: readonly string[];
}

export interface ProvenPlace extends BundlePlace {
  readonly hash: string;
  readonly time: number;
  /** False: the header could be made up, and its hash is to be compared with an independent source. */
  readonly isAnchored: boolean;
}

export interface BundleOutput {
  readonly amount: bigint;
  /** Null where nobody can spend it. */
  readonly address: string | null;
}

function isPlace(value: unknown): value is BundlePlace {
  if (!isRecord(value) || Object.keys(value).join() !== 'branch,height,index,txid') return false;
  const { branch, height, index, txid } = value;
  const isBranch = Array.isArray(branch) && branch.length <= 32 && branch.every(isDigest);
  return isBranch && isDigest(txid) && Number.isSafeInteger(height) && Number.isSafeInteger(index);
}

/** What a bundle proves of one chain of the Bitcoin family: transactions by their bytes, blocks by their headers. */
export class BundleLedger {
  readonly chain: UtxoChain;
  readonly headers: HeaderChain;
  readonly faults: ItemFault[] = [];
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #folder: string;
  readonly #places = new Map<string, BundlePlace>();
  readonly #decoded = new Map<string, Transaction | undefined>();
  readonly #proven = new Map<string, ProvenPlace | undefined>();

  constructor({ files }: Pick<OpenBundle, 'files'>, id: OutputChainId, blocks: readonly string[] = []) {
    this.chain = getChain(id);
    this.#files = files;
    this.#folder = `ledger/${id}`;
    this.headers = readHeaderChain(files, this.chain, blocks);
    this.faults.push(...this.headers.faults);
    const path = `${this.#folder}/places.json`;
    const bytes = files.get(path);
    if (!bytes) return;
    const list = decodeJson(path, bytes);
    if (!Array.isArray(list) || !list.every(isPlace))
      refuseItem(path, 'it is no list of places as the format has them.');
    for (const place of list) this.#places.set(place.txid, place);
  }

  get places(): readonly BundlePlace[] {
    return [...this.#places.values()];
  }

  get transactionPaths(): readonly string[] {
    return [...this.#files.keys()].filter((path) => path.startsWith(`${this.#folder}/tx/`));
  }

  #fault(path: string, why: string): undefined {
    this.faults.push({ path, why });
    return undefined;
  }

  /** A transaction whose bytes hash to its id; undefined where the bundle has none. */
  transaction(txid: string): Transaction | undefined {
    if (this.#decoded.has(txid)) return this.#decoded.get(txid);
    const path = `${this.#folder}/tx/${txid}.raw`;
    const bytes = this.#files.get(path);
    const read = bytes && this.#decode(path, txid, bytes);
    this.#decoded.set(txid, read);
    return read;
  }

  #decode(path: string, txid: string, bytes: Uint8Array): Transaction | undefined {
    const { mweb, cashTokens } = this.chain;
    try {
      const transaction = decodeTransaction(bytes, { mweb, cashTokens });
      if (transaction.txid !== txid) return this.#fault(path, `its bytes hash to ${transaction.txid}.`);
      if (transaction.strippedSize === NODE_BYTES)
        return this.#fault(path, 'it has 64 bytes and could be a node of a Merkle tree.');
      return transaction;
    } catch (error) {
      if (!AppError.is(error)) throw error;
      return this.#fault(path, `its bytes are no transaction: ${error.message}`);
    }
  }

  /** The block a transaction is proven to be in; undefined where the bundle has no path or no header for it. */
  place(txid: string): ProvenPlace | undefined {
    if (this.#proven.has(txid)) return this.#proven.get(txid);
    const proven = this.#prove(txid);
    this.#proven.set(txid, proven);
    return proven;
  }

  #prove(txid: string): ProvenPlace | undefined {
    const place = this.#places.get(txid);
    const header = place && this.headers.at(place.height);
    if (!place || !header || !this.transaction(txid)) return undefined;
    const { index, branch } = place;
    if (verifyMerkleBranch({ txid, index, branch, root: header.merkleRoot }))
      return { ...place, hash: header.hash, time: header.time, isAnchored: this.headers.isAnchored(place.height) };
    return this.#fault(
      `${this.#folder}/places.json`,
      `the path of transaction ${txid} does not lead to the header of block ${place.height}.`,
    );
  }

  /** Undefined where the bundle has no such output. */
  output(txid: string, vout: number): BundleOutput | undefined {
    const output = this.transaction(txid)?.outputs[vout];
    if (!output) return undefined;
    const { owner } = describeScript(output.script, { p2sh32: this.chain.p2sh32 });
    return { amount: output.value, address: owner ? formatOwner(this.chain, owner) : null };
  }
}

/** Chains of the Bitcoin family that a bundle has bytes of. */
export function listBundleChains({ files }: Pick<OpenBundle, 'files'>): readonly OutputChainId[] {
  const names = [...files.keys()].flatMap(
    (path) => /^ledger\/([a-z-]+)\/(?:tx\/|places|headers)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].filter(isOutputChainId).sort();
}
