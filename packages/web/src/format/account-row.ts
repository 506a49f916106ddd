import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import type { AccountMove } from '@trailmark/api/contract/ledger-wire';

export type RowNet = NonNullable<AccountHistoryRow['net']>[number];

function toSigned({ direction, amount }: AccountMove): bigint {
  if (direction === 'in') return amount;
  return direction === 'out' ? -amount : 0n;
}

/** What tables state of one row, each statement separately: they count in no sum. */
function listStated(moves: readonly AccountMove[]): readonly RowNet[] {
  return moves
    .filter((move) => move.kind === 'stated' && toSigned(move) !== 0n)
    .map((move) => {
      const amount = toSigned(move);
      const fiat = move.fiat && amount < 0n ? { ...move.fiat, micro: -move.fiat.micro } : move.fiat;
      return { asset: move.asset, amount, tokenId: null, fiat };
    });
}

/** The lines of a row: its net by asset, then what a table states of it; null: it has more moves than are listed. */
export function listRowNet({ net, moves }: Pick<AccountHistoryRow, 'net' | 'moves'>): readonly RowNet[] | null {
  return net === null ? null : [...net, ...listStated(moves)];
}

export interface OtherSides {
  readonly first: string | undefined;
  readonly count: number;
}

function otherEnd({ direction, from, to }: AccountMove): readonly string[] {
  const end = direction === 'in' ? from : direction === 'out' ? to : null;
  return end === null ? [] : [end];
}

/** Who is on the other side: counterparties of the ledger, else those that a table names. */
export function findOtherSides(
  row: Pick<AccountHistoryRow, 'counterparties' | 'counterpartyCount' | 'moves'>,
): OtherSides {
  const [first] = row.counterparties;
  if (first) return { first: first.address, count: row.counterpartyCount };
  const stated = new Set(row.moves.filter(({ kind }) => kind === 'stated').flatMap(otherEnd));
  return { first: [...stated][0], count: stated.size };
}
