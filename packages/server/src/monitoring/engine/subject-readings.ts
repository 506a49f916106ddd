import type { ServedLedger } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import type { SubjectReading, WatchSubject } from '../subjects/watch-subject.ts';

type Follow = NonNullable<WatchSubject['follow']>;

/** Readings of subjects that follow money, kept while the indexed blocks and the labels are the same. */
export class SubjectReadings {
  readonly #deps: TraceDeps;
  readonly #kept = new Map<string, { readonly asOf: string; readonly reading: Promise<SubjectReading> }>();

  constructor(deps: TraceDeps) {
    this.#deps = deps;
  }

  read(
    ledger: ServedLedger,
    row: { readonly id: string; readonly subject: string },
    follow: Follow,
  ): Promise<SubjectReading> {
    const tip = ledger.transfers.tip();
    const asOf = `${tip?.hash ?? ''} ${tip?.height ?? -1} ${this.#deps.knowledge.labels().version}`;
    const kept = this.#kept.get(row.id);
    if (kept?.asOf === asOf) return kept.reading;
    const reading = follow(this.#deps, { chain: ledger.id, text: row.subject }, {});
    this.#kept.set(row.id, { asOf, reading });
    // What failed is read again with the next try.
    reading.catch(() => this.#kept.delete(row.id));
    return reading;
  }
}
