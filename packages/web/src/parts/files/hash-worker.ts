import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes that come next of the file, or the question for the digest of all so far. */
export type HashJob = { readonly job: number; readonly bytes: ArrayBuffer } | { readonly job: number };
export interface HashAnswer {
  readonly job: number;
  readonly digest: string | undefined;
}

const hash = sha256.create();

self.addEventListener('message', ({ data }: MessageEvent<HashJob>) => {
  const answer = (digest?: string) => self.postMessage({ job: data.job, digest } satisfies HashAnswer);
  if (!('bytes' in data)) return answer(bytesToHex(hash.clone().digest()));
  hash.update(new Uint8Array(data.bytes));
  return answer();
});
