import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { WatchView } from '@trailmark/api/contract/watch';
import type { RouteInput } from '@trailmark/api/route';
import { describeTooManyScripts } from '@trailmark/chains/utxo/filter/filter-limit';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { listMembers } from '@trailmark/store/cases/agency-cases/member-rows';
import { listChannelIds } from '@trailmark/store/cases/alerts/channel-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { clearBacklog, putBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import { listCaseAddresses } from '@trailmark/store/cases/watches/case-set-rows';
import { lockCursor } from '@trailmark/store/cases/watches/cursor-rows';
import {
  deleteWatch,
  insertTargets,
  insertWatch,
  listTargets,
  updateWatch,
  updateWatchState,
  type WatchListRow,
} from '@trailmark/store/cases/watches/watch-rows';
import { requireAuthority } from '../cases/authorities.ts';
import { actOnCase, checkVersion, openCase, readCases } from '../cases/case-scope.ts';
import { toDay } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { toActAddress } from './authority-scope.ts';
import { readConditions } from './check-conditions.ts';
import { formatWatchNumber } from './engine/to-alert.ts';
import { nextHeights } from './next-heights.ts';
import { assertZone } from './quiet-hours.ts';
import { getWatchRow } from './read-watches.ts';
import { MOST_SCREENED, VERDICT_CHANGE } from './rules/verdict-change.ts';
import { findWatchSubject, WATCH_SUBJECTS } from './subjects/catalogue.ts';
import type { ReadSubject, WatchSubject, WatchTarget } from './subjects/watch-subject.ts';
import { toWatchView } from './watch-view.ts';

export interface WatchDeps extends TraceDeps {
  readonly casework: CaseworkContext;
}

type NewWatches = RouteInput<Contract['createWatches']>['body'];
type Settings = Pick<
  NewWatches,
  'name' | 'conditions' | 'confirmations' | 'folds' | 'quiet' | 'channels' | 'recipients' | 'expiresOn'
>;

/** Throws `invalid`. */
export function getWatchSubject(id: string): WatchSubject {
  const subject = findWatchSubject(id);
  if (subject) return subject;
  const known = WATCH_SUBJECTS.map((each) => each.id).join(', ');
  throw new AppError('invalid', `This kind cannot be watched. These can: ${known}.`, { context: { field: 'kind' } });
}

/** Settings as they are kept. Throws `invalid` for those that cannot be. */
async function checkSettings(
  tx: Transaction,
  caseId: string,
  { conditions, quiet, channels, recipients, expiresOn, ...settings }: Settings,
  { authorityTo, now }: { readonly authorityTo: string | null; readonly now: Date },
): Promise<Settings> {
  if (quiet) assertZone(quiet.zone);
  const context = { context: { field: 'expiresOn' } };
  if (expiresOn !== null && expiresOn < toDay(now)) throw new AppError('invalid', 'This day is over.', context);
  if (expiresOn !== null && authorityTo !== null && expiresOn > authorityTo) {
    throw new AppError('invalid', `After the authority ends. Choose ${authorityTo} or earlier.`, context);
  }
  const known = await listChannelIds(tx);
  if (channels.some((channel) => !known.includes(channel))) {
    throw new AppError('invalid', 'One of the channels is not of your agency.', { context: { field: 'channels' } });
  }
  const members = (await listMembers(tx, caseId)).map(({ account }) => account);
  if (recipients.some((recipient) => !members.includes(recipient))) {
    throw new AppError('invalid', 'Email goes to members of the case only.', { context: { field: 'recipients' } });
  }
  const unique = { channels: [...new Set(channels)], recipients: [...new Set(recipients)] };
  return { ...settings, ...unique, quiet, expiresOn, conditions: readConditions(conditions) as Settings['conditions'] };
}

/** The authority that allows to watch all of these. Throws as `requireAuthority` does. */
function requireMonitoring(
  tx: Transaction,
  { ledgers }: TraceDeps,
  {
    caseId,
    chain,
    targets,
    at,
  }: {
    readonly caseId: string;
    readonly chain: ChainId | undefined;
    readonly targets: readonly Pick<WatchTarget, 'kind' | 'key'>[];
    readonly at: Date;
  },
) {
  const ledger = chain && ledgers.get(chain);
  const addresses = ledger && targets.map((target) => toActAddress(ledger, target));
  return requireAuthority(tx, caseId, 'monitoring', at, { chain, addresses });
}

/** Throws `invalid` where more addresses are to be screened again and again than a server can. */
function assertScreenable({ conditions }: Pick<NewWatches, 'conditions'>, most: number): void {
  const isScreened = conditions.some(({ rule }) => rule === VERDICT_CHANGE);
  if (isScreened && most > MOST_SCREENED) {
    throw new AppError(
      'invalid',
      `“Verdict changed” screens at most ${MOST_SCREENED} addresses of a watch, and these are ${most}. Make several watches.`,
      { context: { field: 'conditions' } },
    );
  }
}

/** Throws `invalid` where a chain that is followed by block filters would get more scripts than filters are of use for. */
function assertFilterable({ ledgers }: TraceDeps, read: readonly ReadSubject[]): void {
  const targets = read.flatMap((subject) => subject.targets);
  for (const chain of new Set(targets.map((target) => target.chain))) {
    const filters = ledgers.filterStatus(chain);
    if (!filters) continue;
    const added = new Set(targets.filter((target) => target.chain === chain).map(({ key }) => key)).size;
    // How many there are is of all agencies, and stays with who runs the installation.
    if (describeTooManyScripts(filters.scripts + added) === undefined) continue;
    const why = `This chain is followed by block filters, and with these ${added} more would be watched than they serve: most blocks would match by chance. Ask your administrator to read whole blocks.`;
    throw new AppError('invalid', why, { context: { field: 'subject' } });
  }
}

function nameOf({ name, subjects }: NewWatches, index: number): string {
  const own = subjects[index]?.name;
  if (own !== undefined && own !== '') return own;
  return subjects.length === 1 ? name : `${name} ${index + 1}`;
}

/** What a case names of a chain, where a subject is of its case. Throws as the case does. */
export async function readCaseAddresses(
  { casework }: WatchDeps,
  caller: Caller,
  { id, kind, chain }: { readonly id: string; readonly kind: string; readonly chain: string },
): Promise<readonly string[] | undefined> {
  if (getWatchSubject(kind).isOfCase !== true) return undefined;
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return listCaseAddresses(tx, id, chain);
  });
}

async function readSubjects(
  deps: WatchDeps,
  { kind, chain, subjects }: NewWatches,
  caseAddresses: readonly string[] | undefined,
  read: ReadOptions,
) {
  const subject = getWatchSubject(kind);
  const found: ReadSubject[] = [];
  for (const { text } of subjects) {
    const one = await subject.read(deps, { chain, text, caseAddresses }, read);
    if (one.targets.length === 0) {
      throw new AppError('invalid', `There is nothing to watch in “${text.slice(0, 80)}”.`, {
        context: { field: 'subject' },
      });
    }
    found.push(one);
  }
  return found;
}

/** Starts watches, all or none. Throws `forbidden` without the legal authority that the case demands. */
export async function createWatches(
  deps: WatchDeps,
  caller: Caller,
  { id: caseId, body }: { readonly id: string; readonly body: NewWatches },
  read: ReadOptions,
): Promise<{ items: WatchView[] }> {
  const { casework } = deps;
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const named = await readCaseAddresses(deps, caller, { id: caseId, kind: body.kind, chain: body.chain });
  const found = await readSubjects(deps, body, named, read);
  assertScreenable(body, Math.max(0, ...found.map(({ targets }) => targets.length)));
  assertFilterable(deps, found);
  const details = ({ items }: { items: WatchView[] }) => ({
    number: items
      .map(({ number }) => number)
      .slice(0, 20)
      .join(', '),
    count: items.length,
  });
  return actOnCase(
    casework,
    caller,
    { id: caseId, right: 'write', action: 'watch.start', details },
    async (tx, row) => {
      const items: WatchView[] = [];
      const chains = found.flatMap(({ targets }) => targets.map(({ chain }) => chain));
      const fromHeights = await nextHeights(tx, deps, { chains, at });
      for (const [index, { text, targets, stored }] of found.entries()) {
        const authority = await requireMonitoring(tx, deps, { caseId, chain: body.chain, targets, at });
        const limits = { authorityTo: authority?.to ?? null, now: at };
        const settings = await checkSettings(tx, caseId, body, limits);
        const id = randomUUID();
        await insertWatch(tx, {
          ...{ ...settings, id, caseId, agency: row.agency, name: nameOf(body, index), fromHeights, by, at },
          ...{ subjectKind: body.kind, chain: body.chain, subject: stored ?? body.subjects[index]?.text ?? text },
          authorityId: authority?.id ?? null,
        });
        await insertTargets(tx, { watch: id, caseId, agency: row.agency }, targets);
        items.push(toWatchView(await getWatchRow(tx, id, at)));
      }
      return { items };
    },
  );
}

export async function openWatch(casework: CaseworkContext, caller: Caller, id: string): Promise<WatchListRow> {
  return readCases(casework, caller, (tx) => getWatchRow(tx, id, casework.now()));
}

type Change<Result> = (tx: Transaction, row: WatchListRow) => Promise<Result>;

/** Changes a watch of the version named, in the case it belongs to. */
export async function actOnWatch<Result>(
  casework: CaseworkContext,
  caller: Caller,
  { id, version, action }: { readonly id: string; readonly version: number; readonly action: string },
  change: Change<Result>,
): Promise<Result> {
  const { caseId, number } = await openWatch(casework, caller, id);
  const details = () => ({ number: formatWatchNumber(number) });
  return actOnCase(
    casework,
    caller,
    { id: caseId, right: 'write', action, isAfterRecord: true, details },
    async (tx) => {
      const row = await getWatchRow(tx, id, casework.now());
      checkVersion(row.version, version);
      return change(tx, row);
    },
  );
}

/** Blocks that a watch of fewer confirmations does not wait for any more, and that were read while it did. */
async function putSkipped(
  tx: Transaction,
  row: WatchListRow,
  { confirmations, at }: { readonly confirmations: number; readonly at: Date },
): Promise<void> {
  const [before, after] = [Math.max(row.confirmations, 1), Math.max(confirmations, 1)];
  if (after >= before) return;
  for (const [chain, fromHeight] of Object.entries(row.fromHeights)) {
    // Locked: a block that is being stored meanwhile was read under the old number.
    const cursor = await lockCursor(tx, chain);
    if (!cursor) continue;
    const first = Math.max(fromHeight, cursor.height - before + 2);
    const place = { watch: row.id, caseId: row.caseId, agency: row.agency, chain };
    await putBacklog(tx, { ...place, part: 'blocks', fromHeight: first, fault: '', at, nextAt: at });
  }
}

export function changeWatch(
  { casework }: WatchDeps,
  caller: Caller,
  id: string,
  { version, ...body }: RouteInput<Contract['updateWatch']>['body'],
): Promise<WatchView> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  return actOnWatch(casework, caller, { id, version, action: 'watch.change' }, async (tx, row) => {
    const { caseId, agency, authorityId } = row;
    assertScreenable(body, row.targets);
    const settings = await checkSettings(tx, caseId, body, { authorityTo: row.authorityTo, now: at });
    await putSkipped(tx, row, { confirmations: settings.confirmations, at });
    await updateWatch(tx, { ...settings, id, caseId, agency, authorityId, by, at });
    return toWatchView(await getWatchRow(tx, id, at));
  });
}

/** Pauses a watch, or lets it read again: from the next block, under an authority that allows it now. */
export function changeWatchState(
  deps: WatchDeps,
  caller: Caller,
  id: string,
  { version, state, why }: RouteInput<Contract['setWatchState']>['body'],
): Promise<WatchView> {
  const { casework } = deps;
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const action = state === 'paused' ? 'watch.pause' : 'watch.resume';
  return actOnWatch(casework, caller, { id, version, action }, async (tx, row) => {
    let fromHeights: Readonly<Record<string, number>> | null = null;
    if (state === 'watching') {
      if (row.expiresOn !== null && row.expiresOn < toDay(at)) {
        throw new AppError('conflict', `Its last day was ${row.expiresOn}. Change the day first.`);
      }
      const chains = Object.keys(row.fromHeights) as ChainId[];
      fromHeights = await nextHeights(tx, deps, { chains, at });
      const [first] = chains;
      const chain = (row.chain as ChainId | null) ?? first;
      const targets = await listTargets(tx, id);
      const authority = await requireMonitoring(tx, deps, { caseId: row.caseId, chain, targets, at });
      const { name, conditions, confirmations, folds, quiet, channels, recipients, expiresOn, caseId, agency } = row;
      const settings = { name, conditions, confirmations, folds, quiet, channels, recipients, expiresOn };
      await updateWatch(tx, { ...settings, id, caseId, agency, authorityId: authority?.id ?? null, by, at });
      await clearBacklog(tx, id);
    }
    await updateWatchState(tx, { id, state, why, by, at, fromHeights });
    return toWatchView(await getWatchRow(tx, id, at));
  });
}

export function removeWatch(
  { casework }: WatchDeps,
  caller: Caller,
  id: string,
  version: number,
): Promise<Record<string, never>> {
  return actOnWatch(casework, caller, { id, version, action: 'watch.remove' }, async (tx) => {
    await deleteWatch(tx, id);
    return {};
  });
}
