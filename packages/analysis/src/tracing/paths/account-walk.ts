import type { AccountKey } from '@trailmark/core/account-block';
import {
  type AccountLedger,
  type AccountSpan,
  accountAssetKey,
  type MovePlace,
  type StoredMove,
} from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { USUAL_ORDER } from '../accounts/account-params.ts';
import { boundaryOf, findTurns } from '../accounts/order-unknown.ts';
import type { TraceBatching } from '../trace-session.ts';
import type { PathEnding } from './path-search.ts';
import { END, ORIGIN, type Payment, PaymentGraph } from './payment-graph.ts';
import { readBatches } from './read-batches.ts';
import type { SearchFrame } from './search-frame.ts';

/** Moves of one account read at most: an account with more is a hub, and nothing is followed through it. */
const HUB_MOVES = 2_000;
/** So that one query answers with at most 200,000 moves. */
const ACCOUNTS_AT_ONCE = 100;

export interface AccountPayment extends Payment {
  readonly move: StoredMove;
  readonly party: KnownParty | null;
}

export interface AccountWalkOptions {
  readonly reader: AccountLedger;
  readonly knowledge: AccountTraceKnowledge;
  readonly batching: TraceBatching;
  readonly frame: SearchFrame;
  readonly origin: AccountKey;
  readonly asset: AssetKey;
}

const moveKey = ({ position, slot }: MovePlace): string => `${position}#${slot}`;

function compare(a: MovePlace, b: MovePlace): number {
  return a.position - b.position || a.slot - b.slot;
}

/** Follows payments of one asset level by level; what an account got is followed into what it paid afterwards. */
export class AccountWalk {
  payments: AccountPayment[] = [];
  readonly #options: AccountWalkOptions;
  readonly #frame: SearchFrame;
  readonly #isForward: boolean;
  readonly #moves = new Map<string, StoredMove>();
  /** From where on each account is read, in the direction of the search. */
  readonly #readFrom = new Map<AccountKey, MovePlace>();
  readonly #hubs = new Set<AccountKey>();
  readonly #numbers = new Map<AccountKey, number>();
  readonly #addresses = new Map<AccountKey, string>();
  readonly #transactions = new Set<Position>();
  readonly #groups = new Set<string>();

  constructor(options: AccountWalkOptions) {
    this.#options = options;
    this.#frame = options.frame;
    this.#isForward = options.frame.question.direction === 'forward';
    this.#numbers.set(options.origin, ORIGIN);
  }

  async run(): Promise<PathEnding> {
    const { maxHops, budget, mode, limit } = this.#frame.question;
    const start = this.#isForward ? { position: -1, slot: 0 } : { position: Number.MAX_SAFE_INTEGER, slot: 0 };
    let frontier = new Map<AccountKey, MovePlace>([[this.#options.origin, start]]);
    for (let hop = 1; frontier.size > 0; hop++) {
      const next = this.#sift(await this.#level(frontier));
      this.#frame.transactions = this.#transactions.size;
      this.#frame.tell({ rounds: hop, open: next.size, ended: this.#groups.size });
      if (mode === 'shortest' && this.#groups.size >= limit) return 'enough';
      const reason = hop === maxHops ? 'hops' : 'budget';
      if (hop === maxHops || this.#transactions.size >= budget) {
        this.#frame.stop(reason, next.size);
        return this.#frame.stops.budget ? 'budget' : 'everything';
      }
      frontier = next;
    }
    return 'everything';
  }

  /** Payments so that each comes after those it can follow, as a graph. */
  graph(): PaymentGraph {
    const sign = this.#isForward ? 1 : -1;
    this.payments = [...this.#moves.values()].flatMap((move) => this.#payment(move) ?? []);
    this.payments.sort((a, b) => compare(a.move, b.move));
    const turns = findTurns(
      this.payments.map(({ move }) => move),
      USUAL_ORDER,
    );
    const turnOf = ({ move }: AccountPayment): MovePlace => turns.get(moveKey(move)) ?? move;
    if (sign < 0 || turns.size > 0) this.payments.sort((a, b) => sign * compare(turnOf(a), turnOf(b)));
    return new PaymentGraph(this.payments, this.#frame.question.maxHops);
  }

  addressOf(key: AccountKey): string {
    let address = this.#addresses.get(key);
    if (address === undefined) {
      address = this.#options.knowledge.formatAddress(key);
      this.#addresses.set(key, address);
    }
    return address;
  }

  #tailOf({ from, to }: StoredMove): AccountKey {
    return this.#isForward ? from : to;
  }

  #headOf({ from, to }: StoredMove): AccountKey {
    return this.#isForward ? to : from;
  }

  #payment(move: StoredMove): AccountPayment | undefined {
    const [tail, head] = [this.#tailOf(move), this.#headOf(move)];
    if (this.#hubs.has(tail)) return undefined;
    const standing = this.#frame.standing(this.addressOf(head));
    if (standing.kind === 'stop') return undefined;
    const base = { tail: this.#number(tail), amount: move.amount, move };
    if (standing.kind === 'open') return { ...base, head: this.#number(head), group: '', party: null };
    return { ...base, head: END, group: standing.group ?? moveKey(move), party: standing.party };
  }

  #number(key: AccountKey): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** The part of an account's moves that was not read yet, from the arrival on in the direction of the search. */
  #spanOf(address: AccountKey, arrival: MovePlace): AccountSpan {
    const { asset } = this.#options;
    const known = this.#readFrom.get(address);
    const isFirst = address === this.#options.origin;
    this.#readFrom.set(address, arrival);
    const [near, far] = [isFirst ? undefined : arrival, known];
    return this.#isForward ? { address, asset, from: near, until: far } : { address, asset, from: far, until: near };
  }

  /** Reads a level in hundreds of accounts, and no further once the budget is used up. */
  async #level(frontier: ReadonlyMap<AccountKey, MovePlace>): Promise<StoredMove[]> {
    const { budget } = this.#frame.question;
    const accounts = [...frontier];
    const moves: StoredMove[] = [];
    for (let at = 0; at < accounts.length; at += ACCOUNTS_AT_ONCE) {
      if (this.#transactions.size >= budget) {
        this.#frame.stop('budget', accounts.length - at);
        break;
      }
      const found = await this.#readAccounts(accounts.slice(at, at + ACCOUNTS_AT_ONCE));
      for (const { position } of found) this.#transactions.add(position);
      moves.push(...found);
    }
    return moves;
  }

  async #readAccounts(accounts: readonly (readonly [AccountKey, MovePlace])[]): Promise<StoredMove[]> {
    const { reader, batching } = this.#options;
    const spans = accounts.map(([address, arrival]) => this.#spanOf(address, arrival));
    const page = { order: this.#isForward ? 'oldest' : 'newest', limitEach: HUB_MOVES } as const;
    const ask = (own: readonly AccountSpan[]) => reader.spans(own, page, this.#frame.read);
    const answers = await readBatches(spans, batching, ask);
    const moves: StoredMove[] = [];
    for (const [i, { address, asset }] of spans.entries()) {
      const answer = answers[Math.floor(i / batching.batch)]?.get(accountAssetKey(address, asset));
      const isHub = answer?.isCut && this.#isHub(address);
      if (answer && !isHub) for (const move of answer.moves) if (this.#leadsOn(move, address)) moves.push(move);
    }
    return moves;
  }

  /** The subject itself is followed as far as it is read. */
  #isHub(address: AccountKey): boolean {
    this.#frame.stop('hub');
    if (address === this.#options.origin) return false;
    this.#hubs.add(address);
    return true;
  }

  #leadsOn(move: StoredMove, address: AccountKey): boolean {
    const head = this.#headOf(move);
    const isPayment = move.amount > 0n && head !== '' && head !== address && move.kind !== 'fee' && move.kind !== 'tip';
    if (!isPayment || this.#tailOf(move) !== address || head === this.#options.origin) return false;
    if (this.#frame.isInWindow(this.timeOf(move.position))) return true;
    this.#frame.stop('window');
    return false;
  }

  timeOf(position: Position): number {
    return this.#options.reader.block(positionHeight(position))?.time ?? 0;
  }

  /** Notes the moves of a level and the ends among them; returns the accounts to continue from, each with its first arrival. */
  #sift(moves: readonly StoredMove[]): Map<AccountKey, MovePlace> {
    this.#frame.meet(moves.map((move) => this.addressOf(this.#headOf(move))));
    const next = new Map<AccountKey, MovePlace>();
    for (const move of moves) {
      this.#moves.set(moveKey(move), move);
      const head = this.#headOf(move);
      const standing = this.#frame.standing(this.addressOf(head));
      if (standing.kind === 'stop') this.#frame.stop('party');
      else if (standing.kind === 'end') this.#groups.add(standing.group ?? moveKey(move));
      else if (!this.#hubs.has(head)) {
        const arrival = boundaryOf(move, this.#isForward);
        if (this.#isEarlier(arrival, next.get(head) ?? this.#readFrom.get(head))) next.set(head, arrival);
      }
    }
    return next;
  }

  #isEarlier(place: MovePlace, known: MovePlace | undefined): boolean {
    return known === undefined || (this.#isForward ? compare(place, known) < 0 : compare(place, known) > 0);
  }
}
