import { classifyMoves } from '@trailmark/analysis/account-noise/classify-moves';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTotals, AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset, parseAssetId } from '@trailmark/core/asset';
import { parseAccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import { type LabAnswer, type LabSource, type LabSubject, notIndexed } from './lab-source.ts';

const MOST_MOVES = 100;
const MOST_ASSETS = 500;

function accountLedgerOf({ chain }: LabSubject, { ledgers }: LabSource): ServedAccounts {
  return ledgers.get(parseAccountChainId(String(chain)));
}

interface IndexedTransaction {
  readonly ledger: ServedAccounts;
  readonly record: AccountTransactionRecord;
  readonly moves: readonly StoredMove[];
}

async function getIndexedTransaction(of: LabSubject, source: LabSource): Promise<IndexedTransaction> {
  const ledger = accountLedgerOf(of, source);
  const hash = String(of.hash);
  const position = (await ledger.reader.positionsOf([hash], source.read)).get(hash);
  if (position === undefined) throw notIndexed(`Transaction ${hash.slice(0, 64)}`);
  const [records, moves] = await Promise.all([
    ledger.reader.transactions([position], source.read),
    ledger.reader.movesOf([position], MOST_MOVES, source.read),
  ]);
  const [record] = records;
  if (record) return { ledger, record, moves: moves.get(position) ?? [] };
  throw notIndexed(`Transaction ${hash.slice(0, 64)}`);
}

function getMove({ moves, record }: IndexedTransaction, { move }: LabSubject): StoredMove {
  const found = moves[Number(move)];
  if (found) return found;
  throw new AppError('internal', `A lab asks for move ${move} of ${record.hash}, which it does not have.`);
}

async function getTotals(of: LabSubject, source: LabSource): Promise<AccountTotals> {
  const { chain, reader } = accountLedgerOf(of, source);
  const key = parseAccount(chain, String(of.address));
  const totals = (await reader.totals([key], source.read)).get(key);
  if (totals) return totals;
  throw notIndexed(`The address ${String(of.address).slice(0, 48)}`);
}

async function sumOf(of: LabSubject, source: LabSource, side: 'received' | 'sent'): Promise<string> {
  const { id, chain, reader } = accountLedgerOf(of, source);
  const asset: AssetKey = parseAssetId(id, String(of.asset));
  const page = { offset: 0, limit: MOST_ASSETS };
  const { items } = await reader.assetsOf(parseAccount(chain, String(of.address)), page, source.read);
  const totals = items.find((item) => item.asset === asset);
  if (totals) return totals[side].toString();
  throw notIndexed('Any movement of this asset at this address');
}

/** The first mark that the rule for noise puts on the moves of a transaction, as seen from an address. */
async function markOf(of: LabSubject, source: LabSource): Promise<string> {
  const { ledger, record, moves } = await getIndexedTransaction(of, source);
  const address: AccountKey = parseAccount(ledger.chain, String(of.address));
  const own = moves.filter(({ from, to }) => from === address || to === address);
  const contracts = own.map(({ asset }) => asset).filter(isContractAsset);
  const verdicts = classifyMoves({
    chain: ledger.id,
    address,
    moves: own,
    senderOf: () => record.from,
    tokens: source.knowledge.tokens,
    metadata: await ledger.reader.tokens(contracts, source.read),
    counterparties: [],
  });
  return verdicts.flatMap(({ flags }) => flags)[0] ?? 'none';
}

/** Facts of account chains; every question names its chain. */
export const ACCOUNT_QUESTIONS: Readonly<Record<string, LabAnswer>> = {
  'account-recipient': async (of, source) => {
    const held = await getIndexedTransaction(of, source);
    return formatAccount(held.ledger.chain, getMove(held, of).to);
  },
  'account-called-by-recipient': async (of, source) => {
    const held = await getIndexedTransaction(of, source);
    return held.record.from === getMove(held, of).to ? 'yes' : 'no';
  },
  'account-transaction-count': async (of, source) => String((await getTotals(of, source)).transactionCount),
  'account-received': (of, source) => sumOf(of, source, 'received'),
  'account-sent': (of, source) => sumOf(of, source, 'sent'),
  'account-move-mark': markOf,
  'account-is-held': async (of, source) => {
    return accountLedgerOf(of, source).reader.block(Number(of.height)) ? 'yes' : 'no';
  },
};
