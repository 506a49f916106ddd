import type { ServedLedger } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import type { SubjectReading, WatchSubject } from '../subjects/watch-subject.ts';
import type { LoadedWatch } from './watch-set.ts';

type Follow = NonNullable<WatchSubject['follow']>;

interface KeptReading {
  readonly asOf: string;
  readonly reading: Promise<SubjectReading>;
}

/** Readings of subjects that follow money, kept while the indexed blocks and the labels are the same, and the watch reads. */
export class SubjectReadings {
  readonly #deps: TraceDeps;
  /** A watch that ended takes its trace with it. */
  readonly #kept = new WeakMap<LoadedWatch, KeptReading>();

  constructor(deps: TraceDeps) {
    this.#deps = deps;
  }

  read(ledger: ServedLedger, watch: LoadedWatch, follow: Follow): Promise<SubjectReading> {
    const tip = ledger.transfers.tip();
    const asOf = `${tip?.hash ?? ''} ${tip?.height ?? -1} ${this.#deps.knowledge.labels().version}`;
    const kept = this.#kept.get(watch);
    if (kept?.asOf === asOf) return kept.reading;
    const reading = follow(this.#deps, { chain: ledger.id, text: watch.row.subject }, {});
    this.#kept.set(watch, { asOf, reading });
    // What failed is read again with the next try.
    reading.catch(() => {
      if (this.#kept.get(watch)?.reading === reading) this.#kept.delete(watch);
    });
    return reading;
  }
}
