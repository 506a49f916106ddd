import { type AccountLog, type AddressCoverage, isStake, type MoveKind } from '@trailmark/core/account-block';
import {
  type AccountBlockRecord,
  type AccountLedger,
  type AccountSpan,
  type AccountTransactionRecord,
  accountAssetKey,
  type MovePlace,
  type StoredMove,
} from '@trailmark/core/account-ledger';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { KnownParty, PartyKind } from '@trailmark/core/trace/known-party';
import type { Trace } from '@trailmark/core/trace/trace';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS, type StopRules, type TraceRequest } from '@trailmark/core/trace/trace-request';
import type { TraceBatching } from '../../trace-session.ts';
import { comparePlaces } from '../account-apportioning.ts';
import { openAccountTrace } from '../open-account-trace.ts';

/** 40 hex digits from a short name. */
export function keyOf(name: string): string {
  if (name === '' || /^[0-9a-f]{40}$/.test(name)) return name;
  return Buffer.from(name, 'utf8').toString('hex').padStart(40, '0').slice(-40);
}

export function hashOf(position: Position): string {
  return position.toString(16).padStart(64, '0');
}

/** A move as tests write it; one with the same height as the one before is in the same transaction. */
export interface PlainMove {
  readonly height: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly kind?: MoveKind;
  readonly asset?: string;
  readonly flags?: number;
}

export interface PlainChain {
  readonly moves: readonly PlainMove[];
  /** Addresses at which code ran. */
  readonly contracts?: readonly string[];
  /** Addresses whose key signed. */
  readonly signers?: readonly string[];
  readonly parties?: Readonly<Record<string, PartyKind>>;
  readonly logs?: Readonly<Record<number, readonly AccountLog[]>>;
  readonly senders?: Readonly<Record<number, string>>;
  /** Heights below are not indexed. */
  readonly firstHeight?: number;
  /** BLOCK_HOLDS_ALL, tokens and internals by default. */
  readonly holds?: number;
  readonly failed?: readonly number[];
  /** Accounts fetched whole from a source, up to a height; `holds`: HAS_ bits of the lists read. */
  readonly fetched?: Readonly<Record<string, { readonly toHeight: number; readonly holds: number }>>;
}

export const BLOCK_SECONDS = 3_600;

function toMoves(moves: readonly PlainMove[]): StoredMove[] {
  const slots = new Map<number, number>();
  return moves.map(({ height, from, to, amount, kind = 'native', asset = '', flags = 0 }) => {
    const slot = slots.get(height) ?? 0;
    slots.set(height, slot + 1);
    return {
      ...{ kind, asset: keyOfAsset(asset), from: keyOf(from), to: keyOf(to), amount, flags, slot },
      ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined, position: toPosition(height, 0) },
    };
  });
}

export function keyOfAsset(asset: string): string {
  return asset === '' || asset === 'usd' ? asset : keyOf(asset);
}

/** Moves of an address, in their order. */
function indexMoves(moves: readonly StoredMove[]): (address: string) => readonly StoredMove[] {
  const byAddress = new Map<string, StoredMove[]>();
  for (const move of moves) {
    for (const address of new Set([move.from, move.to])) {
      const own = byAddress.get(address) ?? [];
      own.push(move);
      byAddress.set(address, own);
    }
  }
  return (address) => byAddress.get(address) ?? [];
}

const COVERED = { source: 'test', fetchedAt: 0, fromHeight: 0, isComplete: true, note: undefined };

function toCoverage(
  address: string,
  fetched: ReadonlyMap<string, Pick<AddressCoverage, 'toHeight' | 'holds'>>,
): [string, AddressCoverage[]][] {
  const how = fetched.get(address);
  return how ? [[address, [{ ...COVERED, address, ...how }]]] : [];
}

/** What a trace asks of an account reader, answered from a list of moves. */
export function openPlainChain(chain: PlainChain): AccountLedger {
  const moves = toMoves(chain.moves);
  const tip = Math.max(0, ...chain.moves.map(({ height }) => height));
  const holds = chain.holds ?? 1 + 4 + 8;
  const contracts = new Set((chain.contracts ?? []).map(keyOf));
  const signers = new Set((chain.signers ?? []).map(keyOf));
  const positions = new Set(moves.map(({ position }) => position));
  const block = (height: number): AccountBlockRecord => ({
    ...{ height, hash: '', parentHash: '', time: height * BLOCK_SECONDS, producer: '', source: 'test', holds },
    ...{ transactionCount: 1, transactionTotal: 1 },
  });
  const record = (position: Position): AccountTransactionRecord => {
    const height = positionHeight(position);
    const status = chain.failed?.includes(height) ? 'failed' : 'ok';
    const from = keyOf(chain.senders?.[height] ?? '');
    return { position, hash: hashOf(position), from, to: '', status, holds: 15 } as AccountTransactionRecord;
  };
  const ofAddress = indexMoves(moves);
  const ofAccount = (address: string, asset: string) => ofAddress(address).filter((move) => move.asset === asset);
  const reader: Partial<AccountLedger> = {
    tip: () => block(tip),
    block,
    heightRanges: () => {
      const fromHeight = chain.firstHeight ?? 0;
      return [{ fromHeight, toHeight: tip, blocks: tip - fromHeight + 1, source: 'test', holds }];
    },
    transactions: async (asked) => asked.map((position) => (positions.has(position) ? record(position) : undefined)),
    movesOf: async (asked) =>
      new Map(asked.map((position) => [position, moves.filter((move) => move.position === position)])),
    logsOf: async (asked) =>
      new Map(asked.map((position) => [position, [...(chain.logs?.[positionHeight(position)] ?? [])]])),
    positionsOf: async (hashes) =>
      new Map([...positions].filter((at) => hashes.includes(hashOf(at))).map((at) => [hashOf(at), at])),
    totals: async (addresses) =>
      new Map(
        addresses.map((address) => {
          const moveCount = ofAddress(address).length;
          const sentCount = signers.has(address) ? 1 : 0;
          return [address, { moveCount, actsAsContract: contracts.has(address), sentCount } as never];
        }),
      ),
    spans: async (spans, { order, limitEach }) =>
      new Map(
        spans.map(({ address, asset, from, until }: AccountSpan) => {
          const all = ofAccount(address, asset).filter(
            (move) => (!from || comparePlaces(move, from) >= 0) && (!until || comparePlaces(move, until) <= 0),
          );
          const kept = order === 'oldest' ? all.slice(0, limitEach) : all.slice(-limitEach);
          return [accountAssetKey(address, asset), { moves: kept, isCut: all.length > limitEach }];
        }),
      ),
    openings: async (places) =>
      new Map(
        places.map(({ address, asset, before }: { address: string; asset: string; before: MovePlace }) => {
          const net = ofAccount(address, asset)
            .filter((move) => comparePlaces(move, before) < 0 && !isStake(move))
            .reduce(
              (sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n),
              0n,
            );
          return [accountAssetKey(address, asset), net];
        }),
      ),
  };
  const fetched = new Map(Object.entries(chain.fetched ?? {}).map(([name, how]) => [keyOf(name), how]));
  reader.addressCoverages = async (addresses) => new Map(addresses.flatMap((address) => toCoverage(address, fetched)));
  return reader as AccountLedger;
}

export function plainKnowledge(parties: Readonly<Record<string, PartyKind>> = {}): AccountTraceKnowledge {
  const known = new Map(Object.entries(parties).map(([name, kind]) => [keyOf(name), kind]));
  const toParty = (address: string, kind: PartyKind): KnownParty => ({
    ...{ kind, name: `The ${kind}`, category: undefined, basis: 'claim', source: 'test', asOf: undefined },
    ...{ confidence: 90, key: address, via: undefined },
  });
  return {
    formatAddress: (address) => address,
    parseAddress: keyOf,
    partiesOf: (addresses) =>
      new Map(
        addresses.flatMap((address) => {
          const kind = known.get(address);
          return kind ? [[address, toParty(address, kind)] as const] : [];
        }),
      ),
  };
}

type Ask = Partial<Omit<TraceRequest, 'stops'>> & { readonly stops?: Partial<StopRules> };

/** A request about a plain chain, fifo and forward by default. */
export function requestOf(ask: Ask): TraceRequest {
  return {
    ...{ chain: 'eth', asset: undefined, direction: 'forward', seeds: [], incident: undefined, method: 'fifo/1' },
    ...{ params: {}, choices: [], budget: 100_000 },
    ...ask,
    stops: { ...DEFAULT_STOPS, maxHops: 1_000, ...ask.stops },
  } as TraceRequest;
}

/** The transfer in a slot of the block at a height. */
export function transferAt(height: number, slot = 0): TraceRequest['seeds'][number] {
  return { kind: 'transfer', txid: hashOf(toPosition(height, 0)), slot };
}

/** Runs a whole trace over a plain chain. */
export async function tracePlain(chain: PlainChain, ask: Ask, batching?: TraceBatching): Promise<Trace> {
  const context = {
    chain: 'eth',
    reader: openPlainChain(chain),
    knowledge: plainKnowledge(chain.parties),
    batching,
  } as const;
  return (await openAccountTrace(context, requestOf(ask))).run(100_000);
}
