import type { Contract } from '@trailmark/api/contract';
import type { WatchPreview } from '@trailmark/api/contract/watch';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { coinOf, gaplessUntil, type LedgerReader } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { WatchCondition } from '@trailmark/core/watch';
import { openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import { getWatchSubject, readCaseAddresses, type WatchDeps } from './change-watches.ts';
import { readConditions } from './check-conditions.ts';
import { describeHit, withStep } from './describe-hit.ts';
import { groupTransfers } from './engine/scan-block.ts';
import { evaluateHit, type HitOutcome } from './evaluate-hit.ts';
import { readPast, type TouchedTransaction, toAssetTouched, toStepTouched } from './read-hits.ts';
import { createRuleWorld, findAssetWords } from './rule-world.ts';
import type { ReadSubject, SubjectReading } from './subjects/watch-subject.ts';

type Asked = RouteInput<Contract['previewWatch']>['body'];

const WEEK = 7 * 86_400;
/** Transactions that one preview looks at: the last ones. */
const MOST_TRANSACTIONS = 20_000;
/** Blocks read for a subject that no index leads to, such as a token. */
const MOST_BLOCKS = 2_000;
const SHOWN = 20;
/** Amounts a threshold is compared with, in units of the asset. */
const STEPS = ['0.001', '0.01', '0.1', '1', '10', '100'];

interface Range {
  readonly fromHeight: number;
  readonly toHeight: number;
}

/** The lowest indexed height whose block is not older than a moment. */
function heightAt(reader: LedgerReader, time: number): number {
  const ranges = reader.coverage();
  for (const { fromHeight, toHeight } of ranges) {
    let [low, high] = [fromHeight, toHeight];
    if ((reader.block(toHeight)?.time ?? 0) < time) continue;
    while (low < high) {
      const middle = (low + high) >> 1;
      // Where heights are estimates a run may skip some: those count as old.
      if ((reader.block(middle)?.time ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  return (ranges.at(-1)?.toHeight ?? -1) + 1;
}

async function readBlocks(
  reader: LedgerReader,
  assets: ReadonlySet<string>,
  { fromHeight, toHeight }: Range,
  read: ReadOptions,
) {
  const transactions: TouchedTransaction[] = [];
  const first = Math.max(fromHeight, toHeight - MOST_BLOCKS + 1);
  for (let height = first; height <= toHeight; height++) {
    const transfers = (await reader.transfersIn(height, read)).filter(({ asset }) => assets.has(asset));
    for (const [position, own] of groupTransfers(transfers)) {
      transactions.push(toAssetTouched(reader, { position, transfers: own }, own[0]?.asset ?? ''));
    }
  }
  return { transactions, isCut: first > fromHeight };
}

/** Transactions in which followed money moved, of those of its addresses. */
async function keepSteps(
  reader: LedgerReader,
  transactions: readonly TouchedTransaction[],
  { stepAt }: Pick<SubjectReading, 'stepAt'>,
  read: ReadOptions,
): Promise<TouchedTransaction[]> {
  const txids = await reader.transactionIds(
    transactions.map(({ position }) => position),
    read,
  );
  return transactions.flatMap((each, index) => {
    const step = stepAt(txids[index] ?? '', each.height);
    return step ? [toStepTouched(reader, each, step)] : [];
  });
}

function readTransactions(
  reader: LedgerReader,
  { targets }: Pick<ReadSubject, 'targets'>,
  range: Range,
  read: ReadOptions,
) {
  const assets = targets.filter(({ kind }) => kind === 'asset').map(({ key }) => key);
  if (assets.length > 0) return readBlocks(reader, new Set(assets), range, read);
  const keys = targets.map(({ key }) => key);
  return readPast(reader, keys, { ...range, limit: MOST_TRANSACTIONS }, read);
}

/** The conditions with another lowest amount. */
function withAmount(conditions: readonly WatchCondition[], from: string): WatchCondition[] {
  const rest = conditions.filter(({ rule }) => rule !== 'amount');
  return from === '' ? rest : [...rest, { rule: 'amount', setting: { from, to: '' } }];
}

function toWeeks(times: readonly number[], { from, to }: { readonly from: number; readonly to: number }) {
  const count = Math.max(1, Math.ceil((to - from) / WEEK));
  const weeks = Array.from({ length: count }, (_, index) => ({ from: from + index * WEEK, alerts: 0 }));
  for (const time of times) {
    const week = weeks[Math.min(count - 1, Math.max(0, Math.floor((time - from) / WEEK)))];
    if (week) week.alerts += 1;
  }
  return weeks;
}

type Met = Extract<HitOutcome, { readonly kind: 'met' }>;
type Evaluate = (transaction: TouchedTransaction, conditions: readonly WatchCondition[]) => Promise<HitOutcome>;

interface Found {
  readonly met: readonly { readonly outcome: Met; readonly time: number }[];
  readonly folded: number;
}

async function evaluateAll(
  transactions: readonly TouchedTransaction[],
  conditions: readonly WatchCondition[],
  evaluate: Evaluate,
): Promise<Found> {
  const met: { readonly outcome: Met; readonly time: number }[] = [];
  let folded = 0;
  for (const each of transactions) {
    const outcome = await evaluate(each, conditions);
    if (outcome.kind === 'met') met.push({ outcome, time: each.time });
    if (outcome.kind === 'folded') folded += 1;
  }
  return { met, folded };
}

/** How many alerts other lowest amounts would have made. */
async function compareAmounts(
  transactions: readonly TouchedTransaction[],
  conditions: readonly WatchCondition[],
  evaluate: Evaluate,
): Promise<WatchPreview['thresholds']> {
  const used = conditions.find(({ rule }) => rule === 'amount')?.setting.from ?? '';
  const amounts = [...new Set(['', ...STEPS, used])].toSorted((a, b) => Number(a || '0') - Number(b || '0'));
  const thresholds: WatchPreview['thresholds'] = [];
  for (const amount of amounts) {
    const { met } = await evaluateAll(transactions, withAmount(conditions, amount), evaluate);
    thresholds.push({ amount, alerts: met.length, isUsed: amount === used });
  }
  return thresholds;
}

/** The asset that amounts of the preview are in. */
function chooseAsset(chain: Asked['chain'], conditions: readonly WatchCondition[], { met }: Found): string {
  const chosen = conditions.find(({ rule }) => rule === 'asset')?.setting.is ?? '';
  return chosen === '' ? (met[0]?.outcome.hit.change.asset ?? coinOf(chain)) : chosen;
}

/**
 * What a watch would have alerted in the indexed past, by the very rules and code that read new blocks. Nothing is stored. Throws
 * `not-found` and `forbidden` as the case does.
 */
export async function previewWatch(
  deps: WatchDeps,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: Asked },
  read: ReadOptions,
): Promise<WatchPreview> {
  const { casework, ledgers, knowledge } = deps;
  await readCases(casework, caller, (tx) => openCase(tx, id, 'read'));
  const { chain, kind, folds, weeks } = body;
  const conditions = readConditions(body.conditions);
  const ledger = ledgers.get(chain);
  const { transfers: reader } = ledger;
  const watched = getWatchSubject(kind);
  const caseAddresses = await readCaseAddresses(deps, caller, { id, kind, chain });
  const asked = { chain, text: body.subject, caseAddresses };
  const subject = await watched.read(deps, asked, read);
  const reading = await watched.follow?.(deps, asked, read);
  const tip = reader.tip();
  if (!tip) throw new AppError('not-found', 'No block of this chain is indexed, so there is no past to read.');
  const fromTime = tip.time - weeks * WEEK;
  const range = { fromHeight: heightAt(reader, fromTime), toHeight: tip.height };
  const { transactions: all, isCut } = await readTransactions(reader, subject, range, read);
  const transactions = reading ? await keepSteps(reader, all, { stepAt: (...at) => reading.stepAt(...at) }, read) : all;
  const own = new Set(subject.targets.filter((target) => target.kind === 'address').map(({ key }) => key));
  const world = createRuleWorld(ledger, knowledge, (key) => own.has(key), read);
  const evaluate: Evaluate = (each, by) => evaluateHit(each, { conditions: by, folds }, { chain, knowledge, world });
  const found = await evaluateAll(transactions, conditions, evaluate);
  const last = found.met.slice(-SHOWN).reverse();
  const positions = last.map(({ outcome }) => outcome.hit.position);
  const txids = await reader.transactionIds(positions, read);
  const times = found.met.map(({ time }) => time);
  return {
    ...{ targets: subject.targets.length, subject: subject.text.slice(0, 300), transactions: transactions.length },
    ...{ alerts: found.met.length, folded: found.folded },
    thresholds: await compareAmounts(transactions, conditions, evaluate),
    weeks: toWeeks(times, { from: fromTime, to: tip.time }),
    symbol: findAssetWords(knowledge, chain, chooseAsset(chain, conditions, found))?.symbol ?? 'units',
    items: last.map(({ outcome, time }, index) => {
      const txid = txids[index] ?? '';
      const words = describeHit({ ledger, knowledge, world, txid }, outcome, 'this subject');
      const { title, summary } = withStep(words, reading?.stepAt(txid, outcome.hit.height));
      return { time, height: outcome.hit.height, txid, title, summary };
    }),
    read: {
      ...range,
      fromTime: reader.block(range.fromHeight)?.time ?? null,
      toTime: tip.time,
      isComplete: (gaplessUntil(reader.coverage()) ?? -1) >= tip.height,
      isCut,
      notes: [...new Set(found.met.flatMap(({ outcome }) => outcome.unknown))].slice(0, 5),
    },
  };
}
