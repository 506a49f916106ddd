import type { LayoutInput, Places } from '@trailmark/drawing/layout/layout-job';
import { placeFlow } from '@trailmark/drawing/layout/place-flow';

export interface LayoutJob {
  readonly job: number;
  readonly input: LayoutInput;
}
export interface LayoutAnswer {
  readonly job: number;
  readonly places: Places;
}

self.addEventListener('message', ({ data }: MessageEvent<LayoutJob>) => {
  const answer: LayoutAnswer = { job: data.job, places: placeFlow(data.input) };
  self.postMessage(answer);
});
