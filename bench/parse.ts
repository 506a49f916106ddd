import { join } from 'node:path';
import { type Bar, CannotMeasure, lastJsonLine, median, missed, runScript, type Section } from './harness.ts';
import type { ParseResult } from './parse-subject.ts';
import { installPeers } from './peers/install.ts';

const WORK = 'parse + txid of real blocks';
const RATIO = 10;
const BAR = `>= ${RATIO}x`;
const REPEATS = { kernel: 10, bitcoinjs: 5, bitcore: 5 };

type SubjectName = keyof typeof REPEATS;

async function measure(subject: SubjectName, peers: string): Promise<ParseResult> {
  const script = join(import.meta.dirname, 'parse-subject.ts');
  const { stdout } = await runScript(script, [subject, peers, String(REPEATS[subject])]);
  return lastJsonLine<ParseResult>(stdout);
}

/** Blocks both read in which their txids differ. */
function disagreements(own: ParseResult, peer: ParseResult): number {
  return own.digests.filter((digest, i) => digest && peer.digests[i] && digest !== peer.digests[i]).length;
}

/** Our rate as a multiple of another library's. */
export function compare(own: ParseResult, peer: ParseResult): Bar {
  const rate = (result: ParseResult): number => result.transactions / result.seconds;
  const ratio = rate(own) / rate(peer);
  const wrong = disagreements(own, peer);
  const notes = [
    `${ratio.toFixed(1)}x (${Math.round(rate(own) / 1000)} k against ${Math.round(rate(peer) / 1000)} k tx/s`,
    `${(own.bytes / own.seconds / 1e6).toFixed(0)} against ${(peer.bytes / peer.seconds / 1e6).toFixed(0)} MB/s)`,
    ...(wrong > 0 ? [`txids differ in ${wrong} blocks`] : []),
    ...(own.refused.length > 0 ? [`${own.refused.length} blocks refused by the kernel`] : []),
    ...(peer.refused.length > 0 ? [`${peer.refused.length} by ${peer.subject}`] : []),
  ];
  const isMet = ratio >= RATIO && wrong === 0 && own.refused.length === 0;
  return { work: `${WORK}, against ${peer.subject}`, bar: BAR, measured: notes.join(', '), isMet };
}

/** Rates of nothing are no numbers. Throws `CannotMeasure`. */
export function refuseNothing(...results: readonly ParseResult[]): void {
  if (results.every(({ transactions }) => transactions > 0)) return;
  throw new CannotMeasure('there are no real blocks to parse in data/btc/blocks-every-era.');
}

/** Our block kernel against two libraries on the same real blocks. */
export async function benchParse(): Promise<Section> {
  try {
    const peers = installPeers();
    const before = await measure('kernel', peers);
    const others = [await measure('bitcoinjs', peers), await measure('bitcore', peers)];
    const after = await measure('kernel', peers);
    refuseNothing(before, after, ...others);
    const runs = [...before.runs, ...after.runs];
    const own = { ...before, runs, seconds: median(runs) };
    const figures = [own, ...others].map(({ digests: _, ...figure }) => figure);
    return { name: 'parse', bars: others.map((peer) => compare(own, peer)), figures };
  } catch (error) {
    return { name: 'parse', bars: [missed(WORK, BAR, error)], figures: null };
  }
}
