import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { AccountBlockProof } from '@trailmark/chains/account/block-proof';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { chainName, getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import {
  ACCOUNT_CHAIN_IDS,
  type AccountChainId,
  type ChainId,
  isOutputChainId,
  OUTPUT_CHAIN_IDS,
  type OutputChainId,
} from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { LedgerReader } from '@trailmark/core/ledger';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { UnconfirmedOverlay } from '@trailmark/core/unconfirmed';
import type { FilterStatus } from '@trailmark/ingest/worker-protocol';
import { readAccountsAsTransfers } from '@trailmark/store/transfers/account-transfers';
import { readOutputsAsTransfers } from '@trailmark/store/transfers/output-transfers';

interface ServedChain<Family, Id, Chain, Reader> {
  readonly family: Family;
  readonly id: Id;
  readonly chain: Chain;
  readonly reader: Reader;
  /** Its payments, read as those of every other chain. */
  readonly transfers: LedgerReader;
  /** Name and version of this software, for as-of. */
  readonly software: string;
  /** The clock, for as-of: milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** One chain of the Bitcoin family as handlers see it. */
export interface ServedOutputs extends ServedChain<'outputs', OutputChainId, UtxoChain, OutputLedger> {
  readonly overlay: UnconfirmedOverlay | undefined;
  /** The piece of work that reads it, where many traces are run for one: what is made for one of them may serve the others. */
  readonly work?: { readonly isOneSubject: boolean } | undefined;
}

/** One account chain as handlers see it. */
export interface ServedAccounts extends ServedChain<'accounts', AccountChainId, AccountChain, AccountLedger> {}

export type ServedLedger = ServedOutputs | ServedAccounts;
/** `outputs` for the Bitcoin family, `accounts` for chains of accounts and balances. */
export type LedgerFamily = ServedLedger['family'];
/** What is served of a family of chains. */
export type ServedFamily<F extends LedgerFamily> = Extract<ServedLedger, { readonly family: F }>;
/** What is served of a chain: its family follows from the type of its id. */
export type Served<C extends ChainId> = C extends OutputChainId ? ServedOutputs : ServedAccounts;

/** The open readers, one per chain: an `OutputLedger` for a chain of outputs, an `AccountLedger` for one of accounts. */
export type LedgerReaders = ReadonlyMap<ChainId, OutputLedger | AccountLedger>;

/** The readers of one family, as they are at each call. */
export interface OutputReaders {
  keys(): Iterable<OutputChainId>;
  entries(): Iterable<readonly [OutputChainId, OutputLedger]>;
  get(chain: OutputChainId): OutputLedger | undefined;
}

/** What the node that a chain is followed from states, at a block of the index. */
export interface StatedBalances {
  /** For people; contains no secret. */
  readonly node: string;
  /** In the order of the assets; undefined where the node does not say. */
  readonly balances: readonly (bigint | undefined)[];
}

/**
 * Asks the node an account chain is followed from for balances of one address, true at `height`. Undefined where none is
 * followed or it cannot state balances. Throws `conflict` where the node has another block at that height.
 */
export type StateBalances = (
  asked: {
    readonly chain: AccountChainId;
    readonly address: AccountKey;
    readonly assets: readonly AssetKey[];
    readonly height: number;
    readonly hash: string;
  },
  signal?: AbortSignal,
) => Promise<StatedBalances | undefined>;

/** The node that an account chain is read from, as what gives proofs of transactions. Closed by who opened it. */
export interface ProofNode {
  /** Scheme, host and port; nothing secret. */
  readonly origin: string;
  /** Makes sure that it answers and serves the chain. Throws `unavailable`, `inconsistent`, or `invalid` where it refuses us. */
  check(signal?: AbortSignal): Promise<void>;
  /**
   * What proves transactions of its block at a height; undefined where the hash of that block cannot be calculated here. Throws
   * `unavailable` without an answer, `inconsistent` where an answer does not have the roots and the hash that it states.
   */
  prove(
    asked: { readonly height: number; readonly txids: readonly string[] },
    signal?: AbortSignal,
  ): Promise<AccountBlockProof | undefined>;
  /** Headers `from..to` of its chain as they are hashed; undefined where their form is not recomputed here, or the node gives none. */
  headers(from: number, to: number, signal?: AbortSignal): Promise<readonly string[] | undefined>;
  close(): Promise<void>;
}

/** The node that is read for an account chain at the moment; undefined where none is. Requests nothing. */
export type OpenProofNode = (chain: AccountChainId) => Promise<ProofNode | undefined>;

export interface LedgerSources {
  readonly readers: LedgerReaders;
  readonly overlays: ReadonlyMap<OutputChainId, UnconfirmedOverlay>;
  /** The ingest of a chain, or how the last one since the start ended. */
  readonly ingestStatus: (chain: ChainId) => ChainStatus['ingest'];
  /** Of a chain that is followed by block filters now; null for any other. */
  readonly filterStatus?: ((chain: ChainId) => FilterStatus | null) | undefined;
  /** Absent where no node is ever followed, such as in a command. */
  readonly stateBalances?: StateBalances | undefined;
  readonly openProofNode?: OpenProofNode | undefined;
  readonly software: string;
  /** The clock that answers are stamped with, milliseconds since 1970 UTC; the machine's unless given. */
  readonly now?: (() => number) | undefined;
}

/** All chains of the server. Sources are read at each call, so a chain added later is found. */
export interface Ledgers {
  /** Throws `not-found` where the server holds nothing of the chain. */
  get<C extends ChainId>(id: C): Served<C>;
  find<C extends ChainId>(id: C): Served<C> | undefined;
  /** Chains that were opened, alphabetical within a family: with blocks, or with an ingest that has none yet. */
  list(): readonly ServedLedger[];
  list<F extends LedgerFamily>(family: F): readonly ServedFamily<F>[];
  /** The chain of outputs of an id that may be anything, such as a network's. */
  findOutputs(id: string): ServedOutputs | undefined;
  readonly ingestStatus: LedgerSources['ingestStatus'];
  readonly filterStatus: NonNullable<LedgerSources['filterStatus']>;
  readonly stateBalances: StateBalances;
  readonly openProofNode: OpenProofNode;
  readonly software: string;
}

/** The order in which chains are listed. */
const LISTED: readonly ChainId[] = [...OUTPUT_CHAIN_IDS, ...ACCOUNT_CHAIN_IDS];

/** The readers of the Bitcoin family among all. */
export function outputReaders(readers: LedgerReaders): OutputReaders {
  const get = (chain: OutputChainId) => readers.get(chain) as OutputLedger | undefined;
  const keys = () => [...readers.keys()].filter(isOutputChainId);
  return { get, keys, entries: () => keys().map((chain) => [chain, get(chain) as OutputLedger]) };
}

/** A chain's payments, read the same way for every chain. */
export function openTransfers(chain: ChainId, reader: OutputLedger | AccountLedger): LedgerReader {
  return isOutputChainId(chain)
    ? readOutputsAsTransfers(chain, reader as OutputLedger)
    : readAccountsAsTransfers(chain, reader as AccountLedger);
}

function openLedger(
  { readers, overlays, software, now = Date.now }: LedgerSources,
  id: ChainId,
): ServedLedger | undefined {
  const reader = readers.get(id);
  if (!reader) return undefined;
  const transfers = openTransfers(id, reader);
  return isOutputChainId(id)
    ? {
        family: 'outputs',
        id,
        chain: getChain(id),
        reader: reader as OutputLedger,
        overlay: overlays.get(id),
        transfers,
        software,
        now,
      }
    : { family: 'accounts', id, chain: getAccountChain(id), reader: reader as AccountLedger, transfers, software, now };
}

/**
 * Answers in the way of the ledger's family. Only for what is built twice because books are kept in two ways; anything else
 * reads `transfers` or asks the chain's traits.
 */
export function byFamily<T>(
  ledger: ServedLedger,
  ways: { readonly outputs: (ledger: ServedOutputs) => T; readonly accounts: (ledger: ServedAccounts) => T },
): T {
  return ledger.family === 'outputs' ? ways.outputs(ledger) : ways.accounts(ledger);
}

export function createLedgers(sources: LedgerSources): Ledgers {
  const nobody = () => Promise.resolve(undefined);
  const { software, ingestStatus, stateBalances = nobody, openProofNode = nobody, filterStatus = () => null } = sources;
  const find = <C extends ChainId>(id: C) => openLedger(sources, id) as Served<C> | undefined;
  const all = (): readonly ServedLedger[] => LISTED.flatMap((id) => openLedger(sources, id) ?? []);
  function get<C extends ChainId>(id: C): Served<C> {
    const ledger = find(id);
    if (ledger) return ledger;
    const others = all().map((other) => other.id);
    const held = others.join(', ') || 'none yet';
    throw new AppError('not-found', `This server holds no ${chainName(id)} data. Held: ${held}.`);
  }
  function list<F extends LedgerFamily>(family?: F): readonly ServedFamily<F>[] {
    return all().filter((ledger): ledger is ServedFamily<F> => family === undefined || ledger.family === family);
  }
  const findOutputs = (id: string) => (isOutputChainId(id) ? find(id) : undefined);
  return { get, find, findOutputs, list, ingestStatus, filterStatus, stateBalances, openProofNode, software };
}
