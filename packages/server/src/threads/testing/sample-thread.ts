import { AppError } from '@trailmark/core/errors';
import { serveJobs } from '../serve-jobs.ts';

serveJobs({
  async double({ bytes }: { readonly bytes: Uint8Array }) {
    return { bytes: Buffer.concat([bytes, bytes]) };
  },
  async refuse() {
    throw new AppError('invalid', 'This cannot be.', { context: { reason: 'body-too-large' } });
  },
  async spin() {
    for (;;);
  },
  async fill() {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, at) => at + 0.5));
  },
  async leave() {
    process.exit(3);
  },
});
