import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { AddressKey } from '@trailmark/core/ledger';
import {
  DEFAULT_GAP_LIMIT,
  type DerivedAddress,
  type KeyBranch,
  LARGEST_GAP_LIMIT,
} from '@trailmark/core/statement/wallet-keys';

/** Indexes looked at in one branch; a wallet that uses more is named as cut. */
const MOST_INDEXES = 20_000;
/** Addresses derived in one search: some minutes of curve arithmetic. */
const MOST_DERIVED = 200_000;
/** Derivations between two pauses: some tens of milliseconds. */
const SLICE = 32;
/** A gap this close to the limit: the wallet may have left larger ones. */
const NEAR_LIMIT = 5;

/** Accounts in a row without use that end a search: BIP 44 ends at the first one, but people skip numbers. */
const ACCOUNT_GAP = 2;
const MOST_ACCOUNTS = 100;

/** A used address of a branch, with what the index contains of it. */
export interface FoundAddress<Use> extends DerivedAddress {
  readonly index: number;
  readonly use: Use;
}

/** What was found in one branch. */
export interface BranchFinding<Use> extends Omit<KeyBranch, 'derive'> {
  /** Ascending by index. */
  readonly found: readonly FoundAddress<Use>[];
  /** Indexes looked at, from 0 on. */
  readonly looked: number;
  readonly highestUsed: number | undefined;
  /** Unused indexes below the highest used one, and the longest run of them. */
  readonly unused: number;
  readonly largestGap: number;
  /** The longest run comes close to the gap limit: addresses beyond the search are likely. */
  readonly isNearLimit: boolean;
  /** The search ended at its cap and not at a gap. */
  readonly isCut: boolean;
}

export interface DiscoveryOptions<Use> {
  readonly gapLimit?: number | undefined;
  /** What the index contains of those it has seen; absent: not seen. Called once per chain and round. */
  readonly lookUp: (chain: ChainId, keys: readonly AddressKey[]) => Promise<ReadonlyMap<AddressKey, Use>>;
  /** Lets others work between slices of derivation, and throws where the search was cancelled. */
  readonly pause: () => Promise<void>;
}

/** Throws `invalid` for a gap limit that is not 1 to 1,000. */
export function assertGapLimit(gapLimit: number): number {
  if (Number.isInteger(gapLimit) && gapLimit >= 1 && gapLimit <= LARGEST_GAP_LIMIT) return gapLimit;
  throw new AppError(
    'invalid',
    `The gap limit is a whole number from 1 to 1,000; ${DEFAULT_GAP_LIMIT} is usual. ${String(gapLimit).slice(0, 20)} is not.`,
  );
}

class BranchSearch<Use> {
  readonly found: FoundAddress<Use>[] = [];
  readonly branch: KeyBranch;
  readonly #gapLimit: number;
  looked = 0;

  constructor(branch: KeyBranch, gapLimit: number) {
    this.branch = branch;
    this.#gapLimit = gapLimit;
  }

  get highestUsed(): number | undefined {
    return this.found.at(-1)?.index;
  }

  /** Indexes to look at next; none where the branch is done. */
  next(): readonly number[] {
    const wanted = this.branch.isRanged ? (this.highestUsed ?? -1) + 1 + this.#gapLimit : 1;
    const count = Math.min(wanted, MOST_INDEXES) - this.looked;
    return Array.from({ length: Math.max(count, 0) }, (_, i) => this.looked + i);
  }

  finish(): BranchFinding<Use> {
    const { derive: _, ...branch } = this.branch;
    const used = [...new Set(this.found.map(({ index }) => index))];
    const gaps = used.map((index, i) => index - (used[i - 1] ?? -1) - 1);
    const largestGap = Math.max(0, ...gaps);
    return {
      ...branch,
      found: this.found,
      looked: this.looked,
      highestUsed: this.highestUsed,
      unused: gaps.reduce((sum, gap) => sum + gap, 0),
      largestGap,
      isNearLimit: largestGap >= Math.max(1, this.#gapLimit - NEAR_LIMIT),
      isCut: this.branch.isRanged && this.looked - ((this.highestUsed ?? -1) + 1) < this.#gapLimit,
    };
  }
}

type Derived<Use> = DerivedAddress & { readonly search: BranchSearch<Use>; readonly index: number };

/**
 * Walks each branch until `gapLimit` addresses in a row are unused (BIP 44), all branches in step, so that a round is one
 * search per chain. What counts is history, not balance. Throws `invalid` for a gap limit out of range, and where the
 * branches together need more than 200,000 addresses.
 */
export async function discoverAddresses<Use>(
  branches: readonly KeyBranch[],
  { gapLimit = DEFAULT_GAP_LIMIT, lookUp, pause }: DiscoveryOptions<Use>,
): Promise<readonly BranchFinding<Use>[]> {
  const limit = assertGapLimit(gapLimit);
  const searches = branches.map((branch) => new BranchSearch<Use>(branch, limit));
  let count = 0;
  for (;;) {
    const round: Derived<Use>[] = [];
    for (const search of searches) {
      for (const index of search.next()) {
        if (++count % SLICE === 0) await pause();
        round.push(...search.branch.derive(index).map((address) => ({ ...address, search, index })));
        search.looked = index + 1;
      }
    }
    if (round.length === 0) return searches.map((search) => search.finish());
    if (count > MOST_DERIVED) {
      throw new AppError('invalid', 'This search needs more than 200,000 addresses. Choose a smaller gap limit.');
    }
    await pause();
    await lookUpRound(round, lookUp);
  }
}

async function lookUpRound<Use>(
  round: readonly Derived<Use>[],
  lookUp: DiscoveryOptions<Use>['lookUp'],
): Promise<void> {
  const byChain = Map.groupBy(round, ({ search }) => search.branch.chain);
  for (const [chain, addresses] of byChain) {
    const uses = await lookUp(chain, [...new Set(addresses.map(({ key }) => key))]);
    for (const { search, ...address } of addresses) {
      const use = uses.get(address.key);
      if (use !== undefined) search.found.push({ ...address, use });
    }
  }
}
/** Walks the accounts of a seed, from 0 on, until two in a row have no used address. */
export async function discoverAccounts<Use>(
  listBranches: (account: number) => readonly KeyBranch[],
  options: DiscoveryOptions<Use>,
): Promise<readonly BranchFinding<Use>[]> {
  const findings: BranchFinding<Use>[] = [];
  for (let account = 0, unused = 0; account < MOST_ACCOUNTS && unused < ACCOUNT_GAP; account++) {
    const branches = listBranches(account);
    if (branches.length === 0) break;
    const found = await discoverAddresses(branches, options);
    findings.push(...found);
    unused = found.some((branch) => branch.found.length > 0) ? 0 : unused + 1;
  }
  return findings;
}
