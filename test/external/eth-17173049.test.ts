import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountBlock } from '../../packages/core/src/account-block.ts';
import { getAccountSet } from '../../packages/ingest/src/account-bundled/account-sets.ts';
import { describeWithData } from '../needs.ts';

interface Transfer {
  readonly token_address: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly log_index: number;
  readonly block_number: number;
}

const digits = (text: string): string => text.slice(2).toLowerCase();
const end = (text: string): string => digits(text).replace(/^0{40}$/, '');

describeWithData('evm/eth-17173049', async (folder) => {
  const blocks: AccountBlock[] = [];
  for await (const batch of getAccountSet('eth-17173049').blocks()) blocks.push(...batch);
  const text = (file: string): string[] => readFileSync(join(folder, file), 'utf8').trim().split('\n');

  test('the 291 token transfers are the ones the source derived, with their amounts or token ids', () => {
    const expected = text('expected_token_transfers.json').map((line) => {
      const row = JSON.parse(line) as Transfer;
      // Amounts exceed what a number holds: read as text.
      const value = /"value": (\d+)/.exec(line)?.[1];
      return `${row.block_number} ${row.log_index} ${digits(row.token_address)} ${end(row.from_address)} ${end(row.to_address)} ${value}`;
    });
    const held = blocks.flatMap((block) =>
      block.transactions.flatMap((tx) =>
        tx.moves
          .filter((move) => (move.kind === 'token' || move.kind === 'nft') && move.flags === 0)
          .map((move) => {
            const value = move.tokenId ?? move.amount;
            return `${block.height} ${move.logIndex} ${move.asset} ${move.from} ${move.to} ${value}`;
          }),
      ),
    );
    expect(expected.length).toBe(291);
    expect(held.sort()).toEqual(expected.sort());
    const nfts = blocks.flatMap((block) => block.transactions.flatMap((tx) => tx.moves));
    expect(nfts.filter((move) => move.kind === 'nft').length).toBe(9);
  });

  test('value, fee and outcome of the 298 transactions are those of the receipts', () => {
    const transactions = new Map(blocks.flatMap((block) => block.transactions.map((tx) => [tx.hash, tx])));
    const lines = text('expected_transactions.json');
    expect(lines.length).toBe(298);
    for (const line of lines) {
      const number = (name: string): bigint => BigInt(new RegExp(`"${name}": (\\d+)`).exec(line)?.[1] ?? -1);
      const tx = transactions.get(digits((JSON.parse(line) as { hash: string }).hash));
      expect(tx?.value).toBe(number('value'));
      expect(tx?.fee).toBe(number('receipt_gas_used') * number('receipt_effective_gas_price'));
      expect(tx?.status).toBe(number('receipt_status') === 1n ? 'ok' : 'failed');
    }
  });
});
