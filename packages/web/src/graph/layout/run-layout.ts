import type { LayoutInput, Places } from '@trailmark/drawing/layout/layout-job';
import { placeFlow } from '@trailmark/drawing/layout/place-flow';
import type { LayoutAnswer, LayoutJob } from './layout-worker.ts';

/** Below, the way to the worker and back takes longer than the work. */
const SMALL = 300;

let worker: Worker | undefined;
let jobs = 0;

function startWorker(): Worker {
  worker ??= new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  return worker;
}

function ask(input: LayoutInput): Promise<Places> {
  const own = startWorker();
  jobs += 1;
  const job = jobs;
  return new Promise((resolve) => {
    const stop = () => {
      own.removeEventListener('message', onMessage);
      own.removeEventListener('error', onError);
    };
    const onMessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.job !== job) return;
      stop();
      resolve(data.places);
    };
    // A worker that cannot start must not cost the examiner the graph.
    const onError = () => {
      stop();
      worker = undefined;
      resolve(placeFlow(input));
    };
    own.addEventListener('message', onMessage);
    own.addEventListener('error', onError);
    own.postMessage({ job, input } satisfies LayoutJob);
  });
}

/** Places for a graph; large ones are calculated in a worker, so that the page stays quick. */
export function runLayout(input: LayoutInput): Promise<Places> {
  const isSmall = input.nodes.length <= SMALL || typeof Worker === 'undefined';
  return isSmall ? Promise.resolve(placeFlow(input)) : ask(input);
}
