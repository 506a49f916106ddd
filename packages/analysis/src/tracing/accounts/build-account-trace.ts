import { BLOCK_MOVES_INDEX } from '@trailmark/core/account-block';
import { accountAssetKey, type MovePlace, type StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, formatAssetId } from '@trailmark/core/asset';
import { describeFlowAsset, flowAssetWord, formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { CutKind } from '@trailmark/core/trace/stop-reason';
import type {
  AccountStep,
  Trace,
  TraceAccount,
  TraceCut,
  TraceGap,
  TraceLeaf,
  TraceSum,
  TraceTransfer,
} from '@trailmark/core/trace/trace';
import { comparePlaces, placeKey } from './account-apportioning.ts';
import type { MoveOrder } from './account-params.ts';
import type { AccountTrail } from './account-trail.ts';
import { buildStatement } from './build-statement.ts';
import type { Holder } from './holder.ts';
import { coverageOf, isTimeEstimated } from './index-coverage.ts';
import { divideByLargestRemainder } from './largest-remainder.ts';
import { isStatedAsset, type LoadedAccounts } from './loaded-accounts.ts';
import { isPositionEstimated, isUnplaced } from './order-unknown.ts';
import type { Replay } from './replay.ts';
import type { ConversionDraft, CutDraft, LeafDraft, StepDraft, SumDraft } from './trace-record.ts';

const NAMED_GAPS = 50;

const CUT_DETAILS: Record<CutKind, string> = {
  'fan-out': 'Payments beyond the fan-out limit, the smallest ones.',
  'min-amount': 'Payments that carry less than the smallest amount followed.',
  'min-share': 'Payments that carry less than the smallest share followed.',
  'not-chosen': 'Payments that were not chosen.',
};

const ORDER_WORDS: Readonly<Record<MoveOrder, string>> = {
  'receipts-first':
    'Their order is a convention: where several may have happened at once, what an account received comes before what it paid.',
  'payments-first':
    'Their order is an assumption of the request: where several may have happened at once, what an account paid comes before what it received.',
};

/** What a pass found, as a trace: names and hashes in place of keys, everything in the order of the chain. */
export class AccountTraceBuilder {
  private readonly trail: AccountTrail;
  private readonly loaded: LoadedAccounts;
  private readonly hashes: ReadonlyMap<Position, string>;
  private readonly replay: Replay;
  private readonly fetchedUntil: ReadonlyMap<string, number>;

  /** `fetchedUntil`: up to which height single accounts were fetched on demand. */
  constructor(
    trail: AccountTrail,
    loaded: LoadedAccounts,
    replay: Replay,
    hashes: ReadonlyMap<Position, string>,
    fetchedUntil: ReadonlyMap<string, number>,
  ) {
    this.trail = trail;
    this.loaded = loaded;
    this.fetchedUntil = fetchedUntil;
    this.replay = replay;
    this.hashes = hashes;
  }

  build(isComplete: boolean, rounds: number): Trace {
    const { trail } = this;
    const { record } = this.replay;
    const leaves = [...record.leaves, ...this.holders().flatMap((holder) => this.toRest(holder) ?? [])];
    const sums = [...record.sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      request: { ...trail.request, asset: trail.seeds.asset },
      seeds: trail.seeds.moves.map((move) => this.toSeed(move)),
      state: isComplete ? 'complete' : 'partial',
      steps: [...record.steps].sort(([a], [b]) => a - b).map(([position, step]) => this.toStep(position, step)),
      accounts: this.holders().map((holder) => this.toAccount(holder)),
      leaves: [...leaves].sort(compareLeaves).map((leaf) => this.toLeaf(leaf)),
      cuts: [...record.cuts.values()].sort(compareCuts).map((cut) => this.toCut(cut)),
      peelChains: [],
      sums: sums.map(([asset, sum]) => this.withUnbegun(toSum(asset, sum, leaves.slice(record.leaves.length)))),
      gaps: this.listGaps(),
      counts: { transactionsRead: this.loaded.transactions.size, rounds },
      statement: buildStatement(
        trail,
        this.replay,
        { txid: (position) => this.txid(position), ref: (place) => this.ref(place) },
        isComplete,
      ),
    };
  }

  /** A sum that closes is not all of it where the trace leaves money of its beginnings unbegun. */
  private withUnbegun(sum: TraceSum): TraceSum {
    const { asset, unbegun } = this.trail.seeds;
    const total = sum.asset === asset ? unbegun.reduce((all, each) => all + each.unbegun, 0n) : 0n;
    return total === 0n ? sum : { ...sum, unbegun: total };
  }

  private holders(): Holder[] {
    const found = this.replay.holders.flatMap((holder) => holder ?? []);
    return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  private ref({ position, slot }: MovePlace): string {
    return `${this.txid(position)}#${Math.floor(slot)}`;
  }

  private txid(position: Position): string {
    if (positionIndex(position) === BLOCK_MOVES_INDEX) return `block-${positionHeight(position)}`;
    return this.hashes.get(position) ?? `position-${position}`;
  }

  private placeOf(position: Position): { height: number; time: number } {
    const height = positionHeight(position);
    return { height, time: this.trail.reader.block(height)?.time ?? 0 };
  }

  private toSeed(move: StoredMove): Trace['seeds'][number] {
    const { asset, from, to, position } = move;
    const amount = this.begunWith(move);
    const address = this.trail.parties.format(this.trail.isForward ? to : from);
    return { ref: this.ref(move), address, asset, amount, ...this.placeOf(position) };
  }

  private begunWith(move: StoredMove): bigint {
    return this.replay.record.begun.get(placeKey(move)) ?? 0n;
  }

  private toStep(position: Position, { hop, transfers, conversions, fees, added }: StepDraft): AccountStep {
    const { height, time } = this.placeOf(position);
    const ordered = [...transfers].sort((a, b) => a.move.slot - b.move.slot);
    return {
      family: 'accounts',
      txid: this.txid(position),
      height,
      index: positionIndex(position),
      time,
      timeEstimated: isTimeEstimated(this.trail.reader, height),
      hop,
      transfers: ordered.map(({ move, tainted }) => this.toTransfer(move, tainted)),
      conversions: conversions.map((draft) => this.toConversion(draft)),
      feeTainted: fees,
      added,
    };
  }

  private toTransfer(move: StoredMove, tainted: bigint): TraceTransfer {
    const { kind, asset, from, to, amount } = move;
    const { parties } = this.trail;
    return { ref: this.ref(move), kind, asset, from: parties.format(from), to: parties.format(to), amount, tainted };
  }

  private toConversion({ trade, from, to }: ConversionDraft): AccountStep['conversions'][number] {
    const { kind, rule, protocol, account } = trade;
    const near = { ...trade.from, tainted: from };
    const [first, ...others] = trade.to;
    const far = { ...first, tainted: to[0] ?? 0n };
    const more = others.map((leg, i) => ({ ...leg, tainted: to[i + 1] ?? 0n }));
    const { isForward } = this.trail;
    return {
      kind,
      rule,
      protocol: protocol.slice(0, 200),
      account: this.trail.parties.format(account) ?? '',
      from: isForward ? near : far,
      to: isForward ? far : near,
      ...(more.length > 0 && { [isForward ? 'moreTo' : 'moreFrom']: more }),
      certainty: 'proven',
    };
  }

  private toAccount({ account, opening, taintedIn, taintedOut, released, book }: Holder): TraceAccount {
    return {
      address: this.trail.parties.format(account.address) ?? '',
      asset: account.asset,
      opening: isStatedAsset(account.asset) ? null : opening,
      taintedIn,
      taintedOut,
      taintedHeld: book.held + released,
      transfersRead: account.moves.length,
    };
  }

  /** Traced money that is left in an account when the timeline ends. */
  private toRest(holder: Holder): LeafDraft | undefined {
    const { account, book, last, hop } = holder;
    if (book.held === 0n) return undefined;
    const { address, asset } = account;
    const leaf = { at: last, address, asset, amount: book.held, hop, onward: null };
    return { ...leaf, ...this.whyRest(holder) };
  }

  private whyRest({ account, last, goesOn }: Holder): Pick<LeafDraft, 'reason' | 'detail'> {
    const { isForward, reader } = this.trail;
    if (goesOn) {
      const detail = isForward
        ? 'The account paid on after the time window: how much of this left it there is not reckoned.'
        : 'The account has receipts before the time window: how much of this came from them is not reckoned.';
      return { reason: isForward ? 'after-window' : 'before-window', detail };
    }
    const tip = reader.tip()?.height ?? 0;
    if (!isForward)
      return { reason: 'source-unknown', detail: 'The index holds no receipt that this money could have come from.' };
    const { wholeFrom } = coverageOf(reader, account.asset);
    if (wholeFrom !== undefined && positionHeight(last.position) >= wholeFrom)
      return { reason: 'held', detail: `Still in the account at block ${tip}, the last one held.` };
    const until = this.fetchedUntil.get(accountAssetKey(account.address, account.asset));
    if (until !== undefined) {
      const detail = `Still in the account at block ${until}, up to which its payments were fetched whole from a source. The index does not hold every block from here to block ${tip}.`;
      return { reason: 'held', detail };
    }
    const detail = `The index does not hold every block from here to block ${tip}: what the account did with it may be missing.`;
    return { reason: 'data-end', detail };
  }

  private toLeaf({ at, address, asset, amount, hop, reason, detail, onward }: LeafDraft): TraceLeaf {
    const weights = this.trail.seeds.moves.map((move) => this.begunWith(move));
    const party = this.trail.parties.find(address) ?? null;
    const shares = this.trail.method.dividesAmongSeeds ? divideByLargestRemainder(amount, weights) : null;
    const { height, time } = this.placeOf(at.position);
    const text = this.trail.parties.format(address);
    return {
      ref: this.ref(at),
      address: text,
      asset,
      amount,
      hop,
      height,
      time,
      reason,
      detail,
      party,
      onward,
      shares,
    };
  }

  private toCut({ address, asset, kind, hop, count, amount }: CutDraft): TraceCut {
    const at = this.trail.parties.format(address) ?? '';
    return { at, hop, kind, asset, count, amount, detail: CUT_DETAILS[kind] };
  }

  private listGaps(): TraceGap[] {
    const { reader, seeds, chain } = this.trail;
    const gaps: TraceGap[] = [];
    const tip = reader.tip()?.height ?? 0;
    const coverage = coverageOf(reader, seeds.asset);
    if (!coverage.isWhole) {
      const from = coverage.wholeFrom === undefined ? '' : ` Only from block ${coverage.wholeFrom} on it is whole.`;
      const message = `${chain} is not fully indexed up to block ${tip}.${from} Receipts and payments outside of it are not seen, and opening balances are sums of what is indexed.`;
      gaps.push({ kind: 'heights-missing', where: chain, message });
    }
    if (this.holders().some(({ account }) => isStatedAsset(account.asset))) {
      const message =
        'Values that a table states are no balance: every account is taken to own nothing before its first traced receipt.';
      gaps.push({ kind: 'opening-unknown', where: chain, message });
    }
    return [
      ...gaps,
      ...this.listUnbegunGaps(),
      ...this.listSeedGaps(),
      ...this.listOrderGaps(),
      ...this.listAccountGaps(),
    ];
  }

  /** Where no receipt of an address is indexed, what it paid replaces what it received. */
  private listSeedGaps(): TraceGap[] {
    const { request, seeds, isForward, parties } = this.trail;
    const [payers, payees] = [new Set(seeds.moves.map(({ from }) => from)), new Set(seeds.moves.map(({ to }) => to))];
    return request.seeds.flatMap((seed): TraceGap[] => {
      if (!isForward || seed.kind !== 'address' || seed.side !== undefined) return [];
      const key = parties.parse(seed.address);
      if (payees.has(key) || !payers.has(key)) return [];
      const message =
        'No receipt of this address within the time window is indexed: the trace starts with what it paid out.';
      return [{ kind: 'opening-unknown', where: seed.address, message }];
    });
  }

  /** Addresses that had more money than the receipts the trace begins with. */
  private listUnbegunGaps(): TraceGap[] {
    const { seeds, chain } = this.trail;
    const asset = describeFlowAsset(undefined, formatAssetId(chain, seeds.asset));
    const say = (units: bigint): string => `${formatFlowAmount(units.toString(), asset)} ${flowAssetWord(asset)}`;
    return seeds.unbegun.map(({ seed, received, paid, unbegun }) => ({
      kind: 'unbegun',
      where: seed,
      message: `${seed} received ${say(received)} and paid ${say(paid)}, as far as indexed: receipts of it are missing. The trace starts with what it received, and leaves out at least ${say(unbegun)} that it paid. Start with all that went through it to follow that too.`,
    }));
  }

  private listOrderGaps(): TraceGap[] {
    const steps = [...this.replay.record.steps.entries()];
    const unplaced = steps.filter(([, { transfers }]) => transfers.some(({ move }) => isUnplaced(move)));
    const estimated = steps.filter(([position]) => isPositionEstimated(position));
    const count = new Set([...unplaced, ...estimated].map(([position]) => position)).size;
    if (count === 0) return [];
    const message = `The source does not say where ${count} of the transactions, or transfers in them, stand in their block. ${ORDER_WORDS[this.trail.order]}`;
    return [{ kind: 'order-unknown', where: this.trail.chain, message }];
  }

  private listAccountGaps(): TraceGap[] {
    const gaps = this.holders().flatMap((holder): TraceGap[] => {
      const where = this.trail.parties.format(holder.account.address) ?? '';
      const found: TraceGap[] = [];
      // Stated values are no balance before the first traced receipt, which one gap states about all of them.
      if (holder.opening === null && !isStatedAsset(holder.account.asset))
        found.push({
          kind: 'opening-unknown',
          where,
          message:
            'By the indexed transfers the balance before the first traced receipt is negative; zero is used instead.',
        });
      if (holder.isShort)
        found.push({
          kind: 'value-unknown',
          where,
          message: 'The account paid more than the index knows it held. What is missing counts as untraced money.',
        });
      return found;
    });
    if (gaps.length <= NAMED_GAPS) return gaps;
    const rest = gaps.length - NAMED_GAPS;
    const message = `Balances of ${rest} more accounts cannot be calculated from the indexed transfers.`;
    return [...gaps.slice(0, NAMED_GAPS), { kind: 'opening-unknown', where: this.trail.chain, message }];
  }
}

function keyOf({ account }: Holder): string {
  return `${account.address}:${account.asset}`;
}

function compareLeaves(a: LeafDraft, b: LeafDraft): number {
  return (
    comparePlaces(a.at, b.at) ||
    (`${a.address}:${a.asset}:${a.reason}` < `${b.address}:${b.asset}:${b.reason}` ? -1 : 1)
  );
}

function compareCuts(a: CutDraft, b: CutDraft): number {
  return `${a.address}:${a.asset}:${a.kind}` < `${b.address}:${b.asset}:${b.kind}` ? -1 : 1;
}

function toSum(asset: AssetKey, sum: SumDraft, rests: readonly LeafDraft[]): TraceSum {
  const ended = new Map(sum.ended);
  for (const { asset: of, reason, amount } of rests)
    if (of === asset) ended.set(reason, (ended.get(reason) ?? 0n) + amount);
  const out = [...ended.values()].reduce((total, amount) => total + amount, 0n);
  const { began, added, convertedIn, convertedOut, cut, fees } = sum;
  return {
    asset,
    began,
    added,
    convertedIn,
    convertedOut,
    ended: Object.fromEntries([...ended].sort(([a], [b]) => (a < b ? -1 : 1))),
    cut,
    fees,
    difference: began + added + convertedIn - out - cut - fees - convertedOut,
  };
}
