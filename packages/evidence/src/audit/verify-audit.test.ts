import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { describe, expect, test } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the verifier is a plain script, and its types are next to it.
import { LogCheck, verifyAuditLog } from '../../verifier/verify-audit.mjs';
import {
  formatExportCheckpoint,
  formatExportEnd,
  formatExportEvent,
  formatExportStart,
  formatExportWithheld,
} from './audit-export.ts';
import { formatKey, originOf, signCheckpoint } from './checkpoint.ts';
import { CompactRange, hashLeaf } from './merkle-tree.ts';

const VERIFIER = fileURLToPath(new URL('../../verifier/verify-audit.mjs', import.meta.url));
const keys = generateKeyPairSync('ed25519');
const origin = originOf(keys.publicKey);

function createBodies(count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    toCanonicalJson({
      id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      at: new Date(Date.UTC(2026, 10, 2) + i * 1_000).toISOString(),
      action: i % 7 === 0 ? 'denied.listUsers' : 'look-up.getAddress',
      actor: { account: null, role: 'member' },
      details: { query: `?note="ü €${i}"` },
    }),
  );
}

interface Made {
  readonly lines: string[];
  readonly notes: string[];
}

/** An exported log with a checkpoint after each `every` events and at the end. */
function makeLog(bodies: readonly string[], every: number, signer = keys, withheld = new Set<number>()): Made {
  const name = originOf(signer.publicKey);
  const tree = new CompactRange();
  const lines = [formatExportStart({ origin: name, publicKey: signer.publicKey }, { size: 0, peaks: [] })];
  const notes: string[] = [];
  bodies.forEach((body, index) => {
    const hash = hashLeaf(Buffer.from(body));
    tree.append(hash);
    lines.push(withheld.has(index) ? formatExportWithheld(index, hash) : formatExportEvent(index, hash, body));
    if (tree.size % every !== 0 && tree.size !== bodies.length) return;
    const at = new Date(Date.UTC(2026, 10, 3));
    notes.push(signCheckpoint({ origin: name, size: tree.size, root: tree.root(), at }, signer));
    lines.push(formatExportCheckpoint(notes.at(-1)!));
  });
  return { lines: [...lines, formatExportEnd(tree.size, tree.root(), withheld.size)], notes };
}

const verify = (text: string | Uint8Array, notes: readonly string[] = []) =>
  verifyAuditLog([typeof text === 'string' ? Buffer.from(text) : text], { notes });

const bodies = createBodies(1_000);
const log = makeLog(bodies, 100);
const whole = log.lines.join('');

test('an intact log is verified, with and without checkpoints from elsewhere, in chunks of any size', async () => {
  expect(await verify(whole)).toMatchObject({ isVerified: true, firstBad: null, events: 1_000, checkpoints: 10 });
  expect(await verify(whole, log.notes)).toMatchObject({ isVerified: true });
  const bytes = Buffer.from(whole);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) =>
    bytes.subarray(i * 777, i * 777 + 777),
  );
  expect(await verifyAuditLog(chunks)).toMatchObject({ isVerified: true, events: 1_000 });
});

describe('a log with withheld events', () => {
  const some = makeLog(bodies.slice(0, 12), 5, keys, new Set([1, 4, 11]));
  const text = some.lines.join('');

  test('is verified as a whole, has the checkpoints of the whole log, and says what was not checked', async () => {
    const verdict = await verify(text, makeLog(bodies.slice(0, 12), 5).notes);
    expect(verdict).toMatchObject({ isVerified: true, events: 12, withheld: 3 });
    expect(verdict.sentence).toContain('Of 3 events the file has the hash alone');
  });

  test.each<[string, (text: string) => string, string]>([
    ['another hash', (one) => one.replace(/("index":4,"hash":")./, (_, before) => `${before}z`), 'not understood'],
    [
      'a changed hash',
      (one) => one.replace(/("index":4,"hash":")([0-9a-f])/, (_, a, b) => a + (b === '0' ? '1' : '0')),
      'those that were signed',
    ],
    [
      'one withheld event fewer in the count',
      (one) => one.replace('"withheld":3', '"withheld":2'),
      '3 events are withheld',
    ],
    ['a withheld event in the first format', (one) => one.replace('audit-log/2', 'audit-log/1'), 'not understood'],
    ['a withheld event in another place', (one) => one.replace('"index":4,', '"index":5,'), 'Event 4 is expected'],
    [
      'an event beside the word',
      (one) => one.replace('"withheld":true', '"withheld":true,"event":1'),
      'not understood',
    ],
  ])('is refused with %s', async (_, spoil, words) => {
    const spoilt = spoil(text);
    expect(spoilt).not.toBe(text);
    const { isVerified, sentence } = await verify(spoilt);
    expect([isVerified, sentence]).toEqual([false, expect.stringContaining(words)]);
  });

  test('is found changed at every bit', async () => {
    const bytes = Buffer.from(makeLog(bodies.slice(0, 3), 3, keys, new Set([1])).lines.join(''));
    const missed: number[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      if ((await verify(bytes)).isVerified) missed.push(bit);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(missed).toEqual([]);
  });
});

test('a log of the first format, without a count, is verified as before', async () => {
  const text = makeLog(bodies.slice(0, 4), 2).lines.join('').replace('audit-log/2', 'audit-log/1');
  expect((await verify(text)).isVerified).toBe(false);
  expect(await verify(text.replace(',"withheld":0', ''))).toMatchObject({ isVerified: true, events: 4, withheld: 0 });
});

describe('a single changed bit is found', () => {
  test('wherever it is in a log of 1,000 events, most of them small, and the event it is in is named', () => {
    // A verifier reads line by line and stops at the first fault: what comes before a line is checked once, and then each bit of the line.
    const small = (body: string, i: number) => (i % 300 === 7 ? body : String(i % 10));
    const { lines } = makeLog(bodies.map(small), 500);
    const check = new LogCheck();
    const missed: string[] = [];
    let bits = 0;
    for (const [at, text] of lines.entries()) {
      const line = Buffer.from(text);
      const after = Buffer.from(lines[at + 1] ?? '');
      const [, place] = /^\{"index":(\d+)/.exec(text) ?? [];
      const index = place === undefined ? undefined : Number(place);
      for (let bit = 0; bit < line.length * 8; bit++, bits++) {
        line[bit >> 3]! ^= 1 << (bit & 7);
        const found = findFault(copyCheck(check), line, after);
        // Where two lines are joined, the second may be the one that is named.
        const isNamed = found !== undefined && (index === undefined || found === index || found === index + 1);
        if (!isNamed) missed.push(`line ${at}, bit ${bit}: ${found}`);
        line[bit >> 3]! ^= 1 << (bit & 7);
      }
      check.takeLine(line.subarray(0, -1));
    }
    check.finish();
    expect({ missed, bits }).toEqual({ missed: [], bits: Buffer.byteLength(lines.join('')) * 8 });
  });
});

/** A check that goes on from the same place, and leaves the other as it is. */
function copyCheck(check: LogCheck): LogCheck {
  const copy = <T extends object>(value: T): T => Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  const own = copy(check) as LogCheck & { tree?: { peaks: object[] } };
  if (own.tree) own.tree = Object.assign(copy(own.tree), { peaks: [...own.tree.peaks] });
  return own;
}

/**
 * The event that a changed line is found at, with the line after it: a line end that is gone joins them, and a new one makes two.
 * Undefined where both pass.
 */
function findFault(check: LogCheck, line: Buffer, after: Buffer): number | undefined {
  const bytes = Buffer.concat([line, after]);
  try {
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      check.takeLine(bytes.subarray(from, at));
      from = at + 1;
    }
    if (from < bytes.length || after.length === 0) check.finish();
    return undefined;
  } catch (fault) {
    return (fault as { readonly index: number }).index;
  }
}

function isEvent(line: string): boolean {
  return line.startsWith('{"index"');
}

/** The log with other events, every hash, index, root and checkpoint made again: what only an older checkpoint shows. */
const remade = (changed: readonly string[]) => makeLog(changed, 100).lines.join('');

describe('without checkpoints from elsewhere', () => {
  test.each<[string, (lines: string[]) => void, number]>([
    ['an event that is gone', (lines) => lines.splice(251, 1), 248],
    ['an event that was put in', (lines) => lines.splice(251, 0, lines[250]!), 248],
    [
      'two events that changed places',
      (lines) => {
        [lines[50], lines[51]] = [lines[51]!, lines[50]!];
      },
      49,
    ],
    ['a run from another place of the log', (lines) => lines.splice(20, 5, ...lines.slice(60, 65)), 19],
    ['a log without its end', (lines) => lines.splice(500), 495],
    ['a log cut behind a checkpoint', (lines) => lines.splice(102, lines.length - 103), 100],
    ['a checkpoint that is gone', (lines) => lines.splice(lines.length - 2, 1), 900],
  ])('%s is found, and the first bad event is named', async (_, change, firstBad) => {
    const lines = [...log.lines];
    change(lines);
    expect(await verify(lines.join(''))).toMatchObject({ isVerified: false, firstBad });
  });

  test('an event that was changed together with its hash is found by the next checkpoint', async () => {
    const lines = [...log.lines];
    const body = bodies[149]!.replace('member', 'auditor');
    lines[lines.findIndex((line) => isEvent(line) && line.includes('"index":149,'))] = formatExportEvent(
      149,
      hashLeaf(Buffer.from(body)),
      body,
    );
    const verdict = await verify(lines.join(''));
    expect(verdict).toMatchObject({ isVerified: false, firstBad: 100 });
    expect(verdict.sentence).toContain('Events 100 to 199 are not those that were signed.');
  });
});

describe('what whoever holds the database and the key can make is found by an older checkpoint', () => {
  const [older] = [log.notes[3]!];

  test.each<[string, readonly string[], number]>([
    ['an event that was changed', bodies.with(120, bodies[120]!.replace('member', 'auditor')), 0],
    ['an event that was taken out', bodies.toSpliced(120, 1), 0],
    ['two events that changed places', bodies.with(3, bodies[4]!).with(4, bodies[3]!), 0],
    ['an event that was put in', bodies.toSpliced(399, 0, bodies[0]!), 0],
  ])('%s', async (_, changed, firstBad) => {
    expect(await verify(remade(changed))).toMatchObject({ isVerified: true });
    const verdict = await verify(remade(changed), [older]);
    expect(verdict).toMatchObject({ isVerified: false, firstBad });
    expect(verdict.sentence).toContain('rewritten');
  });

  test('a log that was cut', async () => {
    const verdict = await verify(remade(bodies.slice(0, 300)), log.notes);
    expect(verdict).toMatchObject({ isVerified: false, firstBad: 300 });
    expect(verdict.sentence).toContain('counts 1000 events');
  });

  test('a log under a new key', async () => {
    const other = generateKeyPairSync('ed25519');
    const text = makeLog(bodies, 100, other).lines.join('');
    expect((await verify(text, [older])).sentence).toContain('belongs to another log');
    const verdict = await verifyAuditLog([Buffer.from(text)], { key: formatKey(origin, keys.publicKey) });
    expect(verdict.sentence).toContain('another key than the one that was published');
  });

  test('what came after the older checkpoint is not shown by it', async () => {
    const changed = bodies.with(900, bodies[900]!.replace('member', 'auditor'));
    expect(await verify(remade(changed), [older])).toMatchObject({ isVerified: true });
    expect(await verify(remade(changed), log.notes)).toMatchObject({ isVerified: false, firstBad: 900 });
  });
});

test('a later part of a log is verified from the peaks before it, and a changed peak is found', async () => {
  const tree = new CompactRange();
  for (const body of bodies.slice(0, 300)) tree.append(hashLeaf(Buffer.from(body)));
  const start = formatExportStart(
    { origin, publicKey: keys.publicKey },
    { size: 300, peaks: tree.peaks.map(({ hash }) => hash) },
  );
  const rest = log.lines.slice(log.lines.findIndex((line) => line.startsWith('{"index":300,'))).join('');
  expect(await verify(start + rest, log.notes)).toMatchObject({ isVerified: true, events: 700 });
  const changed = start.replace(/"peaks":\["./, (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0'));
  expect(await verify(changed + rest)).toMatchObject({ isVerified: false, firstBad: 300 });
});

test('the verifier is one file that runs on its own, and its code says what it found', () => {
  expect(readFileSync(VERIFIER, 'utf8')).not.toMatch(/from '(?!node:)/);
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-verify-'));
  const path = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...args: string[]) => spawnSync(process.execPath, [VERIFIER, ...args], { encoding: 'utf8' });
  try {
    const [good, notes] = [path('log.jsonl', whole), path('checkpoints.txt', log.notes.join(''))];
    expect(run(good, '--checkpoint', notes)).toMatchObject({ status: 0, stdout: expect.stringContaining('10 of 10') });
    const bad = run(path('bad.jsonl', whole.replace('"index":7,', '"index":8,')));
    expect(bad).toMatchObject({ status: 1, stdout: expect.stringContaining('First bad event: 7.') });
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('Give the file') });
    expect(run(good, '--checkpoint', good)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no checkpoint'),
    });
    expect(run(join(folder, 'absent')).status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
