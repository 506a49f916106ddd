import type { Label, LabelPackVersion } from '@trailmark/core/label';
import type { Knowledge } from '../knowledge/knowledge.ts';

/** Entries of one copy, by network and address. */
export type CopyEntries = ReadonlyMap<string, readonly Label[]>;

export const placeOf = ({ network, address }: Pick<Label, 'network' | 'address'>): string => `${network}:${address}`;

const MOST_KEPT = 64;

function index(labels: readonly Label[]): CopyEntries {
  const entries = new Map<string, Label[]>();
  for (const label of labels) {
    const own = entries.get(placeOf(label));
    if (own) own.push(label);
    else entries.set(placeOf(label), [label]);
  }
  return entries;
}

/** Copies of lists in memory. A version never changes, so that a copy is read once; the oldest read goes first. */
export class ListCopies {
  readonly #packs: Knowledge['packs'];
  readonly #kept = new Map<string, Promise<CopyEntries>>();

  constructor(packs: Knowledge['packs']) {
    this.#packs = packs;
  }

  /** Copies of a list, the oldest first. Of two of one day the one that was taken in later counts. */
  list(pack: string): readonly LabelPackVersion[] {
    const versions = this.#packs.list().filter(({ id }) => id === pack);
    return versions.toSorted((a, b) => (a.asOf === b.asOf ? a.importedAt - b.importedAt : a.asOf < b.asOf ? -1 : 1));
  }

  read(pack: string, version: string): Promise<CopyEntries> {
    const key = `${pack} ${version}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const reading = this.#packs.read(pack, version).then(index);
    reading.catch(() => this.#kept.delete(key));
    this.#kept.set(key, reading);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '');
    return reading;
  }
}
