import type { Attribution } from '@trailmark/api/contract/lookup';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatConfidenceId, formatDayText, shortenSource } from '../../format/label-words.ts';
import { curlQuotes, describeSupport, findVerdictCategory, findWeakestKind, formatSanctions } from './verdict.ts';

function Figures({ attribution }: { readonly attribution: Attribution }) {
  const claim = attribution.evidence.find((item) => item.claim !== null)?.claim ?? attribution.labels.claims[0];
  return (
    <dl>
      <div>
        <dt>Confidence</dt>
        <dd>
          {claim?.listing ? (
            <small>entry of a list</small>
          ) : attribution.confidence === null ? (
            <Missing reason="Unknown is an answer of its own: there is nothing to be confident of.">none</Missing>
          ) : (
            <>
              {attribution.confidence} <small>of 100</small>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Label</dt>
        <dd className="words">
          {claim ? (
            <>
              {shortenSource(claim.source).slice(0, 32)}{' '}
              <small>
                {claim.listing
                  ? claim.listing.statement
                  : `${claim.confidence.level} of 100, ${formatConfidenceId(claim.confidence.id)}`}
              </small>
            </>
          ) : (
            <Missing reason="No pack in force says anything about this address.">no label</Missing>
          )}
        </dd>
      </div>
      <div>
        <dt>Stated</dt>
        <dd className="words">
          {claim ? (formatDayText(claim.asOf) ?? <Missing reason="The source gives no date.">not dated</Missing>) : '–'}
        </dd>
      </div>
    </dl>
  );
}

/** The answer in one line, with the mark of its weakest part, and what it rests on. */
export function AnswerLine({ attribution }: { readonly attribution: Attribution }) {
  const isUnknown = attribution.verdict === 'unknown';
  const kind = isUnknown ? undefined : findWeakestKind(attribution.evidence);
  const category = findVerdictCategory(attribution);
  const { host, labels } = attribution;
  return (
    <section className="xl-answer" aria-label="Answer">
      <div className="tm-grow">
        <p className="tm-t3 tm-sm">Answer</p>
        <h2>
          {category && <CategoryGlyph category={category} size={20} />}
          <span>{curlQuotes(attribution.sentence)}</span>
        </h2>
        <p className="tm-t2">
          {kind && (
            <>
              <EvidenceMark kind={kind} withWord />{' '}
            </>
          )}
          {describeSupport(isUnknown ? [] : attribution.evidence)}
          {host && ` A source says that ${host.label} holds the keys.`}
        </p>
        <p className={labels.sanctions === 'listed' ? 'tm-b' : 'tm-t3 tm-sm'}>{formatSanctions(labels)}</p>
      </div>
      <Figures attribution={attribution} />
    </section>
  );
}
