import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { fetchHistory } from '@trailmark/ingest/on-demand/fetch-history';
import { getAccountSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { answerAsBlockscout, answerAsEtherscan, INVENTED } from '@trailmark/ingest/on-demand/testing/invented-history';
import type { ReplayAnswer, ReplayRequest } from '@trailmark/ingest/on-demand/testing/replay-server';
import { openAccountStore } from '@trailmark/store/testing/account-store-harness';
import { expect, test } from 'vitest';

const ADDRESS = INVENTED.address.slice(2);
const HISTORY = { ...INVENTED, count: 60 };
const ANSWERS: Readonly<Record<string, (request: ReplayRequest) => ReplayAnswer>> = {
  'blockscout-eth': answerAsBlockscout(HISTORY, 20),
  'etherscan-eth': answerAsEtherscan(HISTORY),
};

function fetchFrom(id: string, { maxRequests = 40 } = {}) {
  return fetchHistory({
    source: getAccountSource(id),
    chain: getAccountChain('eth'),
    address: ADDRESS,
    addressText: INVENTED.address,
    description: id,
    asking: {
      maxRequests,
      signal: AbortSignal.timeout(30_000),
      send: async ({ path, query, body }) => {
        const request = { method: 'GET', path, query: new URLSearchParams(query), headers: {}, body, number: 0 };
        const { status = 200, json } = ANSWERS[id]?.(request) ?? {};
        return { status, retryAfter: undefined, body: new TextEncoder().encode(JSON.stringify(json)) };
      },
    },
    now: 1_700_000_000,
  });
}

test.each([
  ['blockscout-eth', 'etherscan-eth'],
  ['etherscan-eth', 'blockscout-eth'],
])('what %s reported is not added again when %s reports it', async (first, second) => {
  const open = await openAccountStore();
  try {
    const { writer, reader } = open.store;
    const [one, other] = [await fetchFrom(first), await fetchFrom(second)];
    expect(await writer.merge(one.blocks, one.coverage)).toEqual({ transactions: 60, moves: 60 * 2 + 20 + 12 });
    expect(await writer.merge(one.blocks, one.coverage)).toEqual({ transactions: 0, moves: 0 });
    expect(await writer.merge(other.blocks, other.coverage)).toMatchObject({ transactions: 0 });
    expect((await reader.totals([ADDRESS])).get(ADDRESS)).toMatchObject({
      transactionCount: 60,
      moveCount: 60 * 2 + 20 + 12,
    });
    expect((await reader.addressCoverage(ADDRESS)).map(({ source }) => source).sort()).toEqual([first, second].sort());
  } finally {
    await open.close();
  }
});

test('a part that was fetched is completed by the next fetch', async () => {
  const open = await openAccountStore();
  try {
    const { writer, reader } = open.store;
    const part = await fetchFrom('blockscout-eth', { maxRequests: 4 });
    // The lowest block that came may continue on the page that did not.
    expect(part.coverage).toMatchObject({ isComplete: false, fromHeight: 121 });
    await writer.merge(part.blocks, part.coverage);
    expect((await reader.totals([ADDRESS])).get(ADDRESS)?.transactionCount).toBe(40);
    const whole = await fetchFrom('blockscout-eth');
    expect(await writer.merge(whole.blocks, whole.coverage)).toMatchObject({ transactions: 20 });
    expect((await reader.totals([ADDRESS])).get(ADDRESS)).toMatchObject({
      transactionCount: 60,
      moveCount: 60 * 2 + 20 + 12,
    });
  } finally {
    await open.close();
  }
});
