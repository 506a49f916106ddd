import { randomUUID } from 'node:crypto';
import type { PartnerList } from '@trailmark/api/contract/partner';
import {
  insertPartnerConflict,
  listPartnerConflicts,
  listWaitingEvents,
  renameConflict,
} from '@trailmark/store/cases/partners/conflict-rows';
import { listOpenPartners } from '@trailmark/store/cases/partners/partner-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCaseworkApp, listTestEvents } from '../testing/accounts.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { answerFrame, answerOverNetwork, openIncoming } from './answer-frame.ts';
import { answerSize, type FrameHead, NOTICE_SIZE, querySize, SMALL_BATCH } from './frame-shape.ts';
import { identityOf, identitySeed, oprfSeed, SYSTEM } from './partner-context.ts';
import { NOTICES_OF_PARTNER, OF_CASE, OF_PARTNER } from './partner-log.ts';
import { createRounds, runPartners } from './partner-rounds.ts';
import {
  askAs,
  befriend,
  closeInstallation,
  fileAt,
  type Installation,
  ok,
  openInstallation,
  people,
  readAt,
  runBoth,
} from './testing/two-installations.ts';

let north: Installation;
let south: Installation;
let ofSouth: string;
let ofNorth: string;
beforeAll(async () => {
  north = await openInstallation('North District Police', 1);
  south = await openInstallation('South Revenue', 2);
});
afterAll(async () => {
  await closeInstallation(north);
  await closeInstallation(south);
});
beforeEach(async () => {
  north = await people(north);
  south = await people(south);
  [ofSouth, ofNorth] = await befriend(north, south);
});

const nowOf = ({ casework }: Installation) => Math.floor(casework.now().getTime() / 1_000);

/** A query as North would sign it, with what a test changes. */
async function forge(head: Partial<FrameHead> = {}, { parts, size }: { parts?: Uint8Array[]; size?: number } = {}) {
  const { work, casework } = north.context;
  const batch = parts ?? [(await work.run('blindBatch', { keys: [], size: SMALL_BATCH })).blinded];
  const made = await work.run('sealFrame', {
    seed: identitySeed(casework, north.officer.agency),
    to: identityOf(south.casework, south.officer.agency),
    head: {
      ...{ kind: 'query', id: randomUUID(), at: nowOf(north), way: 'network', replyTo: null },
      log: { count: 0, head: '00'.repeat(32) },
      body: { handle: '00'.repeat(16), size: SMALL_BATCH },
      ...head,
    },
    parts: batch,
    size: size ?? querySize(SMALL_BATCH),
  });
  return made.text;
}

async function openAnswer(text: string) {
  const answer = await answerFrame(south.context, await openIncoming(south.context, text, { way: 'network' }));
  const seed = identitySeed(north.casework, north.officer.agency);
  const from = identityOf(south.casework, south.officer.agency);
  return { answer, ...(await north.context.work.run('openFrame', { text: answer.text, seed, from })) };
}

/** What South answers, as North opens it. */
async function hear(text: string) {
  const { answer, head, size } = await openAnswer(text);
  return { kind: head.kind, reason: (head.body as { reason?: string }).reason, size, length: answer.text.length };
}

const REFUSED = { kind: 'refusal', size: answerSize(SMALL_BATCH, 1_024) };

describe('a partner that sends', () => {
  test.each<[string, Partial<FrameHead>, string]>([
    ['from the future', { at: Date.parse('2026-11-18T12:06:00Z') / 1_000 }, 'future'],
    ['of yesterday', { at: Date.parse('2026-11-17T12:00:00Z') / 1_000 }, 'old'],
    ['what was made for a file', { way: 'file' }, 'other-way'],
    ['a query without values', { body: {} }, 'garbage'],
    ['a query of another size', { body: { handle: '00'.repeat(16), size: 65 } }, 'garbage'],
  ])('%s is refused, with an answer as long as any other', async (_, head, reason) => {
    expect(await hear(await forge(head))).toMatchObject({ ...REFUSED, reason });
  });

  test('the same twice is answered once', async () => {
    const text = await forge();
    const first = await hear(text);
    const second = await hear(text);
    expect([first.kind, second.kind, second.reason]).toEqual(['answer', 'refusal', 'replay']);
    expect(second.length).toBe(first.length);
  });

  test('values that are no elements, or frames of unequal size, gets nothing evaluated', async () => {
    const bad = Buffer.alloc(SMALL_BATCH * 32);
    expect(await hear(await forge({}, { parts: [bad] }))).toMatchObject(REFUSED);
    expect(await hear(await forge({}, { size: querySize(SMALL_BATCH) + 1 }))).toMatchObject({ reason: 'size' });
    const notice = await forge({ kind: 'notice', body: { events: [{ id: 'x' }] } }, { parts: [], size: NOTICE_SIZE });
    expect(await hear(notice)).toMatchObject({ kind: 'refusal', reason: 'garbage', size: NOTICE_SIZE });
  });

  test('a changed frame, one for somebody else, or one of nobody gets no answer', async () => {
    const frame = JSON.parse(await forge()) as Record<string, string>;
    const flipped = Buffer.from(frame.sealed ?? '', 'base64');
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    const open = (change: object) =>
      openIncoming(south.context, JSON.stringify({ ...frame, ...change }), { way: 'network' });
    await expect(open({ sealed: flipped.toString('base64') })).rejects.toThrow('The signature does not hold');
    await expect(open({ from: '11'.repeat(32) })).rejects.toThrow('no partner');
    await expect(open({ to: frame.from ?? '' })).rejects.toThrow('no partner');
    await expect(openIncoming(south.context, '{"garbage":1}', { way: 'network' })).rejects.toThrow('no exchange file');
    const off = await askAs(south, south.admin);
    const { items } = ok<PartnerList>(await off.get('/partners'));
    const [item] = items;
    const body = { act: 'set', version: item?.version, name: item?.name, endpoint: item?.endpoint, isOn: false };
    ok(await off.post(`/partners/${ofNorth}/change`, body));
    await expect(open({})).rejects.toThrow('no partner that an administrator turned on');
  });

  test('guesses by the thousand meets the quota of its case, then its own, and the refusals are counted by nobody', async () => {
    const ask = async (handle: string) => hear(await forge({ body: { handle, size: SMALL_BATCH } }));
    let answered = 0;
    for (let i = 0; i < OF_CASE / SMALL_BATCH + 2; i++) if ((await ask('0a'.repeat(16))).kind === 'answer') answered++;
    expect(answered * SMALL_BATCH).toBe(OF_CASE);
    expect(await ask('0a'.repeat(16))).toMatchObject({ ...REFUSED, reason: 'quota' });
    for (let i = 0; i < OF_PARTNER / SMALL_BATCH; i++) {
      const handle = Buffer.alloc(16, 1 + Math.floor((i * SMALL_BATCH) / OF_CASE)).toString('hex');
      if ((await ask(handle)).kind === 'answer') answered++;
    }
    expect(answered * SMALL_BATCH).toBe(OF_PARTNER);
    for (const { casework } of [north, south]) casework.advance(25 * 3_600_000);
    expect((await ask('0a'.repeat(16))).kind).toBe('answer');
  });
});

describe('a partner that shows what it never evaluated', () => {
  const hit = (outputs: readonly string[]) => ({
    ...{ id: randomUUID(), conflict: randomUUID(), hit: { outputs, grade: 'exact' }, ref: 'ab'.repeat(16), step: 2 },
    ...{ outcome: null, released: null, text: 'Hello' },
  });
  const notify = async (outputs: readonly string[]) => {
    const text = await forge({ kind: 'notice', body: { events: [hit(outputs)] } }, { parts: [], size: NOTICE_SIZE });
    const { head, size } = await openAnswer(text);
    return { kind: head.kind, body: head.body, size };
  };
  const nothing = { kind: 'receipt', body: { use: [], events: [] }, size: NOTICE_SIZE };
  const outputOf = async (address: string): Promise<string> => {
    const [partner] = await south.casework.store.transact(SYSTEM, (tx) => listOpenPartners(tx));
    if (!partner) throw new Error('no partner');
    const given = { seed: oprfSeed(south.casework, partner), keys: [`address:btc:${address}`] };
    return Buffer.from(await south.context.work.run('makeOutputs', given)).toString('hex');
  };
  const conflictsOf = async (id: string) => (await readAt(south, id)).conflictList.map(({ partner }) => partner);

  test('learns nothing, whichever tag of the set it sends back, and alerts nobody', async () => {
    const theirs = await fileAt(south, [ADDRESS.alice], { sensitivity: 'open' });
    await runBoth(south);
    const { parts } = await openAnswer(await forge());
    const tags =
      Buffer.from(parts[2] ?? [])
        .toString('hex')
        .match(/.{32}/g) ?? [];
    expect(tags).toHaveLength(1_024);
    for (let i = 0; i < tags.length; i += 64) {
      expect(await notify(tags.slice(i, i + 64).map((tag) => `${tag}${tag}`))).toEqual(nothing);
    }
    const output = await outputOf(ADDRESS.alice);
    expect(await notify([`${output.slice(0, 32)}${'00'.repeat(16)}`])).toEqual(nothing);
    expect(await conflictsOf(theirs.id)).toEqual([]);
    expect((await south.casework.store.transact(SYSTEM, (tx) => listWaitingEvents(tx, ofNorth, 1))).length).toBe(0);
    // The whole output is what only who knows the identifier can have.
    expect((await notify([output])).kind).toBe('receipt');
    expect(await conflictsOf(theirs.id)).toEqual(['North District Police']);
  });

  test('finds in two answers nothing that is the same, before and after an entry was filed', async () => {
    const tagsOf = async () =>
      Buffer.from((await openAnswer(await forge())).parts[2] ?? [])
        .toString('hex')
        .match(/.{32}/g) ?? [];
    const first = await tagsOf();
    await fileAt(south, [ADDRESS.alice]);
    await runBoth(south);
    const sets = [first, await tagsOf(), await tagsOf()];
    expect(new Set(sets.flat()).size).toBe(3 * 1_024);
  });

  test('with notices by the thousand meets their quota', async () => {
    await south.casework.store.transact(SYSTEM, (tx) =>
      tx.run(sql`
        INSERT INTO partner_log (partner_id, agency_id, seq, direction, kind, way, digest, head, elements, bytes, frame_id, at)
        SELECT ${ofNorth}, ${south.officer.agency}, 1000000 + n, 'received', 'notice', 'network', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 0, 1,
               gen_random_uuid(), ${south.casework.now()} FROM generate_series(1, ${NOTICES_OF_PARTNER}) AS n`),
    );
    expect(await notify(['00'.repeat(32)])).toMatchObject({ kind: 'refusal', body: { reason: 'quota' } });
    for (const { casework } of [north, south]) casework.advance(25 * 3_600_000);
    expect(await notify(['00'.repeat(32)])).toEqual(nothing);
  });
});

test('a log of which one frame was replaced is written down, as one that became shorter is', async () => {
  const changes = async () =>
    (await listTestEvents(south.casework))
      .map(({ action }) => String(action))
      .filter((action) => action.startsWith('partner.log-'));
  const send = async (count: number, byte: string) => hear(await forge({ log: { count, head: byte.repeat(32) } }));
  for (const [count, byte] of [
    [3, 'aa'],
    [3, 'aa'],
    [5, 'bb'],
  ] as const)
    await send(count, byte);
  expect(await changes()).toEqual([]);
  await send(5, 'cc');
  expect(await changes()).toEqual(['partner.log-changed']);
  await send(4, 'dd');
  expect(await changes()).toEqual(['partner.log-changed', 'partner.log-shorter']);
});

test('a frame of nobody and one with a wrong signature get the same answer at the same tick', async () => {
  const frame = JSON.parse(await forge()) as Record<string, string>;
  const app = createCaseworkApp(south.casework);
  const post = async (change: object) => {
    south.ticks.length = 0;
    const answer = await answerOverNetwork(south.context, JSON.stringify({ ...frame, ...change })).catch(String);
    const body = JSON.stringify({ frame: JSON.stringify({ ...frame, ...change }) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await app.request('http://127.0.0.1/api/v1/partner-exchange', init);
    const { reference: _, ...words } = (await response.json()) as Record<string, unknown>;
    return { answer, ticks: south.ticks.length, status: response.status, words };
  };
  const nobody = await post({ from: '11'.repeat(32) });
  expect(nobody).toMatchObject({ ticks: 1, status: 404 });
  expect(await post({ signature: Buffer.alloc(64).toString('base64') })).toEqual(nobody);
  expect(await post({ sealed: Buffer.alloc(200).toString('base64') })).toEqual(nobody);
  expect(await post({ to: '11'.repeat(32) })).toEqual(nobody);
});

test('an id of a conflict that is taken renames nothing, and stops nothing', async () => {
  const ours = await fileAt(north, [ADDRESS.alice, ADDRESS.bob]);
  await fileAt(south, [ADDRESS.alice]);
  await runBoth(south, north, south);
  const [first] = await north.casework.store.transact(SYSTEM, (tx) => listPartnerConflicts(tx, ours.id));
  if (!first) throw new Error('no conflict');
  const other = { ...first, rowId: randomUUID(), id: randomUUID(), ownTags: [Buffer.alloc(16, 1)] };
  await north.casework.store.transact(SYSTEM, async (tx) => {
    await insertPartnerConflict(tx, other);
    await renameConflict(tx, other.rowId, first.id);
  });
  const ids = (await north.casework.store.transact(SYSTEM, (tx) => listPartnerConflicts(tx, ours.id))).map(
    ({ id }) => id,
  );
  expect(ids.toSorted()).toEqual([first.id, other.id].toSorted());
});

test('a partner that stalls delays no round, and is waited for in the next', async () => {
  const stalled = Promise.withResolvers<void>();
  south.answerWith = async (request) => {
    await stalled.promise;
    return answerOverNetwork(south.context, request);
  };
  const { id } = await fileAt(north, [ADDRESS.alice]);
  const rounds = createRounds();
  await runPartners(north.context, rounds, 1);
  await runPartners(north.context, rounds, 1);
  expect((await readAt(north, id)).checks[0]?.state).toBe('waiting');
  stalled.resolve();
  await runPartners(north.context, rounds);
  expect((await readAt(north, id)).checks[0]?.state).toBe('answered');
});

test('a frame of another version of Trailmark is refused by name', async () => {
  const frame = { ...(JSON.parse(await forge()) as object), trailmark: 'partner-frame/1' };
  const open = openIncoming(south.context, JSON.stringify(frame), { way: 'network' });
  await expect(open).rejects.toThrow('of another version of Trailmark');
});

describe('a partner that answers', () => {
  const askOnce = async () => {
    const { id } = await fileAt(north, [ADDRESS.alice]);
    await runPartners(north.context);
    const { answer, checks } = await readAt(north, id);
    return { answer, state: checks[0]?.state, reason: checks[0]?.reason };
  };

  test.each<[string, (request: string) => Promise<string> | string, RegExp]>([
    ['garbage', () => 'garbage', /no exchange file/],
    ['with the question itself', (request) => request, /of another agency than expected/],
    [
      'under another key than before',
      async (request) => {
        const former = south.context;
        await south.casework.store.transact(SYSTEM, (tx) => tx.run(sql`UPDATE partner SET epoch = epoch`));
        const incoming = await openIncoming(former, request, { way: 'network' });
        const keys = {
          ...south.casework.keys,
          derive: (purpose: string) => south.casework.keys.derive(purpose.replace('oprf', 'oprx')),
        };
        const made = await answerFrame({ ...former, casework: { ...south.casework, keys } }, incoming);
        return made.text;
      },
      /another key than the one that was agreed/,
    ],
  ])('%s is refused and reported, and nothing is lost', async (_, answerWith, words) => {
    await fileAt(south, [ADDRESS.alice]);
    await runBoth(south);
    const first = await fileAt(north, [ADDRESS.bob]);
    await runPartners(north.context);
    expect((await readAt(north, first.id)).checks[0]?.state).toBe('answered');
    south.answerWith = answerWith;
    const bad = await askOnce();
    expect(bad).toMatchObject({ answer: 'no-conflict', state: 'refused', reason: expect.stringMatching(words) });
    south.answerWith = undefined;
    for (const { casework } of [north, south]) casework.advance(10 * 60_000);
    await runPartners(north.context);
    const list = ok<{ items: { answer: string }[] }>(await (await askAs(north, north.officer)).get('/interests'));
    expect(list.items.map(({ answer }) => answer).sort()).toEqual(['contact-route', 'no-conflict']);
  });

  test('an answer to an earlier question is refused', async () => {
    await fileAt(north, [ADDRESS.bob]);
    await runPartners(north.context);
    const former = JSON.parse(south.overheard[0]?.answer ?? '{}') as { frame: string };
    south.answerWith = () => former.frame;
    expect(await askOnce()).toMatchObject({
      state: 'refused',
      reason: 'This answers another request than the last one.',
    });
  });

  test('not at all leaves the interest waiting, and is queried again after a while', async () => {
    const by = await askAs(north, north.admin);
    const [item] = ok<PartnerList>(await by.get('/partners')).items;
    const endpoint = 'http://127.0.0.1:9';
    const body = { act: 'set', version: item?.version, name: item?.name, endpoint, isOn: true };
    ok(await by.post(`/partners/${ofSouth}/change`, body));
    const unreachable = await askOnce();
    expect(unreachable).toMatchObject({ state: 'no-answer', reason: expect.stringContaining('did not answer') });
  });
});

test('replacing the key for a partner makes what it was sent worthless, and both continue', async () => {
  const theirs = await fileAt(south, [ADDRESS.alice]);
  await runBoth(south);
  const asAdmin = await askAs(south, south.admin);
  const [item] = ok<PartnerList>(await asAdmin.get('/partners')).items;
  const body = { act: 'rotate', version: item?.version, name: item?.name, endpoint: item?.endpoint, isOn: true };
  expect(ok<PartnerList>(await asAdmin.post(`/partners/${ofNorth}/change`, body)).items[0]?.epoch).toBe(2);
  await runBoth(south);
  const ours = await fileAt(north, [ADDRESS.alice]);
  await runBoth(north, south);
  expect((await readAt(north, ours.id)).answer).toBe('contact-route');
  expect((await readAt(south, theirs.id)).answer).toBe('contact-route');
  const asNorth = await askAs(north, north.admin);
  expect(ok<PartnerList>(await asNorth.get('/partners')).items[0]).toMatchObject({ id: ofSouth, theirEpoch: 2 });
});

test('the route answers a partner, and refuses everybody else in a sentence', async () => {
  const app = createCaseworkApp(south.casework);
  const post = async (frame: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ frame }) };
    const response = await app.request('http://127.0.0.1/api/v1/partner-exchange', init);
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  expect(await post('garbage')).toMatchObject({ status: 400, body: { reason: 'garbage' } });
  const { status, body } = await post(await forge());
  expect([status, JSON.parse(body.frame ?? '{}').from]).toEqual([
    200,
    identityOf(south.casework, south.officer.agency).toString('hex'),
  ]);
});
