import { describe, expect, test } from 'vitest';
import { createSampleApp } from '../../testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_ETH, SAMPLE_PACKS, sampleLabel } from '../../testing/sample-labels.ts';
import { ADDRESS } from '../../testing/sample-ledger.ts';

const createApp = (knowledge = createSampleKnowledge()) => createSampleApp({ knowledge });
const { client, request } = createApp();
const FRESH = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

describe('the labels of an address', () => {
  test('carry source, confidence, licence, pack and actor', async () => {
    const answer = await client.call('getAddressLabels', { params: { network: 'btc', address: ADDRESS.bob } });
    expect(answer).toMatchObject({ sanctions: 'not-listed', isContradictory: false, labels: { labelCount: 7 } });
    expect(answer.claims).toMatchObject([
      {
        label: 'Sample Exchange 1',
        actor: { id: 'sample-exchange', label: 'Sample Exchange' },
        confidence: { id: 'service_data', level: 50 },
        scope: 'cluster',
        role: 'hot',
        licence: 'CC0-1.0',
        pack: { id: 'sample-services', title: 'Sample services', asOf: '2026-01-02' },
      },
    ]);
  });

  test('that contradict each other are listed side by side, the more confident first', async () => {
    const answer = await client.call('getAddressLabels', { params: { network: 'btc', address: ADDRESS.carol } });
    expect(answer.isContradictory).toBe(true);
    expect(answer.claims.map(({ category, confidence }) => [category, confidence.level])).toEqual([
      ['ransomware', 50],
      ['exchange', 20],
    ]);
  });

  test('listed, formerly listed, not listed and no list stored are four answers', async () => {
    const ask = async (address: string, app = client) =>
      (await app.call('getAddressLabels', { params: { network: 'btc', address } })).sanctions;
    expect(await ask(ADDRESS.dave)).toBe('listed');
    expect(await ask(ADDRESS.erin)).toBe('formerly-listed');
    expect(await ask(FRESH)).toBe('not-listed');
    const knowledge = createSampleKnowledge();
    const other = createApp(knowledge);
    await knowledge.packs?.activate('ofac-sdn', undefined);
    expect(await ask(ADDRESS.dave, other.client)).toBe('no-list');
  });

  test('a listing on Ethereum is seen on every network of the same keys', async () => {
    const answer = await client.call('getAddressLabels', {
      params: { network: 'bsc', address: SAMPLE_ETH.toLowerCase() },
    });
    expect(answer).toMatchObject({ network: 'bsc', address: SAMPLE_ETH, sanctions: 'listed' });
    expect(answer.claims).toMatchObject([{ network: 'eth', label: 'SAMPLE ENTITY' }]);
  });

  test('that says sanctioned in any other pack is no listing', async () => {
    const packs = [
      { ...SAMPLE_PACKS[0]!, labels: [sampleLabel(ADDRESS.bob, 'x', { category: 'sanctioned' })] },
      SAMPLE_PACKS[2]!,
    ];
    const { client: other } = createApp(createSampleKnowledge(packs));
    const answer = await other.call('getAddressLabels', { params: { network: 'btc', address: ADDRESS.bob } });
    expect(answer.sanctions).toBe('not-listed');
  });

  test('that says formerly sanctioned in any other pack states nothing about former entries of the list', async () => {
    const labels = [sampleLabel(FRESH, 'x', { category: 'sanctioned_historic' })];
    const { client: other } = createApp(createSampleKnowledge([{ ...SAMPLE_PACKS[0]!, labels }, SAMPLE_PACKS[2]!]));
    const answer = await other.call('getAddressLabels', { params: { network: 'btc', address: FRESH } });
    expect([answer.sanctions, answer.claims.length]).toEqual(['not-listed', 1]);
  });

  test('are refused with the reason where the text is no address', async () => {
    const response = await request(`/api/v1/labels/btc/${ADDRESS.bob.slice(0, -1)}x`);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain('This is no address of Bitcoin');
  });
});

describe('labels in bulk', () => {
  test('come in the requested order, with what was refused', async () => {
    const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    const answer = await client.call('bulkLabels', {
      body: {
        addresses: [ADDRESS.dave, 'junk', ` ${SAMPLE_ETH.toLowerCase()}`, key, FRESH].map((address) => ({ address })),
        publicOnly: false,
      },
    });
    expect(answer.items.map(({ input, network, address, sanctions }) => [input, network, address, sanctions])).toEqual([
      [ADDRESS.dave, 'btc', ADDRESS.dave, 'listed'],
      [` ${SAMPLE_ETH.toLowerCase()}`, 'eth', SAMPLE_ETH, 'listed'],
      [FRESH, 'btc', FRESH, 'not-listed'],
    ]);
    expect(answer.refused.map(({ input }) => input)).toEqual(['junk', 'private key']);
  });

  test('leave out internal packs where only public ones are requested', async () => {
    const ask = async (publicOnly: boolean) =>
      (
        await client.call('bulkLabels', {
          body: { addresses: [{ network: 'btc', address: ADDRESS.frank }], publicOnly },
        })
      ).items[0]?.claims.length;
    expect([await ask(false), await ask(true)]).toEqual([1, 0]);
  });
});

test('a search finds labels and organisations by words', async () => {
  const answer = await client.call('searchLabels', { query: { q: 'sample exchange' } });
  expect(answer.claims.map(({ label }) => label)).toEqual(['Sample Exchange 1']);
  expect(answer.actors).toEqual([{ id: 'sample-exchange', label: 'Sample Exchange', categories: ['exchange'] }]);
});

describe('packs', () => {
  test('are listed, previewed, taken out of force and brought back to the same version of the labels', async () => {
    const { client: other } = createApp();
    const { items, labels } = await other.call('listLabelPacks', {});
    const pack = items.find(({ id }) => id === 'sample-services')!;
    expect(pack).toMatchObject({ isActive: true, labelCount: 2, visibility: 'public' });
    const params = { pack: pack.id, version: pack.version };
    expect((await other.call('previewLabelPack', { params })).counts).toEqual({ added: 0, removed: 0, same: 2 });
    const out = await other.call('activateLabelPack', { params: { pack: pack.id }, body: { version: null } });
    expect(out.items).toMatchObject([{ id: pack.id, isActive: false }]);
    expect(out.labels.version).not.toBe(labels.version);
    expect((await other.call('previewLabelPack', { params })).added).toHaveLength(2);
    const back = await other.call('activateLabelPack', { params: { pack: pack.id }, body: { version: pack.version } });
    expect(back.labels).toEqual(labels);
  });

  test('that are not stored are not found', async () => {
    expect((await request(`/api/v1/label-packs/none/versions/${'0'.repeat(16)}/preview`)).status).toBe(404);
  });
});

describe('organisations', () => {
  test('have names, contact routes with their standing, and counts of known addresses', async () => {
    const { actor, addresses } = await client.call('getActor', { params: { actor: 'sample-exchange' } });
    expect(actor).toMatchObject({ legalName: 'Sample Exchange Ltd', jurisdictions: ['MT'], labelCount: 1 });
    expect(actor.contacts).toMatchObject([{ channel: 'portal', isOfficialDomain: true, standing: 'seen-official' }]);
    expect(addresses).toEqual([{ network: 'btc', role: 'hot', count: 1 }]);
  });

  test('are filtered and paged', async () => {
    const list = async (query: object) => (await client.call('listActors', { query })).items.map(({ id }) => id);
    expect(await list({ q: 'sampex' })).toEqual(['sample-exchange']);
    expect(await list({ category: 'custody' })).toEqual(['second-exchange']);
    expect(await list({ jurisdiction: 'ky' })).toEqual(['second-exchange']);
    expect(await list({ withContact: 'true' })).toEqual(['sample-exchange']);
    const first = await client.call('listActors', { query: { limit: 1 } });
    expect(first.total).toBe(2);
    const second = await client.call('listActors', { query: { limit: 1, cursor: first.next! } });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['sample-exchange', 'second-exchange']);
    expect(second.next).toBeNull();
  });

  test('that only claims name are reported as outside the directory', async () => {
    const labels = [sampleLabel(ADDRESS.bob, 'x', { actor: '<b>Binance</b>' })];
    const { client: other } = createApp(createSampleKnowledge([{ ...SAMPLE_PACKS[0]!, labels }]));
    const ask = async (actor: string) => (await other.call('getActor', { params: { actor } })).isInDirectory;
    expect([await ask('<b>Binance</b>'), await ask('sample-exchange')]).toEqual([false, true]);
    await expect(ask('hasOwnProperty')).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('list the claims that name them; an unknown one is not found', async () => {
    const { items, total } = await client.call('listActorLabels', { params: { actor: 'second-exchange' } });
    expect([total, items[0]?.address]).toEqual([1, ADDRESS.carol]);
    expect((await request('/api/v1/actors/nobody')).status).toBe(404);
  });
});

describe('sanctions screening', () => {
  const screen = async (address: string, path = 'sanctions') => {
    const response = await request(`/api/v1/${path}/${address}`, { headers: { 'X-API-Key': 'anything' } });
    return { status: response.status, body: await response.json() };
  };

  test('answers in the envelope of the API it replaces, with programme, entity, entry and list date', async () => {
    const { status, body } = await screen(ADDRESS.dave);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['identifications']);
    expect(Object.keys(body.identifications[0]).sort()).toEqual(['category', 'description', 'name', 'url']);
    expect(body.identifications[0]).toMatchObject({
      category: 'sanctions',
      name: 'SANCTIONS: OFAC SDN SAMPLE ENTITY 2026-08-20',
      url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=4711',
    });
    expect(body.identifications[0].description).toMatch(
      /On the OFAC SDN list \(copy of 20 Aug 2026\): SAMPLE ENTITY, programme CYBER2, listed on or before 20 Aug 2026\./,
    );
    expect((await screen(ADDRESS.dave, 'address')).body).toEqual(body);
  });

  test('finds an Ethereum address however its letters are cased', async () => {
    expect((await screen(SAMPLE_ETH.toLowerCase())).body.identifications).toHaveLength(1);
  });

  test('an empty list means not on the list; a removed entry is not on it', async () => {
    expect((await screen(FRESH)).body).toEqual({ identifications: [] });
    expect((await screen(ADDRESS.erin)).body).toEqual({ identifications: [] });
  });

  test('says nothing about any address while no list is in force, and refuses what is no address', async () => {
    const knowledge = createSampleKnowledge();
    const { request: ask } = createApp(knowledge);
    await knowledge.packs?.activate('ofac-sdn', undefined);
    expect((await ask(`/api/v1/sanctions/${FRESH}`)).status).toBe(503);
    expect((await screen('not-an-address')).status).toBe(400);
  });
});
