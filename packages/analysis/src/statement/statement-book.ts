import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey, AssetId } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { AssetLots } from '@trailmark/core/statement/lots';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type {
  AssetStatement,
  BalancePoint,
  BridgePair,
  StatementLeg,
  StatementLine,
  StatementParty,
  StatementRate,
  StatementRequest,
  StatementTotal,
  TotalKind,
} from '@trailmark/core/statement/statement';
import { AssetBook, type BookPlace } from './asset-book.ts';
import { type Crossings, NO_CROSSINGS } from './bridge-pairs.ts';
import { type DraftLeg, type DraftLine, draftLines } from './draft-lines.ts';
import { expectBalanced, sumLines } from './line-sums.ts';
import { createLocalDates, type LocalDate } from './local-time.ts';
import { LotCarrier } from './lots/carried-lots.ts';
import { SetLots } from './lots/set-lots.ts';
import { createTotals } from './statement-totals.ts';
import type { StatementWorld } from './statement-world.ts';

const MOST_NAMED = 3;

type BookRequest = Pick<StatementRequest, 'from' | 'to' | 'zone' | 'ownTransfers' | 'spam'>;

export interface BookOptions {
  /** False: lots and totals are not kept, so that memory does not grow with the lines. */
  readonly keepsSums: boolean;
  /** The chain has outputs, whose coins can be followed. */
  readonly hasCoins: (chain: ChainId) => boolean;
  /** Bridge transfers of the set in the period, each of which becomes one line; left out: none. */
  readonly crossings?: Crossings;
  /** Bridge transfers of the whole history, over which lots keep their cost; left out: those of the period. */
  readonly lotCrossings?: Crossings;
}

export interface StatementResult {
  readonly balances: readonly AssetStatement[];
  readonly totals: Readonly<Record<TotalKind, readonly StatementTotal[]>>;
  readonly lots: readonly AssetLots[];
  readonly points: ReadonlyMap<AssetId, readonly BalancePoint[]>;
  readonly bridges: readonly BridgePair[];
  /** Behind every value of the statement, by asset and day. */
  readonly rates: readonly StatementRate[];
  readonly lineCount: number;
  /** Left out because spam was not requested. */
  readonly spamCount: number;
  /** Lines with an amount that has no price. */
  readonly unpricedCount: number;
}

const ARRIVAL_FEE = 'Fee of a bridge transfer that arrived: its line is above';

interface Part {
  readonly part: number;
  readonly parts: number;
}

/** Assets of a line, each once, in the order of its legs. */
function assetsOf({ legs, fee }: DraftLine): AssetId[] {
  const found: AssetId[] = [];
  for (const { asset } of legs) if (!found.includes(asset)) found.push(asset);
  if (fee && !found.includes(fee.asset)) found.push(fee.asset);
  return found;
}

/**
 * Keeps the accounts of a set of addresses over the transactions it is given: those of one chain in the order of their
 * positions, chains by time. In each asset, opening + in - out - fees = closing exactly, or the asset has a gap and no balance
 * from there on. Throws `inconsistent` where lines and the change of a transaction differ, which would be a fault of ours.
 */
export class StatementBook {
  private readonly request: BookRequest;
  private readonly world: StatementWorld;
  private readonly options: BookOptions;
  private readonly books = new Map<AssetId, AssetBook>();
  private readonly lots: SetLots;
  private readonly totals = createTotals();
  private readonly bridges: BridgePair[] = [];
  private readonly dateOf: (seconds: number) => LocalDate;
  /** Chains whose period has begun. */
  private readonly begun = new Set<ChainId>();
  private lineCount = 0;
  private spamCount = 0;
  private unpricedCount = 0;

  constructor(request: BookRequest, world: StatementWorld, options: BookOptions) {
    this.request = request;
    this.world = world;
    this.options = options;
    this.dateOf = createLocalDates(request.zone);
    const { hasCoins, crossings = NO_CROSSINGS, lotCrossings = crossings } = options;
    this.lots = new SetLots({
      world,
      carrier: new LotCarrier(world, lotCrossings),
      bookOf: (asset) => this.bookOf(asset),
      hasCoins: ({ chain }) => hasCoins(chain),
    });
  }

  /** Books one transaction, which is not after the period, and returns its lines. */
  add(transaction: SetTransaction): readonly StatementLine[] {
    const place = this.placeOf(transaction);
    this.openGaps(transaction, place);
    const drafts = draftLines(transaction);
    const sums = sumLines(drafts);
    expectBalanced(transaction, sums);
    const merged = this.mergeCrossing(transaction, drafts);
    const lines: StatementLine[] = [];
    for (const [part, draft] of merged.entries()) {
      this.apply(draft, place);
      const line = place.isInPeriod ? this.write(draft, transaction, { part, parts: merged.length }) : undefined;
      if (line) lines.push(line);
    }
    if (this.options.keepsSums)
      this.lots.add(transaction, drafts, sums, { ...place, nextLine: this.lotLine(transaction, place) });
    for (const asset of sums.keys()) {
      const book = this.bookOf(asset);
      book.settle(place);
      if (place.isInPeriod) book.point(transaction.time);
    }
    return lines;
  }

  /** What arrives over a bridge is part of the line by which it left, and where it arrives only its fee is a line. */
  private mergeCrossing(transaction: SetTransaction, drafts: readonly DraftLine[]): readonly DraftLine[] {
    const { crossings = NO_CROSSINGS } = this.options;
    if (crossings === NO_CROSSINGS) return drafts;
    const [left, arrived] = [crossings.ofLeft(transaction), crossings.ofArrived(transaction)];
    if (arrived) return drafts.flatMap((draft) => (draft.fee ? [{ ...draft, legs: [], note: ARRIVAL_FEE }] : []));
    const [draft, ...rest] = drafts;
    if (!(left && draft)) return drafts;
    this.begin(left.arrived.chain);
    const { chain, position, time, txid } = left.arrived;
    const others = draftLines(left.arrived);
    const arrival = { chain, height: positionHeight(position), time, txid };
    this.bridges.push({ message: left.message, line: this.lineCount + 1, from: left.left.chain, to: chain });
    return [{ ...draft, legs: [...draft.legs, ...others.flatMap(({ legs }) => legs)], arrival }, ...rest];
  }

  /** The line that coins came or left by: of what arrives over a bridge the line by which it left. */
  private lotLine(transaction: SetTransaction, { nextLine }: BookPlace): number {
    const arrived = this.options.crossings?.ofArrived(transaction);
    return this.bridges.find(({ message }) => message === arrived?.message)?.line ?? nextLine;
  }

  /** Accounts that are there even if nothing ever moved: an address that has nothing has 0 of its coin. */
  open(assets: readonly AssetId[]): void {
    for (const asset of assets) this.bookOf(asset);
  }

  close(): StatementResult {
    const balances = [...this.books.values()].map((book) => this.closeBook(book));
    const points = new Map([...this.books].map(([asset, book]) => [asset, book.points]));
    const { lineCount, spamCount, unpricedCount } = this;
    const lots = this.lots.close();
    const totals = this.totals.list();
    const rates = this.world.rates();
    return { balances, totals, lots, points, bridges: this.bridges, rates, lineCount, spamCount, unpricedCount };
  }

  private closeBook(book: AssetBook): AssetStatement {
    const { asset, chain } = book.known;
    this.begin(chain);
    const end = this.world.end(chain);
    const time = Math.min(this.request.to ?? Number.POSITIVE_INFINITY, end?.time ?? 0);
    const place = { time, nextLine: this.lineCount + 1, isInPeriod: true };
    const height = isCovered(book, time) ? 0 : (end?.height ?? 0);
    const { to } = this.request;
    // The end of a period is no part of it: its last day may be the one before.
    const valued = to === null ? time : Math.min(time, to - 1);
    return book.close({ ...place, height }, (amount) => this.world.value(asset.id, amount, valued));
  }

  private bookOf(asset: AssetId): AssetBook {
    const known = this.books.get(asset);
    if (known) return known;
    const book = new AssetBook(this.world.asset(asset), this.request.from === null);
    this.books.set(asset, book);
    if (this.begun.has(book.known.chain)) this.beginBook(book);
    return book;
  }

  /** An opening balance is known only where everything before the period is. */
  private beginBook(book: AssetBook): void {
    const { from } = this.request;
    const height = this.world.end(book.known.chain)?.height ?? 0;
    const place = { height, nextLine: this.lineCount + 1, isInPeriod: true };
    if (from !== null && !isCovered(book, from - 1)) book.reach({ ...place, time: from });
    book.begin();
  }

  private begin(chain: ChainId): void {
    if (this.begun.has(chain)) return;
    this.begun.add(chain);
    for (const book of this.books.values()) if (book.known.chain === chain) this.beginBook(book);
  }

  private placeOf({ chain, position, time }: SetTransaction): BookPlace {
    const { from } = this.request;
    if (from === null || time >= from) this.begin(chain);
    // Block times may go back a little: what follows the first block of the period is in it.
    return { height: positionHeight(position), time, nextLine: this.lineCount + 1, isInPeriod: this.begun.has(chain) };
  }

  private openGaps({ net, isCut, hasUnknownInput }: SetTransaction, place: BookPlace): void {
    for (const asset of net.keys()) {
      const book = this.bookOf(asset);
      book.reach(place);
      if (isCut) {
        const reason = 'A transaction moved more than is read of one, so its change is not known.';
        book.open({ kind: 'too-large', reason }, place);
      }
      if (hasUnknownInput)
        book.open({ kind: 'unknown-input', reason: 'A coin was spent whose amount is not indexed.' }, place);
    }
  }

  private apply(draft: DraftLine, place: BookPlace): void {
    for (const { asset, amount } of draft.legs) this.bookOf(asset).add(amount, amount > 0n ? 'in' : 'out', place);
    if (draft.fee) this.bookOf(draft.fee.asset).add(draft.fee.amount, 'fee', place);
  }

  /** Tokens nobody vouches for that moved without a call of the set. */
  private isSpam({ isUnasked, legs }: DraftLine): boolean {
    return isUnasked && legs.some(({ asset }) => this.bookOf(asset).known.asset.isUnverified);
  }

  private isShown(draft: DraftLine, isSpam: boolean): boolean {
    if (isSpam) return this.request.spam;
    return draft.type !== 'own-transfer' || this.request.ownTransfers || draft.fee !== undefined;
  }

  private write(draft: DraftLine, transaction: SetTransaction, parts: Part): StatementLine | undefined {
    const isSpam = this.isSpam(draft);
    for (const { asset } of draft.legs) this.bookOf(asset).countLine(isSpam);
    if (!this.isShown(draft, isSpam)) {
      if (isSpam) this.spamCount += 1;
      return undefined;
    }
    this.lineCount += 1;
    const line = this.toLine(draft, transaction, parts, isSpam);
    if (this.options.keepsSums) this.totals.add(line, this.dateOf(transaction.time));
    return line;
  }

  private toLine(
    draft: DraftLine,
    { chain, position, time, txid }: SetTransaction,
    { part, parts }: Part,
    isSpam: boolean,
  ): StatementLine {
    const legs = draft.legs.map((leg) => this.toLeg(leg, time));
    const fee = draft.fee && this.toLeg(draft.fee, time);
    if (legs.some(({ value }) => value === undefined) || (fee && fee.value === undefined)) this.unpricedCount += 1;
    return {
      no: this.lineCount,
      chain,
      height: positionHeight(position),
      time,
      txid,
      part,
      parts,
      type: draft.type,
      basis: draft.basis,
      rule: draft.rule,
      note: draft.note,
      legs,
      fee,
      isSpam,
      arrival: draft.arrival,
      partyCount: draft.others.length,
      parties: this.namesOf(chain, draft.others),
      own: this.namesOf(chain, draft.own).map(({ address }) => address),
      balances: assetsOf(draft).map((asset) => ({ asset, amount: this.bookOf(asset).balance })),
    };
  }

  private toLeg({ asset, amount, tokenId }: DraftLeg, time: number): StatementLeg {
    return { asset, amount, tokenId, value: this.world.value(asset, amount, time) };
  }

  private namesOf(chain: ChainId, keys: readonly AddressKey[]): StatementParty[] {
    const named = keys.length > MOST_NAMED ? keys.slice(0, MOST_NAMED) : keys;
    return named.map((key) => this.world.party(chain, key));
  }
}

/** Everything up to a time is indexed, so that no later block can change the balance at it. */
function isCovered({ known: { knownUntil } }: AssetBook, time: number): boolean {
  return knownUntil.time !== undefined && knownUntil.time >= time;
}
