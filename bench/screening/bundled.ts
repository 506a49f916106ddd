/**
 * Screenings over the bundled data: `bundled.ts <data directory> <mode> <how many>`. `fill` loads it; `cold` screens the address of
 * Bitcoin with the longest history, 5 hops, once, in a process that did nothing before; `alone` screens addresses of Ethereum one after
 * the other, `batch` does it as the job of a batch does. Prints a JSON line. Nobody has a name here: labels would end traces.
 */
import { join } from 'node:path';
import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { ChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { listAccountSets } from '@trailmark/ingest/account-bundled/account-sets';
import { loadAccountSets } from '@trailmark/ingest/account-bundled/load-account-sets';
import { listBundledSets } from '@trailmark/ingest/bundled/bundled-sets';
import { loadBundledSets } from '@trailmark/ingest/utxo/load-bundled';
import { openFactsStore } from '@trailmark/store/open-store';
import { NO_KNOWLEDGE } from '../../packages/server/src/knowledge/knowledge.ts';
import { createLedgers } from '../../packages/server/src/ledger/ledgers.ts';
import { readDefaultRules } from '../../packages/server/src/screening/default-rules.ts';
import { screen } from '../../packages/server/src/screening/screen.ts';
import { addAccount, createTestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import type { TraceDeps } from '../../packages/server/src/tracing/trace-as-of.ts';
import { timeBareReads } from '../bare-reads.ts';
import { type ManyResult, measureMany, runBatch } from './many.ts';

export interface BundledResult extends ManyResult {
  /** Of the address that was screened alone. */
  readonly transactionCount?: number;
  /** Milliseconds in which its entries are read from the store, a number a round. */
  readonly bare?: readonly number[];
}

const [dataDirectory = '', mode = '', count = '0'] = process.argv.slice(2);
const store = await openFactsStore({ dataDirectory });
const [bitcoin, ethereum] = [await store.chain('btc'), await store.accountChain('eth')];
const ledgers = createLedgers({
  readers: new Map<ChainId, OutputLedger | AccountLedger>([
    ['btc', bitcoin.reader],
    ['eth', ethereum.reader],
  ]),
  overlays: new Map(),
  ingestStatus: () => null,
  software: 'bench',
});
const deps: TraceDeps = { ledgers, knowledge: NO_KNOWLEDGE };

async function fill(): Promise<object> {
  await loadBundledSets(bitcoin, listBundledSets(), join(dataDirectory, 'chains', 'btc', 'lookup'));
  return { transactions: await loadAccountSets(ethereum, listAccountSets('eth')) };
}

async function screenBusiest(): Promise<BundledResult> {
  const whole = { from: 0n, to: 2n ** 64n - 1n };
  const owners = await Promise.all(
    (['p2pkh', 'p2sh', 'p2wpkh'] as const).map((type) =>
      bitcoin.reader.ownersInRange({ type: SCRIPT_CODE[type], ...whole }, 1),
    ),
  );
  const [busiest] = owners.flat().sort((a, b) => b.transactionCount - a.transactionCount);
  if (!busiest) throw new Error('The bundled data has no address.');
  const subject = { kind: 'address', text: formatOwner(getChain('btc'), busiest.owner) };
  const request = screeningRequest.parse({ chain: 'btc', subject, budget: 50_000, maxHops: 5 });
  const measured = await measureMany(1, () => screen(deps, request as ScreeningRequest, readDefaultRules()));
  const bare = await timeBareReads(store, ['btc', busiest.owner], 'rows');
  return { ...measured, transactionCount: busiest.transactionCount, bare };
}

/** Addresses of Ethereum spread evenly over all of them. */
async function chooseSubjects(): Promise<string[]> {
  const prefixes = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
  const each = Math.ceil(Number(count) / prefixes.length);
  const found: string[] = [];
  for (const prefix of prefixes) {
    const rows = await ethereum.reader.addressesByPrefix(prefix, each);
    found.push(...rows.map(({ address }) => formatAccount(getAccountChain('eth'), address)));
  }
  return found.slice(0, Number(count));
}

async function screenMany(isBatch: boolean): Promise<BundledResult> {
  const addresses = await chooseSubjects();
  const casework = await createTestCaseworkContext();
  const account = await addAccount(casework);
  const alone = async (list: readonly string[]): Promise<void> => {
    for (const text of list) {
      const request = screeningRequest.parse({ chain: 'eth', subject: { kind: 'address', text } });
      await screen(deps, request as ScreeningRequest, readDefaultRules());
    }
  };
  const batch = () => runBatch(casework, account, { deps, chain: 'eth', addresses });
  // The first ones compile what all others run.
  await alone(addresses.slice(0, 10));
  const measured = await measureMany(addresses.length, isBatch ? batch : () => alone(addresses));
  await casework.close();
  return measured;
}

const result =
  mode === 'fill' ? await fill() : mode === 'cold' ? await screenBusiest() : await screenMany(mode === 'batch');
await store.close();
console.log(JSON.stringify(result));
process.exit();
