import { expect, test } from 'vitest';
import { caseFlows } from './case-flows.ts';
import { collectLabels } from './importer.ts';
import { invented } from './testing/invented-addresses.ts';

const HEAD = 'Timestamp,Block,Tx_hash,From,From_label,To,To_label,Value_in_USD';
const row = (from: string, fromLabel: string, to: string, toLabel: string): string =>
  `2023-01-13 20:34:11,1,0x,${from},${fromLabel},${to},${toLabel},1.0`;
const table = (name: string, ...rows: string[]) => ({ name, text: [HEAD, ...rows].join('\n') });

test('a name that is a service is one, and every other name belongs to the case', async () => {
  const { labels, refused } = await collectLabels(caseFlows, [
    table(
      'HB.csv',
      row(invented.eth(1), 'Harmony Bridge Hacker 45 SRC', invented.eth(2), 'Binance 14'),
      row(invented.eth(1), 'Harmony Bridge Hacker 45 SRC', invented.eth(3), 'OKX_Deposit_0x4d10'),
      row(invented.eth(4), '', invented.eth(5), 'Null Address'),
    ),
    table('TxPhish.csv', row(invented.eth(6), 'transit_764c', invented.eth(7), 'eXch')),
    table('LIFI.csv', row(invented.eth(8), 'LI.FI Exploiter 2', invented.eth(9), 'Tornado.Cash: Router')),
  ]);
  expect(refused).toEqual([]);
  expect(labels.map(({ label, actor }) => [label, actor]).filter(([, actor]) => actor !== undefined)).toEqual([
    ['Binance 14', 'binance'],
    ['OKX_Deposit_0x4d10', 'okex'],
  ]);
  expect(labels.map(({ label, category, confidence, role }) => [label, category, confidence, role])).toEqual([
    ['Harmony Bridge Hacker 45 SRC', 'hack', 'forensic', undefined],
    ['Binance 14', 'exchange', 'web_crawl', undefined],
    ['OKX_Deposit_0x4d10', 'exchange', 'web_crawl', 'deposit'],
    ['transit_764c', 'phishing', 'forensic', undefined],
    ['eXch', 'instant_swap', 'web_crawl', undefined],
    ['LI.FI Exploiter 2', 'hack', 'forensic', undefined],
    ['Tornado.Cash: Router', 'mixer', 'web_crawl', undefined],
  ]);
});

test('lists of addresses belong to the table before them and call nobody a perpetrator', async () => {
  const { labels } = await collectLabels(caseFlows, [
    table('LIFI.csv'),
    { name: 'source addresses.csv', text: `${invented.eth(1)}\r\n${invented.eth(2)}\n` },
  ]);
  expect(labels.map(({ label, category }) => [label, category])).toEqual([
    ['Source of the LI.FI case', 'other'],
    ['Source of the LI.FI case', 'other'],
  ]);
});

test('the recovery address of Nomad is read where its project names it', async () => {
  const text = `[Official Nomad Recovery Address](https://etherscan.io/address/${invented.eth(1)}).`;
  const { labels } = await collectLabels(caseFlows, [{ name: 'README.md', text }]);
  expect(labels.map(({ label, confidence }) => [label, confidence])).toEqual([
    ['Nomad recovery address', 'service_data'],
  ]);
});

test('a bad address is refused with its line, a file that is none of the source as a whole', async () => {
  const bad = await collectLabels(caseFlows, [table('HB.csv', row('0x12', 'Harmony Bridge Hacker 1', '', ''))]);
  expect(bad.labels).toEqual([]);
  expect(bad.refused.map(({ line }) => line)).toEqual([2]);
  const run = (name: string, text: string) => collectLabels(caseFlows, [{ name, text }]);
  await expect(run('source addresses.csv', '')).rejects.toThrow(/follows no table/);
  await expect(run('README.md', 'nothing')).rejects.toThrow(/recovery address/);
  await expect(run('HB.csv', 'a,b\n1,2')).rejects.toThrow(/lacks the columns/);
  // Where the study's tracing ended is what a trace has to find by itself.
  const list = collectLabels(caseFlows, [table('HB.csv'), { name: 'terminal addresses.csv', text: '' }]);
  await expect(list).rejects.toThrow(/terminal addresses\.csv is no list of source addresses/);
});
