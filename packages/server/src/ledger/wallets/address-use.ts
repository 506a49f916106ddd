import { decodeHex } from '@trailmark/core/hex';
import type { AddressKey } from '@trailmark/core/ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { toCoinBalance } from '../accounts/balance.ts';
import { knowsGenesis } from '../accounts/holdings.ts';
import { byFamily, type ServedAccounts, type ServedLedger, type ServedOutputs } from '../ledgers.ts';
import { toBalance } from '../outputs/totals.ts';

interface Moment {
  readonly height: number;
  /** Seconds since 1970 UTC; null where the block's time is not indexed. */
  readonly time: number | null;
}

/** What the index contains of an address that it has seen. */
export interface AddressUse {
  readonly transactionCount: number;
  readonly first: Moment;
  readonly last: Moment;
  /** Of the chain's coin, in its smallest unit; null: not known, for the reason in the note. */
  readonly balance: bigint | null;
  readonly balanceNote: string | null;
  /** Assets besides the coin that it moved. */
  readonly tokenCount: number;
}

type Uses = ReadonlyMap<AddressKey, AddressUse>;

function momentOf({ transfers }: ServedLedger, position: Position): Moment {
  const height = positionHeight(position);
  return { height, time: transfers.block(height)?.time ?? null };
}

async function readOwnerUses(ledger: ServedOutputs, keys: readonly AddressKey[], read: ReadOptions): Promise<Uses> {
  const owners = keys.flatMap((key) => decodeOwner(decodeHex(key)) ?? []);
  const totals = await ledger.reader.totals(owners, read);
  const uses = [...totals].flatMap(([key, sums]): (readonly [AddressKey, AddressUse])[] => {
    const { firstPosition, lastPosition, transactionCount } = sums;
    if (firstPosition === undefined || lastPosition === undefined) return [];
    const { balance, balanceNote } = toBalance(ledger.reader, sums);
    const [first, last] = [momentOf(ledger, firstPosition), momentOf(ledger, lastPosition)];
    return [[key, { transactionCount, first, last, balance, balanceNote, tokenCount: 0 }]];
  });
  return new Map(uses);
}

async function readAccountUses(ledger: ServedAccounts, keys: readonly AddressKey[], read: ReadOptions): Promise<Uses> {
  const [totals, hasGenesis] = await Promise.all([ledger.reader.totals(keys, read), knowsGenesis(ledger, read)]);
  const uses = [...totals].map(([key, sums]): readonly [AddressKey, AddressUse] => {
    const { firstPosition, lastPosition, transactionCount, native, assetCount } = sums;
    const ground = { ledger, key, knowsGenesis: hasGenesis };
    const [first, last] = [momentOf(ledger, firstPosition), momentOf(ledger, lastPosition)];
    const { balance, balanceNote } = toCoinBalance(ground, native, last.height);
    return [key, { transactionCount, first, last, balance, balanceNote, tokenCount: assetCount }];
  });
  return new Map(uses);
}

/** What the index contains of many addresses of a chain, in one query; those it has not seen are absent. */
export function readAddressUses(ledger: ServedLedger, keys: readonly AddressKey[], read: ReadOptions): Promise<Uses> {
  return byFamily<Promise<Uses>>(ledger, {
    outputs: (outputs) => readOwnerUses(outputs, keys, read),
    accounts: (accounts) => readAccountUses(accounts, keys, read),
  });
}
