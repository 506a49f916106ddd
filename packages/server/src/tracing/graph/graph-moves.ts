import { formatAccount } from '@trailmark/chains/account/account-address';
import { BLOCK_MOVES_INDEX, type MoveKind } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { AccountGraphScope } from './graph-scope.ts';

/** Moves that are no payment from one to another. */
const NO_PAYMENTS: ReadonlySet<MoveKind> = new Set(['fee', 'tip']);

export function isPayment({ kind, amount, from, to }: StoredMove): boolean {
  return !NO_PAYMENTS.has(kind) && amount > 0n && from !== to;
}

/** Hashes of the transactions moves are of; a block's own moves are named by their height. */
export async function readHashes(
  { ledger, read }: Pick<AccountGraphScope, 'ledger' | 'read'>,
  moves: readonly StoredMove[],
): Promise<ReadonlyMap<Position, string>> {
  const positions = [...new Set(moves.map(({ position }) => position))];
  const asked = positions.filter((position) => positionIndex(position) !== BLOCK_MOVES_INDEX);
  const records = asked.length === 0 ? [] : await ledger.reader.transactions(asked, read);
  const hashes = new Map(positions.map((position) => [position, `block-${positionHeight(position)}`]));
  for (const [i, position] of asked.entries()) {
    const record = records[i];
    hashes.set(position, record?.hash ?? `position-${position}`);
  }
  return hashes;
}

/** Draws moves as payments between addresses. */
export function drawMoves(
  { builder, ledger }: AccountGraphScope,
  moves: readonly StoredMove[],
  hashes: ReadonlyMap<Position, string>,
): void {
  for (const { position, slot, from, to, asset, amount } of moves) {
    const hash = hashes.get(position) ?? `position-${position}`;
    const height = positionHeight(position);
    const time = ledger.reader.block(height)?.time ?? null;
    const payer = from === '' ? builder.source(hash) : builder.address(formatAccount(ledger.chain, from));
    const payee =
      to === ''
        ? builder.unspendable(`${hash}:${slot}`, 'Destroyed, or paid to nobody')
        : builder.address(formatAccount(ledger.chain, to));
    const ref = `${hash}#${slot}`;
    builder.pay(payer, payee, { kind: 'transfer', asset, amount, tainted: null, ref, time, height, apart: hash });
  }
}
