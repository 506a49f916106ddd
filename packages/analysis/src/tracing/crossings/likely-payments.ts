import type { StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { MOST_LOOKED_AT, type TimeWindow } from './address-history.ts';
import type { BridgeEvent } from './bridge-event.ts';
import type { AccountCrossingLedger, AssetWords, CrossingLedger, OutputCrossingLedger } from './crossing-ledger.ts';

/** Seconds within which a payment without a word of its own may be the other side. */
export const LIKELY_SECONDS = 86_400;
/** What bridges keep of a payment at most, in hundredths. */
export const LIKELY_LOSS_PERCENT = 5n;
const MOST_CANDIDATES = 10;
const FEES = new Set(['fee', 'tip', 'stated', 'nft', 'multi-token']);

interface Candidate {
  readonly event: BridgeEvent;
  readonly ref: string;
}

/** `WETH` and `ETH`, `USDC` and `USDC.e` are one kind of money to a bridge. */
function plainSymbol({ symbol }: AssetWords): string {
  return symbol
    .slice(0, 20)
    .toUpperCase()
    .replace(/^W(?=(?:ETH|BTC|BNB|AVAX|MATIC|POL)$)/, '')
    .replace(/\.E$/, '');
}

function inDecimals(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to);
}

/** Whether an amount is what was sent less at most what bridges keep. */
function fits(sent: bigint, received: bigint, words: { readonly sent: AssetWords; readonly got: AssetWords }): boolean {
  if (plainSymbol(words.sent) !== plainSymbol(words.got)) return false;
  const { decimals } = words.got;
  if (decimals > 60 || words.sent.decimals > 60) return false;
  const expected = inDecimals(sent, words.sent.decimals, decimals);
  return received > 0n && received <= expected && received * 100n >= expected * (100n - LIKELY_LOSS_PERCENT);
}

function unnamed(
  out: BridgeEvent,
  ledger: CrossingLedger,
  height: number,
): Omit<BridgeEvent, 'txid' | 'ref' | 'address' | 'asset' | 'amount' | 'paid'> {
  return {
    kind: 'bridge-in',
    chain: ledger.chain,
    rule: out.rule,
    protocol: out.protocol,
    counterpart: { network: undefined, address: undefined, message: undefined, certainty: 'likely' },
    height,
    time: ledger.reader.block(height)?.time ?? 0,
  };
}

async function ofMoves(
  ledger: AccountCrossingLedger,
  out: BridgeEvent,
  moves: readonly StoredMove[],
  sent: AssetWords,
  read: ReadOptions,
): Promise<Candidate[]> {
  const paid = moves.filter(({ kind, from, to }) => !FEES.has(kind) && from !== to);
  const words = new Map<AssetKey, AssetWords | undefined>();
  for (const asset of new Set(paid.map((move) => move.asset))) words.set(asset, await ledger.wordsOf(asset, read));
  const fitting = paid.filter((move) => {
    const got = words.get(move.asset);
    return got !== undefined && fits(out.amount, move.amount, { sent, got });
  });
  const picked = fitting.slice(0, MOST_CANDIDATES);
  const records = await ledger.reader.transactions(
    picked.map(({ position }) => position),
    read,
  );
  return picked.flatMap((move, i): Candidate[] => {
    const txid = records[i]?.hash;
    if (txid === undefined) return [];
    const ref = `${txid}#${move.slot}`;
    const { asset, amount } = move;
    const place = { txid, ref, address: ledger.formatAddress(move.to), asset, amount, paid: amount };
    return [{ ref, event: { ...unnamed(out, ledger, positionHeight(move.position)), ...place } }];
  });
}

function ofRecords(
  ledger: OutputCrossingLedger,
  out: BridgeEvent,
  records: readonly TransactionRecord[],
  asked: { readonly address: string; readonly sent: AssetWords; readonly got: AssetWords },
): Candidate[] {
  const id = ownerId(ledger.parseAddress(asked.address));
  const found = records.flatMap((record) =>
    record.outputs.flatMap(({ owner, value }, vout): Candidate[] => {
      if (!owner || ownerId(owner) !== id || !fits(out.amount, value, asked)) return [];
      const ref = `${record.txid}:${vout}`;
      const place = {
        txid: record.txid,
        ref,
        address: ledger.formatOwner(owner),
        asset: NATIVE_ASSET,
        amount: value,
        paid: value,
      };
      return [{ ref, event: { ...unnamed(out, ledger, positionHeight(record.position)), ...place } }];
    }),
  );
  return found.slice(0, MOST_CANDIDATES);
}

/** Payments to the receiver soon after, of the same kind of money and about the amount. None of them is more than likely. */
export async function findLikely(
  { near, far }: { readonly near: CrossingLedger; readonly far: CrossingLedger },
  out: BridgeEvent,
  address: string,
  window: TimeWindow,
  read: ReadOptions,
): Promise<Candidate[]> {
  const sent = await near.wordsOf(out.asset, read);
  if (!sent) return [];
  const filter = { direction: 'in', fromTime: window.from, toTime: window.to, order: 'oldest' } as const;
  const page = { limit: MOST_LOOKED_AT };
  if (far.family === 'accounts') {
    const moves = await far.reader.moves(far.parseAddress(address), filter, page, read);
    return ofMoves(far, out, moves, sent, read);
  }
  const got = await far.wordsOf(NATIVE_ASSET, read);
  if (!got) return [];
  const rows = await far.reader.history(far.parseAddress(address), filter, page, read);
  const records = await far.reader.records(
    rows.map(({ position }) => position),
    read,
  );
  return ofRecords(
    far,
    out,
    records.flatMap((record) => record ?? []),
    { address, sent, got },
  );
}
