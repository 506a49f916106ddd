import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountBlock, estimateIndex } from '@trailmark/core/account-block';
import { STATED_PRICE } from '@trailmark/core/asset';
import {
  assert,
  groupByBlock,
  hex,
  key,
  partialMove,
  partialTransaction,
  readCsv,
  seconds,
  writeTable,
} from './tables.ts';

export const PUNKS_CONTRACT = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';

interface Sale {
  readonly height: number;
  readonly time: number;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly punk: bigint;
  readonly wei: bigint | undefined;
}

function readSales(source: string): Sale[] {
  const folder = join(source, 'cryptopunks-sales/sales');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.csv'));
  return files.sort().flatMap((file) => readCsv(join(folder, file)).map(toSale));
}

function toSale(row: Record<string, string>): Sale {
  const wei = row['price (in wei)'] ?? '';
  assert(wei === '-' || /^\d+$/.test(wei), `"${wei}" is not a price in wei.`);
  return {
    height: Number(row.block),
    time: seconds(row.timestamp ?? ''),
    hash: hex(row.tx),
    from: key(row.from),
    to: key(row.to),
    punk: BigInt(row.id ?? ''),
    wei: wei === '-' ? undefined : BigInt(wei),
  };
}

function toTransaction({ hash, from, to, punk, wei }: Sale) {
  const sale = partialMove({ kind: 'nft', asset: PUNKS_CONTRACT, from, to, amount: 1n, tokenId: punk });
  const price =
    wei === undefined || wei === 0n
      ? []
      : [partialMove({ kind: 'stated', asset: STATED_PRICE, from: to, to: from, amount: wei })];
  const index = estimateIndex(hash);
  return partialTransaction({
    index,
    indexEstimated: true,
    hash,
    to: PUNKS_CONTRACT,
    status: 'ok',
    moves: [sale, ...price],
  });
}

/** All sales of the CryptoPunks market from June 2017 to April 2021. */
export function buildCryptopunks(source: string, out: string): void {
  const sales = readSales(source);
  assert(sales.length === 10_233, `There are ${sales.length} sales.`);
  assert(new Set(sales.map((sale) => sale.hash)).size === sales.length, 'A transaction has two sales.');
  assert(sales.filter((sale) => sale.to === '').length === 1926, 'Not the number of sales without a buyer.');
  assert(sales.filter((sale) => sale.wei === undefined).length === 9, 'Not the number of sales without a price.');
  const blocks = groupByBlock(sales, (height, own): AccountBlock => {
    assert(new Set(own.map((sale) => sale.time)).size === 1, `Block ${height} has two times.`);
    const transactions = own.map(toTransaction).sort((a, b) => a.index - b.index);
    assert(new Set(transactions.map((tx) => tx.index)).size === own.length, `Block ${height}: one place for two.`);
    return {
      height,
      hash: '',
      parentHash: '',
      time: own[0]?.time ?? 0,
      producer: '',
      holds: 0,
      transactionTotal: undefined,
      source: '',
      transactions,
      moves: [],
    };
  });
  writeTable(join(out, 'cryptopunks-sales/facts.jsonl.gz'), blocks);
}
