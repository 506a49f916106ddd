import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Label } from '../../packages/core/src/label.ts';
import { caseFlows } from '../../packages/ingest/src/labels/case-flows.ts';
import { defillamaCex } from '../../packages/ingest/src/labels/defillama-cex.ts';
import { forta } from '../../packages/ingest/src/labels/forta.ts';
import { readActorPack } from '../../packages/ingest/src/labels/graphsense-actorpack.ts';
import { graphsenseTagpack } from '../../packages/ingest/src/labels/graphsense-tagpack.ts';
import { collectLabels, type SourceFile } from '../../packages/ingest/src/labels/importer.ts';
import { miningPools } from '../../packages/ingest/src/labels/mining-pools.ts';
import { ofacSdn } from '../../packages/ingest/src/labels/ofac-sdn.ts';
import { showingTheReceipts } from '../../packages/ingest/src/labels/showing-the-receipts.ts';
import { spellbookCex } from '../../packages/ingest/src/labels/spellbook-cex.ts';
import { openGeneral, openTagPack } from '../../packages/ingest/src/labels/tag-lines.ts';
import { tornadoCash } from '../../packages/ingest/src/labels/tornado-cash.ts';
import { describeWithData } from '../needs.ts';

function read(folder: string, ...paths: readonly string[]): SourceFile[] {
  return paths.map((path) => ({ name: basename(path), text: readFileSync(join(folder, path), 'utf8') }));
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

describeWithData('labels/graphsense-tagpacks/packs', (folder) => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));

  test('all 524,000 tags of the public packs are read and checked in less than a minute', async () => {
    let [tags, refused] = [0, 0];
    const reasons = new Map<string, number>();
    const sink = {
      add: () => {
        tags += 1;
      },
      refuse: ({ reason }: { reason: string }) => {
        refused += 1;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      },
    };
    const files = read(folder, ...paths.sort());
    const started = performance.now();
    await graphsenseTagpack.run(files, sink);
    const seconds = (performance.now() - started) / 1000;
    console.log(`${tags} tags taken, ${refused} refused, ${seconds.toFixed(1)} s`);
    expect(tags).toBeGreaterThan(513_000);
    expect(refused).toBeLessThan(150);
    expect(reasons.get('not an address on Bitcoin: the checksum fails')).toBe(8);
    expect(reasons.get('a test address of a blacklist, which nobody owns')).toBe(14);
    expect(seconds).toBeLessThan(60);
  });

  test('the general parser reads the same fields on the same lines as the short way', () => {
    for (const file of read(folder, ...paths).filter(({ text }) => text.length < 400_000)) {
      const short = [...openTagPack(file.name, file.text).tags];
      const general = [...openGeneral(file.name, file.text).tags];
      expect(short, file.name).toEqual(general);
    }
  });
});

describeWithData('labels/graphsense-tagpacks/actors', (folder) => {
  test('the directory has its 3,813 organisations', () => {
    const { actors, refused } = readActorPack(read(folder, 'graphsense.actorpack.yaml')[0] as SourceFile);
    expect(actors).toHaveLength(3_813);
    expect(refused).toEqual([]);
    expect(actors.filter(({ legalName }) => legalName !== undefined)).toHaveLength(65);
    expect(actors.filter(({ jurisdictions }) => jurisdictions.length > 0).length).toBeGreaterThan(690);
  });
});

describeWithData('labels/ofac-1020', (folder) => {
  const files = [
    ...read(folder, 'OFAC_Sanctioned_Wallet_Lists/1_Complete_Sanctioned_Wallet_List.txt'),
    ...read(join(folder, '../ofac-thomasgregg'), 'data/sanctioned-addresses.json'),
  ];

  test('959 of 961 listed texts are addresses, and both files agree on every one', async () => {
    const { labels, refused } = await collectLabels(ofacSdn, files);
    const listed = new Set(labels.map(({ address }) => address.toLowerCase()));
    expect(listed.size).toBe(959);
    // One is 64 hexadecimal digits; one is a Monero address with a letter that base 58 does not have.
    expect(refused.map(({ text }) => text.length)).toEqual([95, 64]);
    expect(refused.some(({ reason }) => reason.includes('no entity'))).toBe(false);
    expect(ofacSdn.dateOf?.(files)).toBe('2026-08-20');
  });

  test('networks are those of the addresses, not of the tickers', async () => {
    const { labels } = await collectLabels(ofacSdn, files);
    const unique = [...new Map(labels.map((label) => [`${label.network}:${label.address}`, label])).values()];
    const networks = countBy(unique, ({ network }: Label) => network);
    expect(networks).toMatchObject({ btc: 529, trx: 277, eth: 104, ltc: 13, bch: 7, dash: 5, sol: 4, zec: 4 });
  });
});

describeWithData('labels/defillama-adapters', (folder) => {
  test('owners and the book give thousands of addresses of exchanges', async () => {
    const files = read(folder, 'extracted_cex_owners.json', 'extracted_bitcoin_book.json');
    const { labels, refused } = await collectLabels(defillamaCex, files);
    expect(labels.length + refused.length).toBe(6_279 + 4_491);
    expect(refused.filter(({ reason }) => reason !== 'its network is not known here')).toHaveLength(1);
    const categories = countBy(labels, ({ category }) => category);
    expect(categories.exchange).toBeGreaterThan(6_000);
    expect(categories.government).toBeGreaterThan(10);
  });
});

describeWithData('labels/README.md', (readme) => {
  const folder = join(readme, '..');

  test('the smaller sources give what they hold', async () => {
    const counts = {
      spellbook: await collectLabels(spellbookCex, read(folder, 'spellbook-mit/addresses.csv')),
      tornado: await collectLabels(tornadoCash, read(folder, 'tornado-networkconfig/addresses.csv')),
      receipts: await collectLabels(showingTheReceipts, read(folder, 'showing-the-receipts/addresses.csv')),
      pools: await collectLabels(miningPools, read(folder, 'mining-pools-mempool/pools-v2.json')),
      attacks: await collectLabels(
        forta,
        read(folder, 'forta-attacks/tp_list.csv', 'forta-attacks/manual_alert_list_v2.tsv'),
      ),
    };
    const sizes = Object.entries(counts).map(([name, { labels, refused }]) => [name, labels.length, refused.length]);
    expect(sizes).toEqual([
      ['spellbook', 1_480, 0],
      ['tornado', 61, 0],
      ['receipts', 1_013, 0],
      ['pools', 210, 7],
      ['attacks', 670, 0],
    ]);
  });
});

describeWithData('evm/illicit-flows', (folder) => {
  test('three traced cases name 271 addresses', async () => {
    const files = ['HB', 'LIFI', 'TxPhish'].flatMap((name) =>
      read(folder, `${name}/${name}.csv`, `${name}/source addresses.csv`),
    );
    const { labels, refused } = await collectLabels(caseFlows, files);
    expect([labels.length, refused.length]).toEqual([290, 0]);
    expect(countBy(labels, ({ category }) => category)).toEqual({
      bridge: 9,
      defi: 1,
      dex: 2,
      exchange: 18,
      hack: 223,
      instant_swap: 6,
      mixer: 2,
      other: 17,
      phishing: 12,
    });
    expect(new Set(labels.map(({ address }) => address)).size).toBe(271);
  });
});
