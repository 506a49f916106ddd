import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseAssetSums, CaseMoney } from '@trailmark/api/contract/case-money';
import type { RouteInput } from '@trailmark/api/route';
import { listTraits, traitsOf } from '@trailmark/chains/chain-traits';
import { formatAssetId, NATIVE_ASSET, parseAssetId } from '@trailmark/core/asset';
import { isTraced, type PlaceState } from '@trailmark/core/case';
import { type AccountChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { toFiat } from '@trailmark/core/price';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import {
  deleteMoney,
  insertMoney,
  listMoney,
  type MoneyRow,
  refreshCaseSums,
  updateMoney,
} from '@trailmark/store/cases/agency-cases/money-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { actOnCase, openCase, readCases } from './case-scope.ts';
import { toUnits } from './case-view.ts';

interface CaseAsset {
  readonly asset: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Ticker of the price table; null without a price. */
  readonly ticker: string | null;
}

function coinOf(chain: ReturnType<typeof listTraits>[number]): CaseAsset {
  const { id, name, symbol, decimals, network } = chain;
  return { asset: id, symbol, name, decimals, ticker: network === 'main' ? symbol : null };
}

/** Coins of the chains, and tokens that are worth one unit of something with a price. */
export function listCaseAssets({ tokens }: Pick<Knowledge, 'tokens'>): readonly CaseAsset[] {
  const chains = listTraits().filter(({ network }) => network === 'main');
  const known = chains
    .filter(({ hasTokens }) => hasTokens)
    .flatMap(({ id, name }) =>
      tokens
        .list(id as AccountChainId)
        .filter(({ ticker }) => ticker !== undefined)
        .map(({ contract, symbol, decimals, ticker = null }) => ({
          asset: formatAssetId(id, contract),
          symbol,
          name: `${symbol} on ${name}`,
          decimals,
          ticker,
        })),
    );
  return [...chains.map(coinOf), ...known];
}

/** Throws `invalid` for what is no asset that this installation knows. */
function readAsset({ tokens }: Pick<Knowledge, 'tokens'>, text: string): CaseAsset {
  const [chain = ''] = text.split(':');
  if (!isChainId(chain)) {
    throw new AppError('invalid', 'An asset is a chain such as “btc”, or a token such as “eth:0x…”.');
  }
  const key = parseAssetId(chain, text);
  if (key === NATIVE_ASSET) return coinOf(traitsOf(chain));
  const token = tokens.find(chain as AccountChainId, key);
  if (!token) {
    throw new AppError('invalid', 'This token is not in the list of known tokens, so its decimals are not known.');
  }
  const { symbol, name, decimals, ticker = null } = token;
  return { asset: formatAssetId(chain, key), symbol, name, decimals, ticker };
}

const sumOf = (rows: readonly MoneyRow[]) => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** Sums per asset; the difference is what the table does not account for. */
export function sumByAsset(rows: readonly MoneyRow[]): CaseAssetSums[] {
  const byAsset = Map.groupBy(rows, ({ asset }) => asset);
  return [...byAsset.values()].map((own) => {
    const losses = own.filter(({ kind }) => kind === 'loss');
    const places = own.filter(({ kind }) => kind === 'place');
    const inState = (wanted: PlaceState) => sumOf(places.filter(({ state }) => state === wanted));
    const [{ asset = '', symbol = '', decimals = 0 } = {}] = own;
    const [loss, placed] = [sumOf(losses), sumOf(places)];
    const hasEveryPrice = losses.length > 0 && losses.every(({ usd }) => usd !== null);
    return {
      ...{ asset, symbol, decimals, loss, placed },
      lossUsd: hasEveryPrice ? losses.reduce((sum, { usd }) => sum + BigInt(usd ?? '0'), 0n) : null,
      traced: sumOf(places.filter(({ state }) => state !== null && isTraced(state))),
      frozen: inState('frozen'),
      seized: inState('seized'),
      returned: inState('returned'),
      difference: loss - placed,
    };
  });
}

async function readMoneyIn(tx: Transaction, id: string, prices: string): Promise<CaseMoney> {
  const rows = await listMoney(tx, id);
  const items = rows.map(({ amount, usd, ...row }) => ({ ...row, amount: BigInt(amount), usd: toUnits(usd) }));
  return { items, sums: sumByAsset(rows), prices };
}

export function readMoney(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
  id: string,
): Promise<CaseMoney> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return readMoneyIn(tx, id, knowledge.prices().version);
  });
}

const changedMeanwhile = () =>
  new AppError('conflict', 'Somebody changed this line in the meantime, or took it out. Look at it again.', {
    context: { reason: 'changed-meanwhile' },
  });

async function settleMoney(tx: Transaction, id: string, at: Date, prices: string): Promise<CaseMoney> {
  await refreshCaseSums(tx, id);
  await refreshNextDue(tx, id);
  await touchCase(tx, id, at);
  return readMoneyIn(tx, id, prices);
}

/** The asset of an amount, and what it was worth on a day; null without a price. Throws `invalid`. */
export function valueAmount(
  knowledge: Knowledge,
  { asset: text, amount, day }: { readonly asset: string; readonly amount: bigint; readonly day: string },
): Pick<MoneyRow, 'asset' | 'symbol' | 'decimals'> & { readonly usd: bigint | null } {
  const { ticker, name: _, ...asset } = readAsset(knowledge, text);
  const price = ticker === null ? undefined : knowledge.prices().price(ticker, 'USD', day);
  return { ...asset, usd: price ? toFiat(amount, asset.decimals, price.nano) : null };
}

/** Enters a loss or a place, or changes one. Throws `conflict` where its version is another one by now. */
export function setMoney(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
  id: string,
  { row: named, asset: assetText, ...body }: RouteInput<Contract['setCaseMoney']>['body'],
): Promise<CaseMoney> {
  if ((body.kind === 'place') !== (body.state !== null)) {
    throw new AppError('invalid', 'A place has a state, such as “frozen”; a loss has none.', {
      context: { field: 'state' },
    });
  }
  if (body.amount < 0n) throw new AppError('invalid', 'An amount is not negative.', { context: { field: 'amount' } });
  const valued = valueAmount(knowledge, { asset: assetText, amount: body.amount, day: body.day });
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const act = { id, right: 'write', action: 'money.set', details: () => ({ kind: body.kind }) } as const;
  return actOnCase(casework, caller, act, async (tx, { agency }) => {
    const row = { ...body, ...valued, id: named?.id ?? randomUUID(), caseId: id, agency, by, at };
    if (!named) await insertMoney(tx, row);
    else if (!(await updateMoney(tx, row, named.version))) throw changedMeanwhile();
    return settleMoney(tx, id, at, knowledge.prices().version);
  });
}

export function removeMoney(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
  { id, row, version }: { readonly id: string; readonly row: string; readonly version: number },
): Promise<CaseMoney> {
  return actOnCase(casework, caller, { id, right: 'write', action: 'money.remove' }, async (tx) => {
    if (!(await deleteMoney(tx, id, row, version))) throw changedMeanwhile();
    return settleMoney(tx, id, casework.now(), knowledge.prices().version);
  });
}
