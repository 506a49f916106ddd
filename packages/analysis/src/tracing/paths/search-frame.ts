import { AppError } from '@trailmark/core/errors';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { PartyReader, TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import type { RunOptions } from '../trace-session.ts';
import type { PathQuestion, PathStops } from './path-search.ts';

type StopKind = keyof PathStops;

/** What a payment to an address means to a search: an end to note, a place beyond which money is not the same, or one to continue from. */
export type Standing =
  | { readonly kind: 'end'; readonly group: string | undefined; readonly party: KnownParty | null }
  | { readonly kind: 'stop' }
  | { readonly kind: 'open' };

/** What both kinds of search keep: the question, who addresses are, why trails were left, and how far it is. */
export class SearchFrame {
  readonly question: PathQuestion;
  readonly places = new Set<string>();
  readonly #parties: PartyReader;
  readonly #known = new Map<string, KnownParty | null>();
  readonly #options: RunOptions;
  readonly #stops = new Map<StopKind, number>();
  transactions = 0;

  constructor(question: PathQuestion, parties: PartyReader, options: RunOptions) {
    this.question = question;
    this.#parties = parties;
    this.#options = options;
  }

  get read(): { signal: AbortSignal | undefined } {
    return { signal: this.#options.signal };
  }

  get stops(): PathStops {
    return Object.fromEntries(this.#stops);
  }

  stop(kind: StopKind, count = 1): void {
    if (count > 0) this.#stops.set(kind, (this.#stops.get(kind) ?? 0) + count);
  }

  /** Reports progress to the caller. Throws `unavailable` when they have left. */
  tell(progress: Pick<TraceProgress, 'rounds' | 'open' | 'ended'>): void {
    if (this.#options.signal?.aborted) throw new AppError('unavailable', 'The search was cancelled.');
    this.#options.onProgress?.({ ...progress, transactionsRead: this.transactions, hops: progress.rounds });
  }

  isInWindow(time: number): boolean {
    const { fromTime, toTime } = this.question;
    return (fromTime === undefined || time >= fromTime) && (toTime === undefined || time <= toTime);
  }

  /** Learns who addresses are, once each, before `standing` is called. */
  meet(addresses: Iterable<string>): void {
    const unknown = [...new Set(addresses)].filter((address) => !this.#known.has(address));
    const parties = this.#parties.partiesOf(unknown);
    for (const address of unknown) {
      this.places.add(address);
      this.#known.set(address, parties.get(address) ?? null);
    }
  }

  standing(address: string): Standing {
    const { to, ends } = this.question;
    const party = this.#known.get(address) ?? null;
    if (to !== undefined && address === to) return { kind: 'end', group: undefined, party };
    if (!party || party.kind === 'named') return { kind: 'open' };
    return to === undefined && ends.includes(party.kind) ? { kind: 'end', group: party.key, party } : { kind: 'stop' };
  }
}
