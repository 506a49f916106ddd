import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceChoice, TraceRequest } from '@trailmark/core/trace/trace-request';
import type { Coin } from './coin.ts';
import type { StopContext } from './stop-rules.ts';
import type { TraceState } from './trace-state.ts';

/** Everything an answer is put together from. */
export interface TraceMaterial {
  readonly request: TraceRequest;
  /** In the requested order. */
  readonly seeds: readonly Coin[];
  readonly state: TraceState;
  readonly context: StopContext;
  readonly isPartial: boolean;
  /** Steps are not requested, nor the names of ends at nobody. */
  readonly isBrief: boolean;
  /** Owners whose ends stay apart, by number, where ends at nobody are one for each reason. */
  readonly apart: ReadonlySet<number> | undefined;
  readonly counts: Trace['counts'];
  readonly choices: ReadonlyMap<string, TraceChoice>;
  /** By position, of everything read. */
  readonly txids: ReadonlyMap<Position, string>;
  /** Reads further ones into `txids`. */
  readonly readTxids: (positions: readonly Position[]) => Promise<void>;
}
