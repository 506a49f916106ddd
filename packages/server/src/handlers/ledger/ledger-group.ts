import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { AsOf, Coverage, Gap } from '@trailmark/api/wire';
import type { AddressKey, AssetBalance, AssetId, LedgerCounterparty } from '@trailmark/core/ledger';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PagedList } from '../../answers/paged-list.ts';
import type { AddressFile } from '../../ledger/address-export.ts';
import type { HeightSpan } from '../../ledger/answer.ts';
import type { NamedAddress } from '../../ledger/any-chain.ts';
import type { IndexedBlock } from '../../ledger/block-rows.ts';
import type { LedgerFamily, ServedFamily } from '../../ledger/ledgers.ts';

type Name = keyof Contract;
export type Input<N extends Name> = RouteInput<Contract[N]>;
/** The answer in the form of a family. */
export type Answer<N extends Name, F extends LedgerFamily> = OfFamily<RouteOutput<Contract[N]>, F>;
type WithoutNext<A> = A extends unknown ? Omit<A, 'next'> : never;
/** A page of an answer, without the cursor of the next one. */
export type Page<N extends Name, F extends LedgerFamily> = WithoutNext<Answer<N, F>>;
/** A row of an answer. */
export type Row<N extends Name, F extends LedgerFamily> =
  Answer<N, F> extends { readonly items: readonly (infer Item)[] } ? Item : never;

type Plain<N extends Name, F extends LedgerFamily> = (
  ledger: ServedFamily<F>,
  input: Input<N>,
  read: ReadOptions,
) => Promise<Answer<N, F>>;
type List<N extends Name, F extends LedgerFamily> = (ledger: ServedFamily<F>, input: Input<N>) => PagedList<Page<N, F>>;

/** First and last use of something that sums are over. */
export interface Span {
  readonly firstPosition: Position;
  readonly lastPosition: Position;
}

/** What a chart of the activity of an address rests on. */
export interface ActivityGround {
  readonly asset: AssetReference;
  /** Undefined where nothing of it was seen. */
  readonly span: Span | undefined;
  /** Time up to which sums are balances, in seconds; infinite where all are, or none. */
  readonly exactUntil: number;
}

/** How rows of an answer name assets and blocks. */
export interface LedgerView {
  refer(asset: AssetId): AssetReference;
  /** Time of a block; zero where it is not indexed. */
  moment(height: number): { readonly time: number; readonly timeEstimated: boolean };
}

interface Envelope<F extends LedgerFamily> {
  readonly family: F;
  readonly asOf: AsOf;
  readonly coverage: Coverage;
}

/** How the chains of one family answer: what they answer in their own way, and their columns of what all answer alike. */
export interface LedgerGroup<F extends LedgerFamily> {
  readonly getAddress: Plain<'getAddress', F>;
  readonly getTransaction: Plain<'getTransaction', F>;
  readonly getBlock: Plain<'getBlock', F>;
  readonly listBlockTransactions: List<'listBlockTransactions', F>;
  readonly listAddressTransactions: List<'listAddressTransactions', F>;
  readonly listAddressTransfers: List<'listAddressTransfers', F>;
  readonly listAddressLinks: List<'listAddressLinks', F>;
  /** The whole history of an address as a file, with the rows of the family. */
  openExport(ledger: ServedFamily<F>, input: Input<'exportAddress'>, read: ReadOptions): Promise<AddressFile>;

  /** As-of and coverage of sums: the own gaps, then those of the index that may bear on them. */
  toSumsEnvelope(ledger: ServedFamily<F>, own: readonly Gap[], span: HeightSpan | undefined): Envelope<F>;
  /** The asset a request asks for; undefined where it names none. Throws `invalid`. */
  readAsset(ledger: ServedFamily<F>, query: { readonly asset?: string | undefined }): AssetId | undefined;
  openView(ledger: ServedFamily<F>, assets: readonly AssetId[], read: ReadOptions): Promise<LedgerView>;
  /** Sums of assets as they are answered, with balances where they follow. */
  readAssets(
    ledger: ServedFamily<F>,
    self: NamedAddress,
    sums: readonly AssetBalance[],
    currency: string,
    read: ReadOptions,
  ): Promise<Pick<Answer<'listAddressAssets', F>, 'prices' | 'items'> & { readonly gaps: readonly Gap[] }>;
  toCounterparty(sums: LedgerCounterparty): Partial<Row<'listAddressCounterparties', F>>;
  readActivity(
    ledger: ServedFamily<F>,
    address: AddressKey,
    asset: AssetId,
    read: ReadOptions,
  ): Promise<ActivityGround>;
  /** What the family calls what `count` counts. */
  readonly counted: 'transactions' | 'moves';
  toBlock(ledger: ServedFamily<F>, block: IndexedBlock<ServedFamily<F>>): Row<'listBlocks', F>;
}
