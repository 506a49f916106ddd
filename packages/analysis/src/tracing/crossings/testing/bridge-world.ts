import type { AccountLog } from '@trailmark/core/account-block';
import type { AccountLedger, StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { Owner } from '@trailmark/core/owner';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { findActions } from '../../../protocols/catalogue.ts';
import { EVENTS } from '../../../protocols/event-signatures.ts';
import { log, textWords, word } from '../../../protocols/testing/sample-transaction.ts';
import { openAccountTrace } from '../../accounts/open-account-trace.ts';
import {
  BLOCK_SECONDS,
  hashOf,
  keyOf,
  openPlainChain,
  type PlainChain,
  type PlainMove,
  plainKnowledge,
} from '../../accounts/testing/plain-chain.ts';
import { openOutputTrace } from '../../outputs/open-output-trace.ts';
import { type Draft, FIRST_TIME, knowledgeOf, ownerOf, ScriptedOutputs, txidOf } from '../../testing/output-ledger.ts';
import type { TraceBatching } from '../../trace-session.ts';
import type { AccountCrossingLedger, CrossingLedgers, OutputCrossingLedger } from '../crossing-ledger.ts';
import { type FollowedCrossings, followCrossings } from '../follow-crossings.ts';

/** The block of an account chain at about the time of a height of the Bitcoin family; six of them go by between two heights. */
export const heightAt = (output: number): number => Math.ceil((FIRST_TIME + output * 21_600) / BLOCK_SECONDS);

export const BRIDGE = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
const BRIDGE_HOME = '92d3404a7e6c91455bbd81475cd9fad96acff4c8';
const BRIDGE_REPLICA = '049b51e531fd8f90da6d92ea83dc4125002f20ef';
export const ROUTER = 'd37bbe5744d730a1d98d8dc97c42f0ca46ad7146';
export const VAULT = keyOf('vault');
export const TOKEN = '2260fac5e5542a773aa44fbcfedf7c193bc2c599';
const DOMAINS: Readonly<Record<string, string>> = { eth: '00657468', avalanche: '61766178' };

export const hashAt = (height: number): string => hashOf(toPosition(height, 0));

/** An address of the Bitcoin family, long enough for a memo. */
export function addressOf(number: number): string {
  return `bc1qowner${String(number).padStart(24, '0')}`;
}

/** Logs of a payment into a bridge that gives each message an id. */
export function sendLogs(to: string, recipient: string, amount: bigint, message: string, sender: string): AccountLog[] {
  const domain = DOMAINS[to] ?? '';
  return [
    log(1, BRIDGE_HOME, [EVENTS.NOMAD_DISPATCH.topic, message, '01', `${domain}00000007`]),
    log(2, BRIDGE, [EVENTS.NOMAD_SEND.topic, TOKEN, keyOf(sender), domain], [keyOf(recipient), amount, 0]),
  ];
}

/** Logs of what it paid out for one. */
export function receiveLogs(from: string, recipient: string, amount: bigint, message: string): AccountLog[] {
  return [
    log(
      1,
      BRIDGE,
      [EVENTS.NOMAD_RECEIVE.topic, `${DOMAINS[from]}000013d6`, TOKEN, keyOf(recipient)],
      [keyOf(''), amount],
    ),
    log(2, BRIDGE_REPLICA, [EVENTS.NOMAD_PROCESS.topic, message, '01', '02']),
  ];
}

/** The log of a payment into a vault with a memo. */
export function depositLog(amount: bigint, memo: string): AccountLog {
  const head = [word(amount), word(96), word(0)].join('');
  const text = textWords(memo);
  return {
    logIndex: 1,
    address: ROUTER,
    topics: [EVENTS.THORCHAIN_DEPOSIT.topic, VAULT, ''].map(word),
    data: head.slice(0, 64) + word(64) + text,
  };
}

/** The log of a payment out of a vault with a memo. */
export function payoutLog(recipient: string, amount: bigint, memo: string): AccountLog {
  return {
    logIndex: 1,
    address: ROUTER,
    topics: [EVENTS.THORCHAIN_TRANSFER_OUT.topic, VAULT, keyOf(recipient)].map(word),
    data: word('') + word(amount) + word(96) + textWords(memo),
  };
}

function parseKey(text: string): string {
  const key = /^(?:0x)?([0-9a-f]{40})$/i.exec(text)?.[1]?.toLowerCase();
  if (key === undefined) throw new AppError('invalid', 'This is no address.');
  return key;
}

function movesOf({ moves }: PlainChain): StoredMove[] {
  const slots = new Map<number, number>();
  return moves.map(({ height, from, to, amount, kind = 'native', asset = '', flags = 0 }: PlainMove) => {
    const slot = slots.get(height) ?? 0;
    slots.set(height, slot + 1);
    return {
      ...{ kind, asset, from: keyOf(from), to: keyOf(to), amount, flags, slot, position: toPosition(height, 0) },
      ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined },
    };
  });
}

function accountReader(chain: PlainChain): AccountLedger {
  const reader = openPlainChain(chain);
  const all = movesOf(chain);
  const moves: AccountLedger['moves'] = async (address, { direction, fromTime = 0, toTime = Infinity }, { limit }) =>
    all
      .filter(({ from, to, position }) => {
        const time = positionHeight(position) * BLOCK_SECONDS;
        const isOwn = direction === 'out' ? from === address : to === address;
        return isOwn && time >= fromTime && time <= toTime;
      })
      .slice(0, limit);
  return { ...reader, moves };
}

/** An account chain as a bridge's other side is looked for in it. */
export function accountLedger(chain: AccountChainId, plain: PlainChain): AccountCrossingLedger {
  return {
    family: 'accounts',
    chain,
    name: `the chain ${chain}`,
    reader: accountReader(plain),
    wordsOf: async (asset) => ({ symbol: asset === NATIVE_ASSET ? 'ETH' : 'WBTC', decimals: 8 }),
    formatAddress: (address) => address,
    parseAddress: parseKey,
    // A development node runs every protocol, so that one fabricated bridge serves all chains.
    actionsOf: (input) => findActions({ ...input, chain: 'eth-dev' }),
  };
}

export interface PlainOutputs {
  readonly drafts: readonly Draft[];
  /** Memos by number of transaction. */
  readonly memos?: Readonly<Record<number, string>>;
}

const numberOf = ({ payload }: Owner): number => new DataView(payload.buffer, payload.byteOffset).getUint32(0);

function parseOwner(text: string): Owner {
  const digits = /^bc1qowner(\d{24})$/.exec(text)?.[1];
  if (digits === undefined) throw new AppError('invalid', 'This is no address.');
  return ownerOf(Number(digits));
}

class MemoLedger extends ScriptedOutputs {
  readonly #memos: Readonly<Record<number, string>>;

  constructor({ drafts, memos = {} }: PlainOutputs) {
    super(drafts);
    this.#memos = memos;
  }

  override records: ScriptedOutputs['records'] = async (positions) => {
    const byPosition = new Map(this.indexedRecords.map((record) => [record.position, record]));
    return positions.map((position) => {
      const record = byPosition.get(position);
      return record && { ...record, hasRaw: true };
    });
  };

  rawTransactions = async (positions: readonly Position[]): Promise<Map<Position, Uint8Array>> =>
    new Map(
      positions.flatMap((position) => {
        const memo = this.#memos[positionHeight(position)];
        return memo === undefined ? [] : [[position, new TextEncoder().encode(memo)] as const];
      }),
    );
}

const decode = (raw: Uint8Array): string[] => [new TextDecoder().decode(raw)];
const formatOwner = (owner: Owner): string => addressOf(numberOf(owner));

/** Chains of both families that an installation of a test holds. */
export interface Chains {
  readonly eth?: PlainChain;
  readonly avalanche?: PlainChain;
  readonly btc?: PlainOutputs;
}

export function ledgersOf(chains: Chains): CrossingLedgers {
  const all: (AccountCrossingLedger | OutputCrossingLedger)[] = [];
  if (chains.avalanche) all.push(accountLedger('avalanche', chains.avalanche));
  if (chains.btc)
    all.push({
      family: 'outputs',
      chain: 'btc',
      name: 'Bitcoin',
      reader: new MemoLedger(chains.btc) as unknown as OutputCrossingLedger['reader'],
      wordsOf: async () => ({ symbol: 'BTC', decimals: 8 }),
      formatOwner,
      parseAddress: parseOwner,
      memosOf: decode,
    });
  if (chains.eth) all.push(accountLedger('eth', chains.eth));
  return {
    find: (chain: ChainId) => all.find((ledger) => ledger.chain === chain),
    list: () => all,
    nameOf: (chain) => `the chain ${chain}`,
  };
}

/** Runs a trace over one of the chains. */
export async function runIn(chains: Chains, request: TraceRequest, batching?: TraceBatching): Promise<Trace> {
  const { chain } = request;
  if (chain === 'btc') {
    const knowledge = knowledgeOf({}, { formatOwner, parseAddress: parseOwner, memosOf: decode });
    const reader = new MemoLedger(chains.btc ?? { drafts: [] });
    return (await openOutputTrace({ reader, knowledge, batching }, request)).run(request.budget);
  }
  const plain = chain === 'avalanche' ? chains.avalanche : chains.eth;
  const context = {
    // Every protocol runs there.
    chain: 'eth-dev',
    reader: openPlainChain(plain ?? { moves: [] }),
    knowledge: { ...plainKnowledge(plain?.parties), parseAddress: parseKey },
    batching,
  } as const;
  const trace = await (await openAccountTrace(context, { ...request, chain: 'eth-dev' })).run(request.budget);
  return { ...trace, request: { ...trace.request, chain } };
}

/** A trace and where it continues over bridges. */
export async function followIn(
  chains: Chains,
  request: TraceRequest,
  batching?: TraceBatching,
): Promise<FollowedCrossings & { readonly first: Trace }> {
  const first = await runIn(chains, request, batching);
  const world = { ledgers: ledgersOf(chains), run: (asked: TraceRequest) => runIn(chains, asked, batching) };
  return { first, ...(await followCrossings(world, first)) };
}

export { txidOf };
