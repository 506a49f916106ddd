import type { ChainId } from '@trailmark/core/chain';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';

/** What blocks are read for watches with. */
export interface WatcherDeps extends TraceDeps {
  readonly casework: CaseworkContext;
  /** Called before each step, by name: tests stop the work there. */
  readonly onStep?: ((step: string) => void) | undefined;
  /** Gets what made the reading of a chain stop until it is tried again. */
  readonly onFailure?: ((chain: ChainId, cause: unknown) => void) | undefined;
  /** Gets what one watch failed with, by its id: the others are read on. */
  readonly onFault?: ((watch: string, cause: unknown) => void) | undefined;
}
