import { formatTime, formatZone, splitTime } from '../format/time.ts';
import { Missing } from './missing.tsx';
import { useTimeZone } from './time-zone.ts';

export interface TimeProps {
  /** Unix seconds; null means not known. */
  readonly seconds: number | null;
  readonly isEstimated?: boolean;
  readonly reason?: string;
}

/** Date in text, clock quieter; the other zone on hover. Estimated times carry "est.". */
export function Time({ seconds, isEstimated = false, reason }: TimeProps) {
  const { zone } = useTimeZone();
  if (seconds === null) return <Missing reason={reason ?? 'The source carried no time for this.'} />;
  const { date, clock } = splitTime(seconds, zone);
  const other = zone === 'utc' ? 'local' : 'utc';
  return (
    <time
      className="tm-time"
      dateTime={new Date(seconds * 1000).toISOString()}
      title={`${formatTime(seconds, zone)} ${formatZone(zone)}\n${formatTime(seconds, other)} ${formatZone(other)}`}
    >
      {date} <span className="tm-t3">{clock}</span>
      {isEstimated && (
        <abbr
          className="tm-est"
          title="Estimated: the source carried no block time, so it was interpolated from the height."
        >
          est.
        </abbr>
      )}
    </time>
  );
}

/** "Time (UTC)": the header of a time column; one click changes the clock of the whole page. */
export function ZoneSwitch({ label = 'Time' }: { readonly label?: string }) {
  const { zone, toggleZone } = useTimeZone();
  const next = formatZone(zone === 'utc' ? 'local' : 'utc');
  return (
    <button type="button" className="tm-zone" onClick={toggleZone} title={`Show times in ${next}`}>
      {label} ({formatZone(zone)})
    </button>
  );
}
