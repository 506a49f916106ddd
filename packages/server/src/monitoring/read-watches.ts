import type { Contract } from '@trailmark/api/contract';
import type { ChainHealth, WatchDetail, WatchHealthView, WatchKinds, WatchPage } from '@trailmark/api/contract/watch';
import type { RouteInput } from '@trailmark/api/route';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { coinOf } from '@trailmark/core/ledger';
import { countFailed } from '@trailmark/store/cases/alerts/delivery-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { countFaultyByChain } from '@trailmark/store/cases/watches/backlog-rows';
import { type CursorRow, listCursors, readWatchHealth } from '@trailmark/store/cases/watches/cursor-rows';
import {
  countWatches,
  countWatchesByChain,
  findWatch,
  listWatches,
  type WatchListRow,
} from '@trailmark/store/cases/watches/watch-rows';
import { openCase, readCases } from '../cases/case-scope.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { countIn } from '../inbox/read-alerts.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { WATCH_RULES } from './rules/catalogue.ts';
import { WATCH_SUBJECTS } from './subjects/catalogue.ts';
import { toWatchView } from './watch-view.ts';

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

/** A watch that the reader may see. Throws `not-found`. */
export async function getWatchRow(tx: Transaction, id: string, now: Date): Promise<WatchListRow> {
  const row = await findWatch(tx, id, new Date(now.getTime() - MONTH_MS));
  if (!row) throw new AppError('not-found', 'There is no such watch.');
  return row;
}

export function readWatch(casework: CaseworkContext, caller: Caller, id: string): Promise<WatchDetail> {
  return readCases(casework, caller, async (tx) => {
    const row = await getWatchRow(tx, id, casework.now());
    return { ...toWatchView(row), entered: row.subject };
  });
}

export function readWatches(
  casework: CaseworkContext,
  caller: Caller,
  { case: caseId, mine, state, chain, kind, ...page }: RouteInput<Contract['listWatches']>['query'],
): Promise<WatchPage> {
  const createdBy = mine ? ownAccount(caller).id : undefined;
  const since = new Date(casework.now().getTime() - MONTH_MS);
  return readCases(casework, caller, async (tx) => {
    if (caseId !== undefined) await openCase(tx, caseId, 'read');
    const rows = await listWatches(tx, { case: caseId, createdBy, state, chain, kind }, { since, ...page });
    const counts = await countWatches(tx, { case: caseId, createdBy, chain, kind });
    return { items: rows.map(toWatchView), counts };
  });
}

/** Tokens offered for a rule; another is entered by its contract. */
const MOST_TOKENS = 40;

function toChainKinds(ledger: ServedLedger, { tokens }: TraceDeps['knowledge']): WatchKinds['chains'][number] {
  const { id } = ledger;
  const { name, symbol, hasClusters, hasTokens } = traitsOf(id);
  const known = hasTokens ? tokens.list(id as AccountChainId).slice(0, MOST_TOKENS) : [];
  const assets = known.map((token) => ({ id: `${id}:0x${token.contract}`, symbol: token.symbol }));
  return { id, name, assets: [{ id: coinOf(id), symbol }, ...assets], hasClusters, hasTokens };
}

/** What can be watched, and by which rules. */
export function listKinds({ ledgers, knowledge }: TraceDeps): WatchKinds {
  return {
    subjects: WATCH_SUBJECTS.map(({ id, name, about, isOfCase = false }) => ({ id, name, about, isOfCase })),
    rules: WATCH_RULES.map(({ id, name, about, fields }) => ({
      ...{ id, name, about },
      fields: fields.map(({ choices = [], ...field }) => ({ ...field, choices: [...choices] })),
    })),
    chains: ledgers.list().map((ledger) => toChainKinds(ledger, knowledge)),
  };
}

/** Who runs the installation sees what filters came to: it is of all agencies. */
const seesAllAgencies = ({ role }: Caller): boolean => role === 'platform-admin' || role === 'auditor';

const FILTERED = 'Reading block filters';
const OVERFULL = `${FILTERED}: more is watched than they serve. Ask your administrator.`;

function describeReading(filters: ReturnType<TraceDeps['ledgers']['filterStatus']>, seesAll: boolean): string {
  if (!filters) return 'Reading';
  return filters.warning !== null && !seesAll ? OVERFULL : FILTERED;
}

interface ChainCounts {
  readonly watches: number;
  readonly faulty: number;
}

function toChainHealth(
  { ledgers }: TraceDeps,
  ledger: ServedLedger,
  { cursor, seesAll, ...counts }: ChainCounts & { readonly cursor: CursorRow | undefined; readonly seesAll: boolean },
): ChainHealth {
  const { id, transfers: reader } = ledger;
  const tip = reader.tip();
  const ingest = ledgers.ingestStatus(id);
  const isFollowing = ingest?.state === 'following' || ingest?.state === 'running';
  const behind = tip && cursor ? Math.max(0, tip.height - cursor.height) : 0;
  const filters = ledgers.filterStatus(id);
  const reading = describeReading(filters, seesAll);
  const idle = isFollowing ? reading : 'No node feeds this chain: no new block arrives.';
  const fault = cursor?.fault ?? null;
  const late = behind > 0 && isFollowing ? `Catching up: ${behind} to read` : idle;
  return {
    ...{ chain: id, name: traitsOf(id).name, height: cursor?.height ?? null, behind, isFollowing, fault, ...counts },
    tip: tip?.height ?? null,
    tipTime: tip?.time ?? null,
    movedAt: cursor ? toSeconds(cursor.movedAt) : null,
    filters: seesAll ? filters : null,
    note: fault === null ? late : `Not read: ${fault}`,
  };
}

/** How far each chain is read: silence of a dead node looks like silence of a suspect. */
export function readHealth(deps: TraceDeps, casework: CaseworkContext, caller: Caller): Promise<WatchHealthView> {
  const { id: account, agency } = ownAccount(caller);
  const now = casework.now();
  const since = new Date(now.getTime() - DAY_MS);
  return readCases(casework, caller, async (tx) => {
    const cursors = new Map<string, CursorRow>((await listCursors(tx)).map((row) => [row.chain, row]));
    const watches = new Map(await countWatchesByChain(tx));
    const faulty = new Map(await countFaultyByChain(tx));
    const { blocks, p95, forks, deepest } = await readWatchHealth(tx, since);
    const counts = await countIn(tx, { account }, now);
    const of = (chain: ChainId) => ({
      ...{ cursor: cursors.get(chain), watches: watches.get(chain) ?? 0, faulty: faulty.get(chain) ?? 0 },
      seesAll: seesAllAgencies(caller),
    });
    return {
      at: toSeconds(now),
      chains: deps.ledgers.list().map((ledger) => toChainHealth(deps, ledger, of(ledger.id))),
      ...{ blocks, p95, forks, deepestFork: deepest },
      failedDeliveries: await countFailed(tx, agency, new Date(now.getTime() - MONTH_MS)),
      alerts: { new: counts.new, oldestNew: counts.oldestNew, retracted: counts.retracted },
    };
  });
}
