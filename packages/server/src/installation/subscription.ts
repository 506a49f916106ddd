import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { countUsage, findSeats, listUsage } from '@trailmark/store/cases/usage/usage-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';

type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;

const DAY_MS = 86_400_000;
const SPAN_DAYS = 30;
/** The licence of this software, as its LICENSE file names it. */
const LICENCE = 'Apache-2.0';

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

function describePacks(knowledge: Knowledge) {
  return knowledge.packs
    .list()
    .filter(({ isActive }) => isActive)
    .map(({ id, title, version, asOf, licence, labelCount }) => ({ id, title, version, asOf, licence, labelCount }));
}

function describePrices(knowledge: Knowledge) {
  const table = knowledge.prices();
  const days = table.assets.flatMap((asset) => {
    const rows = table.rows(asset, 'USD');
    return [rows[0]?.day ?? [], rows.at(-1)?.day ?? []].flat();
  });
  days.sort();
  return { version: table.version, fromDay: days[0] ?? null, toDay: days.at(-1) ?? null };
}

function spanStart(casework: CaseworkContext): Date {
  return new Date(startOfDay(casework.now()).getTime() - (SPAN_DAYS - 1) * DAY_MS);
}

/** What the caller's agency may use of this installation and what the caller used, from the audit log. There is nothing to pay. */
export async function readSubscription(
  casework: CaseworkContext,
  caller: Caller,
  { ledgers, knowledge }: { readonly ledgers: Ledgers; readonly knowledge: Knowledge },
): Promise<Answer<'getSubscription'>> {
  const own = ownAccount(caller);
  const { agency, usage } = await read(casework, caller, async (tx) => ({
    agency: await findSeats(tx, own.agency),
    usage: {
      today: await countUsage(tx, own.id, startOfDay(casework.now())),
      last30Days: await countUsage(tx, own.id, spanStart(casework)),
    },
  }));
  if (!agency) throw new AppError('not-found', 'There is no such agency.');
  return {
    software: ledgers.software,
    licence: LICENCE,
    supportContact: casework.settings.contactEmail,
    agency,
    usage,
    quotas: { lookUpsPerDay: null, exportsPerDay: null },
    packs: describePacks(knowledge),
    chains: ledgers
      .list()
      .map(({ id, chain, reader }) => ({ id, name: chain.name, tip: reader.tip()?.height ?? null })),
    prices: describePrices(knowledge),
  };
}

/** Use by person within the last 30 days. */
export async function listUse(casework: CaseworkContext, caller: Caller): Promise<Answer<'listUsage'>> {
  const own = ownAccount(caller);
  const since = spanStart(casework);
  // The log is read by the server's own scope, limited to the agency of whoever administers it.
  const agency = caller.role === 'platform-admin' ? undefined : own.agency;
  const items = await casework.store.transact({ kind: 'system' }, (tx) => listUsage(tx, agency, since));
  return {
    since: since.toISOString(),
    items: items.map(({ lastAt, ...item }) => ({ ...item, lastAt: lastAt?.toISOString() ?? null })),
  };
}
