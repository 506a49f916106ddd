/** Who asks for a place: turns go round agencies, and within each round its people. */
export interface Claimant {
  readonly person: string;
  readonly agency: string;
}

/** As many as are remembered: who comes back later than that starts again, like somebody who never came. */
const MOST_REMEMBERED = 1_000;

/** Whose turn it is: of the agency that was served longest ago, and there of the person served longest ago. */
export class FairTurns {
  readonly #served: Map<string, number>;
  #turn: number;

  constructor(from?: FairTurns) {
    this.#served = new Map(from ? from.#served : []);
    this.#turn = from ? from.#turn : 0;
  }

  #lastOf(key: string): number {
    return this.#served.get(key) ?? 0;
  }

  /** Notes that somebody got a place. */
  note({ person, agency }: Claimant): void {
    this.#turn++;
    for (const key of [`agency ${agency}`, `person ${person}`]) {
      this.#served.delete(key);
      this.#served.set(key, this.#turn);
    }
    for (const key of this.#served.keys()) {
      if (this.#served.size <= MOST_REMEMBERED) break;
      this.#served.delete(key);
    }
  }

  /** The one whose turn it is of those that wait in the order they came; undefined of none. */
  pick<C extends { readonly claimant: Claimant }>(waiting: readonly C[]): C | undefined {
    const rank = ({ claimant }: C): readonly [number, number] => [
      this.#lastOf(`agency ${claimant.agency}`),
      this.#lastOf(`person ${claimant.person}`),
    ];
    let first: C | undefined;
    for (const each of waiting) {
      const [agency, person] = rank(each);
      const [bestAgency, bestPerson] = first ? rank(first) : [Number.POSITIVE_INFINITY, 0];
      if (agency < bestAgency || (agency === bestAgency && person < bestPerson)) first = each;
    }
    return first;
  }
}
