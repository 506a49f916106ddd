import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { CoinJoinKind } from '@trailmark/core/cluster';
import type { LabelPackHead } from '@trailmark/core/label';
import type { Owner } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import { parseClusterProof } from '@trailmark/evidence/cluster-proof';
import { verifyClusterProof } from '@trailmark/evidence/verify-cluster-proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildLedger } from '../../testing/ledger-builder.ts';
import { createSampleApp, type SampleApp } from '../../testing/sample-app.ts';
import { CLUSTER_TX, createClusterLedger, createSampleClusters, MIX_HEIGHT } from '../../testing/sample-clusters.ts';
import { createSampleLabels, sampleLabel } from '../../testing/sample-labels.ts';
import { ADDRESS, COIN, coinbase, spend, txidOf } from '../../testing/sample-ledger.ts';

const chain = 'btc';
const PACK: LabelPackHead = {
  id: 'one',
  title: 'One',
  publisher: 'A',
  licence: 'CC0-1.0',
  visibility: 'public',
  url: undefined,
  asOf: '2026-01-02',
  importer: 'sample-1',
};
const reader = createClusterLedger();
let clusters: ClusterReader;
let app: SampleApp;
let client: SampleApp['client'];

/** The same clusters with another answer to one question. */
function withPart<Name extends keyof ClusterReader>(
  reader: ClusterReader,
  part: Name,
  answer: ClusterReader[Name],
): ClusterReader {
  return new Proxy(reader, {
    get: (target, name) => {
      const value = name === part ? answer : (Reflect.get(target, name, target) as unknown);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

beforeAll(async () => {
  const knowledge = await createSampleClusters(reader);
  clusters = knowledge.clusters('btc') as ClusterReader;
  app = createSampleApp({ reader, knowledge: { ...knowledge, labels: () => createSampleLabels() } });
  client = app.client;
});

describe('a cluster', () => {
  it('is the same by number, by any member and in what its members say', async () => {
    const { conservative, expanded } = await client.call('getAddressClusters', {
      params: { chain, address: ADDRESS.carol },
    });
    expect(conservative).toEqual({ view: 'conservative', id: 0, root: ADDRESS.alice, size: 3 });
    expect(expanded).toMatchObject({ view: 'expanded', id: 0, size: 3 });
    for (const cluster of ['0', '1', ADDRESS.alice, ADDRESS.bob, ADDRESS.carol]) {
      expect((await client.call('getCluster', { params: { chain, cluster } })).cluster).toEqual(conservative);
    }
    const { items } = await client.call('listClusterMembers', { params: { chain, cluster: '0' } });
    expect(items.map(({ address }) => address)).toEqual([ADDRESS.alice, ADDRESS.bob, ADDRESS.carol]);
  });

  it('sums its members and names the rules that made it', async () => {
    const { totals, links, other, claimCount, claims, rules, labels } = await client.call('getCluster', {
      params: { chain, cluster: ADDRESS.alice },
    });
    expect(totals).toMatchObject({
      balance: 0n,
      received: 190n * COIN,
      sent: 190n * COIN,
      transactionCount: 7,
      firstHeight: 0,
      lastHeight: 6,
    });
    expect(links).toMatchObject({ count: 2, byRule: [{ rule: { id: 'co-spend', name: 'Co-spending' }, count: 2 }] });
    expect(links.weakest).toMatchObject({ txid: txidOf(CLUSTER_TX.both), height: 5, index: 1, ownerCount: 2 });
    expect(other).toEqual({ view: 'expanded', size: 3, id: 0 });
    expect(claimCount).toBe(3);
    expect(claims[0]?.confidence.level).toBeGreaterThanOrEqual(claims[2]?.confidence.level ?? 101);
    expect(rules).toMatchObject({ state: 'ready', height: MIX_HEIGHT, progress: 1 });
    expect(labels.labelCount).toBeGreaterThan(0);
  });

  it('adds change links in the expanded view only', async () => {
    const size = async (view: 'conservative' | 'expanded') =>
      (await client.call('getCluster', { params: { chain, cluster: ADDRESS.frank }, query: { view } })).cluster.size;
    expect([await size('conservative'), await size('expanded')]).toEqual([1, 2]);
  });

  it('is shown as it was known at a height', async () => {
    const at = (untilHeight: number, cluster = ADDRESS.bob) =>
      client.call('getCluster', { params: { chain, cluster }, query: { untilHeight } });
    expect((await at(4)).cluster).toMatchObject({ root: ADDRESS.bob, size: 1 });
    expect((await at(4)).links).toEqual({ count: 0, byRule: [], weakest: null });
    expect(await at(5)).toMatchObject({
      cluster: { root: ADDRESS.alice, size: 2 },
      links: { count: 1 },
      untilHeight: 5,
    });
    expect(await at(6)).toMatchObject({ cluster: { size: 3 }, links: { count: 2 } });
    await expect(at(1, ADDRESS.carol)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('pages members and links without losing or repeating any', async () => {
    for (const route of ['listClusterMembers', 'listClusterLinks'] as const) {
      const rows: unknown[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 1, ...(cursor ? { cursor } : {}) };
        const page = await client.call(route, { params: { chain, cluster: '0' }, query });
        rows.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor);
      const whole = await client.call(route, { params: { chain, cluster: '0' } });
      expect(rows).toEqual(whole.items);
    }
  });

  it('merges counterparties by cluster and leaves itself out', async () => {
    const { items, total, membersRead } = await client.call('listClusterCounterparties', {
      params: { chain, cluster: ADDRESS.bob },
    });
    expect([total, membersRead]).toEqual([2, 3]);
    expect(items.map(({ cluster, sentTo, receivedFrom }) => [cluster.root, sentTo, receivedFrom])).toEqual([
      [ADDRESS.dave, 90n * COIN, 0n],
      [ADDRESS.erin, 60n * COIN, 0n],
    ]);
    expect(items[0]?.claims[0]).toMatchObject({ category: 'sanctioned' });
    const paid = await client.call('listClusterCounterparties', { params: { chain, cluster: ADDRESS.erin } });
    expect(paid.items.find(({ cluster }) => cluster.root === ADDRESS.alice)).toMatchObject({
      receivedFrom: 60n * COIN,
    });
  });

  it('is not found for an unseen address, and refused for what is none', async () => {
    const call = (cluster: string) => client.call('getCluster', { params: { chain, cluster } });
    await expect(call('12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(call('999999')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(call('nonsense')).rejects.toMatchObject({ kind: 'invalid' });
    const { conservative } = await client.call('getAddressClusters', {
      params: { chain, address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' },
    });
    expect(conservative).toBeNull();
  });

  it('is unavailable where the server has no clusters', async () => {
    const bare = createSampleApp({ reader });
    const call = bare.client.call('getCluster', { params: { chain, cluster: '0' } });
    await expect(call).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('Bitcoin') });
  });

  it('says how far it reaches while it is being built', async () => {
    const building = {
      state: 'building',
      height: 6,
      hash: reader.block(6)?.hash,
      transactions: 9,
      progress: 0.5,
    } as const;
    const partial = withPart(clusters, 'progress', building);
    const { client: early } = createSampleApp({ reader, knowledge: { clusters: () => partial } });
    const { rules } = await early.call('getCluster', { params: { chain, cluster: '0' } });
    expect(rules).toMatchObject({ state: 'building', height: 6, progress: 0.5 });
    const unseen = early.call('getCluster', { params: { chain, cluster: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' } });
    await expect(unseen).rejects.toMatchObject({ message: expect.stringContaining('up to height 6') });
  });

  it('has no known balance where one member has none', async () => {
    const gap = createSampleApp({
      reader: new Proxy(reader, {
        get: (target, name) => {
          if (name === 'totals')
            return async (...args: Parameters<typeof reader.totals>) => {
              const found = await reader.totals(...args);
              const [first] = found.keys();
              const totals = first === undefined ? undefined : found.get(first);
              if (first !== undefined && totals) found.set(first, { ...totals, unfundedSpends: 1 });
              return found;
            };
          return Reflect.get(target, name, target);
        },
      }),
      knowledge: { clusters: () => clusters },
    });
    const { totals } = await gap.client.call('getCluster', { params: { chain, cluster: '0' } });
    expect(totals).toMatchObject({ balance: null, received: 190n * COIN });
  });
});

describe('a large cluster', () => {
  const SIZE = 20_500;
  const owners = Array.from({ length: SIZE }, (_, i): Owner => {
    return {
      type: 'p2pkh',
      payload: Uint8Array.from({ length: 20 }, (__, at) => (at < 4 ? (i >> (8 * at)) & 255 : 7)),
    };
  });
  const scripts = owners.map((owner) => ownerScript(owner) as Uint8Array);
  const paid = coinbase(0, ...scripts.map((to) => ({ to, coins: 0.001 })));
  const swept = spend(
    scripts.map((_, i) => [paid, i] as const),
    { to: 'alice', coins: 20 },
  );
  const far = formatOwner(getChain('btc'), owners[SIZE - 1] as Owner);
  let large: SampleApp;

  beforeAll(async () => {
    const transactions = [coinbase(1, { to: 'dave', coins: 50 }), swept];
    const ledger = buildLedger('btc', [
      { height: 0, transactions: [paid] },
      { height: 1, transactions },
    ]);
    const labels = createSampleLabels([{ head: PACK, labels: [sampleLabel(far, 'Far Exchange')] }]);
    const knowledge = { ...(await createSampleClusters(ledger)), labels: () => labels };
    large = createSampleApp({ reader: ledger, knowledge, limits: { deadlineMs: 60_000 } });
  });

  it('has sums that are not known rather than wrong, and all of its claims', async () => {
    const answer = await large.client.call('getCluster', { params: { chain, cluster: far } });
    expect(answer.cluster.size).toBe(SIZE);
    expect(answer.totals).toBeNull();
    expect(answer.claims.map(({ label }) => label)).toEqual(['Far Exchange']);
    const stops = answer.coverage.gaps.filter(({ kind }) => kind === 'stopped-early');
    expect(stops).toMatchObject([{ message: expect.stringContaining('20,500 addresses') }]);
    expect(answer.links.weakest).toMatchObject({ ownerCount: SIZE });
    expect(answer.links.weakest?.addresses).toHaveLength(50);
  });

  it('falls into its addresses without the one transaction, the first hundred of them shown', async () => {
    const body = { view: 'conservative' as const, withoutRules: [], withoutTransactions: [txidOf(swept)] };
    const answer = await large.client.call('whatIf', { params: { chain, cluster: far }, body });
    expect([answer.partCount, answer.parts.length, answer.linksDropped]).toEqual([SIZE, 100, 1]);
    expect(answer.parts.filter(({ holdsRoot }) => holdsRoot)).toHaveLength(1);
  });
});

describe('why two addresses are in one cluster', () => {
  const why = (address: string, other: string, query = {}) =>
    client.call('whyTogether', { params: { chain, address, other }, query });

  it('answers with the shortest path and its weakest step', async () => {
    const answer = await why(ADDRESS.alice, ADDRESS.carol);
    expect(answer).toMatchObject({ verdict: 'together', confidence: 90, weakestStep: 0, isTogetherExpanded: false });
    expect(answer.steps.map(({ from, to, link, isBridge }) => [from, to, link.txid, isBridge])).toEqual([
      [ADDRESS.alice, ADDRESS.bob, txidOf(CLUSTER_TX.both), true],
      [ADDRESS.bob, ADDRESS.carol, txidOf(CLUSTER_TX.more), true],
    ]);
  });

  it('names the output of a change link', async () => {
    const { verdict, steps, isTogetherExpanded } = await why(ADDRESS.erin, ADDRESS.frank);
    expect([verdict, steps, isTogetherExpanded]).toEqual(['apart', [], true]);
    const expanded = await why(ADDRESS.erin, ADDRESS.frank, { view: 'expanded' });
    expect(expanded.steps).toMatchObject([{ link: { view: 'expanded', vout: 1, txid: txidOf(CLUSTER_TX.change) } }]);
    expect(expanded.steps[0]?.link.rules.map(({ id }) => id)).toContain('one-time-change');
  });

  it('distinguishes separate, unseen and one and the same', async () => {
    expect((await why(ADDRESS.alice, ADDRESS.dave)).verdict).toBe('apart');
    expect((await why(ADDRESS.alice, '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S')).verdict).toBe('unseen');
    await expect(why(ADDRESS.bob, ADDRESS.bob)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('falls apart without the transaction or the rule that joined them', async () => {
    const withoutTransactions = txidOf(CLUSTER_TX.more);
    expect((await why(ADDRESS.alice, ADDRESS.carol, { withoutTransactions })).verdict).toBe('apart');
    expect((await why(ADDRESS.alice, ADDRESS.bob, { withoutTransactions })).verdict).toBe('together');
    expect((await why(ADDRESS.alice, ADDRESS.bob, { withoutRules: 'co-spend' })).verdict).toBe('apart');
    const wrong = why(ADDRESS.alice, ADDRESS.bob, { withoutTransactions: 'zz' });
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid' });
    const absent = why(ADDRESS.alice, ADDRESS.bob, { withoutTransactions: 'ab'.repeat(32) });
    await expect(absent).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('shows what falls away, with the claims on it', async () => {
    const params = { chain, cluster: ADDRESS.carol } as const;
    const withoutTransactions = [txidOf(CLUSTER_TX.more)];
    const answer = await client.call('whatIf', {
      params,
      body: { view: 'conservative', withoutRules: [], withoutTransactions },
    });
    expect(answer).toMatchObject({ linksDropped: 1, partCount: 2 });
    expect(answer.parts.map(({ root, size, holdsRoot, claimCount }) => [root, size, holdsRoot, claimCount])).toEqual([
      [ADDRESS.alice, 2, true, 1],
      [ADDRESS.carol, 1, false, 2],
    ]);
    const whole = await client.call('whatIf', {
      params,
      body: { view: 'conservative', withoutRules: [], withoutTransactions: [] },
    });
    expect(whole).toMatchObject({ linksDropped: 0, partCount: 1 });
  });
});

describe('a proof file', () => {
  const fetchProof = async (a: string, b: string, view = 'conservative') =>
    app.request(`/api/v1/btc/why/${a}/${b}/proof?view=${view}`);

  it('proves everything but the work of headers nobody worked for', async () => {
    const response = await fetchProof(ADDRESS.alice, ADDRESS.carol);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-disposition')).toMatch(/filename="btc-proof-\w+-\w+\.json"/);
    const report = verifyClusterProof(parseClusterProof(await response.text()));
    expect(report.checks.filter(({ state }) => state !== 'passed').map(({ check }) => check)).toEqual(['work', 'work']);
  });

  it('takes the word of the index for first uses of a change step, and says so', async () => {
    const proof = parseClusterProof(await (await fetchProof(ADDRESS.frank, ADDRESS.erin, 'expanded')).text());
    const report = verifyClusterProof(proof);
    expect(report.checks.filter(({ check }) => check === 'rule')).toMatchObject([{ state: 'stated' }]);
    expect(report.checks.filter(({ state }) => state === 'failed').map(({ check }) => check)).toEqual(['work']);
    const [step] = proof.steps;
    const lie = {
      ...step!,
      change: { ...step!.change!, premises: step!.change!.premises.map((p) => ({ ...p, isFirstUse: false })) },
    };
    const forged = verifyClusterProof({ ...proof, steps: [lie] });
    expect(forged.checks.filter(({ check }) => check === 'rule')).toMatchObject([{ state: 'failed' }]);
    const court = verifyClusterProof({ ...proof, view: 'conservative' });
    expect(court.checks.find(({ state, check }) => state === 'failed' && check === 'rule')).toBeDefined();
  });

  it('is refused where nothing joins the two', async () => {
    const response = await fetchProof(ADDRESS.alice, ADDRESS.dave);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('nothing to prove');
  });
});

describe('what the rules say', () => {
  const findings = (raw: Uint8Array, from = client) =>
    from.call('getTransactionFindings', { params: { chain, txid: txidOf(raw) } });

  it('of a CoinJoin: who, how many, and no link', async () => {
    const { coinJoin, links, change, vetoes } = await findings(CLUSTER_TX.mix);
    expect(coinJoin).toMatchObject({ kind: 'joinmarket', isCoinJoin: true, denominations: [10n * COIN] });
    expect([links, change.vout, vetoes]).toEqual([[], null, []]);
  });

  it('of a CoinJoin that an exchange pays into: the veto, and still no link', async () => {
    const { items } = await client.call('listBlockTransactions', { params: { chain, block: String(MIX_HEIGHT) } });
    expect(items).toHaveLength(2);
    const detail = await client.call('getTransaction', { params: { chain, txid: txidOf(CLUSTER_TX.mix) } });
    const label = sampleLabel(detail.inputs[0]?.address ?? '', 'Some Exchange');
    const pack = { head: PACK, labels: [label] };
    const knowledge = { clusters: () => clusters, labels: () => createSampleLabels([pack]) };
    const { vetoes, links, coinJoin } = await findings(CLUSTER_TX.mix, createSampleApp({ reader, knowledge }).client);
    expect(vetoes.map(({ id }) => id)).toEqual(['exchange']);
    expect(coinJoin?.isCoinJoin).toBe(true);
    expect(links).toEqual([]);
  });

  it('of a payment: which output is change, and who says so', async () => {
    const { change, coinJoin, links } = await findings(CLUSTER_TX.change);
    expect(coinJoin).toBeNull();
    expect(change).toMatchObject({ vout: 1, isDisputed: false });
    expect(change.opinions.map(({ rule }) => rule.id)).toContain('one-time-change');
    expect(links).toMatchObject([{ view: 'expanded', vout: 1 }]);
  });

  it('of a Tx0: confirmed once one of its premix outputs went into a mix', async () => {
    const script = (number: number): Uint8Array =>
      ownerScript({ type: 'p2pkh', payload: new Uint8Array(20).fill(number) }) as Uint8Array;
    const to = (numbers: readonly number[], coins: number) => numbers.map((number) => ({ to: script(number), coins }));
    const funded = coinbase(0, { to: 'alice', coins: 1 });
    const data = { to: Uint8Array.of(0x6a, 1, 7), coins: 0 };
    const tx0 = spend([[funded, 0]], data, ...to([30], 0.00175), ...to([21, 22, 23], 0.05005), ...to([31], 0.7));
    const round = spend([[tx0, 2]], ...to([41], 0.05));
    const first = 700_000;
    const blocks = [funded, tx0, round].map((raw, i) => ({ height: first + i, transactions: [raw] }));
    const ledger = buildLedger('btc', blocks);
    const index = (await createSampleClusters(ledger)).clusters('btc') as ClusterReader;
    const verdict = async (kind: CoinJoinKind | undefined) => {
      const coinJoinKind = (position: number) => (position === toPosition(first + 2, 0) ? kind : undefined);
      const known = withPart(index, 'coinJoinKind', coinJoinKind);
      const app = createSampleApp({ reader: ledger, knowledge: { clusters: () => known } });
      return (await findings(tx0, app.client)).coinJoin;
    };
    const app = createSampleApp({ reader: ledger, knowledge: { clusters: () => index } });
    expect((await findings(tx0, app.client)).vetoes.map(({ id }) => id)).toEqual(['data']);
    expect(await verdict(undefined)).toMatchObject({ kind: 'whirlpool-tx0', isCoinJoin: false, confidence: 60 });
    expect(await verdict('joinmarket')).toMatchObject({ confidence: 60 });
    expect(await verdict('whirlpool-mix')).toMatchObject({ isCoinJoin: false, confidence: 90 });
  });

  it('lists every rule with its page and its parameters as text', async () => {
    const { items, version } = await client.call('listRules', {});
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['co-spend', 'change', 'coinjoin']));
    expect(items.find(({ id }) => id === 'whirlpool-mix')).toMatchObject({
      view: null,
      page: 'docs/methods/coinjoin-whirlpool-mix.md',
      parameters: { pools: '100000, 1000000, 5000000, 50000000', fromHeight: '570000', toHeight: '841000' },
    });
  });

  it('lists no alarms where no large clusters met', async () => {
    expect((await client.call('listMergeAlarms', { params: { chain } })).items).toEqual([]);
  });
});
