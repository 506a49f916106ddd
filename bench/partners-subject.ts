/**
 * What a comparison with a partner costs, in one process and on one core: `partners-subject.ts [identifiers] [entries] [bytes]`.
 * Both sides are here, so that the sum is what an officer waits for, without the tick at which answers are released.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { findTextItems } from '../packages/analysis/src/scam-text/find-text-items.ts';
import { fillSet, OUTPUT, saltOutputs, TAG } from '../packages/server/src/partners/fill-set.ts';
import { findInSet } from '../packages/server/src/partners/find-in-set.ts';
import { openFrame, publicKeyOf, sealFrame } from '../packages/server/src/partners/frame-jobs.ts';
import { answerSize, LARGE_BATCH, querySize, setSizeOf } from '../packages/server/src/partners/frame-shape.ts';
import { blindBatch, evaluateBatch, makeOutputs, openBatch } from '../packages/server/src/partners/oprf/oprf-jobs.ts';
import { multiply, randomElement, randomScalar } from '../packages/server/src/partners/oprf/ristretto.ts';
import { timeRounds } from './harness.ts';

export interface PartnersResult {
  readonly steps: Readonly<Record<string, number>>;
  readonly milliseconds: number;
  readonly found: number;
  readonly expected: number;
  readonly pasteMilliseconds: number;
  readonly pasteItems: number;
  /** Milliseconds in which one element of the curve is multiplied for each identifier, a number a round. */
  readonly multiplied: readonly number[];
  /** Milliseconds in which the words of the pasted text are found, a number a round. */
  readonly words: readonly number[];
}

const [identifiers = 1_000, entries = 1_000_000, bytes = 1_000_000] = process.argv.slice(2).map(Number);
const SHARED = 7;
const [north, south] = [randomBytes(32), randomBytes(32)];
const seed = randomBytes(32);
const keys = Array.from({ length: identifiers }, (_, i) => `address:eth:0x${String(i).padStart(40, '0')}`);
const shared = makeOutputs({ seed, keys: keys.slice(0, SHARED) });
const outputs = Buffer.concat([randomBytes((entries - SHARED) * OUTPUT), shared]);
const salt = randomBytes(32);

const steps: Record<string, number> = {};
function timed<T>(name: string, work: () => T): T {
  const started = performance.now();
  const result = work();
  steps[name] = performance.now() - started;
  return result;
}

function frame(from: Buffer, to: Buffer, parts: readonly Uint8Array[], size: number): string {
  const head = { kind: 'query', id: randomUUID(), at: 0, way: 'network', replyTo: null } as const;
  const log = { count: 0, head: '00'.repeat(32) };
  return sealFrame({ seed: from, to: publicKeyOf(to), head: { ...head, log, body: {} }, parts, size }).text;
}

const set = timed('fill the set up', () => Buffer.from(fillSet({ outputs, salt, count: setSizeOf(entries) })));
const asked = timed('blind', () => blindBatch({ keys, size: LARGE_BATCH }));
const query = timed('seal the query', () => frame(north, south, [asked.blinded], querySize(LARGE_BATCH)));
timed('open the query', () => openFrame({ text: query, seed: south, from: publicKeyOf(north) }));
const answer = timed('evaluate and prove', () => evaluateBatch({ seed, blinded: asked.blinded }));
const size = answerSize(LARGE_BATCH, set.length / TAG);
const reply = timed('seal the answer', () => frame(south, north, [answer.evaluated, answer.proof, set], size));
const opened = timed('open the answer', () => openFrame({ text: reply, seed: north, from: publicKeyOf(south) }));
const own = timed('verify and unblind', () => openBatch({ keys, ...asked, ...answer }));
const found = timed('compare', () => findInSet(Buffer.from(opened.parts[2] ?? []), saltOutputs(own, salt)));

const line =
  'I sent 0.51 BTC to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa on 3 March, see meridian-recovery.example or +44 20 7946 0958.\n';
const text = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
findTextItems(line);
const started = performance.now();
const { items } = findTextItems(text);
const pasteMilliseconds = performance.now() - started;
const [scalar, element] = [randomScalar(), randomElement()];
const multiplyEach = (): void => {
  for (let i = 0; i < identifiers; i++) multiply(scalar, element);
};
const result: PartnersResult = {
  steps,
  milliseconds: Object.values(steps).reduce((sum, ms) => sum + ms, 0),
  ...{ found: found.size, expected: SHARED, pasteMilliseconds, pasteItems: items.length },
  multiplied: await timeRounds(multiplyEach, 9, 1),
  words: await timeRounds(() => text.match(/[^\s,;]+/g)?.length, 20, 5),
};
console.log(JSON.stringify(result));
