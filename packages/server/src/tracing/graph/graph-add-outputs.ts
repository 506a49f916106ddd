import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { drawRecord, largestParts, partsOf, type RecordPart, readNamedRecords } from './graph-records.ts';
import { type Added, listItems, type RefusedItem, readOrRefuse, refuseItem } from './graph-refusals.ts';
import { type OutputGraphScope, openOutputGraph } from './graph-scope.ts';

/** Inputs, and outputs, of one added transaction that are drawn, the largest first. */
const PARTS_DRAWN = 40;
/** All of an answer together stays within what a canvas takes at once. */
const PARTS_OF_ALL = 3_000;
const OUTPOINT = /^([0-9a-fA-F]{64})(?::(\d{1,10}))?$/;

interface AskedTransaction {
  readonly text: string;
  readonly txid: string;
  /** Undefined: all of it. */
  readonly vout: number | undefined;
}

interface Asked {
  readonly owners: readonly Owner[];
  readonly transactions: readonly AskedTransaction[];
  readonly refused: RefusedItem[];
}

function readItems({ ledger }: OutputGraphScope, items: readonly string[]): Asked {
  const refused: RefusedItem[] = [];
  const owners: Owner[] = [];
  const transactions: AskedTransaction[] = [];
  for (const text of listItems(items)) {
    const [, txid, vout] = OUTPOINT.exec(text) ?? [];
    if (txid === undefined) {
      const owner = readOrRefuse(text, refused, () => parseOwner(ledger.chain, text));
      if (owner) owners.push(owner);
    } else transactions.push({ text, txid: txid.toLowerCase(), vout: vout === undefined ? undefined : Number(vout) });
  }
  return { owners, transactions, refused };
}

async function addOwners({ ledger, builder, gaps, read }: OutputGraphScope, owners: readonly Owner[]): Promise<void> {
  if (owners.length === 0) return;
  const totals = await ledger.reader.totals(owners, read);
  for (const owner of owners) {
    const address = formatOwner(ledger.chain, owner);
    builder.address(address);
    if (!totals.has(ownerId(owner))) gaps.push(`${address}: no payment of this address is indexed.`);
  }
}

function choose(parts: readonly RecordPart[], each: number): ReadonlySet<RecordPart> {
  const inputs = parts.filter(({ side }) => side === 'input');
  const outputs = parts.filter(({ side }) => side === 'output');
  return new Set([...largestParts(inputs, each), ...largestParts(outputs, each)]);
}

/** Draws one transaction or one output of it; the reason where it cannot. */
function addRecord(
  scope: OutputGraphScope,
  { txid, vout }: AskedTransaction,
  record: TransactionRecord | undefined,
  { txids, each }: { readonly txids: ReadonlyMap<Position, string>; readonly each: number },
): string | undefined {
  if (!record) return `No ${scope.ledger.chain.name} transaction with this id is indexed.`;
  if (vout !== undefined && vout >= record.outputs.length) {
    return `This transaction has ${record.outputs.length} outputs, counted from 0.`;
  }
  const parts = partsOf(record, txids);
  const drawn =
    vout === undefined ? choose(parts, each) : new Set(parts.filter(({ ref }) => ref === `${txid}:${vout}`));
  drawRecord(scope, record, parts, { isDrawn: (part) => drawn.has(part), isCounted: () => vout === undefined });
  return undefined;
}

/** Adds addresses, transactions and single outputs of a chain of the Bitcoin family: a few queries for all of them. */
export async function addOutputs(
  deps: TraceDeps,
  ledger: ServedOutputs,
  items: readonly string[],
  read: ReadOptions,
): Promise<Added> {
  const scope = await openOutputGraph(deps, ledger, read);
  const { owners, transactions, refused } = readItems(scope, items);
  await addOwners(scope, owners);
  const ids = [...new Set(transactions.map(({ txid }) => txid))];
  const positions = ids.length === 0 ? new Map<string, Position[]>() : await scope.ledger.reader.positionsOf(ids, read);
  const places = [...new Set(ids.flatMap((txid) => positions.get(txid)?.at(-1) ?? []))];
  const { records, txids } = await readNamedRecords(scope, places);
  const byTxid = new Map(records.map((record) => [record.txid, record]));
  const each = Math.max(3, Math.min(PARTS_DRAWN, Math.floor(PARTS_OF_ALL / Math.max(1, ids.length))));
  for (const asked of transactions) {
    const reason = addRecord(scope, asked, byTxid.get(asked.txid), { txids, each });
    if (reason !== undefined) refused.push(refuseItem(asked.text, reason));
  }
  return { scope, refused };
}
