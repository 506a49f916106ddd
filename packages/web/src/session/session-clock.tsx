import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../api.ts';
import { watchActivity } from '../requests/activity.ts';
import { demandService } from '../requests/demands.ts';
import { useMe } from '../session.ts';

const WARN_MS = 120_000;
/** Somebody who reads without asking the server for anything is kept signed in this often. */
const KEEP_AWAKE_MS = 240_000;
/** A limit that moves while it is near is not announced each time. */
const ASK_AGAIN_MS = 20_000;
/** Longer timers run out at once. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** "1:05" */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Which of its two limits the session meets first. */
export function nextLimit(session: { readonly locksAt: string; readonly endsAt: string }) {
  const [locks, ends] = [Date.parse(session.locksAt), Date.parse(session.endsAt)];
  return locks < ends ? ({ kind: 'lock', at: locks } as const) : ({ kind: 'end', at: ends } as const);
}

/** Asks the server again while somebody is at the page, so that reading counts as activity. */
function useKeptAwake(refresh: () => void, isOn: boolean): void {
  useEffect(() => {
    let last = Date.now();
    return watchActivity(() => {
      if (!isOn || Date.now() - last < KEEP_AWAKE_MS) return;
      last = Date.now();
      refresh();
    });
  }, [refresh, isOn]);
}

/** Milliseconds left, counted once the end is near; undefined while it is far. */
function useTimeLeft(at: number | undefined, refresh: () => void): number | undefined {
  const [left, setLeft] = useState<number | undefined>(undefined);
  const askedAt = useRef(0);
  useEffect(() => {
    setLeft(undefined);
    if (at === undefined) return undefined;
    let ticking: ReturnType<typeof setInterval> | undefined;
    const tick = () => setLeft(at - serverNow());
    const begin = () => {
      // Another tab may have kept the session awake: the server says how long there really is.
      if (Date.now() - askedAt.current > ASK_AGAIN_MS) refresh();
      askedAt.current = Date.now();
      tick();
      ticking = setInterval(tick, 1_000);
    };
    const wait = Math.max(0, at - WARN_MS - serverNow());
    const timer = setTimeout(begin, Math.min(wait, LONGEST_TIMER_MS));
    return () => {
      clearTimeout(timer);
      clearInterval(ticking);
    };
  }, [at, refresh]);
  return left;
}

function Warning({
  kind,
  left,
  onStay,
}: {
  readonly kind: 'lock' | 'end';
  readonly left: number;
  readonly onStay: () => void;
}) {
  const isLock = kind === 'lock';
  return (
    <section className="tm-warning" aria-label="Session">
      <p role="alert">
        {isLock
          ? 'The session locks in less than two minutes.'
          : 'The session ends in less than two minutes. Save what you are writing, then sign in again.'}
      </p>
      <span className="tm-b" aria-hidden="true">
        {formatCountdown(left)}
      </span>
      {isLock && (
        <button type="button" className="tm-btn pri" onClick={onStay}>
          Stay signed in
        </button>
      )}
    </section>
  );
}

/** Warns two minutes before the session locks or ends, and locks the page when the time is over. */
export function SessionClock() {
  const session = useMe()?.session;
  const queryClient = useQueryClient();
  const [refresh] = useState(() => () => void queryClient.refetchQueries({ queryKey: ['me'] }));
  const isRunning = session !== null && session !== undefined && !session.isLocked;
  const limit = isRunning ? nextLimit(session) : undefined;
  const left = useTimeLeft(limit?.at, refresh);
  useKeptAwake(refresh, isRunning);
  const isOver = left !== undefined && left <= 0;
  useEffect(() => {
    if (!isOver) return;
    // Also where the server cannot be reached: what is on the screen is covered in time.
    void demandService.ask('locked');
    refresh();
  }, [isOver, refresh]);
  const stay = () => {
    // The first answer reports the times before it.
    void queryClient.refetchQueries({ queryKey: ['me'] }).then(() => queryClient.refetchQueries({ queryKey: ['me'] }));
  };
  if (!limit || left === undefined || left > WARN_MS || isOver) return null;
  return <Warning kind={limit.kind} left={left} onStay={stay} />;
}
