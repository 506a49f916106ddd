import type { AssetBalance } from '@trailmark/api/contract/address';
import { DAO_FORK_HEIGHT, wasMovedByDaoFork } from '@trailmark/chains/evm/dao-fork';
import { type AccountKey, type AddressCoverage, HAS_LOGS } from '@trailmark/core/account-block';
import type { AssetTotals } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset, NATIVE_ASSET, STATED_PRICE, STATED_USD } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import { formatCount } from '../../answers/format-count.ts';
import type { ServedAccounts } from '../ledgers.ts';
import type { AssetBook } from './asset-book.ts';
import { getAccountHoldings } from './holdings.ts';

/** What derived balances depend on in addition to the sums. */
export interface BalanceGround {
  readonly ledger: ServedAccounts;
  /** Whose balances. */
  readonly key: AccountKey;
  readonly assets: AssetBook;
  /** What the first block gave to accounts is known. */
  readonly knowsGenesis: boolean;
  readonly fetched: readonly AddressCoverage[];
}

/** Up to which height sums of an asset are balances, or why they are none. */
export type ExactUntil = { readonly until: number; readonly note: string | null } | { readonly reason: string };

/** Who is paid fees has more than its moves add up to. */
const SHARED_FEES = 'Without fees of other transactions, which this chain shares out in ways a block does not tell.';

type CoinGround = Pick<BalanceGround, 'ledger' | 'key' | 'knowsGenesis'>;

function exactCoin({ ledger, key, knowsGenesis }: CoinGround, last: number): ExactUntil {
  const { runEnd } = getAccountHoldings(ledger);
  if (runEnd === undefined) {
    return { reason: 'Not known: not every kind of transfer of the chain is indexed from its first block on.' };
  }
  if (last > runEnd) {
    const seen = `this address is used at height ${formatCount(last)}`;
    return { reason: `Not known: ${seen}, and above height ${formatCount(runEnd)} not every transfer is indexed.` };
  }
  if (!knowsGenesis) {
    return {
      reason:
        'Not known: the source does not say what the first block of the chain gave to accounts. It comes on top of received minus sent.',
    };
  }
  if (runEnd >= DAO_FORK_HEIGHT && wasMovedByDaoFork(ledger.chain, key)) {
    const height = formatCount(DAO_FORK_HEIGHT);
    return { reason: `Not known: block ${height} moved the coins of this address in no transaction (the DAO fork).` };
  }
  return {
    until: runEnd,
    note: ledger.chain.family === 'evm' && ledger.chain.feeRule === 'recipients-unknown' ? SHARED_FEES : null,
  };
}

/** The best that was fetched of an address: a list of its token transfers from the first block on, to its end. */
function findTokenFetch(fetched: readonly AddressCoverage[], last: number): AddressCoverage | undefined {
  return fetched.find(
    ({ fromHeight, toHeight, holds, isComplete }) =>
      isComplete && fromHeight === 0 && toHeight >= last && (holds & HAS_LOGS) !== 0,
  );
}

function exactToken({ ledger, assets, fetched }: BalanceGround, asset: AssetKey, last: number): ExactUntil {
  const verified = assets.verifiedOf(asset);
  if (verified?.balanceNote !== undefined) return { reason: `Cannot be derived: ${verified.balanceNote}` };
  const fault = assets.metadata.get(asset)?.balanceFault;
  if (fault !== undefined) return { reason: `This balance cannot be derived: of this contract, ${fault}.` };
  const { tokenRunEnd } = getAccountHoldings(ledger);
  const isIndexed = tokenRunEnd !== undefined && last <= tokenRunEnd;
  const doubt = verified
    ? null
    : 'By the transfers this contract reported. It is not on the list of known tokens and may report others than it makes.';
  if (isIndexed) return { until: tokenRunEnd, note: doubt };
  const list = findTokenFetch(fetched, last);
  if (!list) return { reason: 'Not known: not every transfer of this token is indexed from the first block on.' };
  const note = `As ${list.source.slice(0, 200)} listed its transfers up to height ${formatCount(list.toHeight)}.`;
  return { until: list.toHeight, note: doubt === null ? note : `${note} ${doubt}` };
}

/** Up to which height received minus sent of an asset is a balance. `last` is the height of its last indexed transfer. */
export function exactUntil(ground: BalanceGround, asset: AssetKey, last: number): ExactUntil {
  if (asset === STATED_USD || asset === STATED_PRICE)
    return { reason: 'Stated values are no balance: nobody owns anything of them.' };
  if (asset === NATIVE_ASSET) return exactCoin(ground, last);
  if (isContractAsset(asset)) return exactToken(ground, asset, last);
  return exactCoin(ground, last);
}

type KnownBalance = Pick<AssetBalance, 'balance' | 'balanceNote'>;

function toSum({ ledger }: CoinGround, exact: ExactUntil, totals: AssetTotals): KnownBalance {
  const { asset, received, sent } = totals;
  const balance = received - sent;
  if (balance < 0n && asset !== STATED_USD && asset !== STATED_PRICE) {
    const reason = 'reason' in exact ? exact.reason : 'Not known.';
    return {
      balance: null,
      balanceNote: `${reason} More went out than came in here, so earlier receipts are missing.`,
    };
  }
  if ('reason' in exact) return { balance: null, balanceNote: exact.reason };
  const tip = ledger.reader.tip()?.height ?? exact.until;
  const asOf =
    exact.until < tip
      ? `As of height ${formatCount(exact.until)}. Later blocks are not all in this index and could change it.`
      : null;
  const note = [exact.note, exact.note?.startsWith('As ') ? null : asOf].filter((text) => text !== null).join(' ');
  return { balance, balanceNote: note === '' ? null : note };
}

/** The balance of the chain's own coin where it follows from its sums; `last` is the height of the address's last move. */
export function toCoinBalance(ground: CoinGround, totals: AssetTotals | undefined, last: number): KnownBalance {
  const exact = exactCoin(ground, last);
  if (totals) return toSum(ground, exact, totals);
  // Only tokens moved: no coin, wherever a move of it would be indexed.
  return 'reason' in exact ? { balance: null, balanceNote: exact.reason } : { balance: 0n, balanceNote: exact.note };
}

/** Sums of one asset, and its balance where it follows from them. Missing, zero and unknown are three answers. */
export function toAccountBalance(ground: BalanceGround, totals: AssetTotals): AssetBalance {
  const { asset, received, sent, moves } = totals;
  const sum = toSum(ground, exactUntil(ground, asset, positionHeight(totals.lastPosition)), totals);
  return {
    asset: ground.assets.refer(asset),
    received,
    sent,
    moves,
    ...sum,
    fiat: sum.balance === null ? null : ground.assets.lastValue(asset, sum.balance),
    firstHeight: positionHeight(totals.firstPosition),
    lastHeight: positionHeight(totals.lastPosition),
  };
}
