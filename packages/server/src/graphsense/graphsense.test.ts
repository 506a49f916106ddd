import { describe, expect, test } from 'vitest';
import { createSampleApp } from '../testing/sample-app.ts';
import { createClusterLedger, createSampleClusters } from '../testing/sample-clusters.ts';
import { createSampleKnowledge, SAMPLE_ETH } from '../testing/sample-labels.ts';
import { ADDRESS, TX, txidOf } from '../testing/sample-ledger.ts';

const { request } = createSampleApp({ knowledge: createSampleKnowledge() });
const reader = createClusterLedger();
const clusters = await createSampleClusters(reader);
const { request: clustered } = createSampleApp({ reader, knowledge: { ...createSampleKnowledge(), ...clusters } });

async function get(path: string, ask = request) {
  const response = await ask(`/graphsense/v1${path}`);
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
}

describe('tags of an address', () => {
  test('carry the names GraphSense gives them', async () => {
    const { body } = await get(`/BTC/addresses/${ADDRESS.bob}/tags`);
    expect(body.address_tags).toEqual([
      {
        address: ADDRESS.bob,
        label: 'Sample Exchange 1',
        tag_type: 'actor',
        tagpack_title: 'Sample services',
        tagpack_is_public: true,
        tagpack_creator: 'Sample publisher',
        tagpack_uri: 'https://example.org/labels',
        is_cluster_definer: true,
        currency: 'BTC',
        category: 'exchange',
        concepts: ['exchange'],
        actor: 'sample-exchange',
        source: 'https://example.org/labels',
        lastmod: 1_767_312_000,
        confidence: 'service_data',
        confidence_level: 50,
      },
    ]);
    expect(body.next_page).toBeUndefined();
  });

  test('are summed up with contradictory labels side by side', async () => {
    const { body } = await get(`/btc/addresses/${ADDRESS.carol}/tag_summary`);
    expect(body).toMatchObject({
      broad_category: 'entity',
      tag_count: 2,
      best_label: 'SampleLocker',
      best_actor: 'second-exchange',
    });
    expect(Object.keys(body.label_summary).sort()).toEqual(['samplelocker', 'second exchange']);
    expect(body.label_summary.samplelocker).toMatchObject({
      count: 1,
      confidence: 0.5,
      creators: ['Sample publisher'],
    });
    const { ransomware, exchange } = body.concept_tag_cloud;
    expect(ransomware.cnt + exchange.cnt).toBe(2);
    expect(ransomware.weighted + exchange.weighted).toBeCloseTo(1);
    const none = await get(`/btc/addresses/${ADDRESS.alice}/tag_summary`);
    expect(none.body).toMatchObject({ tag_count: 0, label_summary: {}, concept_tag_cloud: {} });
  });

  test('are found on networks without a ledger', async () => {
    const { body } = await get(`/eth/addresses/${SAMPLE_ETH.toLowerCase()}/tags`);
    expect(body.address_tags).toMatchObject([{ address: SAMPLE_ETH, currency: 'ETH', category: 'sanctioned' }]);
  });
});

describe('an address', () => {
  test('has its totals; a balance that is not known is left out', async () => {
    const { body } = await get(`/btc/addresses/${ADDRESS.bob}`);
    expect(body).toMatchObject({
      currency: 'btc',
      address: ADDRESS.bob,
      total_received: { value: 6_000_000_000, fiat_values: [] },
      total_spent: { value: 1_000_000_000 },
      first_tx: { height: 2, tx_hash: txidOf(TX.second) },
      last_tx: { height: 4, tx_hash: txidOf(TX.pass) },
      actors: [{ id: 'sample-exchange', label: 'Sample Exchange' }],
    });
    const erin = (await get(`/btc/addresses/${ADDRESS.erin}`)).body;
    expect(erin).toHaveProperty('total_received');
    expect(erin).not.toHaveProperty('balance');
  });

  test('that is unseen, of another chain, or none is a problem with its reason', async () => {
    const unseen = await get('/btc/addresses/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect([unseen.status, unseen.type]).toEqual([404, 'application/problem+json']);
    expect((await get(`/eth/addresses/${SAMPLE_ETH}`)).body.detail).toContain('no ledger of Ethereum');
    expect((await get('/btc/addresses/nonsense')).status).toBe(400);
    expect((await get(`/nope/addresses/${ADDRESS.bob}/tags`)).status).toBe(404);
    expect((await get(`/btc/addresses/${ADDRESS.bob}/cluster`)).status).toBe(503);
    expect((await get('/anything')).status).toBe(404);
  });
});

describe('tags by label and actor', () => {
  test('are listed in pages', async () => {
    const { body } = await get('/tags?label=sample%20entity&pagesize=1');
    expect(body.address_tags).toHaveLength(1);
    const next = await get(`/tags?label=sample%20entity&pagesize=1&page=${body.next_page}`);
    const both = [...body.address_tags, ...next.body.address_tags].map(
      ({ currency }: { currency: string }) => currency,
    );
    expect(both.sort()).toEqual(['BTC', 'ETH']);
    expect(next.body.next_page).toBeUndefined();
    expect((await get('/tags?label=sample%20entity&pagesize=5001')).status).toBe(400);
    expect((await get(`/tags?label=other&page=${body.next_page}`)).status).toBe(400);
    expect((await get('/tags')).status).toBe(400);
  });

  test('name the actor with jurisdictions, categories and pages', async () => {
    expect((await get('/tags/actors/sample-exchange')).body).toMatchObject({
      id: 'sample-exchange',
      label: 'Sample Exchange',
      uri: 'https://exchange.example',
      categories: [{ id: 'exchange', label: 'Exchange' }],
      jurisdictions: [{ id: 'MT', label: 'MT' }],
      nr_tags: 1,
      context: { legal_name: 'Sample Exchange Ltd', refs: ['https://exchange.example/law-enforcement'] },
    });
    expect((await get('/tags/actors/sample-exchange/tags')).body.address_tags).toHaveLength(1);
    expect((await get('/tags/actors/nobody')).status).toBe(404);
  });
});

test('taxonomies list the categories and the fourteen levels of confidence', async () => {
  expect((await get('/tags/taxonomies')).body.map(({ taxonomy }: { taxonomy: string }) => taxonomy)).toEqual([
    'concept',
    'confidence',
  ]);
  expect((await get('/tags/taxonomies/confidence/concepts')).body).toHaveLength(14);
  expect((await get('/tags/taxonomies/concept/concepts')).body[0]).toMatchObject({
    id: 'sanctioned',
    taxonomy: 'concept',
  });
  expect((await get('/tags/taxonomies/toString/concepts')).status).toBe(404);
});

test('a search finds addresses, transactions, labels and actors', async () => {
  const byAddress = (await get(`/search?q=${ADDRESS.bob}`)).body;
  expect(byAddress.currencies).toContainEqual({ currency: 'btc', addresses: [ADDRESS.bob], txs: [] });
  const byTx = (await get(`/search?q=${txidOf(TX.pay).slice(0, 20)}&currency=btc`)).body;
  expect(byTx.currencies).toEqual([{ currency: 'btc', addresses: [], txs: [txidOf(TX.pay)] }]);
  expect((await get('/search?q=sample%20exch')).body).toMatchObject({
    labels: ['Sample Exchange 1'],
    actors: [{ id: 'sample-exchange' }],
  });
});

describe('a cluster', () => {
  test('is the conservative one, with its best tag, under its new name and its old one', async () => {
    const { body } = await get(`/btc/addresses/${ADDRESS.alice}/cluster`, clustered);
    expect(body).toMatchObject({
      currency: 'btc',
      cluster: 0,
      entity: 0,
      root_address: ADDRESS.alice,
      no_addresses: 3,
      no_address_tags: 3,
      best_address_tag: { label: 'Sample Exchange 1', cluster: 0 },
    });
    for (const path of [`/btc/addresses/${ADDRESS.bob}/entity`, '/btc/clusters/0', '/btc/entities/0']) {
      expect((await get(path, clustered)).body).toEqual(body);
    }
    expect((await get('/btc/clusters/4000000000', clustered)).status).toBe(404);
  });

  test('lists every address once, in pages', async () => {
    const seen: string[] = [];
    let page = '';
    do {
      const { body } = await get(`/btc/clusters/0/addresses?pagesize=2&page=${page}`, clustered);
      seen.push(...body.addresses.map(({ address }: { address: string }) => address));
      page = body.next_page ?? '';
    } while (page !== '');
    expect(seen).toEqual([ADDRESS.alice, ADDRESS.bob, ADDRESS.carol]);
    const tags = (await get('/btc/clusters/0/tags', clustered)).body.address_tags;
    expect(tags.map(({ address }: { address: string }) => address)).toEqual([
      ADDRESS.bob,
      ADDRESS.carol,
      ADDRESS.carol,
    ]);
  });

  test('gives its members the tags that sources mean for the whole of it, where they are requested', async () => {
    const path = `/btc/addresses/${ADDRESS.alice}/tag_summary`;
    expect((await get(path, clustered)).body.tag_count).toBe(0);
    const { body } = await get(`${path}?include_best_cluster_tag=true`, clustered);
    expect(body).toMatchObject({ tag_count: 0, tag_count_indirect: 1, best_actor: 'sample-exchange' });
    expect(body.label_summary['sample exchange 1'].inherited_from).toBe('cluster');
  });
});
