import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { AccountBundleLedger } from '@trailmark/evidence/bundle/account-ledger';
import { sealBundle } from '@trailmark/evidence/bundle/build-bundle';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { collectAccounts } from '@trailmark/evidence/bundle/collect-accounts';
import { verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { chromium as browsers } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccountSource } from '../../packages/ingest/src/account/account-source-spec.ts';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import { buildWeb, isWebBuilt } from '../../scripts/build-web.mjs';
import { describeWith, needs } from '../needs.ts';
import { buildSample, PUBLIC_KEY, signBundle } from './sample-bundle.ts';

// A bundle of what a real node answers: blocks it mined, with the three kinds of transactions and events of a token, in blocks large enough
// that the tries branch twice. All three verifiers read it.

const MADE_AT = '2026-11-20T14:05:00Z';
const now = Date.parse('2026-11-21T00:00:00Z') / 1000;
const PYTHON_VERIFIER = join(import.meta.dirname, '../../packages/evidence/verifier/verify_bundle.py');
const PAGE = new URL('../../packages/web/dist/verify-bundle.html', import.meta.url).href;
const TOKEN = '0x00000000000000000000000000000000000c0de5';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Writes the event Transfer(first word, second word, third word of the call) and ends. */
const WRITES_EVENT = `0x602060406000376020356000357f${TRANSFER}60206000a300`;
const MANY = 132;

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace('0x', '')).padStart(64, '0');
const hex = (value: bigint): string => `0x${value.toString(16)}`;

const anvil = findAnvil();
if (!anvil) test.skip('skipped: needs anvil', () => undefined);
describe.runIf(anvil !== undefined)('a bundle of what a node answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-node-bundle-'));
  const file = join(folder, 'node.evb');
  let node: AnvilNode;
  let bytes: Uint8Array;
  let claims: readonly Claim[];
  let tip = '';

  const seal = (list: readonly Claim[], files: ReadonlyMap<string, Uint8Array>): Uint8Array => {
    const about = {
      case: { id: 'c-1', number: '2026-04170' },
      report: { id: 'r-1', version: 1 },
      software: 'Trailmark',
    };
    const built = buildSample({
      head: { kind: 'core', ...about, madeAt: MADE_AT },
      ...{ files, lists: new Map([['claims.json', list]]), toSalt: () => '07'.repeat(16) },
    });
    return sealBundle(built, [signBundle(built.digest)]);
  };

  /** Sends without waiting; one block is mined of all. */
  async function fillBlocks(): Promise<void> {
    const [payer = '', payee = ''] = node.accounts;
    const send = (more: object) => node.call('eth_sendTransaction', { from: payer, gas: hex(100_000n), ...more });
    const price = hex(10n ** 11n);
    await node.call('anvil_setCode', TOKEN, WRITES_EVENT);
    for (let i = 1n; i <= MANY; i++) {
      const isCall = i % 3n === 0n;
      const data = isCall ? `0x${word(payer)}${word(payee)}${word(i * 10n ** 20n)}` : undefined;
      const fees = i % 2n === 0n ? { gasPrice: price } : {};
      const list = i % 5n === 0n ? { gasPrice: price, accessList: [] } : {};
      await send({ to: isCall ? TOKEN : payee, value: hex(isCall ? 0n : i), data, ...fees, ...list });
    }
    await node.call('evm_mine');
    await send({ to: payee, value: hex(10n ** 18n) });
    await node.call('evm_mine');
  }

  /** Claims on each payment and event, from what the node itself reports of them. */
  async function readClaims(): Promise<readonly Claim[]> {
    const found: Claim[] = [];
    for (const height of [1n, 2n]) {
      const block = await node.call<NodeBlock>('eth_getBlockByNumber', hex(height), true);
      const receipts = await node.call<readonly NodeReceipt[]>('eth_getBlockReceipts', hex(height));
      tip = block.hash.slice(2);
      for (const [i, { hash, from, to, value, type }] of block.transactions.entries()) {
        const txid = hash.slice(2);
        const place = { height: Number(block.number), time: Number(block.timestamp), ref: `${txid}#1` };
        const [log] = receipts[i]?.logs ?? [];
        const move = log
          ? {
              ...{ asset: log.address.slice(2), amount: BigInt(log.data).toString(), decimals: 18, symbol: 'ODD' },
              ...{ from: `0x${log.topics[1]?.slice(26)}`, to: `0x${log.topics[2]?.slice(26)}` },
            }
          : { asset: '', amount: BigInt(value).toString(), decimals: 18, symbol: 'ETH', from, to };
        found.push({
          ...({ id: `F-${100 + found.length}`, mark: 'fact', rule: 'transfer/1' } as const),
          inputs: { chain: 'eth', txid, log: log ? 0 : null },
          text: [{ amount: 'amount' }, ` by a transaction of type ${Number(type)}`],
          result: { ...move, ...place },
        });
      }
    }
    return found;
  }

  let files: ReadonlyMap<string, Uint8Array>;
  beforeAll(async () => {
    node = await startAnvil(anvil as string, ['--no-mining', '--order', 'fifo', '--timestamp', '1795000000']);
    await fillBlocks();
    claims = await readClaims();
    const byHeight = new Map<number, string[]>();
    for (const { inputs, result } of claims) {
      const height = Number(result.height);
      byHeight.set(height, [...(byHeight.get(height) ?? []), String(inputs.txid)]);
    }
    const source = await openAccountSource(getAccountChain('eth'), { url: node.url, depth: 'receipts' });
    const ask = async (height: number, txids: readonly string[]) =>
      (await source.proofs?.(height, txids)) ?? 'not-recomputed';
    const found = await collectAccounts({ chain: 'eth', byHeight, hashOf: () => undefined, ask });
    await source.close();
    expect(found.provenCount).toBe(claims.length);
    files = found.files;
    bytes = seal(claims, files);
    writeFileSync(file, bytes);
  });
  afterAll(async () => {
    await node?.stop();
    rmSync(folder, { recursive: true });
  });

  test('has every kind of transaction, each proven once its last block is known', () => {
    expect(claims).toHaveLength(MANY + 1);
    expect(new Set(claims.map(({ text }) => text[1]))).toHaveLength(3);
    const verdicts = (blocks: readonly string[]) =>
      verifyBundle(bytes, { now, blocks }).claims.map(({ id, verdict, how }) => [
        id,
        verdict,
        verdict === 'failed' && how,
      ]);
    expect(verdicts([])).toEqual(claims.map(({ id }) => [id, 'agrees', false]));
    expect(verdicts([tip])).toEqual(claims.map(({ id }) => [id, 'verified', false]));
    const wrong = claims.map((claim) => ({ ...claim, result: { ...claim.result, amount: '1000001' } }));
    const { claims: refused } = verifyBundle(seal(wrong, files), { now, blocks: [tip] });
    expect(new Set(refused.map(({ verdict }) => verdict))).toEqual(new Set(['failed']));
  });

  test('finds the place of each transfer by what an index has of it', () => {
    const ledger = new AccountBundleLedger({ files }, 'eth');
    for (const { inputs, result } of claims) {
      const found = ledger.transaction(String(inputs.txid));
      const transfer = { asset: '', amount: '', from: '', to: '', ...result } as Parameters<typeof ledger.findMoves>[1];
      expect(found && ledger.findMoves(found, transfer)).toEqual([inputs.log]);
    }
  });

  test('is read by the verifier in Python as by the program', () => {
    const python = needs('python3')?.path;
    if (python === undefined) return;
    const text = execFileSync(python, [PYTHON_VERIFIER, file, '--json', '--block', tip, '--key', PUBLIC_KEY], {
      encoding: 'utf8',
    });
    const read = JSON.parse(text) as { verdict: string; claims: [string, string, string][] };
    expect(read.verdict).toBe('verified');
    expect(read.claims.map(([id, state]) => [id, state])).toEqual(claims.map(({ id }) => [id, 'verified']));
  });

  describeWith('chromium', (chromium) => {
    test('is read by the page, which takes the hash of a block that the reader knows', async () => {
      if (!isWebBuilt()) expect(buildWeb().ok).toBe(true);
      const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        await page.clock.setFixedTime(now * 1000);
        await page.goto(PAGE);
        await page.locator('#file').setInputFiles(file);
        await page.getByRole('heading', { name: 'Nothing fails' }).waitFor({ timeout: 60_000 });
        await page.getByText('Hashes and keys that you know').click();
        const blocks = page.getByLabel(/^Hashes of blocks/);
        await blocks.fill('not a hash');
        await page.getByText('“not a hash” is not the hash of a block').waitFor();
        await blocks.fill(`0x${tip}`);
        await page.getByText(`${claims.length} claims were calculated again`).waitFor({ timeout: 60_000 });
        const keys = page.getByLabel(/^Public keys/);
        await keys.fill(PUBLIC_KEY);
        await page.getByRole('heading', { name: `All ${claims.length} claims verify` }).waitFor({ timeout: 60_000 });
        await keys.fill('ab'.repeat(32));
        await page.getByRole('heading', { name: 'This bundle is not what was signed' }).waitFor({ timeout: 60_000 });
      } finally {
        await browser.close();
      }
    });
  });
});

interface NodeBlock {
  readonly hash: string;
  readonly number: string;
  readonly timestamp: string;
  readonly transactions: readonly {
    readonly hash: string;
    readonly from: string;
    readonly to: string;
    readonly value: string;
    readonly type: string;
  }[];
}
interface NodeReceipt {
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[];
}
