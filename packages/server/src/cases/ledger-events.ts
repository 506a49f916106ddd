import type { CaseItem } from '@trailmark/api/contract/case-item';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import {
  type LedgerAddress,
  type LedgerEvent,
  type LedgerRead,
  listLedgerReads,
  listPinnedAddresses,
  putLedgerEvents,
  removeUnpinnedEvents,
} from '@trailmark/store/cases/agency-cases/ledger-event-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { readAddress } from '../ledger/any-chain.ts';
import { describeAsset } from '../ledger/asset-words.ts';
import type { Ledgers, ServedLedger } from '../ledger/ledgers.ts';
import { actOnCase, openCase, openCaseLocked, readCases } from './case-scope.ts';
import { type TimelineGap, toGaps } from './timeline-gaps.ts';

/** Transactions of one address that a timeline holds: the last ones. */
const MAX_EVENTS = 5_000;
/** Addresses of a case that are read; the pages of the evidence list have the others. */
export const MAX_ADDRESSES = 500;
const PAGE = 500;

export interface LedgerParts {
  readonly ledgers: Ledgers;
  readonly tokens: Knowledge['tokens'];
}

type Found = Omit<LedgerRead, 'caseId' | 'agency' | 'at'>;

interface Change {
  readonly position: Position;
  readonly asset: string;
  readonly received: bigint;
  readonly sent: bigint;
}

/** The last changes of an address, transaction by transaction. */
async function readChanges(ledger: ServedLedger, key: string, read: ReadOptions) {
  const changes: Change[] = [];
  let after: Position | undefined;
  let seen = 0;
  while (seen < MAX_EVENTS) {
    const limit = Math.min(PAGE, MAX_EVENTS - seen);
    const entries = await ledger.transfers.history(key, { order: 'newest' }, { after, limit }, read);
    for (const { position, changes: own } of entries) changes.push(...own.map((change) => ({ position, ...change })));
    after = entries.at(-1)?.position;
    seen += entries.length;
    if (entries.length < limit) return { changes, isCut: false };
  }
  const more = await ledger.transfers.history(key, { order: 'newest' }, { after, limit: 1 }, read);
  return { changes, isCut: more.length > 0 };
}

async function toEvents(parts: LedgerParts, ledger: ServedLedger, changes: readonly Change[], read: ReadOptions) {
  const ids = await ledger.transfers.transactionIds(
    changes.map(({ position }) => position),
    read,
  );
  let unknownTokens = 0;
  const events = changes.flatMap(({ position, asset, received, sent }, index): LedgerEvent[] => {
    const words = describeAsset(parts.tokens, ledger.id, asset);
    const [txid, height] = [ids[index], positionHeight(position)];
    const at = ledger.transfers.block(height)?.time;
    if (!words) unknownTokens += 1;
    if (!words || txid === undefined || at === undefined) return [];
    return [{ txid, asset, symbol: words.symbol, decimals: words.decimals, received, sent, height, at }];
  });
  return { events, unknownTokens };
}

/** What the ledger of one address holds now. What cannot be read says so instead of looking like nothing. */
async function readOne(parts: LedgerParts, { chain, address }: LedgerAddress, read: ReadOptions): Promise<Found> {
  const nothing = { chain, address, height: null, isCut: false, unknownTokens: 0, events: [] };
  const ledger = isChainId(chain) ? parts.ledgers.find(chain) : undefined;
  if (!ledger) return { ...nothing, failure: 'This installation holds no ledger of this chain.' };
  try {
    const { key } = readAddress(ledger, address);
    const { changes, isCut } = await readChanges(ledger, key, read);
    const { events, unknownTokens } = await toEvents(parts, ledger, changes, read);
    return {
      chain,
      address,
      height: ledger.transfers.tip()?.height ?? null,
      isCut,
      unknownTokens,
      events,
      failure: '',
    };
  } catch (error) {
    if (!AppError.is(error) || error.kind === 'internal') throw error;
    return { ...nothing, failure: error.message.slice(0, 500) };
  }
}

interface Refreshed {
  readonly addresses: number;
  readonly events: number;
  readonly gaps: TimelineGap[];
}

async function keepFound(
  tx: Transaction,
  { id, agency }: { readonly id: string; readonly agency: string },
  found: readonly Found[],
  at: Date,
): Promise<Refreshed> {
  for (const one of found) await putLedgerEvents(tx, { ...one, caseId: id, agency, at });
  const events = found.reduce((sum, one) => sum + one.events.length, 0);
  return { addresses: found.length, events, gaps: toGaps(await listLedgerReads(tx, id, MAX_ADDRESSES)) };
}

/** Reads the transactions of all pinned addresses from the ledgers again. */
export async function refreshLedgerEvents(
  casework: CaseworkContext,
  parts: LedgerParts,
  caller: Caller,
  { id, read }: { readonly id: string; readonly read: ReadOptions },
): Promise<Refreshed> {
  const pinned = await readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'write');
    return listPinnedAddresses(tx, id, MAX_ADDRESSES);
  });
  const found: Found[] = [];
  for (const one of pinned) found.push(await readOne(parts, one, read));
  const details = ({ addresses, events }: Refreshed) => ({ addresses, events });
  return actOnCase(casework, caller, { id, right: 'write', action: 'timeline.refresh', details }, async (tx, row) => {
    await removeUnpinnedEvents(tx, id);
    return keepFound(tx, row, found, casework.now());
  });
}

/** Reads the transactions of an address that was just pinned or compared: that act is the one that the log names. */
export async function followItem(
  casework: CaseworkContext,
  parts: LedgerParts,
  caller: Caller,
  { id, item, read }: { readonly id: string; readonly item: CaseItem; readonly read: ReadOptions },
): Promise<void> {
  if (item.kind !== 'address' || item.withdrawn) return;
  const found = await readOne(parts, { chain: item.input.params.chain ?? '', address: item.title }, read);
  await readCases(casework, caller, async (tx) => {
    const row = await openCaseLocked(tx, id, 'read');
    await keepFound(tx, row, [found], casework.now());
  });
}
