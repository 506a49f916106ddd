import { AppError } from '@trailmark/core/errors';
import { useSyncExternalStore } from 'react';
import type { FlowSaver } from './flow-saver.ts';
import { useWorkspace } from './workspace.ts';

function Banner({ saver }: { readonly saver: FlowSaver }) {
  const state = useSyncExternalStore(saver.subscribe, saver.getState);
  if (state.kind !== 'failed') return null;
  const sentence = AppError.is(state.error) ? state.error.message : 'The server gave no reason.';
  return (
    <div className="tm-banner cf-banner" role="alert">
      <p className="tm-grow">
        <b>The last changes are not saved.</b> {sentence}{' '}
        {state.isKept
          ? 'This browser keeps them; leaving the page loses nothing.'
          : 'This browser could not keep them either: leave the page open until they are saved.'}
      </p>
      <button type="button" className="tm-btn sm" onClick={() => void saver.flush()}>
        Retry
      </button>
    </div>
  );
}

/** Says that saving failed, what was kept, and offers to try again. */
export function SaveBanner() {
  const { saver } = useWorkspace();
  return saver ? <Banner saver={saver} /> : null;
}
