import { formatAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleAccountReader, KEY } from '../testing/sample-account-ledger.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend, txidOf } from '../testing/sample-ledger.ts';
import { readDefaultRules } from './default-rules.ts';

/*
 * The requirements of address threat analysis line by line, and the test of each. "here" is this file, over the API with
 * session, audit log and store.
 *
 * | line                                                     | test                                                            |
 * |----------------------------------------------------------|-----------------------------------------------------------------|
 * | direct shares sum to at most 100 %                       | screen.test "direct shares of a direction never pass the whole" |
 * | remove the driving label: level drops, audit row appears | here "the label that drives …"; screen.test "without the label" |
 * | an unknown chain gives Unknown, never Low                | here "a chain without data …"; screen.test                      |
 * | rerun hash identical                                     | here "run twice …"; screen-command.test (replay)                |
 * | OFAC address: Severe, programme, listing date            | here "a listed address …"; screen.test                          |
 * | one and two hops away show the path                      | here "one and two hops away …"; screen.test                     |
 * | a chain that does not exist                              | here "what is no chain, no address …"                           |
 * | a wrong checksum                                         | here "what is no chain, no address …"                           |
 * | a contract                                               | here "a contract …"                                             |
 * | a coin that was never used                               | here "an address that never had a payment …"                    |
 * | an address of very many transfers                        | here "beyond the limits …"; screen.test "of an address that …"  |
 * | rules that match all or nothing                          | rule-sets.test "counts the rules that fire for all or for none" |
 * | appeal record per tag, with no silent effect             | label-appeals.test; web: appeals.test                           |
 * | exposure by haircut equals a slow reference              | exposure-reference.test; external: exposure-haircut.test        |
 * | weights beyond range                                     | here "weights beyond range …"; parse-rule-set.test              |
 * | a label pack that changes midway                         | screening-batch.test "labels that change while a batch runs"    |
 * | 1 to 10,000 subjects, wrong lines with their reasons     | web: threat-screen.test; journey address-threat                 |
 * | chain, direction, assets, hops, shares, period, method   | web: option-draft.test; screen.test; here                       |
 * | levels with reasons; nothing, zero and unknown apart     | evaluate.test "none", "zero", "unknown"                         |
 * | own labels apart from those of the cluster               | evaluate.test; web: threat-screen.test "keeps labels …"         |
 * | direct and indirect, received and sent, all of it        | measure-exposure.test; web: exposure-rows.test                  |
 * | wheels of two rings, with a table                        | web: threat-screen.test "shows two wheels …"                    |
 * | strongest paths to a party, opened in coin flow          | web: threat-screen.test "shows the strongest paths …"           |
 * | each pattern of behaviour with its transactions          | find-behaviours.test, obstruction.test, accuracy.md             |
 * | grid: sort, filter, files with a column a category       | screening-batch.test; web: batch-screen.test                    |
 * | changes since the last time, schedule                    | repeat-batches.test, compare-screenings.test                    |
 * | rules: hops, shares, amounts to a weight                 | evaluate.test, evaluate-properties.test                         |
 * | preview on past cases, four eyes, versions               | rule-sets.test                                                  |
 * | recomputed elsewhere to the same hash                    | here "run twice …"; screen-command.test (replay)                |
 * | bar of each rule, payments behind it                     | web: score-parts.test, threat-screen.test "is one bar …"        |
 * | range over methods and limits of hops                    | screen.test "without the label"; web: "sensitivity …"           |
 * | labels that exclude each other, never averaged           | screen-cluster.test "labels on two addresses …"                 |
 * | payments before and after the day of listing             | measure-exposure.test "splits payments …"; evaluate.test        |
 * | appeals and labels of the agency with every claim        | label-appeals.test "is with the claim …"; scams.test            |
 */

const minted = coinbase(0, { to: 'alice', coins: 50 });
const toBob = spend([[minted, 0]], { to: 'bob', coins: 30 }, { to: 'alice', coins: 20 });
const toDave = spend([[toBob, 0]], { to: 'dave', coins: 29.5 });
/** Carol receives more transactions than the smallest budget reads. */
const MANY = 120;
const many = coinbase(3, ...Array.from({ length: MANY }, () => ({ to: 'erin' as const, coins: 0.4 })));
const toCarol = Array.from({ length: MANY }, (_, at) => spend([[many, at]], { to: 'carol', coins: 0.39 }));
/** Alice pays bob, whom nobody names, and bob pays dave, who is listed; erin pays carol again and again. */
const STORY = [
  { height: 0, transactions: [minted] },
  { height: 1, transactions: [coinbase(1, { to: 'frank', coins: 50 }), toBob] },
  { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), toDave] },
  { height: 3, transactions: [many, ...toCarol] },
];

interface Answer {
  readonly screening: {
    readonly verdict: {
      readonly state: string;
      readonly level: string;
      readonly score: number | null;
      readonly sentences: readonly string[];
      readonly fired: readonly { readonly rule: string; readonly labels: readonly string[]; readonly refs: string[] }[];
    };
    readonly own: readonly { readonly listing: object | null }[];
    readonly exposure: readonly {
      readonly sides: readonly {
        readonly way: string;
        readonly isPartial: boolean;
        readonly transactionsRead: number;
      }[];
      readonly parties: readonly object[];
    }[];
    readonly limits: readonly string[];
  };
  readonly hash: string;
}

let casework: TestCaseworkContext;
let sample: SampleApp;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  sample = createSampleApp({
    casework,
    gate: createSessionGate(casework),
    reader: buildLedger('btc', STORY),
    readers: new Map([['eth', createSampleAccountReader()]]),
    knowledge: createSampleKnowledge(SAMPLE_PACKS.filter(({ head }) => head.id.startsWith('ofac'))),
  });
  ({ headers } = await openTestSession(casework, await addAccount(casework)));
});
afterAll(() => casework.close());

const post = (path: string, body: unknown) =>
  sample.request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
const ask = (text: string, more: object = {}) =>
  post('/screenings', { chain: 'btc', subject: { kind: 'address', text }, ...more });
async function screened(text: string, more: object = {}): Promise<Answer> {
  const response = await ask(text, more);
  expect(response.status).toBe(200);
  return response.json();
}
const refusal = async (response: Response) => [response.status, ((await response.json()) as { detail: string }).detail];

test('a listed address is Severe, with programme and listing date', async () => {
  const { screening } = await screened(ADDRESS.dave);
  expect(screening.verdict).toMatchObject({ level: 'severe', score: 100 });
  expect(screening.own[0]?.listing).toMatchObject({ programme: 'CYBER2', listedFrom: '2026-08-20' });
  expect(screening.verdict.sentences[0]).toContain('CYBER2');
});

test('one and two hops away from a listed address the verdict shows the payment', async () => {
  const [bob, alice] = [await screened(ADDRESS.bob), await screened(ADDRESS.alice)];
  const path = [`${txidOf(toDave)}:0`];
  expect(bob.screening.exposure[0]?.parties).toMatchObject([
    { way: 'out', ring: 'direct', category: 'sanctioned', minHops: 1, refs: path },
  ]);
  expect(alice.screening.exposure[0]?.parties).toMatchObject([
    { way: 'out', ring: 'indirect', category: 'sanctioned', minHops: 2, refs: path },
  ]);
  for (const { screening } of [bob, alice]) {
    expect(screening.verdict.fired[0]?.refs).toEqual(path);
    expect(['high', 'medium']).toContain(screening.verdict.level);
  }
});

test('the label that drives a verdict, left out, lowers it, and the log says which was left out', async () => {
  const before = await screened(ADDRESS.alice);
  const [label = ''] = before.screening.verdict.fired[0]?.labels ?? [];
  const after = await screened(ADDRESS.alice, { withoutLabels: [label] });
  expect([before.screening.verdict.level, after.screening.verdict.level]).toEqual(['high', 'low']);
  const lines = (await listTestEvents(casework)).filter(({ action }) => action === 'look-up.runScreening');
  expect(JSON.stringify(lines)).toContain(label);
  const tested = await post('/screenings/sensitivity', {
    chain: 'btc',
    subject: { kind: 'address', text: ADDRESS.alice },
  });
  const { without } = (await tested.json()) as { without: { id: string; sentence: string; change: number }[] };
  expect(without.find(({ id }) => id === label)).toMatchObject({ change: -75 });
});

test('run twice it has the same bytes and hash', async () => {
  const [first, second] = [await screened(ADDRESS.alice), await screened(ADDRESS.alice)];
  expect(second.hash).toBe(first.hash);
  expect(JSON.stringify(second.screening)).toBe(JSON.stringify(first.screening));
});

test('a chain without data gives Unknown with the reason, and never Low', async () => {
  const { screening } = await screened('0x000000000000000000000000000000000000dEaD', { chain: 'polygon' });
  expect(screening.verdict).toMatchObject({ state: 'unknown', level: 'unknown', score: null });
  expect(screening.verdict.sentences[0]).toMatch(/^This installation has no data of Polygon/);
});

test('what is no chain, no address or fails its checksum is refused by name', async () => {
  const wrong = `${ADDRESS.bob.slice(0, -1)}${ADDRESS.bob.endsWith('1') ? '2' : '1'}`;
  const mixed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD';
  for (const [text, chain, sentence] of [
    [ADDRESS.bob, 'moon', /chain/],
    [wrong, 'btc', /checksum/],
    [mixed, 'eth', /checksum|letters/],
    ['nobody', 'btc', /address/],
    [ADDRESS.bob, 'eth', /address/],
  ] as const) {
    const [status, detail] = await refusal(await ask(text, { chain }));
    expect([text, status, String(detail)]).toEqual([text, 400, expect.stringMatching(sentence)]);
  }
});

test('an address that never had a payment is Unknown, and says what is indexed', async () => {
  const { screening } = await screened('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(screening.verdict).toMatchObject({ state: 'unknown', level: 'unknown' });
  expect(screening.limits).toEqual([
    'The index has not seen 1BoatSLRHtKNngkdXEeobR76b53LETtpyT. The indexed blocks of this chain are between heights 0 and 3.',
  ]);
});

test('a contract is screened, and says whose money that is', async () => {
  const limitsOf = async (key: string) =>
    (await screened(formatAccount(getAccountChain('eth'), key), { chain: 'eth' })).screening.limits.join(' ');
  expect(await limitsOf(KEY.router)).toMatch(/^It is a contract: .* everybody who used it/);
  expect(await limitsOf(KEY.alice)).not.toContain('It is a contract');
});

describe('beyond the limits', () => {
  test('a subject of very many transfers is read as far as the budget goes, and what was not read is Unknown', async () => {
    const { screening } = await screened(ADDRESS.carol, { budget: 100, ways: ['in'] });
    const [side] = screening.exposure[0]?.sides ?? [];
    expect(side).toMatchObject({ way: 'in', isPartial: true });
    expect(side?.transactionsRead).toBeLessThanOrEqual(100 + MANY);
    expect(screening.limits.join(' ')).toContain('The limit of transactions ended the search');
    expect(screening.verdict.level).toBe('unknown');
    const whole = await screened(ADDRESS.carol, { ways: ['in'] });
    expect(whole.screening.exposure[0]?.sides[0]?.isPartial).toBe(false);
  });

  test('a budget, hops or a share that no screening has are refused by name', async () => {
    for (const [more, word] of [
      [{ budget: 99 }, 'budget'],
      [{ maxHops: 21 }, 'maxHops'],
      [{ minSharePpm: 1_000_001 }, 'minSharePpm'],
      [{ method: 'mean/1' }, 'method'],
      [{ ways: [] }, 'ways'],
    ] as const) {
      const [status, detail] = await refusal(await ask(ADDRESS.alice, more));
      expect([word, status, String(detail)]).toEqual([word, 400, expect.stringContaining(word)]);
    }
  });
});

test('weights beyond range are named with their rule', async () => {
  const { ruleSet } = readDefaultRules();
  const rules = ruleSet.rules.map((rule) => ({ ...rule, weight: rule.id === 'S7' ? 101 : rule.weight }));
  const response = await post('/threat-rule-checks', { content: { ...ruleSet, rules } });
  expect(await response.json()).toMatchObject({
    faults: [{ rule: 'S7', sentence: 'Rule “S7”: its weight is “101”. It is a whole number from 0 to 100.' }],
  });
});
