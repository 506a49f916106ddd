import type { ChainId } from '@trailmark/core/chain';
import type { StoredLabel } from '@trailmark/core/label';
import type { AddressKey } from '@trailmark/core/ledger';
import { networkOfChain } from '@trailmark/core/network';
import { listValidByKey } from '@trailmark/store/cases/alerts/alert-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { deleteBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import { type CheckRow, listChecks, putCheck } from '@trailmark/store/cases/watches/check-rows';
import { listCursors } from '@trailmark/store/cases/watches/cursor-rows';
import { insertTargets } from '@trailmark/store/cases/watches/watch-rows';
import { attributionChange } from '../../inbox/kinds/attribution-change.ts';
import { type NewAlert, raiseAlert, retractOutdated } from '../../inbox/raise-alert.ts';
import { formatAddress } from '../../ledger/any-chain.ts';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { readPast } from '../read-hits.ts';
import { LABEL_CHANGE } from '../rules/label-change.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { SubjectReading, WatchTarget } from '../subjects/watch-subject.ts';
import { toChangeAlert } from './change-alert.ts';
import type { WatchEvaluator } from './evaluate-watch.ts';
import type { WatchGrower } from './grow-watch.ts';
import { followedKeys, isReachedKey } from './to-alert.ts';
import { WatchFaults } from './watch-faults.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** Rules whose answer rests on labels. */
const LABEL_RULES: ReadonlySet<string> = new Set(['category', 'arrival']);
/** Past transactions of one watch that are read again: the last ones. */
const MOST_PAST = 20_000;

const watchesLabels = ({ row }: LoadedWatch): boolean => row.conditions.some(({ rule }) => rule === LABEL_CHANGE);
const restsOnLabels = ({ row }: LoadedWatch): boolean =>
  findWatchSubject(row.subjectKind)?.endsAtParties === true || row.conditions.some(({ rule }) => LABEL_RULES.has(rule));

const isListed = ({ category }: StoredLabel): boolean =>
  category === 'sanctioned' || category === 'sanctioned_historic';
const wordsOf = ({ label, category, pack }: StoredLabel): string => `“${label.slice(0, 80)}” (${category}, ${pack})`;

/** What is known of watched addresses, by chain and address: the labels in words, in one order. */
type Known = Record<string, readonly string[]>;

/** Reads again what was seen before, whenever labels change: a payment of last month is news when its other side gets a name. */
export class LabelRecheck {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #evaluator: WatchEvaluator;
  readonly #grower: WatchGrower;
  readonly #faults: WatchFaults;
  #done = '';

  constructor(
    deps: WatcherDeps,
    set: WatchSet,
    { evaluator, grower }: { readonly evaluator: WatchEvaluator; readonly grower: WatchGrower },
  ) {
    [this.#deps, this.#set, this.#evaluator, this.#grower] = [deps, set, evaluator, grower];
    this.#faults = new WatchFaults(deps, 'labels');
  }

  async pass(signal: AbortSignal): Promise<void> {
    const { knowledge, casework } = this.#deps;
    const { version } = knowledge.labels();
    const state = `${version} ${this.#set.revision}`;
    const { nextAt } = this.#faults;
    if (this.#done === state && (nextAt === undefined || nextAt > casework.now())) return;
    const concerned = this.#set.watches.filter((watch) => watchesLabels(watch) || restsOnLabels(watch));
    const checks = concerned.length === 0 ? [] : await casework.store.transact(SYSTEM, (tx) => listChecks(tx));
    const checked = new Map(checks.map((check) => [check.watch, check]));
    for (const watch of concerned) {
      if (signal.aborted) return;
      const check = checked.get(watch.row.id);
      if (check?.labels === version || this.#faults.isWaiting(watch)) continue;
      try {
        await this.#recheck(watch, check, version);
        this.#faults.clear(watch);
      } catch (cause) {
        if (signal.aborted) return;
        await this.#faults.note(watch, cause);
      }
    }
    this.#faults.keep(concerned);
    this.#done = state;
  }

  async #recheck(watch: LoadedWatch, check: CheckRow | undefined, version: string): Promise<void> {
    const { casework } = this.#deps;
    const known = watchesLabels(watch) ? this.#readKnown(watch) : {};
    // A new watch has nothing to compare with: what is known now is where it begins.
    const grown = check === undefined ? [] : await this.#readGrowth(watch);
    const alerts = check === undefined ? [] : await this.#listAlerts(watch, { check, known, version, grown });
    const reading = check === undefined ? undefined : await this.#readFollowed(watch);
    this.#deps.onStep?.('recheck');
    const isStored = await casework.store.transact(SYSTEM, async (tx) => {
      // What is watched changed meanwhile: the next pass reads it again.
      if (!(await this.#set.isCurrent(tx, casework.now()))) return false;
      for (const alert of alerts) await raiseAlert(tx, alert);
      if (reading) await this.#retractGone(tx, watch, reading);
      const { id, caseId, agency } = watch.row;
      await insertTargets(tx, { watch: id, caseId, agency }, grown);
      await putCheck(tx, { watch: id, caseId, agency, labels: version, known, at: casework.now() });
      await deleteBacklog(tx, { watch: id, part: 'labels', chain: '' });
      return true;
    });
    if (isStored) this.#set.addTargets(watch, grown);
  }

  /** Money that is followed until a known party, as it is under the labels of now. */
  async #readFollowed(watch: LoadedWatch): Promise<SubjectReading | undefined> {
    const { endsAtParties, follow } = findWatchSubject(watch.row.subjectKind) ?? {};
    const ledger = this.#deps.ledgers.find(watch.row.chain as ChainId);
    return ledger && endsAtParties && follow ? this.#evaluator.readings.read(ledger, watch, follow) : undefined;
  }

  /** Takes back that money reached a party, where no label says so any more. */
  async #retractGone(tx: Transaction, { row }: LoadedWatch, reading: SubjectReading): Promise<void> {
    const at = this.#deps.casework.now();
    const why = 'Labels changed: none states a known party at this payment any more.';
    for (const { id, key, txid, height } of await listValidByKey(
      tx,
      row.agency,
      followedKeys(row.id, row.chain ?? ''),
    )) {
      const step = isReachedKey(key) ? reading.stepAt(txid, height) : undefined;
      if (step?.arrivals.length === 0) await retractOutdated(tx, { id, agency: row.agency, why, at });
    }
  }

  /** Where labels decide how far money is followed, it may be followed further now. */
  async #readGrowth(watch: LoadedWatch): Promise<readonly WatchTarget[]> {
    const ledger = this.#deps.ledgers.find(watch.row.chain as ChainId);
    return ledger && restsOnLabels(watch) ? this.#grower.read(ledger, watch) : [];
  }

  async #listAlerts(
    watch: LoadedWatch,
    {
      check,
      known,
      version,
      grown,
    }: {
      readonly check: CheckRow;
      readonly known: Known;
      readonly version: string;
      readonly grown: readonly WatchTarget[];
    },
  ): Promise<NewAlert[]> {
    const changes = watchesLabels(watch) ? this.#compare(watch, { check, now: known, version }) : [];
    return restsOnLabels(watch) ? [...changes, ...(await this.#readPast(watch, grown))] : changes;
  }

  #readKnown(watch: LoadedWatch): Known {
    const known: Record<string, readonly string[]> = {};
    const labels = this.#deps.knowledge.labels();
    const onlyListed = watch.row.conditions.some(
      ({ rule, setting }) => rule === LABEL_CHANGE && setting.is === 'sanctioned',
    );
    for (const [chain, keys] of watch.addresses) {
      const ledger = this.#deps.ledgers.find(chain as ChainId);
      const network = networkOfChain(chain as ChainId);
      if (!ledger || network === undefined) continue;
      for (const key of keys) {
        const address = formatAddress(ledger, key);
        const found = labels.labelsOf(network, address).filter((label) => !onlyListed || isListed(label));
        if (found.length > 0) known[`${chain} ${address}`] = [...new Set(found.map(wordsOf))].sort();
      }
    }
    return known;
  }

  /** One alert an address whose labels are others now. */
  #compare(
    { row }: LoadedWatch,
    { check, now, version }: { readonly check: CheckRow; readonly now: Known; readonly version: string },
  ): NewAlert[] {
    const at = this.#deps.casework.now();
    const { known: before } = check;
    // The same change may come again later: it is another one then.
    const since = `${check.at.toISOString()} ${version}`;
    const alerts: NewAlert[] = [];
    for (const place of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const [old, present] = [before[place] ?? [], now[place] ?? []];
      const [added, gone] = [
        present.filter((each) => !old.includes(each)),
        old.filter((each) => !present.includes(each)),
      ];
      if (added.length + gone.length === 0) continue;
      const [chain = '', address = ''] = place.split(' ');
      const line = (name: string, text: string) => ({ mark: 'claim' as const, name, text, chain, address });
      const verb = gone.length === 0 ? 'New label on' : added.length === 0 ? 'Label removed from' : 'Label changed on';
      const change = {
        ...{ kind: attributionChange, mark: 'claim' as const, what: `${place} ${since}`, title: `${verb} ${row.name}` },
        summary: [...added, ...gone].join(', '),
        lines: [...added.map((text) => line('Added', text)), ...gone.map((text) => line('Removed', text))],
        note: 'A label is what its source states. It is no fact of the ledger.',
        facts: { labels: version.slice(0, 16) },
      };
      alerts.push(toChangeAlert(row, change, at));
    }
    return alerts;
  }

  /** Alerts of past transactions under the labels of now. Those that were raised before are the same alerts. */
  async #readPast(watch: LoadedWatch, grown: readonly WatchTarget[]): Promise<NewAlert[]> {
    const { casework, ledgers } = this.#deps;
    const cursors = await casework.store.transact(SYSTEM, (tx) => listCursors(tx));
    const alerts: NewAlert[] = [];
    for (const { chain, height } of cursors) {
      const ledger = ledgers.find(chain as ChainId);
      const added = grown.filter((target) => target.chain === chain).map(({ key }) => key);
      const keys = [...(watch.addresses.get(chain) ?? []), ...added];
      const [fromHeight, toHeight] = [
        watch.row.fromHeights[chain] ?? 0,
        height - Math.max(watch.row.confirmations, 1) + 1,
      ];
      if (!ledger || keys.length === 0 || fromHeight > toHeight) continue;
      alerts.push(...(await this.#readPastOf(ledger, watch, { keys, fromHeight, toHeight })));
    }
    return alerts;
  }

  async #readPastOf(
    ledger: ServedLedger,
    watch: LoadedWatch,
    {
      keys,
      ...range
    }: { readonly keys: readonly AddressKey[]; readonly fromHeight: number; readonly toHeight: number },
  ): Promise<NewAlert[]> {
    const alerts: NewAlert[] = [];
    const { transactions, isCut } = await readPast(ledger.transfers, keys, { ...range, limit: MOST_PAST }, {});
    for (const transaction of transactions) {
      const { alert } = await this.#evaluator.evaluate(ledger, watch, transaction);
      if (!alert) continue;
      const notes = [
        ...alert.body.notes,
        'Found when labels changed: the transaction had been read before under other labels.',
        ...(isCut ? ['Only the last transactions of this watch were read again.'] : []),
      ];
      alerts.push({ ...alert, body: { ...alert.body, notes } });
    }
    return alerts;
  }
}
