import type { Answer } from '../../api.ts';
import { QuotedText } from '../../components/quoted-text.tsx';
import { SearchResults } from '../../components/search-results.tsx';
import { formatPlural } from '../../format/number.ts';

export interface ScanFindingsProps {
  readonly answer: Answer<'scanText'>;
  /** "the pasted text", "the file notes.txt". */
  readonly source: string;
}

/** What was found in a text, and what looked like an identifier and was refused, each with the reason. */
export function ScanFindings({ answer: { found, refused, truncated }, source }: ScanFindingsProps) {
  const isNothing = found.length === 0 && refused.length === 0;
  return (
    <div className="as-scan">
      <section>
        <h2 className="tm-h">
          {found.length === 0 ? 'Nothing found' : formatPlural(found.length, 'identifier')} <small>in {source}</small>
        </h2>
        {isNothing && (
          <p className="tm-hint">
            It contains nothing that looks like an address, a transaction id or an extended key.
          </p>
        )}
        {found.length > 0 && (
          <SearchResults
            answer={{ hits: found, refusal: null, near: [], truncated: false }}
            error={null}
            isLoading={false}
            place="dashboard"
          />
        )}
      </section>
      {refused.length > 0 && (
        <section>
          <h2 className="tm-h">
            {formatPlural(refused.length, 'near miss', 'near misses')} <small>refused</small>
          </h2>
          <ul className="refused">
            {refused.map(({ text, reason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
              <li key={i}>
                <QuotedText text={text} />
                <span className="tm-t2">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {truncated && <p className="tm-hint">The text is longer than one scan takes. Send the rest separately.</p>}
    </div>
  );
}
