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
} from './field-reader.ts';
import type { GethFrame, GethTrace } from './rpc-answer.ts';

const MAX_DEPTH = 1_100;
const KINDS: Readonly<Record<string, CallFrame['kind']>> = {
  CALL: 'call',
  CREATE: 'create',
  CREATE2: 'create',
  SELFDESTRUCT: 'destroy',
  DELEGATECALL: 'other',
  STATICCALL: 'other',
  CALLCODE: 'other',
};

/** The call trees of a block, one per transaction, each flattened so that a call comes before those below it. */
export function readGethTraces(
  items: readonly GethTrace[],
  block: { readonly height: number; readonly transactionHashes: readonly string[] },
): TransactionFrames[] {
  const place: Place = { height: block.height, item: '', index: 0 };
  const list = readList(items, place, 'traces');
  if (list.length !== block.transactionHashes.length) {
    throw contradiction(place, `has ${block.transactionHashes.length} transactions, but traces of ${list.length}`);
  }
  return list.map((item, index) => {
    const at: Place = { height: block.height, item: 'trace', index };
    const trace = readObject<GethTrace>(item, at, 'body');
    if (trace.txHash !== undefined) {
      const expected = block.transactionHashes[index] as string;
      expectSame(readHash(trace.txHash, at, 'txHash'), expected, at, 'txHash', `transaction ${index}`);
    }
    if (trace.result === undefined && readFailure(trace.error) !== undefined) return undefined;
    const frames: CallFrame[] = [];
    return pushFrames(trace.result, [], frames, at) ? frames : undefined;
  });
}

/** False where a frame leaves out what it moved: Geth before 1.10 names no amount for a SELFDESTRUCT. */
function pushFrames(value: unknown, path: readonly number[], frames: CallFrame[], place: Place): boolean {
  if (path.length > MAX_DEPTH) throw contradiction(place, 'lies deeper than the 1,024 calls that are possible');
  const raw = readObject<GethFrame>(value, place, 'call');
  if (raw.type === 'SELFDESTRUCT' && raw.value === undefined) return false;
  frames.push(readFrame(raw, path, place));
  if (raw.calls === undefined || raw.calls === null) return true;
  const calls = readList(raw.calls, place, 'calls');
  return calls.every((call, i) => pushFrames(call, [...path, i], frames, place));
}

function readFrame(raw: GethFrame, path: readonly number[], place: Place): CallFrame {
  const kind = KINDS[String(raw.type)];
  if (kind === undefined) throw contradiction(place, `has a call of type ${quoteValue(raw.type)}, which is not known`);
  const failure = readFailure(raw.error);
  const to = readOptionalAddress(raw.to, place, 'to');
  if (to === '' && failure === undefined) throw contradiction(place, `has a ${String(raw.type)} without a recipient`);
  return {
    kind,
    depth: path.length,
    path: path.join('.'),
    from: readAddress(raw.from, place, 'from'),
    to,
    value: readOptionalQuantity(raw.value, place, 'value') ?? 0n,
    failure:
      failure !== undefined && typeof raw.revertReason === 'string' ? reason(failure, raw.revertReason) : failure,
  };
}

function reason(failure: string, text: string): string | undefined {
  return readFailure(`${failure}: ${text}`);
}
