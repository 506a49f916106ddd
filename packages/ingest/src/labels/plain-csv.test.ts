import { describe, expect, test } from 'vitest';
import { collectLabels, type ImportOptions } from './importer.ts';
import { plainCsv } from './plain-csv.ts';
import { invented } from './testing/invented-addresses.ts';

async function read(text: string, options?: ImportOptions) {
  return collectLabels(plainCsv, [{ name: 'list.csv', text }], options);
}

describe('a plain table', () => {
  test('columns named like the fields need no mapping', async () => {
    const { labels } = await read(
      `address,label,network,category,actor,confidence,scope,role,source,as_of\n${invented.eth(1)},Sample 1,ethereum,exchange,sample,service_data,cluster,hot,https://example.org,2024-01-31\n`,
    );
    expect(labels).toEqual([
      {
        network: 'eth',
        address: invented.eth(1),
        label: 'Sample 1',
        category: 'exchange',
        actor: 'sample',
        confidence: 'service_data',
        scope: 'cluster',
        role: 'hot',
        source: 'https://example.org',
        asOf: '2024-01-31',
        details: {},
      },
    ]);
  });

  test('other columns are mapped by whoever imports, and say the rest for every row', async () => {
    const { labels } = await read(`Wallet;Owner;Case no.\n${invented.btc(1)};"Someone; else";K-1\n`, {
      columns: { address: 'Wallet', label: 'Owner', 'detail:case': 'Case no.' },
      defaults: { category: 'scam', source: 'Request 12', confidence: 'forensic_investigation' },
    });
    expect(labels[0]).toMatchObject({
      network: 'btc',
      label: 'Someone; else',
      category: 'scam',
      source: 'Request 12',
      confidence: 'forensic_investigation',
      details: { case: 'K-1' },
    });
  });

  test('nothing stated stays unstated', async () => {
    const { labels } = await read(`address,label\n${invented.btc(1)},L\n`);
    expect(labels[0]).toMatchObject({ category: 'other', confidence: 'unknown', asOf: undefined, actor: undefined });
  });

  test('unknown words are refused, and the known ones are named', async () => {
    const address = invented.btc(1);
    const { labels, refused } = await read(
      `address,label,network,category,confidence,role,as_of\n${address},L,atlantis,,,,\n${address},L,,Bad guys,,,\n${address},L,,,sure,,\n${address},L,,,,boss,\n${address},L,,,,,31.01.2024\n`,
    );
    expect(labels).toEqual([]);
    expect(refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(refused[0]?.reason).toContain('known are ada, algo');
    expect(refused[1]?.reason).toMatch(
      /"Bad guys" is no category known here; known are bridge, burn, .*ransomware.*\(42 in all\)$/,
    );
    expect(refused[2]?.reason).toContain('authority_data');
    expect(refused[3]?.reason).toContain('known are hot, cold, deposit');
    expect(refused[4]?.reason).toContain('YYYY-MM-DD');
  });

  test('a sanction in a plain table is no listing', async () => {
    const { labels } = await read(`address,label,category\n${invented.btc(1)},L,sanctioned\n`);
    expect(labels[0]?.category).toBe('sanctioned_historic');
  });

  test('a mapping that does not fit the file is refused as a whole', async () => {
    await expect(read('a,b\n', { columns: { address: 'Wallet' } })).rejects.toThrow(
      'no column "Wallet"; there are a, b',
    );
    await expect(read('a,b\n', { columns: { adress: 'a' } })).rejects.toThrow('"adress" is no field');
    await expect(read('a,b\n')).rejects.toThrow('No column holds the address');
    await expect(read('address,b\n')).rejects.toThrow('No column holds the label');
  });
});

describe('a million rows of junk', () => {
  // Seeded, so that every run reads the same junk.
  function junk(rows: number): string {
    const parts = ['address,label\n'];
    let state = 1;
    for (let row = 0; row < rows; row++) {
      state = (state * 48_271) % 2_147_483_647;
      parts.push(`${state.toString(36)}${row % 7 === 0 ? '"' : ''},junk\n`);
    }
    return parts.join('');
  }

  test('are read to the end in bounded memory, and what is good among them is taken', {
    timeout: 120_000,
  }, async () => {
    const text = `${junk(1_000_000)}${invented.btc(1)},good\n`;
    let [taken, refused, highest] = [0, 0, 0];
    const before = process.memoryUsage().heapUsed;
    const sink = {
      add: () => {
        taken += 1;
      },
      refuse: () => {
        refused += 1;
        if (refused % 50_000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
      },
    };
    await plainCsv.run([{ name: 'junk.csv', text }], sink);
    expect([taken, refused]).toEqual([1, 1_000_000]);
    expect(highest - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('are left when the import is cancelled, and other work runs meanwhile', async () => {
    const cancel = new AbortController();
    let rows = 0;
    const sink = {
      add: () => undefined,
      refuse: () => {
        rows += 1;
      },
    };
    const timer = setTimeout(() => cancel.abort(new Error('cancelled')), 20);
    const run = plainCsv.run([{ name: 'junk.csv', text: junk(1_000_000) }], sink, {}, cancel.signal);
    await expect(run).rejects.toThrow('cancelled');
    clearTimeout(timer);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(1_000_000);
  });
});
