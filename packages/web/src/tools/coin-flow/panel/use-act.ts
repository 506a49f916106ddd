import { useState } from 'react';

export interface Act<T> {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly answer: T | undefined;
  readonly run: (work: () => Promise<T>) => void;
}

/** One piece of work at a time that brings something onto the canvas, with how it ended. */
export function useAct<T>(): Act<T> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown; readonly answer?: T }>({
    isBusy: false,
    error: null,
  });
  const run = (work: () => Promise<T>) => {
    setState({ isBusy: true, error: null });
    work().then(
      (answer) => setState({ isBusy: false, error: null, answer }),
      (error: unknown) => setState({ isBusy: false, error }),
    );
  };
  return { isBusy: state.isBusy, error: state.error, answer: state.answer, run };
}
