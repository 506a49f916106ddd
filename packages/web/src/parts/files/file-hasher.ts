import { AppError } from '@trailmark/core/errors';
import type { HashAnswer } from './hash-worker.ts';

/** The SHA-256 of a file, calculated as its bytes are given. */
export interface FileHasher {
  update(bytes: ArrayBuffer): Promise<void>;
  /** Of all bytes so far, hexadecimal. More may follow. */
  digest(): Promise<string>;
  close(): void;
}

/** One in a worker, so that the page stays quick. */
export function openFileHasher(): FileHasher {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  let jobs = 0;
  const ask = (bytes?: ArrayBuffer): Promise<string | undefined> => {
    jobs += 1;
    const job = jobs;
    return new Promise((resolve, reject) => {
      const stop = () => {
        worker.removeEventListener('message', onMessage);
        worker.removeEventListener('error', onError);
      };
      const onMessage = ({ data }: MessageEvent<HashAnswer>) => {
        if (data.job !== job) return;
        stop();
        resolve(data.digest);
      };
      const onError = () => {
        stop();
        reject(
          new AppError('unavailable', 'The browser could not calculate the SHA-256 of the file. Reload the page.'),
        );
      };
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', onError);
      worker.postMessage({ job, ...(bytes ? { bytes } : {}) }, bytes ? [bytes] : []);
    });
  };
  return {
    update: async (bytes) => {
      await ask(bytes);
    },
    digest: async () => (await ask()) ?? '',
    close: () => worker.terminate(),
  };
}
