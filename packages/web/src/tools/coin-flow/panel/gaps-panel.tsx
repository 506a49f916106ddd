import { formatPlural } from '../../../format/number.ts';
import { useDocument } from '../workspace.ts';
import { sortGaps } from './sort-gaps.ts';

/** What the answers on this canvas did not hold. */
export function GapsPanel() {
  const { gaps } = useDocument();
  if (gaps.length === 0) return <p className="tm-t2">Nothing is known to be missing.</p>;
  const { ranges, others } = sortGaps(gaps);
  return (
    <div className="cf-stack">
      {others.length > 0 && (
        <ul className="cf-plain">
          {others.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      )}
      {ranges.length > 0 && (
        <section>
          <h3>{formatPlural(ranges.length, 'run')} of blocks not fully indexed</h3>
          <p className="tm-t2">
            A payment in one of them would not be seen: a trail that ends with “next transactions not indexed” may go on
            there.
          </p>
          <ul className="cf-plain">
            {ranges.map((range) => (
              <li key={range}>Heights {range}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
