import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { sealBundle } from '@trailmark/evidence/bundle/build-bundle';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { redactBundle } from '@trailmark/evidence/bundle/redact-bundle';
import { readStoredZip, writeStoredZip } from '@trailmark/evidence/bundle/stored-zip';
import { encodeJson } from '@trailmark/evidence/bundle/strict-json';
import { type BundleReport, verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../needs.ts';
import { ACCOUNT_CLAIMS, BLOCK_18000000, inventChild, PAYMENT, TOKEN_PAYMENT } from './account-sample.ts';
import { applyChange, changedBytes } from './changed-bytes.ts';
import {
  buildSample,
  createSampleBundle,
  FIRST_PAYMENT,
  PUBLIC_KEY,
  type Sample,
  signBundle,
  signBytes,
} from './sample-bundle.ts';
import { createSampleReport } from './sample-report.ts';

const now = Date.parse('2026-11-21T00:00:00Z') / 1000;
const VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const HARNESS = join(import.meta.dirname, 'verify_changes.py');
const folder = mkdtempSync(join(tmpdir(), 'trailmark-bundle-'));
let sample: Sample;

beforeAll(async () => {
  sample = await createSampleBundle();
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (bytes: Uint8Array, keys?: readonly string[]): BundleReport => verifyBundle(bytes, { now, keys });

/** What is reported about bytes that are not what was signed: everything that names something. */
function complaintsOf(bytes: Uint8Array): string {
  try {
    const { verdict, faults, checks, claims } = check(bytes);
    if (verdict !== 'failed') return '';
    const failed = [
      ...checks.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence),
      ...claims.filter((one) => one.verdict === 'failed').map(({ how }) => how),
    ];
    return [...faults.map(({ path, why }) => `${path}: ${why}`), ...failed].join('\n');
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
}

const refusalOf = (bytes: Uint8Array): string => {
  const said = complaintsOf(bytes);
  expect(said, 'it passed').not.toBe('');
  return said;
};

/** The sample with claims of its own, signed as they are. */
function withClaims(claims: readonly Claim[]): Uint8Array {
  const built = buildSample({ ...sample.content, lists: new Map(sample.content.lists).set('claims.json', claims) });
  return sealBundle(built, [signBundle(built.digest)]);
}

/** The sample with a header that was put behind a known one, and a payment that it would prove. */
function withInventedChild(): Uint8Array {
  const { files, claim } = inventChild(sample.content.files);
  const lists = new Map(sample.content.lists).set('claims.json', [claim]);
  const built = buildSample({ ...sample.content, files, lists });
  return sealBundle(built, [signBundle(built.digest)]);
}

const claimsOf = (): readonly Claim[] => sample.content.lists.get('claims.json') as readonly Claim[];

/** The sample with its run of headers of Bitcoin one shorter, so that it no longer leads to a known block, and the last hash in it. */
function withoutLastHeader(): { readonly bytes: Uint8Array; readonly last: string } {
  const isRun = (path: string): boolean => path.startsWith('ledger/btc/headers-');
  const [[path, run] = ['', new Uint8Array()]] = [...sample.content.files].filter(([name]) => isRun(name));
  const files = new Map(sample.content.files).set(path, run.subarray(0, -80));
  const built = buildSample({ ...sample.content, files });
  const once = createHash('sha256').update(run.subarray(-160, -80)).digest();
  const last = createHash('sha256').update(once).digest().reverse().toString('hex');
  return { bytes: sealBundle(built, [signBundle(built.digest)]), last };
}

/** The sample with other members in the result of one claim. */
function withResult(id: string, more: Claim['result']): Uint8Array {
  return withClaims(
    claimsOf().map((claim) => (claim.id === id ? { ...claim, result: { ...claim.result, ...more } } : claim)),
  );
}

/** A sum of two contracts that call themselves the same. */
function withTwoTokens(): Uint8Array {
  const token = ACCOUNT_CLAIMS.find(({ result }) => result.symbol === 'USDT');
  if (!token) throw new Error('The sample has a payment of a token.');
  const { amount, symbol = '', decimals = 0 } = token.result;
  const row = { ref: 'x', asset: 'ab'.repeat(20), amount: '5', symbol, decimals };
  const parts = { mark: 'fact', text: [] } as const;
  const other: Claim = {
    ...{ ...parts, id: 'F-90', rule: 'row/1', inputs: { list: 'ledger/eth/rows.json', entry: 0 }, result: row },
  };
  const result = { amount: String(BigInt(String(amount)) + 5n), symbol, decimals };
  const total: Claim = { ...parts, id: 'S-90', rule: 'sum/1', inputs: { claims: [token.id, 'F-90'] }, result };
  const lists = new Map(sample.content.lists)
    .set('claims.json', [token, other, total])
    .set('ledger/eth/rows.json', [row]);
  const built = buildSample({ ...sample.content, lists });
  return sealBundle(built, [signBundle(built.digest)]);
}

describe('a bundle', () => {
  test('of real blocks is calculated again from its bytes, claim by claim', () => {
    const { verdict, claims, faults, items } = check(sample.bytes, [PUBLIC_KEY]);
    expect({ verdict, faults, isWhole: items.sound === items.all }).toEqual({
      verdict: 'partial',
      faults: [],
      isWhole: true,
    });
    expect(claims.map(({ id, verdict: one }) => [id, one])).toEqual([
      ['F-01', 'verified'],
      ['I-01', 'verified'],
      ['I-02', 'verified'],
      ['S-01', 'verified'],
      ['V-01', 'agrees'],
      ['C-01', 'stated'],
      // Headers of account chains prove nothing until their hash is compared.
      ...['F-10', 'F-11', 'F-12', 'F-13', 'F-14'].map((id) => [id, 'agrees']),
    ]);
    expect(claims[0]?.sentence).toBe('40.00000000 BTC to 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S in block 170');
  });

  test('proves payments of Ethereum by receipts and tries once the block is known, and on TRON what was signed', () => {
    const known = verifyBundle(sample.bytes, { now, blocks: [BLOCK_18000000] });
    const of = (id: string) => known.claims.find((claim) => claim.id === id);
    expect(['F-10', 'F-11', 'F-12'].map((id) => of(id)?.verdict)).toEqual(['verified', 'verified', 'agrees']);
    expect(of('F-12')?.how).toContain(
      'compare its hash 1dec87ec1ba8e65b7773bb6f62249468948a28a427efd3d896a2ff7d7c591a67',
    );
    expect(of('F-14')?.how).toContain('no hash of this chain covers that it was made');
    expect(of('F-11')?.sentence).toContain('1823.170000 USDT from 0x21a31Ee1');
  });

  test('proves nothing by a header after a known block, which anybody can invent', () => {
    const known = verifyBundle(withInventedChild(), { now, blocks: [BLOCK_18000000] });
    expect(known.claims.map(({ id, verdict }) => [id, verdict])).toEqual([['F-11', 'agrees']]);
    expect(known.checks.map(({ sentence }) => sentence).join()).toContain('which says nothing of those after it');
  });

  test.each([
    ['another amount', { amount: '30239869916355996' }],
    ['another payer', { from: '0x21a31Ee1afC51d94C2eFcCAa2092aD1028285549' }],
    ['another time', { time: 1_693_066_894 }],
    ['another transaction', { ref: `${TOKEN_PAYMENT}#1` }],
    ['another coin', { symbol: 'BTC' }],
  ])('refuses a payment of Ethereum with %s', (_, result) => {
    const [payment] = ACCOUNT_CLAIMS;
    if (!payment) throw new Error('The sample has a payment.');
    const { claims } = check(withClaims([{ ...payment, result: { ...payment.result, ...result } }]));
    expect(claims[0]?.verdict).toBe('failed');
  });

  test('takes no proof whose nodes lead elsewhere, nor one of a block without a header', () => {
    const path = (txid: string) => `ledger/eth/proofs/${txid}.json`;
    const sealed = (change: (files: Map<string, Uint8Array>) => void) => {
      const files = new Map(sample.content.files);
      change(files);
      const built = buildSample({ ...sample.content, files });
      return refusalOf(sealBundle(built, [signBundle(built.digest)]));
    };
    const own = sample.content.files.get(path(PAYMENT)) ?? new Uint8Array();
    expect(sealed((files) => files.set(path(TOKEN_PAYMENT), own))).toContain(`${path(TOKEN_PAYMENT)}: the nodes of`);
    const nodes = JSON.parse(Buffer.from(own).toString()) as { receipt: string[] };
    const shorter = encodeJson({ ...nodes, receipt: nodes.receipt.slice(0, -1) });
    expect(sealed((files) => files.set(path(PAYMENT), shorter))).toContain('the nodes of the receipt');
    expect(sealed((files) => files.delete('ledger/eth/headers-18000000.json'))).toContain(
      'no header of block 18000000',
    );
  });

  test.each(['haircut/1', 'lifo/1', 'poison/1', 'exact/1'])(
    'of a trace by %s is run again by that method',
    async (method) => {
      const { bytes } = await createSampleBundle(method);
      expect(
        check(bytes)
          .claims.filter(({ id }) => id.startsWith('I'))
          .map(({ verdict, how }) => [verdict, how]),
      ).toEqual(Array.from({ length: 2 }, () => ['verified', `trace run again, ${method}`]));
    },
  );

  const verdictsOf = ({ claims }: BundleReport) =>
    Object.fromEntries(claims.map(({ id, verdict }) => [id, verdict])) as Readonly<Record<string, string>>;

  test('proves no payment by headers that lead to no known block, which anybody can make with little work', () => {
    const { bytes, last } = withoutLastHeader();
    const cut = check(bytes);
    expect(verdictsOf(cut)).toMatchObject({ 'F-01': 'agrees', 'I-01': 'agrees', 'I-02': 'agrees' });
    expect(cut.checks.map(({ sentence }) => sentence).join()).toContain(`compare ${last} with an independent`);
    const known = verifyBundle(bytes, { now, blocks: [last] });
    expect(verdictsOf(known)).toMatchObject({ 'F-01': 'verified', 'I-01': 'verified', 'I-02': 'verified' });
  });

  test.each([
    ['more decimals', 'I-01', { decimals: 0 }, 'decimals is 8'],
    ['another coin', 'I-02', { symbol: 'LTC' }, 'symbol is BTC'],
    ['another address', 'I-02', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, 'and the claim states 1Boat'],
  ])('refuses a sum of a trace with %s', (_, id, more, why) => {
    expect(refusalOf(withResult(id, more))).toContain(why);
  });

  test('refuses to add two tokens that call themselves the same', () => {
    expect(refusalOf(withTwoTokens())).toContain('it adds amounts of different assets');
  });

  test('is not verified where it has nothing to verify, or not all of it', () => {
    const keys = [PUBLIC_KEY];
    const [proven] = claimsOf();
    const files = new Map([...sample.content.files].filter(([path]) => path.startsWith('ledger/btc/')));
    const build = (claims: readonly unknown[]) => {
      const lists = new Map([
        ['claims.json', claims],
        ['labels.json', [{ name: 'Somebody', source: 'A list' }]],
      ]);
      const built = buildSample({ ...sample.content, files, lists });
      return sealBundle(built, [signBundle(built.digest)]);
    };
    const whole = build([proven]);
    const copy = redactBundle(whole, {
      ...{ items: [], entries: { 'labels.json': [0] }, profile: 'Defence', madeAt: '2026-11-20T15:00:00Z' },
      ...{ publicKey: PUBLIC_KEY, sign: signBytes },
    });
    const verdicts = [whole, build([]), copy].map((bytes) => check(bytes, keys).verdict);
    expect(verdicts).toEqual(['verified', 'partial', 'partial']);
    expect(
      verifyBundle(copy, { now, keys: ['ab'.repeat(32)] })
        .checks.map(({ sentence }) => sentence)
        .join('\n'),
    ).toContain(
      'redaction.json: the statement of what was left out is signed by a key that is not among the given keys',
    );
  });

  test('has the same bytes whenever it is built', async () => {
    expect(Buffer.from((await createSampleBundle()).bytes).equals(sample.bytes)).toBe(true);
  });

  test('and its report have the same bytes in another time zone, with another locale and in another folder', async () => {
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const own = [hash(sample.bytes), hash(createSampleReport(sample))];
    const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
    const args = [join(import.meta.dirname, 'rebuild.ts')];
    const text = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    expect(JSON.parse(text)).toEqual(own);
  });

  test('without some of its content keeps its proofs, and says what was left out', () => {
    const order = {
      ...{ items: [`ledger/btc/tx/${FIRST_PAYMENT}.raw`], entries: { 'labels.json': [0] }, profile: 'Defence' },
      ...{ madeAt: '2026-11-20T15:00:00Z', publicKey: PUBLIC_KEY, sign: signBytes },
    };
    const copy = redactBundle(sample.bytes, order);
    const { verdict, leftOut, claims, digest } = check(copy);
    expect({ verdict, leftOut, digest }).toEqual({
      ...{ verdict: 'partial', leftOut: ['labels.json entry 0', order.items[0]], digest: check(sample.bytes).digest },
    });
    const lighter = check(redactBundle(sample.bytes, { ...order, items: [] }));
    expect([lighter.verdict, lighter.leftOut]).toEqual(['partial', ['labels.json entry 0']]);
    expect(lighter.claims.find(({ id }) => id === 'C-01')?.verdict).toBe('left-out');
    expect(claims.find(({ id }) => id === 'F-01')?.verdict).toBe('left-out');
    const silent = readStoredZip(copy).files;
    silent.delete('redaction.json');
    expect(refusalOf(writeStoredZip(silent))).toContain('no statement says that it was left out');
  });
});

describe('refused, with its name, is', () => {
  const files = () => readStoredZip(sample.bytes).files;
  const rewrite = (change: (copy: Map<string, Uint8Array>) => void): Uint8Array => {
    const copy = files();
    change(copy);
    return writeStoredZip(copy);
  };

  test('a file cut short anywhere', () => {
    for (const share of [0.1, 0.5, 0.9, 0.999])
      expect(refusalOf(sample.bytes.subarray(0, Math.floor(sample.bytes.length * share)))).toMatch(/cut short/);
    expect(refusalOf(Buffer.concat([sample.bytes, Buffer.from('x')]))).not.toBe('');
    expect(refusalOf(Buffer.concat([Buffer.from('x'), sample.bytes]))).toContain('the list at the end');
  });

  test('a name that climbs, or that is there twice', () => {
    const rename = (from: string, to: string): Uint8Array =>
      Buffer.from(Buffer.from(sample.bytes).toString('latin1').replaceAll(from, to), 'latin1');
    expect(refusalOf(rename('prices.json', '../ces.json'))).toContain('../ces.json');
    expect(refusalOf(rename('prices.json', '/rices.json'))).toContain('/rices.json');
    expect(refusalOf(rename('prices.json', 'pri\\es.json'))).toContain('pri\\es.json');
    expect(refusalOf(rename('prices.json', 'labels.json'))).toContain('labels.json: two items have this name');
    expect(refusalOf(rename('labels.json', 'zabels.json'))).toContain('in the order of their names');
  });

  test('a head that promises more than the file has', () => {
    const bomb = Uint8Array.from(sample.bytes);
    const view = new DataView(bomb.buffer);
    const directory = view.getUint32(bomb.length - 6, true);
    view.setUint32(directory + 20, 0xfffffff0, true);
    view.setUint32(directory + 24, 0xfffffff0, true);
    expect(refusalOf(bomb)).toContain('claims.json');
  });

  test('an item the manifest does not list, or one that is missing', () => {
    expect(refusalOf(rewrite((copy) => copy.set('more.json', Buffer.from('{}'))))).toContain(
      'more.json: the manifest does not list it',
    );
    expect(refusalOf(rewrite((copy) => copy.delete('prices.json')))).toContain('prices.json: it is missing');
    expect(refusalOf(rewrite((copy) => copy.delete('signatures.json')))).toContain('signatures.json');
  });

  test('a transaction that was changed, and every claim that rests on it', () => {
    const path = `ledger/btc/tx/${FIRST_PAYMENT}.raw`;
    const said = refusalOf(
      rewrite((copy) => {
        const raw = Uint8Array.from(copy.get(path) ?? []);
        raw[100] = (raw[100] ?? 0) ^ 1;
        copy.set(path, raw);
      }),
    );
    expect(said).toContain(`${path}: its SHA-256`);
    expect(said).toContain(`rests on ${path}`);
    expect(said).toContain('claim F-01 fails');
  });

  test('a claim that rests on itself, by way of others too', () => {
    const loop = (id: string, other: string): Claim => ({
      ...({ id, mark: 'fact', rule: 'sum/1', text: [] } as const),
      inputs: { claims: [other] },
      result: { amount: '0' },
    });
    expect(refusalOf(withClaims([loop('S-01', 'S-01')]))).toContain('claim S-01 rests on itself');
    expect(refusalOf(withClaims([loop('S-01', 'S-02'), loop('S-02', 'S-03'), loop('S-03', 'S-01')]))).toContain(
      'rests on itself',
    );
  });

  test('a claim with another figure, an unknown rule, or a time after the bundle', () => {
    const [first, ...others] = claimsOf();
    if (!first) throw new Error('The sample has claims.');
    const changed = (more: Partial<Claim>) => withClaims([{ ...first, ...more }, ...others]);
    expect(refusalOf(changed({ result: { ...first.result, amount: '4000000001' } }))).toContain(
      'amount is 4000000000, and the claim states 4000000001',
    );
    expect(
      refusalOf(changed({ result: { ...first.result, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' } })),
    ).toContain('address is');
    expect(refusalOf(changed({ result: { ...first.result, height: 171 } }))).toContain('height is 170');
    expect(refusalOf(changed({ rule: 'believe/1' }))).toContain('does not know the rule');
    expect(refusalOf(changed({ result: { ...first.result, time: 4_000_000_000 } }))).toContain(
      'states a time after the bundle was made',
    );
    expect(refusalOf(withClaims([first, first]))).toContain('two claims are called F-01');
  });

  test('a bundle of another case, or of another version, under a report', () => {
    const wrap = (more: object, core = sample.bytes) => {
      const head = { ...sample.content.head, kind: 'report' as const, ...more };
      const built = buildSample({ ...sample.content, head, lists: new Map(), files: new Map([['core.evb', core]]) });
      return sealBundle(built, [signBundle(built.digest)]);
    };
    expect(check(wrap({})).verdict).toBe('partial');
    expect(refusalOf(wrap({ case: { id: 'c-2', number: '2026-00002' } }))).toContain(
      'core.evb: it is of case 2026-04170',
    );
    expect(refusalOf(wrap({ report: { id: 'r-1', version: 2 } }))).toContain('core.evb: it belongs to another report');
    expect(refusalOf(wrap({}, wrap({})))).toContain('core.evb');
    const report = buildSample({
      ...{ ...sample.content, head: { ...sample.content.head, kind: 'report' as const }, lists: new Map() },
      files: new Map([
        ['core.evb', sample.bytes],
        ['report.json', encodeJson({ core: 'ab'.repeat(32), document: {} })],
      ]),
    });
    expect(refusalOf(sealBundle(report, [signBundle(report.digest)]))).toContain(
      'report.json: it is the report of another bundle',
    );
  });

  test('a signature of another key, of another bundle, or of the future', () => {
    const { built } = sample;
    const sealed = (more: Parameters<typeof signBundle>[1]) => sealBundle(built, [signBundle(built.digest, more)]);
    expect(check(sealed({}), [PUBLIC_KEY]).verdict).toBe('partial');
    expect(check(sealed({}), ['ab'.repeat(32)]).checks[0]).toMatchObject({ state: 'failed' });
    expect(refusalOf(sealed({ publicKey: 'ab'.repeat(32) }))).toContain('is not that of its key');
    expect(refusalOf(sealed({ manifest: 'ab'.repeat(32) }))).toContain('over another bundle');
    expect(refusalOf(sealed({ signedAt: '2031-01-01T00:00:00Z' }))).toContain('in the future');
    expect(refusalOf(sealed({ signedAt: '2020-01-01T00:00:00Z' }))).toContain('older than the bundle');
    expect(refusalOf(sealBundle(built, []))).toContain('nobody signed');
    const late = buildSample({ ...sample.content, head: { ...sample.content.head, madeAt: '2031-01-01T00:00:00Z' } });
    expect(refusalOf(sealBundle(late, [signBundle(late.digest)]))).toContain('dated 2031-01-01T00:00:00Z');
  });

  test('JSON that was written again', () => {
    const spaced = rewrite((copy) =>
      copy.set(
        'salts.json',
        Buffer.from(JSON.stringify(JSON.parse(Buffer.from(copy.get('salts.json') ?? []).toString()), null, 1)),
      ),
    );
    expect(refusalOf(spaced)).toContain('salts.json: it is not canonical JSON');
    const float = rewrite((copy) => copy.set('salts.json', encodeJson({ a: 1.5 })));
    expect(refusalOf(float)).toContain('salts.json: it has a number that is not whole');
  });
});

/** Few, spread over every kind of file; `npm run test:external` tries 10,000. */
const CHANGES_PER_KIND = 8;

test('a change of one byte anywhere is caught, and what was changed is named', () => {
  for (const change of changedBytes(sample.bytes, CHANGES_PER_KIND)) {
    const { item, at } = change;
    const said = complaintsOf(applyChange(sample.bytes, change));
    expect(said, `byte ${at} of ${item}`).not.toBe('');
    if (item !== undefined) expect(said, `byte ${at}`).toContain(item);
  }
});

describeWith('python3', (python) => {
  const file = join(folder, 'sample.evb');
  const run = (path: string, ...more: string[]): { readonly code: number; readonly text: string } => {
    try {
      return { code: 0, text: execFileSync(python, [VERIFIER, path, '--json', ...more], { encoding: 'utf8' }) };
    } catch (error) {
      const { status, stdout } = error as { readonly status: number; readonly stdout: string };
      return { code: status, text: stdout };
    }
  };

  test('the verifier in Python reads the format page as the program does', () => {
    writeFileSync(file, sample.bytes);
    const { code, text } = run(file);
    const read = JSON.parse(text) as { claims: [string, string, string][]; digest: string; verdict: string };
    const { claims, digest, verdict } = check(sample.bytes);
    expect({ code, digest: read.digest, verdict: read.verdict }).toEqual({ code: 0, digest, verdict });
    expect(read.claims.map(([id, state]) => [id, state])).toEqual(claims.map((claim) => [claim.id, claim.verdict]));
    const others = [withResult('I-01', { decimals: 0 }), withResult('I-02', { address: '1Boat' }), withTwoTokens()];
    for (const bytes of [withoutLastHeader().bytes, ...others]) {
      writeFileSync(file, bytes);
      const said = JSON.parse(run(file).text) as { claims: [string, string, string][] };
      expect(said.claims.map(([id, state]) => [id, state])).toEqual(
        check(bytes).claims.map((claim) => [claim.id, claim.verdict]),
      );
    }
    writeFileSync(file, withClaims([{ ...(claimsOf()[3] as Claim), inputs: { claims: ['S-01'] } }]));
    expect(run(file)).toMatchObject({ code: 1, text: expect.stringContaining('claim S-01 rests on itself') });
  });

  test('names what was signed and is of no form, and never ends in a traceback', () => {
    const lists = (name: string, rows: readonly unknown[]) => {
      const built = buildSample({ ...sample.content, lists: new Map(sample.content.lists).set(name, rows) });
      return sealBundle(built, [signBundle(built.digest)]);
    };
    const files = (name: string, value: object) => {
      const built = buildSample({
        ...sample.content,
        files: new Map(sample.content.files).set(name, encodeJson(value)),
      });
      return sealBundle(built, [signBundle(built.digest)]);
    };
    const [claim] = claimsOf();
    const trace = [...sample.content.files.keys()].find((name) => /^traces\/.*(?<!seeds)\.json$/.test(name)) ?? '';
    const cases: readonly (readonly [string, Uint8Array])[] = [
      ['custody.json', lists('custody.json', [1])],
      ['custody.json', lists('custody.json', [{}])],
      ['claims.json', lists('claims.json', [{ ...claim, result: 5 }])],
      ['claims.json', lists('claims.json', [{ ...claim, text: [{ value: 'nothing' }] }])],
      ['places.json', files('ledger/btc/places.json', [{}])],
      [
        'places.json',
        files('ledger/btc/places.json', [{ branch: ['ab'], height: 170, index: 0, txid: FIRST_PAYMENT }]),
      ],
      [trace, files(trace, { value: 7 })],
      [trace, files(trace, [])],
    ];
    for (const [name, bytes] of cases) {
      writeFileSync(file, bytes);
      const { code, text } = run(file);
      expect([code, text.includes(name), text.startsWith('{')]).toEqual([1, true, true]);
    }
  });

  test('is less than 500 lines with as many of standards as Python lacks, whose vectors they give', () => {
    const count = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').length;
    expect(count(VERIFIER)).toBeLessThan(500);
    expect(count(join(dirname(VERIFIER), 'standards.py'))).toBeLessThan(300);
    // RFC 8032 (test 2), Keccak of "abc", BIP 173 and BIP 350, Base58Check of zeros, RLP of the yellow paper, EIP-155's example.
    const script = `
import sys; sys.path.insert(0, sys.argv[1]); from standards import *
h = bytes.fromhex
key = h('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
signature = h('92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00')
print(is_ed25519(key, signature, b'r'), is_ed25519(key, signature, b's'))
print(keccak(b'abc').hex())
print(segwit('bc', 0, h('751e76e8199196d454941c45d1b3a323f1433bd6')))
print(segwit('bc', 1, h('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')))
print(base58check(bytes(21)))
print(write_rlp([b'cat', b'dog']).hex(), rlp(h('c88363617483646f67')))
print(recover(h('daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53'), 0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276, 0x67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83, 0).hex())
`;
    const text = execFileSync(python, ['-c', script, dirname(VERIFIER)], { encoding: 'utf8' });
    expect(text.trim().split('\n')).toEqual([
      'True False',
      '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1111111111111111111114oLvT2',
      "c88363617483646f67 [b'cat', b'dog']",
      '9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
    ]);
  });

  test('takes headers and events as the program does: none after a known block, and no list that is none', () => {
    const read = (bytes: Uint8Array, ...more: string[]) => {
      writeFileSync(file, bytes);
      return run(file, ...more);
    };
    const invented = JSON.parse(read(withInventedChild(), '--block', BLOCK_18000000).text) as { claims: string[][] };
    expect(invented.claims.map(([id, state]) => [id, state])).toEqual([['F-11', 'agrees']]);
    const token = ACCOUNT_CLAIMS[1] as Claim;
    const missing = withClaims([{ ...token, inputs: { ...token.inputs, log: 99 } }]);
    expect(read(missing)).toMatchObject({ code: 1, text: expect.stringContaining('"failed"') });
    expect(complaintsOf(missing)).not.toBe('');
    for (const rows of [[], [{ raw: '00' }], [{}], ['x'], {}]) {
      const files = new Map(sample.content.files).set('ledger/eth/headers-18000000.json', encodeJson(rows));
      const built = buildSample({ ...sample.content, files });
      const bytes = sealBundle(built, [signBundle(built.digest)]);
      const { code, text } = read(bytes);
      expect([code, text.includes('headers-18000000.json')]).toEqual([1, true]);
      expect(refusalOf(bytes)).toContain('headers-18000000.json');
    }
  });

  test('states what was left out of a copy, as the program does, and refuses one that hides it', () => {
    const order = {
      items: [`ledger/btc/tx/${FIRST_PAYMENT}.raw`],
      entries: { 'claims.json': [4], 'labels.json': [0] },
    };
    const copy = redactBundle(sample.bytes, {
      ...{ ...order, profile: 'Defence', madeAt: '2026-11-20T15:00:00Z', publicKey: PUBLIC_KEY, sign: signBytes },
    });
    writeFileSync(file, copy);
    const { code, text } = run(file);
    const read = JSON.parse(text) as { claims: [string, string][]; leftOut: string[]; verdict: string };
    const own = check(copy);
    expect({ code, verdict: read.verdict, leftOut: read.leftOut }).toEqual({
      ...{ code: 0, verdict: own.verdict, leftOut: own.leftOut.toSorted() },
    });
    expect(read.claims.map(([id, state]) => [id, state.replace(' ', '-')])).toEqual(
      own.claims.map((claim) => [claim.id, claim.verdict]),
    );
    expect(JSON.parse(run(file, '--key', PUBLIC_KEY).text)).toMatchObject({ verdict: 'partial' });
    expect(run(file, '--key', 'ab'.repeat(32)).text).toContain('a given key, signed for this bundle');
    const silent = readStoredZip(copy).files;
    silent.delete('redaction.json');
    writeFileSync(file, writeStoredZip(silent));
    expect(run(file)).toMatchObject({ code: 1, text: expect.stringContaining(order.items[0] ?? '') });
  });

  test('and catches the same changes', () => {
    const changes = [...changedBytes(sample.bytes, CHANGES_PER_KIND)];
    writeFileSync(file, sample.bytes);
    const input = changes.map(({ at, mask }) => `${at} ${mask}`).join('\n');
    const lines = execFileSync(python, [HARNESS, VERIFIER, file], { encoding: 'utf8', input }).trim().split('\n');
    expect(lines).toHaveLength(changes.length);
    for (const [i, { item, at }] of changes.entries()) {
      expect(lines[i], `byte ${at} of ${item}`).not.toBe('passed');
      if (item !== undefined) expect(lines[i], `byte ${at}`).toContain(item);
    }
  });
});
