import { MOVE_STAKE } from '@trailmark/core/account-block';
import type { TraceSeed } from '@trailmark/core/trace/trace-request';
import { expect, test } from 'vitest';
import { type PlainMove, tracePlain, transferAt } from './testing/plain-chain.ts';

const pay = (height: number, from: string, to: string, amount: bigint, flags = 0): PlainMove => ({
  ...{ height, from, to, amount, flags },
});

/** 100 received and staked, taken back from the stake and paid to an exchange. */
const CHAIN = {
  moves: [
    pay(1, 'victim', 'thief', 100n),
    pay(2, 'thief', '', 100n, MOVE_STAKE),
    pay(3, '', 'thief', 100n, MOVE_STAKE),
    pay(4, 'thief', 'exchange', 100n),
  ],
};
type Side = 'received' | 'paid' | 'all';
const thief = (side?: Side): TraceSeed => ({ kind: 'address', address: 'thief', ...(side && { side }) });

async function ends(seed: TraceSeed, direction: 'forward' | 'backward' = 'forward'): Promise<unknown> {
  const { sums, leaves } = await tracePlain(CHAIN, { seeds: [seed], direction });
  return [
    sums.map(({ began, unbegun, difference }) => [began, unbegun, difference]),
    leaves.map(({ reason, amount }) => `${reason} ${amount}`),
  ];
}

test('coins that an address stakes and takes back are neither received nor paid by it', async () => {
  const once = [[[100n, undefined, 0n]], ['held 100']];
  expect(await ends(thief())).toEqual(once);
  expect(await ends(thief('paid'))).toEqual(once);
  expect(await ends(thief('all'))).toEqual(once);
  expect(await ends(thief(), 'backward')).toEqual([[[100n, undefined, 0n]], ['source-unknown 100']]);
});

test('staked coins cannot be the start of a trace', async () => {
  await expect(ends(transferAt(2))).rejects.toThrow(/puts coins at stake or takes them back/);
  await expect(ends({ ...transferAt(3), kind: 'transaction' } as TraceSeed)).rejects.toThrow(/moved nothing\./);
});

test('the balance before a receipt includes coins at stake', async () => {
  const moves = [
    pay(1, '', 'a', 50n),
    pay(2, 'a', '', 50n, MOVE_STAKE),
    pay(3, 'victim', 'a', 10n),
    pay(4, '', 'a', 50n, MOVE_STAKE),
    pay(5, 'a', 'b', 50n),
  ];
  const { gaps, accounts } = await tracePlain({ moves }, { seeds: [transferAt(3)] });
  expect(gaps.map(({ kind }) => kind)).not.toContain('value-unknown');
  expect(accounts.map(({ opening, taintedHeld }) => [opening, taintedHeld])).toContainEqual([50n, 10n]);
});
