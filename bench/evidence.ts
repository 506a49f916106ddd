import { createCipheriv, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listen } from '../packages/server/src/http/server.ts';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  openTestSession,
} from '../packages/server/src/testing/accounts.ts';
import { lastJsonLine, runChild, runScript, type Section } from './harness.ts';

const MIB = 2 ** 20;
const SIZE = 1_024 * MIB;
/** Of the rate at which `sha256sum` reads the same file. */
const LEAST_SHARE = 0.5;
/** Memory that a server may need more for a file of any size. */
const MOST_MIB = 160;

function* makePieces(size: number): Generator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const zeros = Buffer.alloc(MIB);
  for (let made = 0; made < size; made += MIB) yield cipher.update(zeros);
}

/** A file that nothing compresses, written without being in memory. */
async function writeFileOf(path: string, size: number): Promise<string> {
  await pipeline(Readable.from(makePieces(size)), createWriteStream(path));
  return path;
}

/** A gibibyte of evidence over HTTP into encrypted pieces, against `sha256sum` of the same file. */
export async function benchEvidence(): Promise<Section> {
  const casework = await createTestCaseworkContext({ origin: 'http://127.0.0.1' });
  const folder = await mkdtemp(join(tmpdir(), 'trailmark-bench-'));
  const server = await listen(createCaseworkApp(casework), { host: '127.0.0.1', port: 0 });
  try {
    const path = await writeFileOf(join(folder, 'disk'), SIZE);
    const { headers } = await openTestSession(casework, await addAccount(casework));
    const base = `http://127.0.0.1:${server.port}/api/v1/cases`;
    const body = JSON.stringify({ template: 'ransomware', title: 'Bench', policy: 'open' });
    const { id } = (await (await fetch(base, { method: 'POST', headers, body })).json()) as { readonly id: string };
    const sum = await runChild('sha256sum', [path]);
    global.gc?.();
    const before = process.memoryUsage().rss / MIB;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss / MIB);
    }, 25);
    const job = { base: `${base}/${id}/uploads`, own: headers, path, size: SIZE, hash: sum.stdout.slice(0, 64) };
    const client = await runScript(join(import.meta.dirname, 'evidence-client.ts'), [JSON.stringify(job)]);
    const { seconds, checked } = lastJsonLine<{ readonly seconds: number; readonly checked: number }>(client.stdout);
    clearInterval(sampler);
    const [ours, theirs] = [SIZE / MIB / seconds, SIZE / MIB / sum.seconds];
    const more = peak - before;
    return {
      name: 'evidence',
      bars: [
        {
          work: 'a file of 1 GiB into a case',
          measured: `${Math.round(ours)} MiB/s against ${Math.round(theirs)} of sha256sum (${(ours / theirs).toFixed(2)}x)`,
          bar: `>= ${LEAST_SHARE}x sha256sum of the same file`,
          isMet: ours / theirs >= LEAST_SHARE,
        },
        {
          work: 'memory of the server for it',
          measured: `${Math.round(more)} MiB more`,
          bar: `<= ${MOST_MIB} MiB`,
          isMet: more <= MOST_MIB,
        },
      ],
      figures: { ours, theirs, checked, before, peak },
    };
  } finally {
    await server.stop(0);
    await casework.close();
    await rm(folder, { recursive: true, force: true });
  }
}
