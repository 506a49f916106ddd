import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { getChain } from '../../packages/chains/src/catalogue.ts';
import { toCanonicalJson } from '../../packages/core/src/canonical-json.ts';
import {
  type BuiltBundle,
  type BundleContent,
  buildBundle,
  sealBundle,
} from '../../packages/evidence/src/bundle/build-bundle.ts';
import type { Claim, KeySignature, Manifest } from '../../packages/evidence/src/bundle/bundle-format.ts';
import { toSigned } from '../../packages/evidence/src/bundle/bundle-signature.ts';
import { collectLedger } from '../../packages/evidence/src/bundle/collect-ledger.ts';
import { chainCustody } from '../../packages/evidence/src/bundle/custody-rows.ts';
import { encodeJson } from '../../packages/evidence/src/bundle/strict-json.ts';
import { toPublicKeyText } from '../../packages/evidence/src/certificate/sign-file.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleClusters } from '../../packages/server/src/testing/sample-clusters.ts';
import { ACCOUNT_CLAIMS, collectAccountSample } from './account-sample.ts';
import { readFirstBlocks } from './first-blocks.ts';

const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'09'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
export const PUBLIC_KEY = toPublicKeyText(createPublicKey(privateKey));
export const signBytes = (bytes: Uint8Array): string => sign(null, bytes, privateKey).toString('hex');

/** The first payment between two people, block 170, and what became of the rest. */
export const FIRST_PAYMENT = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const MADE_AT = '2026-11-20T14:05:00Z';
const head: Omit<Manifest, 'format' | 'version' | 'items'> = {
  kind: 'core',
  case: { id: 'c-1', number: '2026-04170' },
  report: { id: 'r-1', version: 1 },
  software: 'Trailmark',
  madeAt: MADE_AT,
};
const toSalt = (place: string): string => createHmac('sha256', 'salt').update(place).digest('hex').slice(0, 32);

export function signBundle(digest: string, more: Partial<KeySignature> = {}): KeySignature {
  const body = {
    ...({ algorithm: 'Ed25519', role: 'examiner', name: 'Lead investigator', signedAt: MADE_AT } as const),
    ...{ manifest: digest, publicKey: PUBLIC_KEY },
    ...more,
  };
  return { ...body, value: signBytes(toSigned(body)) };
}

interface Leaf {
  readonly ref: string;
  readonly asset: string;
  readonly amount: string;
}
interface Answer {
  readonly hash: string;
  readonly trace: {
    readonly steps: readonly { readonly txid: string }[];
    readonly seeds: readonly Leaf[];
    readonly leaves: readonly Leaf[];
    readonly sums: readonly { readonly began: string; readonly fees: string }[];
  };
}

async function runTrace(app: ReturnType<typeof createSampleApp>, method: string): Promise<Answer> {
  const request = {
    ...{ chain: 'btc', seeds: [{ kind: 'output', txid: FIRST_PAYMENT, vout: 1 }], method, stops: { maxHops: 12 } },
  };
  const response = await app.request('/api/v1/traces', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ request }) },
  });
  return (await response.json()) as Answer;
}

function toTraceFile({ trace }: Answer): Uint8Array {
  const { cuts, leaves, request, steps, sums } = trace as unknown as Record<string, unknown>;
  return Buffer.from(toCanonicalJson({ value: { cuts, leaves, request, steps, sums } }));
}

const coin = { decimals: 8, symbol: 'BTC' };

function toClaims(answer: Answer, first: { readonly amount: string; readonly address: string }): readonly Claim[] {
  const { leaves, sums } = answer.trace;
  const [leaf] = leaves;
  const trace = 'traces/T-1.json';
  return [
    {
      ...({
        id: 'F-01',
        mark: 'fact',
        rule: 'output/1',
        inputs: { chain: 'btc', txid: FIRST_PAYMENT, vout: 1 },
      } as const),
      text: [{ amount: 'amount' }, ' to ', { value: 'address' }, ' in block ', { value: 'height' }],
      result: { ...coin, ...first, height: 170, time: 1_231_731_025 },
    },
    {
      ...({ id: 'I-01', mark: 'inference', rule: 'trace-sum/1', inputs: { trace, part: 'began', asset: '' } } as const),
      ...{ text: ['The trace begins with ', { amount: 'amount' }], result: { ...coin, amount: sums[0]?.began ?? '' } },
    },
    {
      ...({
        id: 'I-02',
        mark: 'inference',
        rule: 'trace-end/1',
        inputs: { trace, refs: [leaf?.ref ?? ''], asset: '' },
      } as const),
      ...{ text: [{ amount: 'amount' }, ' ends at one place'], result: { ...coin, amount: leaf?.amount ?? '' } },
    },
    {
      ...({ id: 'S-01', mark: 'fact', rule: 'sum/1', inputs: { claims: ['F-01', 'I-02'] } } as const),
      text: ['Together ', { amount: 'amount' }],
      result: { ...coin, amount: String(BigInt(first.amount) + BigInt(leaf?.amount ?? 0)) },
    },
    {
      ...({ id: 'V-01', mark: 'claim', rule: 'value/1', inputs: { claim: 'F-01', price: 0 } } as const),
      ...{
        text: [{ usd: 'usd' }, ' at the close of ', { value: 'day' }],
        result: { usd: '40000000', day: '2009-01-12' },
      },
    },
    {
      ...({ id: 'C-01', mark: 'claim', rule: 'label/1', inputs: { list: 'labels.json', entry: 0 } } as const),
      ...{ text: ['Attributed to ', { value: 'name' }], result: { name: 'Somebody', source: 'A list' } },
    },
  ];
}

export const buildSample = buildBundle;

export interface Sample {
  readonly content: BundleContent;
  readonly built: BuiltBundle;
  readonly bytes: Uint8Array;
}

let opened: ReturnType<typeof openLedger> | undefined;

async function openLedger() {
  const reader = await readFirstBlocks();
  return { reader, app: createSampleApp({ reader, knowledge: await createSampleClusters(reader) }) };
}

/** A bundle over the real first blocks of Bitcoin: a trace, and one claim for each rule that bytes can prove. */
export async function createSampleBundle(method = 'fifo/1'): Promise<Sample> {
  opened ??= openLedger();
  const { reader, app } = await opened;
  const answer = await runTrace(app, method);
  const txids = [FIRST_PAYMENT, ...answer.trace.steps.map(({ txid }) => txid)];
  const ledger = await collectLedger({ reader, chain: getChain('btc'), txids }, {});
  const first = { amount: '4000000000', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' };
  const acts = [
    { at: MADE_AT, who: 'Lead investigator', act: 'pin', what: 'A-1', sha256: answer.hash, how: 'POST /traces' },
  ];
  const seeds = answer.trace.seeds.map(({ ref, asset, amount }) => ({ ref, asset, amount }));
  const content: BundleContent = {
    ...{ head, toSalt },
    files: new Map([
      ...ledger.files,
      ...(await collectAccountSample()),
      ['traces/T-1.json', toTraceFile(answer)],
      ['traces/T-1.seeds.json', encodeJson(seeds)],
    ]),
    lists: new Map<string, readonly unknown[]>([
      ['claims.json', [...toClaims(answer, first), ...ACCOUNT_CLAIMS]],
      ['custody.json', chainCustody(acts)],
      ['labels.json', [{ name: 'Somebody', source: 'A list' }]],
      ['prices.json', [{ symbol: 'BTC', day: '2009-01-12', nano: '1000000000', source: 'An example' }]],
    ]),
  };
  const built = buildBundle(content);
  return { content, built, bytes: sealBundle(built, [signBundle(built.digest)]) };
}
