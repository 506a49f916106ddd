import type { AssetStatement, BalancePoint, StatementGap } from '@trailmark/core/statement/statement';
import { createBalancePoints } from './balance-points.ts';
import type { KnownAsset } from './statement-world.ts';

/** Where in the statement something happens. */
export interface BookPlace {
  readonly height: number;
  readonly time: number;
  /** The number that the next line gets. */
  readonly nextLine: number;
  readonly isInPeriod: boolean;
}

const NEGATIVE =
  'More went out than came in, so receipts are missing in the index, or the token changes balances without a transfer.';

type GapCause = Pick<StatementGap, 'kind' | 'reason'>;

/** The running account of one asset. */
export class AssetBook {
  readonly known: KnownAsset;
  private readonly gaps: StatementGap[] = [];
  private readonly balancePoints = createBalancePoints();
  private readonly sums = { in: 0n, out: 0n, fee: 0n };
  private total = 0n;
  private opening: bigint | undefined;
  private hasOpening: boolean;
  private lineCount = 0;
  private spamCount = 0;

  /** `startsAtZero`: the period begins with the ledger, before which nobody has anything. */
  constructor(known: KnownAsset, startsAtZero: boolean) {
    this.known = known;
    this.hasOpening = startsAtZero;
    this.opening = startsAtZero ? 0n : undefined;
  }

  /** Opens a gap where the index is not whole up to this place. */
  reach(place: BookPlace): void {
    const { knownUntil } = this.known;
    if (knownUntil.height !== undefined && place.height <= knownUntil.height) return;
    this.open({ kind: 'not-indexed', reason: knownUntil.reason }, place);
  }

  open({ kind, reason }: GapCause, { height, time, nextLine, isInPeriod }: BookPlace): void {
    const { asset, knownUntil } = this.known;
    if (this.gaps.some((gap) => gap.kind === kind)) return;
    const isIndex = kind === 'not-indexed';
    this.gaps.push({
      asset: asset.id,
      kind,
      reason,
      fromHeight: isIndex ? (knownUntil.height ?? -1) + 1 : height,
      toHeight: isIndex ? undefined : height,
      fromTime: isIndex ? (knownUntil.time ?? 0) : time,
      missingAtLeast: undefined,
      beforeLine: isInPeriod ? nextLine : undefined,
    });
  }

  add(amount: bigint, part: 'in' | 'out' | 'fee', { isInPeriod }: BookPlace): void {
    this.total += amount;
    if (isInPeriod) this.sums[part] += part === 'in' ? amount : -amount;
  }

  /** Called after each transaction: a balance below zero is a gap. */
  settle(place: BookPlace): void {
    if (this.total >= 0n) return;
    if (!this.hasGap) this.open({ kind: 'negative', reason: NEGATIVE }, place);
    const last = this.gaps.at(-1);
    const missing = -this.total;
    if (last && (last.missingAtLeast ?? 0n) < missing)
      this.gaps[this.gaps.length - 1] = { ...last, missingAtLeast: missing };
  }

  countLine(isSpam: boolean): void {
    this.lineCount += 1;
    if (isSpam) this.spamCount += 1;
  }

  point(time: number): void {
    this.balancePoints.add(time, this.balance);
  }

  /** The period begins: what is there now is the opening balance. */
  begin(): void {
    if (this.hasOpening) return;
    this.hasOpening = true;
    this.opening = this.balance;
  }

  /** Undefined from the first gap on. */
  get balance(): bigint | undefined {
    return this.hasGap ? undefined : this.total;
  }

  get hasGap(): boolean {
    return this.gaps.length > 0;
  }

  get points(): readonly BalancePoint[] {
    return this.balancePoints.list();
  }

  /** The row, closed at the end of the period. */
  close(end: BookPlace, toValue: (amount: bigint) => bigint | undefined): AssetStatement {
    this.settle(end);
    this.reach(end);
    const { balance: closing, sums } = this;
    return {
      asset: this.known.asset,
      chain: this.known.chain,
      opening: this.opening,
      in: sums.in,
      out: sums.out,
      fees: sums.fee,
      closing,
      closingValue: closing === undefined ? undefined : toValue(closing),
      gaps: this.gaps,
      lineCount: this.lineCount,
      isSpam: this.lineCount > 0 && this.spamCount === this.lineCount,
    };
  }
}
