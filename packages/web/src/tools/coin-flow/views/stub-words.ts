import type { Stub } from '@trailmark/drawing/flow/traced-flow';
import { describeStop } from '../../../graph/canvas/stop-badge.ts';

const WORDS: Readonly<Record<Exclude<Stub['kind'], 'stop'>, string>> = {
  begin: 'Begins',
  fee: 'Fee',
  added: 'Counted in by the method',
  converted: 'Converted',
  undrawn: 'Not drawn',
};

/** What a stub is, in few words. */
export function describeStub({ kind, reason }: Stub, isRelations: boolean): string {
  if (kind === 'stop') return describeStop(reason ?? '').words;
  return kind === 'undrawn' && isRelations ? 'Fees, or not drawn' : WORDS[kind];
}
