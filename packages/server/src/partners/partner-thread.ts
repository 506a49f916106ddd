import { serveJobs } from '../threads/serve-jobs.ts';
import { fillSet } from './fill-set.ts';
import { openFrame, publicKeyOf, sealFrame } from './frame-jobs.ts';
import { blindBatch, evaluateBatch, makeOutputs, openBatch } from './oprf/oprf-jobs.ts';

/** Asks for the arithmetic of frames and batches off the main thread. */
function toJob<G, R>(work: (given: G) => R): (given: G) => Promise<R> {
  return async (given) => work(given);
}

serveJobs({
  fillSet: toJob(fillSet),
  sealFrame: toJob(sealFrame),
  openFrame: toJob(openFrame),
  publicKeyOf: toJob(publicKeyOf),
  blindBatch: toJob(blindBatch),
  evaluateBatch: toJob(evaluateBatch),
  makeOutputs: toJob(makeOutputs),
  openBatch: toJob(openBatch),
});
