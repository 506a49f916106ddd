import { describe, expect, test } from 'vitest';
import { findActorAlias } from './actor-aliases.ts';
import { getLabelImporter, LABEL_IMPORTERS } from './catalogue.ts';
import { findCoinbaseTag, parseCoinbaseTags } from './coinbase-tags.ts';
import { defillamaCex } from './defillama-cex.ts';
import { forta } from './forta.ts';
import { collectLabels, type ImportOptions, type LabelImporter } from './importer.ts';
import { miningPools, readCoinbaseTags } from './mining-pools.ts';
import { showingTheReceipts } from './showing-the-receipts.ts';
import { spellbookCex } from './spellbook-cex.ts';
import { invented } from './testing/invented-addresses.ts';
import { tornadoCash } from './tornado-cash.ts';

async function read(importer: LabelImporter, text: string, options?: ImportOptions) {
  return collectLabels(importer, [{ name: 'file', text }], options);
}

describe('reserves of exchanges', () => {
  test('owners are reserves of the exchange whose list they are on', async () => {
    const rows = [
      { actor: 'mexc-cex', chain: 'ethereum', address: invented.eth(1) },
      { actor: 'bybit', chain: 'avax', address: invented.eth(2) },
      { actor: 'bybit', chain: 'atlantis', address: invented.eth(3) },
      { actor: 'bybit', chain: 'bitcoin', address: 'garbage' },
      { actor: 'bybit' },
    ];
    const { labels, refused } = await read(defillamaCex, JSON.stringify(rows));
    expect(labels.map(({ network, category, actor, role, label }) => [network, category, actor, role, label])).toEqual([
      ['eth', 'exchange', 'mxc', 'reserve', 'Mexc'],
      ['avalanche', 'exchange', 'bybit', 'reserve', 'Bybit'],
    ]);
    expect(refused).toHaveLength(3);
    expect(labels[0]?.asOf).toBeUndefined();
  });

  test('the book distinguishes exchanges from issuers of wrapped coins, bridges and states', async () => {
    const rows = ['kraken:true', 'wbtc:false', 'rosenBridge:false', 'fbiDprk:false', 'binance:false'].map(
      (row, index) => {
        const [book, used] = row.split(':');
        return { book, used: used === 'true', address: invented.btc(index) };
      },
    );
    const { labels } = await read(defillamaCex, JSON.stringify(rows));
    expect(labels.map(({ category, role }) => [category, role])).toEqual([
      ['exchange', 'reserve'],
      ['custody', 'reserve'],
      ['bridge', undefined],
      ['government', undefined],
      ['exchange', 'reserve'],
    ]);
  });

  test('a name is an actor only word for word', () => {
    expect(findActorAlias('gate-io')).toBe('gate');
    expect(findActorAlias('gate-us')).toBeUndefined();
    expect(findActorAlias('binance-us')).toBeUndefined();
    expect(findActorAlias('Kraken')).toBeUndefined();
    expect(findActorAlias('toString')).toBeUndefined();
  });
});

describe('normalised rows', () => {
  const HEADER = 'chain,address,label,category,actor,source,confidence,as_of\n';

  test('Spellbook rows keep an actor only where the directory knows it', async () => {
    const text = `${HEADER}eth,${invented.eth(1).toLowerCase()},Huobi Old Address 3,exchange,huobioldaddress,s,20,2023-05-30\neth,${invented.eth(2)},Tidex 1,exchange,tidex,s,20,2023-05-30\neth,${invented.eth(3)},Nobody 1,exchange,nobody,s,20,\neth,${invented.eth(4)},A: Treasury,dao,tidex,s,20,\neth,${invented.eth(5)},x,wizardry,,s,20,\nmoon,${invented.eth(6)},x,dao,,s,20,\n`;
    const { labels, refused } = await read(spellbookCex, text, { knownActors: new Set(['huobi', 'tidex']) });
    expect(labels.map(({ actor }) => actor)).toEqual(['huobi', 'tidex', undefined, undefined]);
    expect(labels[0]).toMatchObject({ address: invented.eth(1), confidence: 'web_crawl', asOf: '2023-05-30' });
    expect(refused.map(({ reason }) => reason.slice(0, 24))).toEqual([
      '"wizardry" is no categor',
      'its network is not known',
    ]);
  });

  test('contracts of Tornado Cash are mixers on their own network only', async () => {
    const { labels } = await read(
      tornadoCash,
      `${HEADER}gnosis,${invented.eth(1)},Tornado Cash: 100,mixer,tornadocash,s,50,2022-08-05\n`,
    );
    expect(labels[0]).toMatchObject({ network: 'gnosis', category: 'mixer', actor: 'tornado', role: 'contract' });
  });

  test('a table without the columns of its source is refused as a whole', async () => {
    await expect(read(tornadoCash, 'a,b\n1,2\n')).rejects.toThrow('lacks the columns chain, address');
  });
});

describe('ransomware payments', () => {
  test('how an address was found is kept, and an expanded cluster is a heuristic', async () => {
    const { labels, refused } = await read(
      showingTheReceipts,
      `address,type,amountReceivedUSD,amountReceivedBTC\n${invented.btc(1)},origCluster,274593,21.001\n${invented.btc(2)},expandedCluster,1,0.1\nrubbish,origCluster,1,1\n`,
    );
    expect(labels.map(({ confidence }) => confidence)).toEqual(['forensic', 'heuristic']);
    expect(labels[0]?.details).toEqual({
      origin: 'cluster of a known payment',
      received_usd: '274593',
      received_btc: '21.001',
    });
    expect(refused).toHaveLength(1);
  });
});

describe('mining pools', () => {
  const POOLS = JSON.stringify([
    {
      name: 'Sample',
      addresses: [invented.btc(1), 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
      tags: ['/sample/', 'ab'],
      link: 'javascript:x',
    },
    { name: 'Binance Pool', addresses: [], tags: ['/sample/binance/'], link: 'https://pool.example' },
  ]);

  test('addresses of test networks are refused and links are web addresses or nothing', async () => {
    const { labels, refused } = await read(miningPools, POOLS);
    expect(labels).toHaveLength(1);
    expect(labels[0]).toMatchObject({ label: 'Sample', category: 'mining_pool', details: {} });
    expect(refused).toHaveLength(1);
  });

  test('the longest tag in a coinbase names its pool', () => {
    const tags = readCoinbaseTags({ name: 'pools.json', text: POOLS });
    expect(tags.map(({ tag }) => tag)).toEqual(['/sample/binance/', '/sample/']);
    const script = new TextEncoder().encode('\u0003abc/sample/binance/xyz');
    expect(findCoinbaseTag(tags, script)?.pool).toBe('Binance Pool');
    expect(findCoinbaseTag(tags, new TextEncoder().encode('/sampl/'))).toBeUndefined();
    const head = { source: 'https://example.org', licence: 'MIT', asOf: '2026-02-24' };
    expect(parseCoinbaseTags(JSON.stringify({ ...head, tags }))).toEqual({ ...head, tags });
    expect(() => parseCoinbaseTags('{}')).toThrow('"tags"');
    expect(() => parseCoinbaseTags(JSON.stringify({ ...head, tags: [{ tag: 7, pool: 'x' }] }))).toThrow('"tags"');
    expect(() => parseCoinbaseTags(JSON.stringify({ tags }))).toThrow('"source"');
  });
});

describe('lists of Forta', () => {
  test('each of its shapes is known by its columns', async () => {
    const tables = [
      `banned_address,wallet_tag,data_source\n${invented.eth(1)},Fake_Phishing1,etherscan-phish-hack-list\n`,
      `address,etherscan_tag,etherscan_labels,is_contract\n${invented.eth(2)},Spam Token,phish-hack,True\n`,
      `contract_address,contract_tag,contract_creator,contract_creation_tx,contract_creator_tag,source,notes\n${invented.eth(3)},,0x,0x,Some Exploiter,x,\n`,
      `contract_address,contract_tag,contract_creator,contract_creator_tag,source,notes\n${invented.eth(4)},Some Exploiter,0x,,x,\n`,
      `Date\tEntityType\tEntity\tAccount\tTweet\tChain ID\tThreat category\tComment\tAttribution\n10/04/2023\tAddress\t${invented.eth(5)}\t@someone\thttps://twitter.com/a/1\t56\tIce phishing\t\tSome Drainer\n`,
    ];
    const found = [];
    for (const text of tables) found.push(...(await read(forta, text)).labels);
    expect(found.map(({ network, category, role, asOf }) => [network, category, role, asOf])).toEqual([
      ['eth', 'phishing', undefined, '2023-01-26'],
      ['eth', 'phishing', 'contract', '2023-01-26'],
      ['eth', 'hack', 'contract', '2023-01-26'],
      ['optimism', 'hack', 'contract', '2023-01-26'],
      ['bsc', 'phishing', undefined, '2023-10-04'],
    ]);
    expect(found[4]?.source).toBe('https://twitter.com/a/1');
    await expect(read(forta, 'a,b\n')).rejects.toThrow("none of Forta's lists");
  });

  test('an attack names several attackers on several networks', async () => {
    const columns =
      'Date,Attack Name,Network,Type of attack,Losses in USD,Attacker,Attacker Smart Contracts,ExploitTxHash';
    const rows = [
      `4/1/2023,Sample,Mainnet/ BSC,Flash loan,100,"${invented.eth(1)},${invented.eth(2)}",${invented.eth(3)},0x${'ab'.repeat(32)}`,
      `,Other,Comdex,,,${invented.eth(4)},,`,
    ];
    const { labels, refused } = await read(forta, `${columns}\n${rows.join('\n')}\n`);
    expect(labels.map(({ network, address, role }) => `${network} ${address} ${role}`)).toEqual(
      [1, 2, 3].flatMap((seed) =>
        ['eth', 'bsc'].map((network) => `${network} ${invented.eth(seed)} ${seed === 3 ? 'contract' : undefined}`),
      ),
    );
    expect(labels[0]).toMatchObject({ label: 'Sample attacker', asOf: '2023-04-01', category: 'hack' });
    expect(refused.map(({ reason }) => reason)).toEqual(['its network is not known here']);
  });
});

describe('the catalogue', () => {
  test('ids are unique, and an unknown one is refused with those there are', () => {
    expect(new Set(LABEL_IMPORTERS.map(({ id }) => id)).size).toBe(LABEL_IMPORTERS.length);
    for (const { id } of LABEL_IMPORTERS) expect(getLabelImporter(id).id).toBe(id);
    expect(() => getLabelImporter('x')).toThrow('ofac-sdn');
  });

  test('an importer that is cancelled before it starts reads nothing', async () => {
    const sink = { add: () => expect.fail(), refuse: () => expect.fail() };
    const run = defillamaCex.run([{ name: 'x', text: '[]' }], sink, {}, AbortSignal.abort(new Error('no')));
    await expect(run).rejects.toThrow('no');
  });
});
