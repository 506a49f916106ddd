import { IconAlertTriangle, IconLock, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import type { WatchView } from '@trailmark/api/contract/watch';
import { formatCount } from '../../format/number.ts';

/** The state of a watch as a word with a shape, and its reason under it. */
export function WatchStateWord({ watch, isBehind }: { readonly watch: WatchView; readonly isBehind: boolean }) {
  const { state, stateWhy } = watch;
  if (state === 'paused') {
    return (
      <span className="am-state quiet">
        <IconPlayerPause size={14} stroke={1.5} aria-hidden="true" /> Paused
      </span>
    );
  }
  if (state === 'ended') {
    return (
      <span className="am-state quiet">
        <IconLock size={14} stroke={1.5} aria-hidden="true" /> Ended
        {stateWhy !== '' && <small>{stateWhy} Reading stopped.</small>}
      </span>
    );
  }
  const [fault] = watch.faults;
  if (fault) {
    return (
      <span className="am-state am-fault">
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" /> Behind
        <small>
          {fault.fromHeight !== null && `From block ${formatCount(fault.fromHeight)}: `}
          {fault.text} It is tried again.
        </small>
      </span>
    );
  }
  if (isBehind) {
    return (
      <span className="am-state">
        <IconRefresh size={14} stroke={1.5} aria-hidden="true" /> Catching up
      </span>
    );
  }
  return (
    <span className="am-state">
      <i className="am-dot" aria-hidden="true" /> Watching
    </span>
  );
}

export function describeReading({ confirmations }: Pick<WatchView, 'confirmations'>): string {
  if (confirmations === 0) return 'Unconfirmed, where the node reports it';
  return confirmations === 1 ? '1 confirmation' : `${confirmations} confirmations`;
}

/** `1 h 12 min`, from seconds. */
export function formatLag(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${formatCount(Math.round(hours / 24))} days`;
}
