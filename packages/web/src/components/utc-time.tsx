import { formatTime } from '../format/time.ts';

/** A moment in UTC, as everywhere: "2017-05-22 20:27:25 UTC". */
export function UtcTime({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} className="tm-nw">
      {formatTime(Math.floor(Date.parse(iso) / 1000))} UTC
    </time>
  );
}
