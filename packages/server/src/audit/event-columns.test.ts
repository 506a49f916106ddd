import type { AuditEvent } from '@trailmark/core/audit';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import type { AuditColumns, AuditEventFilter } from '@trailmark/store/cases/audit/audit-event-rows';
import { expect, test } from 'vitest';
import * as ofEventColumns from './event-columns.ts';

const recorded = new WatchedResults();
const { agreesWithBody, findRowFault, isAskedFor } = recorded.watch(ofEventColumns);

const AT = new Date('2026-11-18T12:00:00.000Z');
const EVENT = {
  ...{ id: 'event-1', at: AT.toISOString(), agency: 'north', action: 'case.open', outcome: 'success' },
  actor: { account: 'investigator' },
  object: { kind: 'case', id: 'c1' },
} as unknown as AuditEvent;
const BODY = toCanonicalJson(EVENT);
const ROW = {
  ...{ id: 'event-1', at: AT, agencyId: 'north', accountId: 'investigator', action: 'case.open', outcome: 'success' },
  ...{ objectKind: 'case', objectId: 'c1' },
} as unknown as AuditColumns;

test('the columns of an event say what its hashed text says', () => {
  expect(agreesWithBody(ROW, BODY)).toBe(true);
  const without = toCanonicalJson({ ...EVENT, object: null });
  expect(agreesWithBody({ ...ROW, objectKind: null, objectId: null }, without)).toBe(true);
});

test.each<[string, object]>([
  ['id', { id: 'event-2' }],
  ['time', { at: new Date(AT.getTime() + 1) }],
  ['agency', { agencyId: 'south' }],
  ['account', { accountId: 'somebody else' }],
  ['action', { action: 'case.close' }],
  ['outcome', { outcome: 'denied' }],
  ['kind of its object', { objectKind: 'report' }],
  ['object', { objectId: 'c2' }],
  ['object that is gone', { objectKind: null, objectId: null }],
])('a column that was changed is found: %s', (_, change) => {
  const row = { ...ROW, ...change, body: BODY, hash: hashLeaf(Buffer.from(BODY)) };
  expect(agreesWithBody(row as never, BODY)).toBe(false);
  expect(findRowFault(row as never)).toMatch(/^The search columns of the event /);
});

test('a text that is written otherwise than it was hashed is no event of the log', () => {
  for (const body of [JSON.stringify({ ...EVENT, more: 1 }, null, 1), 'no JSON', '{}', 'null'])
    expect(agreesWithBody(ROW, body)).toBe(false);
});

test('a changed text is found by its hash, and one that has no hash yet by its columns', () => {
  const row = { ...ROW, body: BODY, hash: hashLeaf(Buffer.from(BODY)) } as never as Parameters<typeof findRowFault>[0];
  expect(findRowFault(row)).toBeUndefined();
  expect(findRowFault({ ...row, hash: null })).toBeUndefined();
  expect(findRowFault({ ...row, hash: hashLeaf(Buffer.from('another')) })).toBe(
    'The event event-1 is not the one that was hashed.',
  );
});

test.each<[AuditEventFilter, boolean]>([
  [{}, true],
  [{ from: AT }, true],
  [{ from: new Date(AT.getTime() + 1) }, false],
  [{ to: AT }, false],
  [{ to: new Date(AT.getTime() + 1) }, true],
  [{ account: 'investigator' }, true],
  [{ account: 'somebody else' }, false],
  [{ agency: 'north' }, true],
  [{ agency: 'south' }, false],
  [{ action: 'case.' }, true],
  [{ action: 'open' }, false],
  [{ outcome: 'success' }, true],
  [{ outcome: 'denied' }, false],
  [{ agency: 'north', outcome: 'denied' }, false],
] as unknown as [AuditEventFilter, boolean][])('whether an event is what %j asks for is %s', (filter, is) => {
  expect(isAskedFor(BODY, filter)).toBe(is);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/event-columns.txt');
});
