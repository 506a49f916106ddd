import { AppError } from '@trailmark/core/errors';
import { type Position, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../answers/format-count.ts';
import type { PagedList } from '../answers/paged-list.ts';
import { getCoverage } from './any-chain.ts';
import type { ServedLedger } from './ledgers.ts';

const HASH_LENGTH = 64;

/** The record of a block, as the family of its chain keeps it. */
export type IndexedBlock<Ledger extends ServedLedger> = NonNullable<ReturnType<Ledger['reader']['block']>>;

/** The block a height or a hash names. Throws `not-found`, stating what is indexed. */
export function getIndexedBlock<Ledger extends ServedLedger>(ledger: Ledger, text: string): IndexedBlock<Ledger> {
  const isHeight = text.length < HASH_LENGTH;
  const { reader } = ledger;
  const block = isHeight ? reader.block(Number(text)) : reader.blockByHash(text.toLowerCase());
  if (block) return block as IndexedBlock<Ledger>;
  const name = isHeight ? `Block ${formatCount(Number(text))} is not` : 'No block with this hash is';
  throw new AppError('not-found', `${name} in this index. ${getCoverage(ledger).summary}`);
}

/** The transactions of a block in its order, as `readRows` reads those at some positions. */
export function listBlockRows<Row, Envelope extends object>(
  { id, reader }: ServedLedger,
  { height, hash }: { readonly height: number; readonly hash: string },
  envelope: Envelope,
  readRows: (positions: readonly Position[], read: ReadOptions) => Promise<Row[]>,
): PagedList<Envelope & { items: Row[] }> {
  return {
    key: ['block', id, height, hash],
    placeLength: 1,
    async readPage([after = -1] = [], limit, read) {
      const left = (await reader.blockPositions(height, read)).filter((position) => positionIndex(position) > after);
      const positions = left.slice(0, limit);
      const last = left.length > limit ? positions.at(-1) : undefined;
      const items = await readRows(positions, read);
      return { page: { ...envelope, items }, next: last === undefined ? undefined : [positionIndex(last)] };
    },
  };
}
