import type { AddressKey, Transfer } from '@trailmark/core/ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { WatchFold } from '@trailmark/core/watch';
import type { NewAlert } from '../../inbox/raise-alert.ts';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { describeHit, withStep } from '../describe-hit.ts';
import { evaluateHit } from '../evaluate-hit.ts';
import { type TouchedTransaction, toAssetTouched, toStepTouched, toTouched } from '../read-hits.ts';
import { createRuleWorld } from '../rule-world.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { SubjectStep, WatchSubject } from '../subjects/watch-subject.ts';
import { SubjectReadings } from './subject-readings.ts';
import { toAlert } from './to-alert.ts';
import type { LoadedWatch } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

/** One transaction of a block. */
interface ReadTransaction {
  readonly position: Position;
  readonly transfers: readonly Transfer[];
}

/** What a transaction comes to for a watch; neither where it does not meet the watch. */
export interface WatchOutcome {
  readonly alert?: NewAlert;
  readonly fold?: WatchFold;
}

/** Evaluates transactions in blocks for watches: those of a new block, and those of the past whose labels changed. */
export class WatchEvaluator {
  readonly #deps: WatcherDeps;
  readonly readings: SubjectReadings;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.readings = new SubjectReadings(deps);
  }

  async evaluate(ledger: ServedLedger, watch: LoadedWatch, transaction: ReadTransaction): Promise<WatchOutcome> {
    const { knowledge, casework } = this.#deps;
    const { row } = watch;
    const own = watch.addresses.get(ledger.id) ?? new Set();
    const isOwn = (key: AddressKey): boolean => own.has(key);
    const world = createRuleWorld(ledger, knowledge, isOwn, {});
    const { follow, endsAtParties } = findWatchSubject(row.subjectKind) ?? {};
    const step = follow && (await this.#readStep(ledger, watch, transaction, follow));
    if (follow && !step) return {};
    const { height, ...touched } = step
      ? toStepTouched(ledger.transfers, transaction, step)
      : await this.#toTouched(ledger, watch, transaction, isOwn);
    const outcome = await evaluateHit({ height, ...touched }, row, { chain: ledger.id, knowledge, world });
    if (outcome.kind === 'folded') return { fold: outcome.reason };
    if (outcome.kind !== 'met') return {};
    const [txid] = await ledger.transfers.transactionIds([transaction.position]);
    if (txid === undefined) return {};
    const blockHash = ledger.transfers.block(height)?.hash ?? null;
    const place = { chain: ledger.id, height, blockHash, txid };
    const words = withStep(describeHit({ ledger, knowledge, world, txid }, outcome, row.name), step);
    const mark = step?.mark ?? outcome.mark;
    const alert = toAlert(row, { words, mark, place, time: touched.time, at: casework.now(), follows: endsAtParties });
    return { alert };
  }

  /** What a transaction is to a subject that follows money; undefined where none of it moved there. */
  async #readStep(
    ledger: ServedLedger,
    watch: LoadedWatch,
    { position }: ReadTransaction,
    follow: NonNullable<WatchSubject['follow']>,
  ): Promise<SubjectStep | undefined> {
    const [txid] = await ledger.transfers.transactionIds([position]);
    const reading = await this.readings.read(ledger, watch, follow);
    return txid === undefined ? undefined : reading.stepAt(txid, positionHeight(position));
  }

  async #toTouched(
    { id: chain, transfers: reader }: ServedLedger,
    watch: LoadedWatch,
    transaction: ReadTransaction,
    isOwn: (key: AddressKey) => boolean,
  ): Promise<TouchedTransaction> {
    const assets = watch.assets.get(chain);
    const asset = transaction.transfers.find((each) => assets?.has(each.asset))?.asset;
    return asset === undefined ? toTouched(reader, transaction, isOwn, {}) : toAssetTouched(reader, transaction, asset);
  }
}
