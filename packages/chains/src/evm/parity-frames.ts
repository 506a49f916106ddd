import { type CallFrame, readFailure, type TransactionFrames } from './call-frame.ts';
import {
  contradiction,
  expectSame,
  type Place,
  quoteValue,
  readAddress,
  readHash,
  readList,
  readObject,
  readOptionalAddress,
  readOptionalQuantity,
  readQuantity,
} from './field-reader.ts';
import type { ParityTrace } from './rpc-answer.ts';

interface Action {
  readonly callType?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly value?: unknown;
  readonly address?: unknown;
  readonly refundAddress?: unknown;
  readonly balance?: unknown;
  readonly author?: unknown;
  readonly rewardType?: unknown;
}

/** What `trace_block` reports in addition to calls: what proof of work paid for the block and its uncles. */
export interface ParityReward {
  readonly author: string;
  readonly value: bigint;
  readonly isBlock: boolean;
}

interface TracedBlock {
  readonly height: number;
  readonly hash: string;
  readonly transactionHashes: readonly string[];
  /** Each transaction has a trace; else the protocol's own ones may have none. */
  readonly isEachTraced: boolean;
}

/** The items of a block by transaction, checked for their order: a list that lost items in between is rejected. */
export function readParityTraces(
  items: readonly ParityTrace[],
  block: TracedBlock,
): { frames: TransactionFrames[]; rewards: ParityReward[] } {
  const lists = new Map<number, CallFrame[]>();
  const rewards: ParityReward[] = [];
  const order = new TraceOrder();
  let open = -1;
  readList(items, { height: block.height, item: '', index: 0 }, 'traces').forEach((item, index) => {
    const place: Place = { height: block.height, item: 'trace', index };
    const trace = readObject<ParityTrace>(item, place, 'body');
    if (trace.blockHash !== undefined) {
      expectSame(readHash(trace.blockHash, place, 'blockHash'), block.hash, place, 'blockHash', 'the block');
    }
    if (trace.type === 'reward') {
      const reward = readReward(trace, place);
      if (reward) rewards.push(reward);
      return;
    }
    const position = trace.transactionPosition;
    if (position !== open) {
      order.close(place);
      open = readPosition(position, open, block, place);
      lists.set(open, []);
    }
    const hash = readHash(trace.transactionHash, place, 'transactionHash');
    expectSame(hash, block.transactionHashes[open] ?? '', place, 'transactionHash', `transaction ${open}`);
    const path = readPath(trace.traceAddress, place);
    order.add(path, trace.subtraces, place);
    lists.get(open)?.push(readFrame(trace, path, place));
  });
  const place: Place = { height: block.height, item: '', index: 0 };
  order.close(place);
  const total = block.transactionHashes.length;
  if (block.isEachTraced && lists.size !== total) {
    throw contradiction(place, `has ${total} transactions, but traces of ${lists.size}`);
  }
  return { frames: block.transactionHashes.map((_, index) => lists.get(index)), rewards };
}

function readPosition(value: unknown, before: number, block: TracedBlock, place: Place): number {
  if (!Number.isSafeInteger(value) || (value as number) <= before) {
    throw contradiction(place, `belongs to transaction ${quoteValue(value)}, and the one before to ${before}`);
  }
  const position = value as number;
  if (position >= block.transactionHashes.length) {
    throw contradiction(place, `belongs to transaction ${position}, which the block does not have`);
  }
  if (block.isEachTraced && position !== before + 1) {
    throw contradiction(
      place,
      `belongs to transaction ${position}, and none was answered of transaction ${before + 1}`,
    );
  }
  return position;
}

/** Holds a transaction's items to depth-first order and to the number of calls each says it made. */
class TraceOrder {
  readonly #open: { readonly child: number; readonly stated: number; children: number }[] = [];
  #hasRoot = false;

  add(path: readonly number[], subtraces: unknown, place: Place): void {
    while (this.#open.length > path.length) this.#pop(place);
    const parent = this.#open[path.length - 1];
    const isNext = parent === undefined ? path.length === 0 && !this.#hasRoot : parent.children === path.at(-1);
    const isBelow = this.#open.slice(1).every(({ child }, i) => child === path[i]);
    if (!isNext || !isBelow) {
      throw contradiction(
        place,
        `has the traceAddress ${path.join('.') || '(root)'}, which does not follow the one before`,
      );
    }
    if (parent) parent.children += 1;
    else this.#hasRoot = true;
    if (typeof subtraces !== 'number') throw contradiction(place, 'has no count of subtraces');
    this.#open.push({ child: path.at(-1) ?? 0, stated: subtraces, children: 0 });
  }

  /** The list continues with something else: every call made must have been reported. */
  close(place: Place): void {
    while (this.#open.length > 0) this.#pop(place);
    this.#hasRoot = false;
  }

  #pop(place: Place): void {
    const frame = this.#open.pop();
    if (frame && frame.children !== frame.stated) {
      throw contradiction(
        place,
        `comes after a call that made ${frame.stated} calls, of which ${frame.children} were reported`,
      );
    }
  }
}

const MAX_DEPTH = 1_100;

function readPath(value: unknown, place: Place): number[] {
  const path = readList(value, place, 'traceAddress');
  if (path.length > MAX_DEPTH)
    throw contradiction(place, `lies ${path.length} calls deep, and at most 1,024 are possible`);
  return path.map((step) => {
    if (Number.isSafeInteger(step) && (step as number) >= 0) return step as number;
    throw contradiction(place, `has the traceAddress step ${quoteValue(step)}, which is not a number`);
  });
}

function readFrame(trace: ParityTrace, path: readonly number[], place: Place): CallFrame {
  const action = readObject<Action>(trace.action, place, 'action');
  const base = { depth: path.length, path: path.join('.'), failure: readFailure(trace.error) };
  switch (trace.type) {
    case 'call':
      return {
        ...base,
        kind: action.callType === 'call' ? 'call' : readOtherCall(action.callType, place),
        from: readAddress(action.from, place, 'from'),
        to: readAddress(action.to, place, 'to'),
        value: readOptionalQuantity(action.value, place, 'value') ?? 0n,
      };
    case 'create': {
      const result = trace.result ? readObject<{ address?: unknown }>(trace.result, place, 'result') : undefined;
      const created = readOptionalAddress(result?.address, place, 'address');
      if (created === '' && base.failure === undefined)
        throw contradiction(place, 'created a contract without an address');
      return {
        ...base,
        kind: 'create',
        from: readAddress(action.from, place, 'from'),
        to: created,
        value: readQuantity(action.value, place, 'value'),
      };
    }
    case 'suicide':
      return {
        ...base,
        kind: 'destroy',
        from: readAddress(action.address, place, 'address'),
        to: readAddress(action.refundAddress, place, 'refundAddress'),
        value: readQuantity(action.balance, place, 'balance'),
      };
    default:
      throw contradiction(
        place,
        `has the type ${quoteValue(trace.type)}, which is none of call, create, suicide, reward`,
      );
  }
}

const OTHER_CALLS = ['delegatecall', 'staticcall', 'callcode'];

function readOtherCall(type: unknown, place: Place): 'other' {
  if (OTHER_CALLS.includes(type as string)) return 'other';
  throw contradiction(place, `has the callType ${quoteValue(type)}, which is not known`);
}

/** Withdrawals, which some nodes list here on request, are read from the header instead. */
function readReward(trace: ParityTrace, place: Place): ParityReward | undefined {
  const action = readObject<Action>(trace.action, place, 'action');
  if (action.rewardType !== 'block' && action.rewardType !== 'uncle') return undefined;
  return {
    author: readAddress(action.author, place, 'author'),
    value: readQuantity(action.value, place, 'value'),
    isBlock: action.rewardType === 'block',
  };
}
