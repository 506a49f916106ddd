import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { parseExactJson } from '@trailmark/ingest/on-demand/exact-json';
import { fetchHistory } from '@trailmark/ingest/on-demand/fetch-history';
import { getAccountSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import type { SourceRequest } from '@trailmark/ingest/on-demand/source-asker';
import { TRON_HISTORY } from '@trailmark/ingest/on-demand/testing/invented-tron';
import { expect, test } from 'vitest';
import { describeWithData } from '../needs.ts';

const encoder = new TextEncoder();
const EMPTY = { success: true, meta: { at: 1, page_size: 0 }, data: [] };
const NAME =
  'tron-api_v1_accounts_TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB_transactions__limit_25_order_by_block_timestamp_desc_token_id_.json';

interface RecordedRow {
  readonly txID: string;
  readonly blockNumber?: number;
  readonly block_timestamp: number;
}

describeWithData('evm/recorded-explorers', (folder) => {
  const recorded = readFileSync(join(folder, 'mock', 'ext-api-data', NAME));
  const { data } = parseExactJson(recorded, 'The recording') as { data: readonly RecordedRow[] };

  /** The recording for the list; heights that it leaves out are returned one by one, three seconds per block. */
  function answer({ path, body }: SourceRequest): unknown {
    if (path === '/wallet/getblockbynum') return { blockID: TRON_HISTORY.genesisHash };
    if (path === '/wallet/getnowblock') return { block_header: { raw_data: { number: 60_000_000 } } };
    if (path === '/wallet/gettransactioninfobyid') {
      const id = (body as { value: string }).value;
      const row = data.find(({ txID }) => txID === id);
      const height = 19_634_882 + Math.round(((row?.block_timestamp ?? 0) - 1_589_169_090_000) / 3_000);
      return row ? { id, blockNumber: height } : {};
    }
    return path.endsWith('/trc20') ? EMPTY : undefined;
  }

  test('a recorded TRON account is fetched with every transaction, and the blocks that the list leaves out are requested', async () => {
    const tron = getAccountChain('trx');
    const address = parseAccount(tron, 'TFFriedwRtWdFuzerDDtkoQTZ29smDZ1MB');
    const asked: SourceRequest[] = [];
    const { blocks, coverage, requests } = await fetchHistory({
      source: getAccountSource('trongrid-trx'),
      chain: tron,
      address,
      addressText: formatAccount(tron, address),
      description: 'Recording',
      asking: {
        maxRequests: 60,
        signal: AbortSignal.timeout(30_000),
        send: async (request) => {
          asked.push(request);
          const json = answer(request);
          const body = json === undefined ? recorded : encoder.encode(JSON.stringify(json));
          return { status: 200, retryAfter: undefined, body };
        },
      },
      now: 1,
    });
    const transactions = blocks.flatMap((block) => block.transactions);
    expect(new Set(transactions.map(({ hash }) => hash))).toEqual(new Set(data.map(({ txID }) => txID)));
    expect(transactions.filter(({ fee }) => fee !== undefined)).not.toHaveLength(0);
    expect(transactions.every(({ indexEstimated }) => indexEstimated)).toBe(true);
    expect(coverage).toMatchObject({ isComplete: true, fromHeight: 0 });
    const lookups = asked.filter(({ path }) => path === '/wallet/gettransactioninfobyid');
    expect(lookups).toHaveLength(data.filter(({ blockNumber }) => blockNumber === undefined).length);
    expect(requests).toBe(lookups.length + 4);
  });
});
