import type { MovePlace } from '@trailmark/core/account-ledger';
import {
  type AccountApportioning,
  type AccountBook,
  type Departure,
  least,
  type Movement,
  most,
  placeKey,
  type TracedPart,
} from './account-apportioning.ts';

function plain(tainted: bigint, added = 0n): Departure {
  return { tainted, added, runs: undefined };
}

/** A book that keeps one number: what of the balance is traced. */
abstract class Share implements AccountBook {
  held = 0n;
  abstract arrive(at: MovePlace, amount: bigint, part: TracedPart): void;
  abstract leave(at: MovePlace, amount: bigint): Departure;

  release(): bigint {
    const { held } = this;
    this.held = 0n;
    return held;
  }

  protected pay(tainted: bigint): Departure {
    this.held -= tainted;
    return plain(tainted);
  }
}

class ForwardShare extends Share {
  protected balance: bigint;

  constructor(opening: bigint) {
    super();
    this.balance = opening;
  }

  arrive(_at: MovePlace, amount: bigint, { tainted }: TracedPart): void {
    this.balance += amount;
    this.held += tainted;
  }

  leave(_at: MovePlace, amount: bigint): Departure {
    const { balance } = this;
    this.balance = balance > amount ? balance - amount : 0n;
    return this.pay(amount >= balance ? this.held : (this.held * amount) / balance);
  }
}

/** The claim never exceeds the balance, and the account's own money leaves before it. */
class ForwardClaim extends ForwardShare {
  override leave(_at: MovePlace, amount: bigint): Departure {
    this.balance = this.balance > amount ? this.balance - amount : 0n;
    return this.pay(this.held > this.balance ? this.held - this.balance : 0n);
  }
}

/** Balances after each receipt; never below zero, where receipts are missing. */
function balancesAfter(history: readonly Movement[]): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  let balance = 0n;
  for (const { at, isIn, amount } of history) {
    balance += isIn ? amount : -amount;
    if (balance < 0n) balance = 0n;
    if (isIn) balances.set(placeKey(at), balance);
  }
  return balances;
}

/** Sought money is spread evenly over the balance, so each receipt gives its part in the balance after it. */
class BackwardShare extends Share {
  private readonly balances: ReadonlyMap<string, bigint>;

  constructor(history: readonly Movement[]) {
    super();
    this.balances = balancesAfter(history);
  }

  arrive(_at: MovePlace, _amount: bigint, { tainted }: TracedPart): void {
    this.held += tainted;
  }

  leave(at: MovePlace, amount: bigint): Departure {
    const known = this.balances.get(placeKey(at)) ?? amount;
    const balance = most(known, this.held);
    return this.pay(amount >= balance ? this.held : (this.held * amount) / balance);
  }
}

/** Once traced money came in, all that moves is traced whole, forward and backward alike. */
class Whole extends Share {
  private isTouched = false;

  arrive(_at: MovePlace, _amount: bigint, { tainted }: TracedPart): void {
    this.held += tainted;
    if (tainted > 0n) this.isTouched = true;
  }

  leave(_at: MovePlace, amount: bigint): Departure {
    if (!this.isTouched) return plain(0n);
    const own = least(this.held, amount);
    this.held -= own;
    return plain(amount, amount - own);
  }

  override release(): bigint {
    this.isTouched = false;
    return super.release();
  }
}

/**
 * The most that any division of the balance can send with each payment: all that may still be traced in the account, up to the
 * payment, however much went before. What stays is the most that can have stayed. An account that pays more than it is known to
 * have has receipts that are not indexed: such a payment can carry up to all that traced money ever brought.
 */
class Reach extends ForwardShare {
  private brought = 0n;

  override arrive(at: MovePlace, amount: bigint, part: TracedPart): void {
    super.arrive(at, amount, part);
    this.brought += part.tainted;
  }

  override leave(_at: MovePlace, amount: bigint): Departure {
    const carried = least(amount, amount > this.balance ? this.brought : this.held);
    this.balance = amount > this.balance ? 0n : this.balance - amount;
    const stays = least(this.held, this.balance);
    const gone = this.held - stays;
    this.held = stays;
    return plain(carried, carried - gone);
  }

  override release(): bigint {
    this.brought = 0n;
    return super.release();
  }
}

/** Every payment carries the traced share of the balance. */
export const shareOfBalance: AccountApportioning = {
  forward: (opening) => new ForwardShare(opening),
  backward: (history) => new BackwardShare(history),
};

/** As by share, and every end is divided among the seeds. */
export const shareAmongSeeds: AccountApportioning = { ...shareOfBalance, dividesAmongSeeds: true };

/** The lowest balance since the receipt limits the claim. Which money a claim came from it does not say, so it only runs forward. */
export const lowestBalance: AccountApportioning = { forward: (opening) => new ForwardClaim(opening) };

/** Of every payment and every rest the most that can be traced money; backward everything, as a receipt of any size can have paid it. */
export const mostOfBalance: AccountApportioning = {
  forward: (opening) => new Reach(opening),
  backward: () => new Whole(),
};

/** Everything after the first traced receipt, whole. */
export const wholePayments: AccountApportioning = { forward: () => new Whole(), backward: () => new Whole() };
