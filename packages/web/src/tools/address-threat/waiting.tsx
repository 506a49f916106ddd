import { useEffect, useState } from 'react';
import { Bar, RowBars } from '../../components/skeleton.tsx';

const QUIET_SECONDS = 3;

/** Seconds since it was begun to wait. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

export interface WaitingProps {
  /** "Loading the screening": what is under way. */
  readonly what: string;
  readonly why: string;
  readonly onCancel: () => void;
}

/** A screening under way: how long, why it takes, and how to end it. The server stops when it is cancelled. */
export function Waiting({ what, why, onCancel }: WaitingProps) {
  const seconds = useSeconds();
  return (
    <div className="th-waiting" aria-busy="true">
      <div className="tm-row tm-between tm-wrap">
        <p>
          <b role="status">Loading {what}</b>{' '}
          <span className="tm-t2">
            {seconds >= QUIET_SECONDS && `${seconds} s. `}
            {why}
          </span>
        </p>
        <button type="button" className="tm-btn sm" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <div className="tm-skel" aria-hidden="true">
        <Bar width="100%" height={104} />
        <div className="pair">
          <Bar width="100%" height={220} />
          <Bar width="100%" height={220} />
        </div>
        <RowBars rows={5} columns={['160px', '60px', '60px', '60px', '60px', '120px', '160px']} />
      </div>
    </div>
  );
}

/** A run that somebody ended. */
export function Cancelled({ what, onRun }: { readonly what: string; readonly onRun: () => void }) {
  return (
    <div className="th-waiting">
      <p>
        <b>{what} was cancelled.</b> <span className="tm-t2">Nothing was kept of it.</span>
      </p>
      <p>
        <button type="button" className="tm-btn pri" onClick={onRun}>
          Run it
        </button>
      </p>
    </div>
  );
}
