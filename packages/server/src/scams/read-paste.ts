import { findTextItems, stripHidden } from '@trailmark/analysis/scam-text/find-text-items';
import type { ScamReading } from '@trailmark/api/contract/scam-report';
import { holdsPrivateKey } from '@trailmark/chains/utxo/private-key';
import { holdsPhrase } from '@trailmark/chains/wallet/hide-phrase';
import type { ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import { countReportsByKey } from '@trailmark/store/cases/scams/report-rows';
import {
  accountKey,
  addressKey,
  domainKey,
  handleKey,
  phoneKey,
  transactionKey,
} from '../cases/item-kinds/identifiers.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import type { CallHandler } from '../http/call-handler.ts';
import { readSeenPayment, type ScamParts } from './check-payment.ts';

/** Transactions that are checked of one text, and payments that are shown of one transaction. */
const MOST_CHECKED = 50;
const MOST_SHOWN = 10;

interface Hit {
  readonly kind: string;
  readonly chain: ChainId;
  readonly id: string;
  readonly isIndexed: boolean;
}

type Item = ScamReading['items'][number];

/** Of an address that is one on several chains the one that has seen it, or else the first. */
function chooseHits(hits: readonly Hit[]): readonly Hit[] {
  const byId = Map.groupBy(hits, ({ kind, id }) => `${kind} ${id.toLowerCase()}`);
  return [...byId.values()].flatMap((same) => {
    const seen = same.filter(({ isIndexed }) => isIndexed);
    return seen.length > 0 ? seen : same.slice(0, 1);
  });
}

async function readTransactions(parts: ScamParts, items: readonly Item[], read: ReadOptions) {
  const named = new Set(items.filter(({ kind }) => kind === 'address').map(({ value }) => value));
  const found: ScamReading['transactions'] = [];
  for (const { chain, value: txid } of items.filter(({ kind }) => kind === 'transaction').slice(0, MOST_CHECKED)) {
    const ledger = chain === null ? undefined : parts.ledgers.find(chain);
    const seen = ledger && (await readSeenPayment(parts, ledger, txid, read));
    if (!(chain && seen)) continue;
    const isNamed = (address: string | null): boolean => address !== null && named.has(address);
    const payments = seen.payments.map(({ address, amount, unit }) => {
      return { address, amount, unit, isNamed: isNamed(address) };
    });
    payments.sort((a, b) => Number(b.isNamed) - Number(a.isNamed));
    const { height, time } = seen;
    const payers = seen.payers.filter(isNamed);
    const shown = payments.slice(0, MOST_SHOWN);
    found.push({ chain, txid, height, time, payments: shown, paymentCount: payments.length, payers });
  }
  return found;
}

function keyOf({ kind, value, chain }: Omit<Item, 'reports'>): string | undefined {
  if (kind === 'address') return chain === null ? undefined : addressKey(chain, value);
  if (kind === 'transaction') return chain === null ? undefined : transactionKey(chain, value);
  if (kind === 'domain') return domainKey(value);
  if (kind === 'phone') return phoneKey(value.slice(1));
  if (kind === 'email') return accountKey('email', value);
  return kind === 'handle' ? handleKey('any', value.slice(1)) : undefined;
}

/** Earlier reports of the reader's agency that name the same; visitors learn of none. */
async function withReports(
  casework: CaseworkContext,
  caller: Caller,
  mayRead: boolean,
  items: readonly Omit<Item, 'reports'>[],
): Promise<Item[]> {
  if (!mayRead) return items.map((item) => ({ ...item, reports: null }));
  const keys = items.map(keyOf);
  const known = keys.filter((key) => key !== undefined);
  const counts = await readOwn(casework, caller, (tx) => countReportsByKey(tx, known));
  return items.map((item, i) => {
    const key = keys[i];
    return { ...item, reports: key === undefined ? null : (counts.get(key) ?? 0) };
  });
}

/** What a pasted text names, each transaction checked. Nothing of it is kept, and a seed phrase is only reported. */
export async function readPaste(
  { casework, ...parts }: ScamParts & { readonly casework: CaseworkContext },
  ask: CallHandler,
  caller: { readonly caller: Caller; readonly mayRead: boolean },
  given: string,
  read: ReadOptions,
): Promise<ScamReading> {
  const { text } = stripHidden(given.normalize('NFC'));
  const hasSecret = holdsPrivateKey(text) || holdsPhrase(text);
  const answer = await ask('scanText', { params: {}, query: {}, body: { text } });
  const scan = (answer.kind === 'json' ? answer.value : {}) as {
    readonly found: readonly Hit[];
    readonly refused: ScamReading['refused'];
    readonly truncated: boolean;
  };
  const hits = chooseHits(scan.found.filter(({ kind }) => kind === 'address' || kind === 'transaction'));
  const words = findTextItems(given);
  const onChain = hits.map(({ kind, chain, id }) => {
    return { kind: kind as 'address' | 'transaction', quote: id, value: id, other: null, chain };
  });
  const others = words.items.map(({ at: _, ...item }) => ({ ...item, chain: null }));
  const items = await withReports(casework, caller.caller, caller.mayRead, [...onChain, ...others]);
  return {
    items,
    transactions: await readTransactions(parts, items, read),
    refused: scan.refused.slice(0, 200),
    hidden: words.hidden,
    hasSecret,
    truncated: words.truncated || scan.truncated,
    asOf: parts.ledgers.list().flatMap(({ id, transfers }) => {
      const height = transfers.tip()?.height;
      return height === undefined ? [] : [{ chain: id, height }];
    }),
  };
}
