import { bet, payOut } from './behaviour.ts';
import type { Economy } from './economy.ts';

/** Share of transactions a service may make up, and the part of its time after which its history is complete. */
const SHARE = 0.3;
const START = 0.04;
const END = 0.92;
const MAX_BATCH = 30;

/**
 * A dice-like service with one address that many pay and that pays out, until its history has exactly `target` entries
 * (outputs to it and inputs from it). It keeps pace with the chain and is done before transaction `deadline`.
 */
export class HotService {
  readonly entity: number;
  readonly target: number;
  entries = 0;
  readonly #economy: Economy;
  readonly #deadline: number;
  readonly #batch: number;

  constructor(economy: Economy, entity: number, target: number, deadline: number) {
    this.entity = entity;
    this.target = target;
    this.#economy = economy;
    this.#deadline = deadline;
    this.#batch = Math.max(1, Math.ceil(target / (SHARE * (END - START) * deadline) / 2));
    if (this.#batch > MAX_BATCH) {
      throw new Error(`A history of ${target} entries does not fit into ${deadline} transactions: use more.`);
    }
  }

  get isDone(): boolean {
    return this.entries === this.target;
  }

  /** Behind its pace after so many transactions of the chain. */
  isBehind(transactions: number): boolean {
    const progress = (transactions / this.#deadline - START) / (END - START);
    return this.entries < this.target * Math.min(1, progress);
  }

  /** Out of time: only the service should act now. */
  isUrgent(transactions: number): boolean {
    return transactions > this.#deadline * END;
  }

  /** Makes a transaction of the service. False when nobody has the money. */
  act(): boolean {
    for (let i = 0; i < 20; i++) if (this.#attempt()) return true;
    return false;
  }

  #attempt(): boolean {
    const economy = this.#economy;
    const left = this.target - this.entries;
    const size = 1 + economy.random.below(this.#batch * 2 - 1);
    const held = economy.coins.countOf(this.entity);
    if (left >= 2 && held > 0 && (held > this.#batch * 8 || economy.random.next() < 0.5)) {
      const count = Math.min(size, held, left - 1);
      if (payOut(economy, this.entity, count)) {
        this.entries += count + 1;
        return true;
      }
    }
    const count = Math.min(size, left);
    if (!bet(economy, this.entity, count)) return false;
    this.entries += count;
    return true;
  }
}
