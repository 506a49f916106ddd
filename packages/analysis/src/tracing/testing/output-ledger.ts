import type {
  BlockRecord,
  OutputLedger,
  RecordInput,
  RecordOutput,
  Spender,
  TransactionRecord,
} from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS, type StopRules, type TraceRequest } from '@trailmark/core/trace/trace-request';
import type { OutputTraceReader } from '../outputs/output-trace-reader.ts';

/** Seconds of height 0; a block comes every six hours. */
export const FIRST_TIME = 1_300_000_000;
const BLOCK_SECONDS = 21_600;

/** The owner with a number: its address is `a<number>`. */
export function ownerOf(number: number): Owner {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return { type: 'p2pkh', payload };
}

function numberOf({ payload }: Owner): number {
  return new DataView(payload.buffer, payload.byteOffset).getUint32(0);
}

/** Txid of the transaction with a number. */
export function txidOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

/** One output paid by number of owner and amount; no owner: nobody can spend it. */
export interface Payment {
  readonly to: number | undefined;
  readonly amount: bigint;
}

/** A transaction as a test writes it: what it spends, as number of transaction and output, and what it pays. */
export interface Draft {
  /** Empty: a coinbase. */
  readonly spends: readonly (readonly [number, number])[];
  readonly pays: readonly Payment[];
}

/** Heights that are not indexed. */
export interface Coverage {
  readonly missingHeights?: ReadonlySet<number> | undefined;
  /** The value of inputs whose source is missing is indexed nevertheless. */
  readonly keepsValues?: boolean | undefined;
}

function toRecords(drafts: readonly Draft[], { missingHeights, keepsValues }: Coverage): TransactionRecord[] {
  const isMissing = (number: number): boolean => missingHeights?.has(number) ?? false;
  return drafts.flatMap(({ spends, pays }, number) => {
    if (isMissing(number)) return [];
    const inputs = spends.map(([source, vout]): RecordInput => {
      const paid = drafts[source]?.pays[vout];
      const isIndexed = !isMissing(source);
      const isTold = isIndexed || keepsValues === true;
      return {
        owner: isTold && paid?.to !== undefined ? ownerOf(paid.to) : undefined,
        value: isTold ? paid?.amount : undefined,
        source: isIndexed ? toPosition(source, 0) : undefined,
        vout,
        isP2pk: false,
      };
    });
    const outputs = pays.map(
      ({ to, amount }): RecordOutput => ({
        owner: to === undefined ? undefined : ownerOf(to),
        value: amount,
        type: to === undefined ? 'op-return' : 'p2pkh',
      }),
    );
    const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
    const isKnown = inputs.every(({ value }) => value !== undefined);
    const isCoinbase = spends.length === 0;
    const taken = inputs.reduce((sum, { value = 0n }) => sum + value, 0n);
    const fee = isCoinbase ? 0n : isKnown ? taken - paid : undefined;
    return [{ position: toPosition(number, 0), txid: txidOf(number), fee, isCoinbase, hasRaw: false, inputs, outputs }];
  });
}

function toBlock(height: number): BlockRecord {
  return {
    height,
    hash: txidOf(height + 1_000_000),
    header: undefined,
    time: FIRST_TIME + height * BLOCK_SECONDS,
    timeEstimated: false,
    heightEstimated: false,
    isWhole: true,
    transactionCount: 1,
    size: undefined,
    weight: undefined,
    source: 'a test',
  };
}

type Totals = Awaited<ReturnType<OutputLedger['totals']>>;

/** A ledger in arrays and maps that counts how often it is queried. */
export class RecordLedger implements OutputTraceReader {
  readonly indexedRecords: readonly TransactionRecord[];
  readonly #byPosition: ReadonlyMap<Position, TransactionRecord>;
  readonly #spenders = new Map<string, Spender>();
  readonly #heights: ReadonlySet<number>;
  queries = 0;

  /** Records in the order of the chain, and the completely indexed heights. */
  constructor(records: readonly TransactionRecord[], heights: Iterable<number>) {
    this.indexedRecords = records;
    this.#byPosition = new Map(records.map((record) => [record.position, record]));
    this.#heights = new Set(heights);
    for (const { position, inputs } of this.indexedRecords) {
      for (const [input, { source, vout }] of inputs.entries()) {
        if (source !== undefined) this.#spenders.set(`${source}:${vout}`, { position, input });
      }
    }
  }

  tip: OutputLedger['tip'] = () => {
    const height = [...this.#heights].at(-1);
    return height === undefined ? undefined : toBlock(height);
  };

  block: OutputLedger['block'] = (height) => (this.#heights.has(height) ? toBlock(height) : undefined);

  heightRanges: OutputLedger['heightRanges'] = () =>
    [...this.#heights].map((height) => ({
      fromHeight: height,
      toHeight: height,
      blocks: 1,
      source: 'a test',
      raw: false,
      wholeBlocks: true,
      timeEstimated: false,
      heightEstimated: false,
    }));

  records: OutputLedger['records'] = async (positions) => {
    this.queries++;
    return positions.map((position) => this.#byPosition.get(position));
  };

  txids: OutputLedger['txids'] = async (positions) => {
    this.queries++;
    return positions.map((position) => this.#byPosition.get(position)?.txid);
  };

  spenders: OutputLedger['spenders'] = async (outputs) => {
    this.queries++;
    return new Map(
      outputs.flatMap(({ position, vout }) => {
        const spender = this.#spenders.get(`${position}:${vout}`);
        return spender ? [[`${position}:${vout}`, spender] as const] : [];
      }),
    );
  };

  positionsOf: OutputLedger['positionsOf'] = async (txids) => {
    const wanted = new Set(txids);
    const found = this.indexedRecords.filter(({ txid }) => wanted.has(txid));
    return new Map(found.map(({ txid, position }) => [txid, [position]]));
  };

  #received(record: TransactionRecord, id: string): bigint {
    const own = record.outputs.filter(({ owner }) => owner && ownerId(owner) === id);
    return own.reduce((sum, { value }) => sum + value, 0n);
  }

  history: OutputLedger['history'] = async (owner, { fromTime = 0, toTime = Infinity, order }, { after, limit }) => {
    const id = ownerId(owner);
    const isAfter = (position: number): boolean =>
      after === undefined || (order === 'newest' ? position < after : position > after);
    const found = this.indexedRecords.filter(({ position }) => {
      const { time } = toBlock(positionHeight(position));
      return isAfter(position) && time >= fromTime && time <= toTime;
    });
    return (order === 'newest' ? found.toReversed() : found)
      .map((record) => ({ position: record.position, received: this.#received(record, id), sent: 0n }))
      .filter(({ received }) => received > 0n)
      .slice(0, limit);
  };

  totals: OutputLedger['totals'] = async (owners): Promise<Totals> => {
    const rows = owners.map((owner) => {
      const id = ownerId(owner);
      const receipts = this.indexedRecords.flatMap(({ outputs }) =>
        outputs.filter((output) => output.owner && ownerId(output.owner) === id),
      );
      return [id, receipts] as const;
    });
    return new Map(
      rows
        .filter(([, receipts]) => receipts.length > 0)
        .map(([id, receipts]) => [
          id,
          {
            received: receipts.reduce((sum, { value }) => sum + value, 0n),
            sent: 0n,
            unspendable: 0n,
            transactionCount: receipts.length,
            receiveCount: receipts.length,
            spendCount: 0,
            unfundedSpends: 0,
            firstPosition: undefined,
            lastPosition: undefined,
            hasP2pk: false,
          },
        ]),
    );
  };
}

/** A ledger of one transaction a block, as a test writes it. */
export class ScriptedOutputs extends RecordLedger {
  constructor(drafts: readonly Draft[], coverage: Coverage = {}) {
    super(
      toRecords(drafts, coverage),
      [...drafts.keys()].filter((height) => !coverage.missingHeights?.has(height)),
    );
  }
}

/** Knows nobody but the parties given, by address `a<number>`. */
export function knowledgeOf(
  parties: Readonly<Record<string, Partial<KnownParty>>> = {},
  more: Partial<OutputTraceKnowledge> = {},
): OutputTraceKnowledge {
  return {
    formatOwner: (owner) => `a${numberOf(owner)}`,
    parseAddress: (text) => ownerOf(Number(text.slice(1))),
    coinJoinOf: () => undefined,
    changeOf: () => ({ vout: null, rules: [], isDisputed: false }),
    partiesOf: (addresses) =>
      new Map(
        addresses.flatMap((address) => (parties[address] ? [[address, toParty(parties[address])] as const] : [])),
      ),
    ...more,
  };
}

function toParty(party: Partial<KnownParty>): KnownParty {
  return {
    kind: 'service',
    name: 'Harbour Exchange',
    category: undefined,
    basis: 'claim',
    source: 'a test',
    asOf: '2026-01-01',
    confidence: 80,
    key: 'harbour',
    via: undefined,
    ...party,
  };
}

/** A request with what a test does not care about filled in. */
export function requestOf(
  more: Partial<Omit<TraceRequest, 'stops'>> & { readonly stops?: Partial<StopRules> },
): TraceRequest {
  return {
    chain: 'btc',
    asset: undefined,
    direction: 'forward',
    seeds: [{ kind: 'output', txid: txidOf(0), vout: 0 }],
    incident: undefined,
    method: 'fifo/1',
    params: {},
    choices: [],
    budget: 5_000,
    ...more,
    stops: { ...DEFAULT_STOPS, maxHops: 1_000, maxFanOut: 5_000, ...more.stops },
  };
}
