import { traitsOf } from '@trailmark/chains/chain-traits';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { AddressKey } from '@trailmark/core/ledger';
import { decodeOwner, ownerId } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementSubject } from '@trailmark/core/statement/statement';
import { formatCount } from '../answers/format-count.ts';
import { formatAddress, readAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import { discoverWallet } from '../ledger/wallets/discover-wallet.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';

/** Addresses of one statement. */
export const MOST_ADDRESSES = 10_000;

/** One part of the set as it was read: how many addresses it is. */
export interface ReadSubject {
  readonly subject: StatementSubject;
  readonly addresses: number;
  /** What joins its addresses, where that is an inference; undefined for addresses that were named. */
  readonly basis: string | undefined;
}

/** The addresses of a statement by chain. */
export interface StatementSet {
  readonly keys: ReadonlyMap<ChainId, ReadonlySet<AddressKey>>;
  readonly subjects: readonly ReadSubject[];
}

function refuseTooMany(count: number): never {
  throw new AppError(
    'invalid',
    `A statement covers at most ${formatCount(MOST_ADDRESSES)} addresses, and these are ${formatCount(count)}. Make one statement for each part.`,
  );
}

interface Part {
  readonly keys: readonly AddressKey[];
  readonly text: string;
  readonly basis: string | undefined;
}

function readMembers(ledger: ServedLedger, { knowledge }: TraceDeps, text: string): Part {
  const { address, key } = readAddress(ledger, text);
  const traits = traitsOf(ledger.id);
  const clusters = traits.hasClusters ? knowledge.clusters(traits.id) : undefined;
  const name = ledger.chain.name;
  if (!clusters) throw new AppError('invalid', `There are no clusters of ${name} here: name each of the addresses.`);
  const basis = `Conservative view, rules ${clusters.rulesVersion.slice(0, 12)}`;
  const owner = decodeOwner(decodeHex(key));
  const cluster = owner && clusters.find(owner, 'conservative');
  if (!cluster || cluster.size < 2) return { keys: [key], text: address, basis };
  if (cluster.size > MOST_ADDRESSES) refuseTooMany(cluster.size);
  const numbers = clusters.members(cluster, { limit: cluster.size });
  const keys = Array.from(numbers, (number) => ownerId(clusters.owner(number)));
  return { keys, text: formatAddress(ledger, ownerId(cluster.root)), basis };
}

/** The addresses of a wallet that the index has seen: what was never used changes no balance. */
async function readWallet(ledger: ServedLedger, key: string, gapLimit: number, read: ReadOptions): Promise<Part> {
  const branches = await discoverWallet(ledger, { key, gapLimit }, read);
  const keys = new Set(branches.flatMap(({ found }) => found.map((one) => one.key)));
  if (keys.size > 0) return { keys: [...keys], text: key, basis: `Wallet, gap limit ${gapLimit}` };
  const looked = branches.reduce((sum, branch) => sum + branch.looked, 0);
  throw new AppError(
    'not-found',
    `The index has seen none of the first ${formatCount(looked)} addresses of this wallet. Raise the gap limit to look further.`,
  );
}

interface SetRequest {
  readonly subjects: readonly StatementSubject[];
  readonly gapLimit: number;
}

async function readPart(
  deps: TraceDeps,
  { kind, chain, text }: StatementSubject,
  { gapLimit, read }: { readonly gapLimit: number; readonly read: ReadOptions },
): Promise<Part> {
  const ledger = deps.ledgers.get(chain);
  if (kind === 'cluster') return readMembers(ledger, deps, text);
  if (kind === 'descriptor') return readWallet(ledger, text, gapLimit, read);
  const { key, address } = readAddress(ledger, text);
  return { keys: [key], text: address, basis: undefined };
}

/**
 * The addresses of a statement. Throws `not-found` for a chain without data, and `invalid` for an address the chain does not
 * know how to write, a set of nothing or of too many.
 */
export async function readStatementSet(
  deps: TraceDeps,
  { subjects, gapLimit }: SetRequest,
  read: ReadOptions,
): Promise<StatementSet> {
  if (subjects.length === 0) throw new AppError('invalid', 'A statement needs at least one address.');
  const keys = new Map<ChainId, Set<AddressKey>>();
  const found: ReadSubject[] = [];
  for (const subject of subjects) {
    const part = await readPart(deps, subject, { gapLimit, read });
    const known = keys.get(subject.chain) ?? new Set();
    for (const key of part.keys) known.add(key);
    keys.set(subject.chain, known);
    found.push({ subject: { ...subject, text: part.text }, addresses: part.keys.length, basis: part.basis });
  }
  const count = [...keys.values()].reduce((sum, { size }) => sum + size, 0);
  if (count > MOST_ADDRESSES) refuseTooMany(count);
  return { keys, subjects: found };
}
