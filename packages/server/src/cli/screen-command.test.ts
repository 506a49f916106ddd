import { screeningAnswer } from '@trailmark/api/contract/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { type Knowledge, NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import * as ofLedgers from '../ledger/ledgers.ts';
import * as ofDefaultRules from '../screening/default-rules.ts';
import { createSampleKnowledge, SAMPLE_ETH } from '../testing/sample-labels.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import * as ofScreenCommand from './screen-command.ts';
import * as ofScreenLines from './screen-lines.ts';
import * as ofScreenOptions from './screen-options.ts';
import * as ofTraceCommand from './trace-command.ts';

const recorded = new WatchedResults();
const { createLedgers } = recorded.watch(ofLedgers);
const { readDefaultRules } = recorded.watch(ofDefaultRules);
const { answerScreenQuestion, describeReplay } = recorded.watch(ofScreenCommand);
const { formatScreening } = recorded.watch(ofScreenLines);
const { parseScreenOptions } = recorded.watch(ofScreenOptions);
const { createCommandService } = recorded.watch(ofTraceCommand);

const words = (positionals: readonly string[], values: Record<string, string | boolean> = {}) => ({
  positionals,
  values,
});

function serviceOf(more: Partial<Knowledge> = {}) {
  const ledgers = createLedgers({
    readers: new Map([['btc', createSampleReader()]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const knowledge = { ...NO_KNOWLEDGE, prices: () => SAMPLE_PRICES, ...createSampleKnowledge(), ...more };
  return createCommandService({ ledgers, knowledge });
}

async function ask(requests: readonly unknown[], rules: unknown = null, service = serviceOf()) {
  const text = await answerScreenQuestion(service, { requests, rules }, new AbortController().signal);
  return (JSON.parse(text) as { items: { answer?: unknown; subject?: string; failed?: string }[] }).items;
}

const requestOf = (text: string, chain = 'btc') => ({ chain, subject: { kind: 'address', text } });

async function screened(text: string, chain = 'btc', rules: unknown = null, service = serviceOf()) {
  const [item] = await ask([requestOf(text, chain)], rules, service);
  return screeningAnswer.parse(item?.answer);
}

describe('the words of the command', () => {
  test('become a request, with both directions unless one is named', () => {
    expect(parseScreenOptions(words(['btc', 'a', 'b'], { hops: '3', method: 'fifo/1' }))).toMatchObject({
      kind: 'screen',
      addresses: ['a', 'b'],
      request: { ways: ['in', 'out'], method: 'fifo/1', maxHops: 3 },
    });
    expect(parseScreenOptions(words(['eth'], { file: 'x', direction: 'in' }))).toMatchObject({
      request: { ways: ['in'] },
    });
  });

  test.each([
    [[], {}, /Name a chain/],
    [['btc'], {}, /either addresses or a file/],
    [['btc', 'a'], { file: 'x' }, /either addresses or a file/],
    [['btc', 'a'], { direction: 'up' }, /not "up"/],
    [['btc', 'a'], { replay: 'x' }, /name none with it/],
  ])('%j %j are refused', (positionals, values, sentence) => {
    expect(() => parseScreenOptions(words(positionals, values as Record<string, string>))).toThrow(sentence);
  });
});

describe('an answer', () => {
  test('prints verdict, reasons, labels, shares that add up, versions and hash', async () => {
    const text = formatScreening(await screened(ADDRESS.dave));
    expect(text.split('\n')[0]).toBe(`${ADDRESS.dave} (btc): Severe, score 100 of 100`);
    expect(text).toContain('label: Sanctioned: SAMPLE ENTITY');
    expect(text).toMatch(/ {2}received 9\.50+ BTC\n {5}100\.00 % {2}9\.50+ BTC {2}direct {2}Exchange: .*\(1 hop\)/);
    expect(text).toMatch(/as of height 11, labels \w+, prices .*, rules Trailmark default 1/);
    expect(text).toMatch(/hash [0-9a-f]{64}$/);
  });

  test('has no control character, whatever a label says', async () => {
    const answer = await screened(ADDRESS.dave);
    const [label] = answer.screening.own;
    if (!label) throw new Error('dave has a label');
    const hostile = { ...label, label: 'a\u001b[31m\nhash of another\u202e' };
    const text = formatScreening({ ...answer, screening: { ...answer.screening, own: [hostile] } });
    for (const obeyed of ['\u001b', '\u202e']) expect(text).not.toContain(obeyed);
    expect(text.split('\n').filter((line) => line.startsWith('hash of'))).toEqual([]);
  });

  test('says which address cannot be screened, and screens the others', async () => {
    const items = await ask([requestOf('nobody'), requestOf(ADDRESS.bob)]);
    expect(items[0]).toMatchObject({ subject: 'nobody', failed: expect.stringContaining('address') });
    expect(items[1]?.answer).toBeDefined();
  });

  test('names a listed address of a chain without data', async () => {
    const { screening } = await screened(SAMPLE_ETH.toLowerCase(), 'eth');
    expect(screening.request.subject.text).toBe(SAMPLE_ETH);
    expect(screening.verdict).toMatchObject({ level: 'severe', score: 100 });
    expect(screening.own[0]?.listing).toMatchObject({ programme: 'CYBER2', listedFrom: '2026-08-20' });
  });
});

describe('recomputing', () => {
  test('comes to the same hash over the same data, through JSON and back', async () => {
    const stored = await screened(ADDRESS.bob);
    expect(describeReplay(stored, await screened(ADDRESS.bob))).toEqual({
      lines: [`The same: hash ${stored.hash}.`],
      isSame: true,
    });
  });

  test('says that rules and labels are other ones', async () => {
    const stored = await screened(ADDRESS.dave);
    const { ruleSet } = readDefaultRules();
    const rules = { ...ruleSet, name: 'Milder', rules: ruleSet.rules.filter(({ id }) => id !== 'S1') };
    const milder = describeReplay(stored, await screened(ADDRESS.dave, 'btc', rules));
    expect(milder.isSame).toBe(false);
    expect(milder.lines.join(' ')).toMatch(/The verdict was Severe \(100\).*The rule set was .* and is Milder/);
    const knowledge = createSampleKnowledge();
    await knowledge.packs.activate('ofac-sdn', undefined);
    const without = describeReplay(stored, await screened(ADDRESS.dave, 'btc', null, serviceOf(knowledge)));
    expect(without.lines.join(' ')).toMatch(/The version of the labels was \w+ and is \w+/);
  });

  test('finds a stored answer that was changed after it was computed', async () => {
    const stored = await screened(ADDRESS.dave);
    const verdict = { ...stored.screening.verdict, level: 'low' as const };
    const changed = { ...stored, screening: { ...stored.screening, verdict } };
    expect(describeReplay(changed, stored)).toMatchObject({
      isSame: false,
      lines: [expect.stringContaining('it was changed')],
    });
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/screen-command.txt');
});
