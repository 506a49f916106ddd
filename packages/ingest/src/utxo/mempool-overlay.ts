import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { describeScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import type {
  OutputLedger,
  OutputPlace,
  RecordInput,
  RecordOutput,
  TransactionRecord,
  VanishedTransaction,
} from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import type { UnconfirmedOverlay, UnconfirmedTransaction } from '@trailmark/core/unconfirmed';

const UNCONFIRMED = -1;

/**
 * What a node has as unconfirmed, separate from the index and never in it. A transaction whose bytes do not hash to its id is
 * left out: the node's word is not enough.
 */
export class MempoolOverlay implements UnconfirmedOverlay {
  asOf: number | undefined;
  private readonly chain: UtxoChain;
  private readonly reader: OutputLedger;
  private readonly held = new Map<string, UnconfirmedTransaction>();
  /** Listed by the node though the index has them mined, as where the node is behind it: not shown as unconfirmed too. */
  private readonly mined = new Map<string, UnconfirmedTransaction>();
  private tipHash: string | undefined;
  /** No longer listed at the last look; gone for good unless a block that was read since has them, or they are listed again. */
  private leaving = new Map<string, { readonly transaction: UnconfirmedTransaction; readonly lastSeen: number }>();
  private readonly owners = new Map<string, Set<string>>();
  private readonly spends = new Map<string, { txid: string; input: number }>();

  constructor(chain: UtxoChain, reader: OutputLedger) {
    this.chain = chain;
    this.reader = reader;
  }

  /**
   * Takes the node's present list and the bytes of what is new; `seconds` is now. Returns what was listed, is not any more and
   * was not mined either: evidence to keep.
   */
  async update(
    txids: readonly string[],
    raw: ReadonlyMap<string, Uint8Array>,
    seconds: number,
  ): Promise<readonly VanishedTransaction[]> {
    const listed = new Set(txids);
    const left = this.leaving;
    this.leaving = new Map();
    for (const [txid, transaction] of [...this.held]) {
      if (listed.has(txid)) continue;
      this.leaving.set(txid, { transaction, lastSeen: this.asOf ?? seconds });
      this.remove(txid);
    }
    for (const txid of [...this.mined.keys()]) if (!listed.has(txid)) this.mined.delete(txid);
    const decoded: [string, Uint8Array, Transaction][] = [];
    for (const [txid, bytes] of raw) {
      const transaction = this.decode(txid, bytes);
      if (transaction) decoded.push([txid, bytes, transaction]);
    }
    const funding = await this.findFunding(decoded.map(([, , transaction]) => transaction));
    const fresh = new Map(decoded.map(([txid, , transaction]) => [txid, this.outputsOf(transaction)]));
    for (const [txid, bytes, transaction] of decoded) {
      const record = this.toRecord(txid, transaction, funding, fresh);
      this.add({ txid, raw: bytes, seen: seconds, record, vsize: transaction.vsize });
    }
    await this.setMinedAside(decoded.map(([txid]) => txid));
    this.asOf = seconds;
    return this.findVanished([...left.values()].filter(({ transaction }) => !listed.has(transaction.txid)));
  }

  private async findVanished(
    left: readonly { readonly transaction: UnconfirmedTransaction; readonly lastSeen: number }[],
  ): Promise<VanishedTransaction[]> {
    if (left.length === 0) return [];
    const mined = await this.reader.positionsOf(left.map(({ transaction }) => transaction.txid));
    const gone = left.filter(({ transaction }) => (mined.get(transaction.txid)?.length ?? 0) === 0);
    return Promise.all(
      gone.map(async ({ transaction, lastSeen }) => {
        const replacedBy = await this.findReplacement(transaction);
        const { txid, raw, seen: firstSeen } = transaction;
        const reason = replacedBy === undefined ? 'dropped' : 'replaced';
        return { txid, raw, reason, firstSeen, lastSeen, block: undefined, replacedBy };
      }),
    );
  }

  /** Another transaction that spends an output this one wanted to: unconfirmed, or mined. */
  private async findReplacement(transaction: UnconfirmedTransaction): Promise<string | undefined> {
    for (const key of spentBy(transaction)) {
      const claimed = this.spends.get(key);
      if (claimed) return claimed.txid;
    }
    const places = transaction.record.inputs.flatMap(({ source, owner, vout }): OutputPlace[] =>
      source === undefined || source < 0 || !owner ? [] : [{ position: source, vout, owner }],
    );
    const [spender] = places.length === 0 ? [] : [...(await this.reader.spenders(places)).values()];
    return spender && (await this.reader.records([spender.position]))[0]?.txid;
  }

  /** Only what is new has to be found, unless the index has another tip than last time. */
  private async setMinedAside(fresh: readonly string[]): Promise<void> {
    const tipHash = this.reader.tip()?.hash;
    const hasMoved = tipHash !== this.tipHash;
    this.tipHash = tipHash;
    const positions = await this.reader.positionsOf(hasMoved ? [...this.held.keys(), ...this.mined.keys()] : fresh);
    for (const [txid, transaction] of hasMoved ? [...this.mined] : []) {
      if ((positions.get(txid)?.length ?? 0) > 0) continue;
      this.mined.delete(txid);
      this.add(transaction);
    }
    for (const [txid, at] of positions) {
      const transaction = at.length > 0 ? this.held.get(txid) : undefined;
      if (!transaction) continue;
      this.remove(txid);
      this.mined.set(txid, transaction);
    }
  }

  /** The node is gone: what it reported as unconfirmed no longer counts. */
  clear(): void {
    for (const txid of [...this.held.keys()]) this.remove(txid);
    this.mined.clear();
    this.leaving.clear();
    this.asOf = undefined;
  }

  get(txid: string): UnconfirmedTransaction | undefined {
    return this.held.get(txid);
  }

  list(limit: number): readonly UnconfirmedTransaction[] {
    return [...this.held.values()].sort((a, b) => b.seen - a.seen).slice(0, limit);
  }

  count(): number {
    return this.held.size;
  }

  byOwner(id: string): readonly UnconfirmedTransaction[] {
    return [...(this.owners.get(id) ?? [])].flatMap((txid) => this.held.get(txid) ?? []);
  }

  spenderOf(txid: string, vout: number): { txid: string; input: number } | undefined {
    return this.spends.get(`${txid}:${vout}`);
  }

  private decode(txid: string, bytes: Uint8Array): Transaction | undefined {
    try {
      const transaction = decodeTransaction(bytes, { mweb: this.chain.mweb, cashTokens: this.chain.cashTokens });
      return transaction.txid === txid ? transaction : undefined;
    } catch (error) {
      if (AppError.is(error)) return undefined;
      throw error;
    }
  }

  private async findFunding(transactions: readonly Transaction[]): Promise<Map<string, TransactionRecord>> {
    const wanted = new Set(transactions.flatMap((transaction) => transaction.inputs.map((input) => input.prevTxid)));
    const positions = await this.reader.positionsOf([...wanted]);
    const last = [...positions.values()].flatMap((list) => list[list.length - 1] ?? []);
    const records = await this.reader.records(last);
    return new Map(records.flatMap((record) => (record ? [[record.txid, record] as const] : [])));
  }

  private outputsOf(transaction: Transaction): RecordOutput[] {
    return transaction.outputs.map(({ value, script }) => {
      const { owner, type } = describeScript(script, { p2sh32: this.chain.p2sh32 });
      return { owner, value, type };
    });
  }

  private toRecord(
    txid: string,
    transaction: Transaction,
    funding: ReadonlyMap<string, TransactionRecord>,
    fresh: ReadonlyMap<string, readonly RecordOutput[]>,
  ): TransactionRecord {
    const inputs = transaction.inputs.map(({ prevTxid, prevVout }): RecordInput => {
      const record = funding.get(prevTxid);
      const output =
        record?.outputs[prevVout] ??
        fresh.get(prevTxid)?.[prevVout] ??
        this.held.get(prevTxid)?.record.outputs[prevVout];
      return {
        owner: output?.owner,
        value: output?.value,
        source: record?.position,
        vout: prevVout,
        isP2pk: output?.type === 'p2pk',
      };
    });
    const outputs = this.outputsOf(transaction);
    const isKnown = inputs.every((input) => input.value !== undefined);
    const sum = (rows: readonly { readonly value: bigint | undefined }[]): bigint =>
      rows.reduce((total, row) => total + (row.value ?? 0n), 0n);
    const fee = isKnown ? sum(inputs) - sum(outputs) : undefined;
    return { position: UNCONFIRMED, txid, fee, isCoinbase: false, hasRaw: true, inputs, outputs };
  }

  private add(transaction: UnconfirmedTransaction): void {
    this.remove(transaction.txid);
    this.held.set(transaction.txid, transaction);
    for (const id of ownersOf(transaction)) {
      const set = this.owners.get(id) ?? new Set();
      set.add(transaction.txid);
      this.owners.set(id, set);
    }
    for (const [index, key] of spentBy(transaction).entries())
      this.spends.set(key, { txid: transaction.txid, input: index });
  }

  private remove(txid: string): void {
    const transaction = this.held.get(txid);
    if (!transaction) return;
    this.held.delete(txid);
    for (const id of ownersOf(transaction)) {
      const set = this.owners.get(id);
      set?.delete(txid);
      if (set?.size === 0) this.owners.delete(id);
    }
    for (const key of spentBy(transaction)) if (this.spends.get(key)?.txid === txid) this.spends.delete(key);
  }
}

function ownersOf(transaction: UnconfirmedTransaction): Set<string> {
  const rows = [...transaction.record.inputs, ...transaction.record.outputs];
  return new Set(rows.flatMap((row) => (row.owner ? [ownerId(row.owner)] : [])));
}

function spentBy(transaction: UnconfirmedTransaction): string[] {
  const decoded = decodeTransaction(transaction.raw, { mweb: true });
  return decoded.inputs.map((input) => `${input.prevTxid}:${input.prevVout}`);
}
