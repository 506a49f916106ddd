import { describe, expect, test } from 'vitest';
import { graphsenseTagpack, isSkippedPack } from './graphsense-tagpack.ts';
import { collectLabels } from './importer.ts';
import { weightiestCategory } from './taxonomy.ts';
import { invented } from './testing/invented-addresses.ts';

const HEADER = `title: Sample
creator: Nobody
label: Sample service
source: https://example.org/list
currency: BTC
confidence: service_data
is_cluster_definer: true
lastmod: 2022-11-16
category: exchange
actor: sample
tags:
`;

async function read(text: string, name = 'sample.yaml') {
  return collectLabels(graphsenseTagpack, [{ name, text }]);
}

describe('a tag pack', () => {
  test('keys of the header are defaults of every tag, and a tag says otherwise for itself', async () => {
    const { labels } = await read(
      `${HEADER}- address: ${invented.btc(1)}\n- address: '${invented.btc(2)}'\n  label: Own\n  is_cluster_definer: false\n  confidence: web_crawl\n  lastmod: '2023-01-09'\n`,
    );
    expect(labels[0]).toEqual({
      network: 'btc',
      address: invented.btc(1),
      label: 'Sample service',
      category: 'exchange',
      actor: 'sample',
      confidence: 'service_data',
      scope: 'cluster',
      role: undefined,
      source: 'https://example.org/list',
      asOf: '2022-11-16',
      details: { tagpack: 'sample.yaml' },
    });
    expect(labels[1]).toMatchObject({ label: 'Own', scope: 'address', confidence: 'web_crawl', asOf: '2023-01-09' });
  });

  test('a missing level of confidence is unknown, and a missing day stays missing', async () => {
    const { labels } = await read(`title: T\ntags:\n- address: ${invented.btc(1)}\n  label: L\n  currency: BTC\n`);
    expect(labels[0]).toMatchObject({ confidence: 'unknown', asOf: undefined, category: 'other', scope: 'address' });
    expect(labels[0]?.source).toBe('GraphSense TagPack sample.yaml');
  });

  test('a token in place of the network lets the address say where it is', async () => {
    const rows = [
      `- {address: ${invented.trx(1)}, currency: USDT, label: a}`,
      `- {address: '${invented.eth(1)}', currency: USDT, label: b}`,
      `- {address: '${invented.eth(2)}', currency: BEP20, label: c}`,
      `- {address: '${invented.eth(3)}', currency: 'ETH ', label: d}`,
      `- {address: '${invented.eth(4)}', network: ETH, currency: USDC, label: e}`,
    ];
    const { labels } = await read(`title: T\ntags:\n${rows.join('\n')}\n`);
    expect(labels.map(({ network }) => network)).toEqual(['trx', 'eth', 'bsc', 'eth', 'eth']);
  });

  test('the gravest of several words decides the category, and all of them are kept', async () => {
    const { labels } = await read(
      `title: T\ncurrency: BTC\nlabel: L\ntags:\n- address: ${invented.btc(1)}\n  category: service\n  abuse: pyramid_scheme\n- address: ${invented.btc(2)}\n  category: market\n- address: ${invented.btc(3)}\n  concepts: [exchange, hot_wallet]\n- address: ${invented.btc(4)}\n  category: user\n  abuse: sanction\n`,
    );
    expect(labels.map(({ category, role, details }) => [category, role, details.concepts])).toEqual([
      ['ponzi', undefined, 'pyramid_scheme, service'],
      ['darknet_market', undefined, 'market'],
      ['exchange', 'hot', 'exchange, hot_wallet'],
      ['sanctioned_historic', undefined, 'sanction, user'],
    ]);
    expect(weightiestCategory([])).toBe('other');
  });

  test('context becomes details, be it JSON, a mapping or words', async () => {
    const { labels } = await read(
      `title: T\ncurrency: BTC\nlabel: L\ntags:\n- address: ${invented.btc(1)}\n  context: '{"token": "USDT", "n": [1]}'\n- address: ${invented.btc(2)}\n  context:\n    a: b\n- address: ${invented.btc(3)}\n  context: seen in a forum\n`,
    );
    expect(labels.map(({ details: { tagpack: _, ...details } }) => details)).toEqual([
      { token: 'USDT', n: '[1]' },
      { a: 'b' },
      { context: 'seen in a forum' },
    ]);
  });

  test('unknown words of the taxonomy, levels and networks are refused with their line, and the rest is taken', async () => {
    const { labels, refused } = await read(
      `title: T\nlabel: L\ntags:\n- {address: ${invented.btc(1)}, currency: BTC, category: wizardry}\n- {address: ${invented.btc(2)}, currency: BTC, confidence: certain}\n- {address: ${invented.btc(3)}, currency: XTZ}\n- {currency: BTC, tx_hash: ab}\n- {currency: BTC}\n- {address: ${invented.btc(4)}, currency: BTC}\n`,
    );
    expect(labels.map(({ address }) => address)).toEqual([invented.btc(4)]);
    expect(refused.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8]);
    expect(refused[0]?.reason).toMatch(
      /^"wizardry" is no concept known here; known are wallet_service, .* \(87 in all\)$/,
    );
    expect(refused[1]?.reason).toContain('authority_data');
    expect(refused[2]).toMatchObject({ text: `${invented.btc(3)} (XTZ)`, reason: 'its network is not known here' });
    expect(refused[3]?.reason).toContain('names a transaction');
    expect(refused[4]?.reason).toContain('address is missing');
  });

  test('a tag without a label of its own or of the header is refused', async () => {
    const { refused } = await read(`title: T\ncurrency: BTC\ntags:\n- address: ${invented.btc(1)}\n`);
    expect(refused[0]?.reason).toBe('the label is missing');
  });

  test('the first test addresses of a stablecoin blacklist are left out', async () => {
    const { labels, refused } = await read(
      `title: T\ncurrency: ETH\nlabel: L\ncategory: black_list\ntags:\n- address: '0x${'0'.repeat(38)}18'\n- address: '${invented.eth(1)}'\n`,
    );
    expect(labels.map(({ category }) => category)).toEqual(['stablecoin_blacklist']);
    expect(refused[0]?.reason).toContain('test address');
  });

  test('malformed YAML is refused as a whole with its line', async () => {
    await expect(read('title: T\ntags:\n- address: a\n  label: "b\n')).rejects.toThrow(/sample\.yaml, line [45]: /);
  });
});

test('superseded, demonstration and explorer packs are not read, and named as such', async () => {
  expect(isSkippedPack('etherscan-label-word-cloud.yaml')).toBe(true);
  expect(isSkippedPack('etherscan-wordcloud-exchange.yaml')).toBe(true);
  const { labels, refused } = await read(`${HEADER}- address: ${invented.btc(1)}\n`, 'ofac.yaml');
  expect(labels).toEqual([]);
  expect(refused.map(({ text }) => text)).toEqual(['ofac.yaml']);
});
