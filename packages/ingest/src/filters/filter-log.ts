import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** A block whose filter was read; hashes in display order. */
export interface FilterPlace {
  readonly height: number;
  readonly hash: string;
  readonly filterHeader: string;
}

/** What following by filters came to since it began. */
export interface FilterCounts {
  /** Filters that were matched. */
  readonly filters: number;
  /** Blocks that were fetched whole because their filter matched. */
  readonly fetched: number;
  /** Of these, blocks that contain nothing of what is watched. */
  readonly byChance: number;
  /** Of these, blocks in which nothing watched was found and the outputs they spend are not all known. */
  readonly undecided: number;
}

const NO_COUNTS: FilterCounts = { filters: 0, fetched: 0, byChance: 0, undecided: 0 };

/** As many as a reorganisation may take back, and some. */
const KEPT = 120;

/**
 * How far a chain was followed by its filters, in one file of the chain's folder. It is written after the blocks are in the store: what a
 * stop in between leaves out is read again and found there.
 */
export class FilterLog {
  readonly #path: string;
  #places: readonly FilterPlace[] = [];
  #counts = NO_COUNTS;

  /** Throws `inconsistent` for a file that is not ours. */
  constructor(path: string) {
    this.#path = path;
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      return;
    }
    try {
      const { places, counts } = JSON.parse(text) as { places: FilterPlace[]; counts: FilterCounts };
      [this.#places, this.#counts] = [[...places], { ...NO_COUNTS, ...counts }];
    } catch (cause) {
      throw new AppError(
        'inconsistent',
        `The file ${path} is damaged. Without it following starts at the newest block.`,
        {
          cause,
        },
      );
    }
  }

  /** Highest first. */
  get places(): readonly FilterPlace[] {
    return [...this.#places].reverse();
  }

  get last(): FilterPlace | undefined {
    return this.#places.at(-1);
  }

  get counts(): FilterCounts {
    return this.#counts;
  }

  add(places: readonly FilterPlace[], found: FilterCounts): void {
    this.#places = [...this.#places, ...places].slice(-KEPT);
    const { filters, fetched, byChance, undecided } = this.#counts;
    this.#counts = {
      filters: filters + found.filters,
      fetched: fetched + found.fetched,
      byChance: byChance + found.byChance,
      undecided: undecided + found.undecided,
    };
    this.#write();
  }

  /** Forgets the blocks above a height. */
  cutAbove(height: number): void {
    this.#places = this.#places.filter((place) => place.height <= height);
    this.#write();
  }

  #write(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    const file = openSync(`${this.#path}.new`, 'w');
    try {
      writeFileSync(file, JSON.stringify({ places: this.#places, counts: this.#counts }));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${this.#path}.new`, this.#path);
  }
}
