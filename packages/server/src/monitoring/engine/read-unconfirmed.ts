import type { ChainId, OutputChainId } from '@trailmark/core/chain';
import { type AddressKey, type AssetChange, coinOf } from '@trailmark/core/ledger';
import { ownerId } from '@trailmark/core/owner';
import { positionHeight, toPosition } from '@trailmark/core/position';
import type { UnconfirmedOverlay, UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import { listOrigins, listUnconfirmedAlerts } from '@trailmark/store/cases/alerts/alert-rows';
import { isBehindAt } from '@trailmark/store/cases/watches/backlog-rows';
import { lockCursor } from '@trailmark/store/cases/watches/cursor-rows';
import type { ReadingWatch } from '@trailmark/store/cases/watches/watch-rows';
import { toOutputTransfers } from '@trailmark/store/transfers/output-transfers';
import { confirmRaised, type NewAlert, raiseAlert, retractAlert } from '../../inbox/raise-alert.ts';
import type { ServedLedger, ServedOutputs } from '../../ledger/ledgers.ts';
import { describeHit } from '../describe-hit.ts';
import { evaluateHit } from '../evaluate-hit.ts';
import type { TouchedTransaction } from '../read-hits.ts';
import { createRuleWorld } from '../rule-world.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import { scanBlock } from './scan-block.ts';
import { toAlert } from './to-alert.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** Unconfirmed transactions looked at: more than a node keeps by default. */
const MOST = 200_000;
/** A transaction that the node no longer has and no block contains is given up after so long: its block may be on its way. */
const GRACE_MS = 60_000;

/** An alert about a transaction that no block contained. */
interface WaitingAlert {
  readonly id: string;
  readonly agency: string;
  readonly txid: string;
}

const waitsForNone = ({ row }: LoadedWatch): boolean => row.confirmations === 0;

/**
 * Whether a transaction of its addresses is one of the watch's subject. Money that is followed further is followed in blocks: an
 * unconfirmed spend can be replaced by another one.
 */
function isOf({ subjectKind, subject: text }: ReadingWatch, chain: OutputChainId, raw: Uint8Array): boolean {
  const { follow, isSpentBy } = findWatchSubject(subjectKind) ?? {};
  return follow === undefined || isSpentBy?.({ chain, text }, raw) === true;
}

/** What an unconfirmed transaction changes for watched addresses. */
function toTouched(
  { id: chain, transfers: reader }: ServedOutputs,
  { record, seen }: UnconfirmedTransaction,
  isOwn: (key: AddressKey) => boolean,
): TouchedTransaction {
  const height = (reader.tip()?.height ?? -1) + 1;
  const position = toPosition(height, 0);
  const transfers = toOutputTransfers(chain, record);
  const sides = [...record.inputs, ...record.outputs].flatMap(({ owner }) => (owner ? [ownerId(owner)] : []));
  const sum = (parts: TransactionParts): bigint =>
    parts.reduce((total, { owner, value = 0n }) => (owner && isOwn(ownerId(owner)) ? total + value : total), 0n);
  const change: AssetChange = { asset: coinOf(chain), received: sum(record.outputs), sent: sum(record.inputs) };
  const touched = [...new Set(sides)].filter(isOwn);
  return { position, height, time: seen, transfers, touched, changes: [change], isUnconfirmed: true };
}
type TransactionParts = readonly {
  readonly owner: UnconfirmedTransaction['record']['outputs'][number]['owner'];
  readonly value?: bigint | undefined;
}[];

/** Reads what the node has seen and no block contains, for watches that do not wait for a block. */
export class UnconfirmedReader {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #looked = new Map<ChainId, { asOf: string; txids: Set<string> }>();
  readonly #checked = new Map<ChainId, number>();
  /** When a transaction was first missed, milliseconds since 1970 UTC. */
  readonly #missed = new Map<string, number>();

  constructor(deps: WatcherDeps, set: WatchSet) {
    this.#deps = deps;
    this.#set = set;
  }

  async read(ledger: ServedLedger): Promise<void> {
    if (!('overlay' in ledger) || !ledger.overlay) return;
    const { overlay } = ledger;
    const { asOf } = overlay;
    if (asOf === undefined) return;
    if (this.#set.watches.some((watch) => waitsForNone(watch) && watch.addresses.has(ledger.id))) {
      await this.#readNew(ledger, overlay);
    }
    // The node was not read again: what was missing then is missing now.
    if (this.#checked.get(ledger.id) === asOf) return;
    await this.#giveUp(ledger, overlay);
    this.#checked.set(ledger.id, asOf);
  }

  async #readNew(ledger: ServedOutputs, overlay: UnconfirmedOverlay): Promise<void> {
    const asOf = `${overlay.asOf ?? ''} ${overlay.count()} ${this.#set.revision}`;
    const before = this.#looked.get(ledger.id);
    if (before?.asOf === asOf) return;
    const isSame = before?.asOf.endsWith(` ${this.#set.revision}`) === true;
    const txids = new Set<string>();
    const alerts: NewAlert[] = [];
    for (const transaction of overlay.list(MOST)) {
      txids.add(transaction.txid);
      if (isSame && before?.txids.has(transaction.txid)) continue;
      alerts.push(...(await this.#evaluate(ledger, transaction)));
    }
    if (alerts.length > 0) {
      this.#deps.onStep?.('unconfirmed');
      const { store, now } = this.#deps.casework;
      const isStored = await store.transact(SYSTEM, async (tx) => {
        if (!(await this.#set.isCurrent(tx, now()))) return false;
        for (const alert of alerts) await raiseAlert(tx, alert);
        return true;
      });
      // What is watched changed meanwhile: the next pass reads them again.
      if (!isStored) return;
    }
    this.#looked.set(ledger.id, { asOf, txids });
  }

  async #evaluate(ledger: ServedOutputs, transaction: UnconfirmedTransaction): Promise<NewAlert[]> {
    const { casework, knowledge } = this.#deps;
    const { id: chain } = ledger;
    const { txid, record } = transaction;
    const [concerned] = scanBlock(toOutputTransfers(chain, record), this.#set.targetsOf(chain));
    const alerts: NewAlert[] = [];
    for (const watch of concerned?.watches ?? []) {
      const { row } = watch;
      if (!waitsForNone(watch) || !isOf(row, chain, transaction.raw)) continue;
      const own = watch.addresses.get(chain) ?? new Set();
      const isOwn = (key: AddressKey): boolean => own.has(key);
      const world = createRuleWorld(ledger, knowledge, isOwn, {});
      const outcome = await evaluateHit(toTouched(ledger, transaction, isOwn), row, { chain, knowledge, world });
      if (outcome.kind !== 'met') continue;
      const words = describeHit({ ledger, knowledge, world, txid }, outcome, row.name);
      const place = { chain, height: null, blockHash: null, txid };
      alerts.push(toAlert(row, { words, mark: outcome.mark, place, time: transaction.seen, at: casework.now() }));
    }
    return alerts;
  }

  /** Takes back alerts of transactions that the node dropped or that another one replaced. */
  async #giveUp(ledger: ServedOutputs, overlay: UnconfirmedOverlay): Promise<void> {
    const { id: chain, reader } = ledger;
    const { store } = this.#deps.casework;
    const waiting = await store.transact(SYSTEM, (tx) => listUnconfirmedAlerts(tx, chain));
    const missing = waiting.filter(({ txid }) => overlay.get(txid) === undefined);
    for (const { txid } of waiting) if (overlay.get(txid)) this.#missed.delete(txid);
    if (missing.length === 0) return;
    const at = this.#deps.casework.now();
    const placed = await reader.positionsOf(missing.map(({ txid }) => txid));
    for (const alert of missing) {
      const { id, agency, txid } = alert;
      const since = this.#missed.get(txid) ?? at.getTime();
      this.#missed.set(txid, since);
      const position = placed.get(txid)?.at(-1);
      if (position !== undefined) {
        await this.#settle(ledger, alert, positionHeight(position));
        continue;
      }
      if (at.getTime() - since < GRACE_MS) continue;
      const why = 'The node no longer has this transaction, and no block contains it: it was replaced or dropped.';
      await store.transact(SYSTEM, (tx) => retractAlert(tx, { id, agency, why, at }));
      this.#missed.delete(txid);
    }
  }

  /**
   * An alert whose transaction is in a block that was read, and which its watches did not raise again there: it meets their rules no
   * more. Where one of them reads no more, nobody compared, and the block is noted.
   */
  async #settle(
    { id: chain, transfers }: ServedOutputs,
    { id, agency, txid }: WaitingAlert,
    height: number,
  ): Promise<void> {
    const { store, now } = this.#deps.casework;
    const block = transfers.block(height);
    const at = now();
    await store.transact(SYSTEM, async (tx) => {
      const cursor = await lockCursor(tx, chain);
      if (!cursor || cursor.height < height || !block || !(await this.#set.isCurrent(tx, at))) return;
      const ids = (await listOrigins(tx, [id])).map(({ origin }) => origin.replace(/^watch:/, ''));
      const watches = ids.flatMap((each) => this.#set.find(each) ?? []);
      const isToCome = watches.some(({ row }) => cursor.height - Math.max(row.confirmations, 1) + 1 < height);
      if (isToCome || (await isBehindAt(tx, ids, { chain, height }))) return;
      const compared = watches.filter(({ row }) => (row.fromHeights[chain] ?? 0) <= height);
      if (compared.length === ids.length) {
        const why = `In block ${height.toLocaleString('en')} it does not meet the rules of the watch, as it did unconfirmed.`;
        await retractAlert(tx, { id, agency, why, at });
      } else await confirmRaised(tx, { id, agency, at, place: { chain, height, blockHash: block.hash, txid } });
    });
    this.#missed.delete(txid);
  }
}
