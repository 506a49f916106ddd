import { AUDIT_OUTCOMES } from '@trailmark/core/audit';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { describe, expect, test } from 'vitest';
import { type Caller, createVisitor } from './caller.ts';
import { toAuditEvent } from './casework-context.ts';

const TEXTS = [
  '',
  'case',
  'x\r\n{"index":0,"hash":"","event":{}}\n',
  '\u001b[2J\u009b31m',
  'x\0y',
  '\ud83d half a pair, and the other \ude00',
  '\u2028\u202e\u{e0041}',
  '"\\"}',
  '😀'.repeat(9_000),
  'ﬀ ü €'.repeat(2_000),
];
const TOKEN = Buffer.alloc(32, 9);
const NOW = new Date('2026-11-18T12:00:00.070Z');

const member = (text: string): Caller =>
  ({
    ...createVisitor({ address: '192.0.2.7', agent: text }),
    role: 'member',
    account: { id: 'a-1', agency: 'north' },
    session: { hash: TOKEN.toString('hex') },
  }) as unknown as Caller;

describe.each(TEXTS.map((text) => [JSON.stringify(text).slice(0, 40), text]))('an event with %s in it', (_, text) => {
  const entry = {
    action: 'case.open',
    object: { kind: 'case', id: text },
    details: { note: text, count: 3, by: null },
  };
  const event = toAuditEvent(member(text), entry, NOW);
  const body = toCanonicalJson(event);

  test('states what was done, to what, by whom, for whom, from where, when to the millisecond, and how it ended', () => {
    expect(Object.keys(event).sort()).toEqual([
      ...['action', 'actor', 'agency', 'at', 'details', 'id', 'object', 'outcome', 'session', 'source'],
    ]);
    expect(event).toMatchObject({
      ...{ action: 'case.open', outcome: 'success', agency: 'north', at: '2026-11-18T12:00:00.070Z' },
      actor: { account: 'a-1', role: 'member' },
      object: { kind: 'case' },
      source: { address: '192.0.2.7' },
    });
    expect(event.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test('distinguishes the session and does not have what opens it', () => {
    expect(event.session).toMatch(/^[0-9a-f]{16}$/);
    for (const form of ['hex', 'base64', 'base64url'] as const) expect(body).not.toContain(TOKEN.toString(form));
    expect(TOKEN.toString('hex')).not.toContain(event.session);
  });

  test('is one line, of bounded length, that reads back as it was written and that the database takes', () => {
    expect(body).not.toMatch(/[\n\r]/);
    expect(JSON.parse(body)).toEqual(event);
    expect(body.isWellFormed()).toBe(true);
    expect(event.object?.id).not.toContain('\0');
    expect(event.object?.id.length).toBeLessThanOrEqual(500);
    expect(event.source?.agent.length).toBeLessThanOrEqual(300);
    expect(String(event.details.note).length).toBeLessThanOrEqual(4_000);
  });
});

test.each([undefined, ...AUDIT_OUTCOMES])('an outcome of %s is stated, and without one it was done', (outcome) => {
  const entry = outcome === undefined ? { action: 'x' } : { action: 'x', outcome };
  expect(toAuditEvent(member(''), entry, NOW).outcome).toBe(outcome ?? 'success');
});

test('a visitor is nobody of no agency, and has no session', () => {
  const event = toAuditEvent(createVisitor({ address: '192.0.2.7', agent: 'test' }), { action: 'x' }, NOW);
  expect(event).toMatchObject({ actor: { account: null }, agency: null, session: null, object: null });
});
