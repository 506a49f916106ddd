import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TrailmarkServer } from './trailmark-process.ts';

const STARTS_WITHIN_MS = 240_000;
const dataDir = mkdtempSync(join(tmpdir(), 'trailmark-demo-'));
let server: TrailmarkServer;
let firstWords = '';

beforeAll(async () => {
  const first = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' }, ['--demo']);
  firstWords = first.output();
  await first.stop();
  // A second start finds the cases, and makes none.
  server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' }, ['--demo']);
}, STARTS_WITHIN_MS);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const TITLES = ['Bridge theft of 1 August 2022', 'Peel chain of January 2011', 'Two wallets on a sanctions list'];

test('a demonstration has three worked cases, made once', async () => {
  expect(firstWords).toContain('Made 3 worked cases');
  expect(server.output()).not.toContain('worked case');
  const { items } = await server.api.call('listCases', { query: { sort: 'title' } });
  expect(items.map(({ title, status }) => [title, status])).toEqual(TITLES.map((title) => [title, 'active']));
});

test('every part of a worked case has something in it, and its money adds up', async () => {
  for (const { id, title } of (await server.api.call('listCases', { query: {} })).items) {
    const params = { case: id };
    const { head, counts, statements } = await server.api.call('getCase', { params });
    expect(head.tags.length, title).toBeGreaterThan(1);
    const comments = await server.api.call('listCaseComments', { params, query: {} });
    expect(new Set(comments.items.map(({ by }) => by)).size, title).toBeGreaterThan(1);
    for (const tab of ['addresses', 'flows', 'evidence', 'people', 'tasks', 'notes']) {
      expect(counts[tab], `${title}, ${tab}`).toBeGreaterThan(0);
    }
    expect(statements, title).toHaveLength(3);
    const { sums } = await server.api.call('listCaseMoney', { params });
    expect(
      sums.map(({ difference }) => difference),
      title,
    ).toEqual([0n]);
    const { people, links } = await server.api.call('listCasePeople', { params });
    expect(people.length > 2 && links.every(({ source }) => source !== ''), title).toBe(true);
  }
});

test('addresses that are not followed to an end are watched', async () => {
  const { items } = await server.api.call('listWatches', { query: {} });
  expect(items.map(({ case: { title }, subject }) => [title, subject]).toSorted()).toEqual([
    ['Bridge theft of 1 August 2022', '0x0db09d04d33539e3366de2591e920eba71edc879'],
    ['Bridge theft of 1 August 2022', '0xe4a4df7e1689589efb06ec8c7c601b1cb193c5b3'],
    ['Peel chain of January 2011', '1Cen8YRQ3RmWvr2LMTVE66gD3ayfZGra2w'],
    ['Two wallets on a sanctions list', '1NpHuti9NSM9fVTXLkvSDU4AnhqGQ5N53d'],
    ['Two wallets on a sanctions list', '3HqA7i3ttECLvgqvq69HNxxUP5BL7Z5YgA'],
  ]);
  expect(items.map(({ state }) => state)).toEqual(items.map(() => 'watching'));
});

test('every pinned result of the worked cases is what its tool answers today', async () => {
  const checked: string[] = [];
  for (const { id } of (await server.api.call('listCases', { query: {} })).items) {
    const { items } = await server.api.call('listCaseItems', { params: { case: id }, query: {} });
    for (const { id: item, kind, title } of items) {
      const { differences, isSame, isIntact } = await server.api.call('checkCaseItem', {
        params: { case: id, item },
        body: {},
      });
      expect({ kind, title, differences, isSame, isIntact }).toEqual({
        ...{ kind, title, differences: [], isSame: true, isIntact: true },
      });
      checked.push(kind);
    }
  }
  expect(new Set(checked)).toEqual(
    new Set([
      'address',
      'cluster',
      'exchange-answer',
      'export',
      'flow-version',
      'label',
      'request-packet',
      'transaction',
    ]),
  );
});

test('files of the worked cases are whole, and their ledgers of custody hold', async () => {
  for (const { id, title } of (await server.api.call('listCases', { query: {} })).items) {
    const { items } = await server.api.call('listCaseEvidence', { params: { case: id }, query: {} });
    expect(items.length, title).toBeGreaterThan(1);
    for (const { id: item, state } of items) {
      const { broken, rows } = await server.api.call('getCaseCustody', { params: { case: id, item } });
      expect([state, broken, rows.length > 0], title).toEqual(['good', null, true]);
    }
  }
});
