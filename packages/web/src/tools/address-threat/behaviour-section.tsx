import type { BehaviourFinding } from '@trailmark/core/screening/behaviour';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { transactionUrl } from '../../url.ts';

const SHOWN = 20;

interface FindingProps {
  readonly finding: BehaviourFinding;
  readonly request: ScreeningRequest;
}

function Finding({ finding, request }: FindingProps) {
  const { pattern, title, sentence, firstTime, lastTime, txids, count } = finding;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <p>
        <EvidenceMark kind="inference" /> <b>{title}.</b> <bdi>{sentence}</bdi>
      </p>
      <p className="tm-sm tm-t3 tm-row tm-wrap">
        <span>
          {formatDay(firstTime)} to {formatDay(lastTime)}
        </span>
        {txids.length > 0 && (
          <button type="button" className="tm-linkbtn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {formatPlural(count, 'transaction')}
          </button>
        )}
        <AppLink href={`/resources/methods/behaviours#${pattern.split('/')[0]}`}>Method {pattern}</AppLink>
      </p>
      {isOpen && (
        <p className="th-refs">
          {txids.slice(0, SHOWN).map((txid) => (
            <Hash key={txid} value={txid} kind="transaction" href={transactionUrl(request.chain, txid)} />
          ))}
          {count > SHOWN && <span className="tm-t3 tm-sm">and {count - SHOWN} more</span>}
        </p>
      )}
    </li>
  );
}

export interface BehaviourSectionProps {
  readonly behaviours: readonly BehaviourFinding[];
  readonly request: ScreeningRequest;
  /** At least one payment was read. */
  readonly isRead: boolean;
}

/** Patterns of its payments: observations of named methods, each with its transactions. */
export function BehaviourSection({ behaviours, request, isRead }: BehaviourSectionProps) {
  return (
    <section className="th-behaviours" aria-labelledby="th-behaviours">
      <h2 className="tm-h" id="th-behaviours">
        Behaviour
      </h2>
      {behaviours.length === 0 ? (
        <p className="tm-t2 tm-sm">
          {request.subject.kind === 'transaction'
            ? 'Patterns are looked for in the payments of an address. The subject is a transaction.'
            : isRead
              ? 'No pattern was found in the payments read.'
              : 'No payment was read, so patterns were not looked for.'}
        </p>
      ) : (
        <ul>
          {behaviours.map((finding) => (
            <Finding key={`${finding.pattern}/${finding.sentence}`} finding={finding} request={request} />
          ))}
        </ul>
      )}
    </section>
  );
}
