import { CUT_KINDS, STOP_REASONS } from '@trailmark/core/trace/stop-reason';
import { type PictureBadge, pictureStop } from '@trailmark/drawing/flow/picture-stops';

/** Sign and short words of a stop reason or a cut. */
export function describeStop(reason: string): { readonly badge: PictureBadge; readonly words: string } {
  const [badge, words] = pictureStop(reason);
  return { badge, words };
}

/** The whole sentence of a stop reason or a cut. */
export function explainStop(reason: string): string {
  const sentences: Readonly<Record<string, string>> = { ...STOP_REASONS, ...CUT_KINDS };
  return sentences[reason] ?? reason.slice(0, 40);
}
