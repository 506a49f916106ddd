import type { ScreeningSensitivity } from '@trailmark/api/contract/screening';
import type { FiredRule, Screening } from '@trailmark/core/screening/screening';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { LevelTag } from './level-tag.tsx';
import { describeBasis, STATE_SENTENCES, STATE_WORDS } from './threat-words.ts';
import { WhatWouldChange } from './what-would-change.tsx';

const SHOWN = 4;

function Score({ verdict: { state, level, score } }: Pick<Screening, 'verdict'>) {
  return (
    <div className="th-level">
      {state === 'none' ? <span className="th-nothing">{STATE_WORDS.none}</span> : <LevelTag level={level} isTag />}
      {score === null ? (
        state === 'unknown' && <p className="th-noscore tm-none">{STATE_WORDS.unknown}</p>
      ) : (
        <p className="th-num">
          {score}
          <small>of 100</small>
        </p>
      )}
      {state !== 'scored' && <p className="tm-sm tm-t2">{STATE_SENTENCES[state]}</p>}
    </div>
  );
}

function Reason({ fired }: { readonly fired: FiredRule }) {
  return (
    <li>
      <b>
        <bdi>{fired.reason}</bdi>
      </b>{' '}
      <span className="th-why tm-sm tm-t2">
        <EvidenceMark kind={fired.rests} /> {describeBasis(fired)}
        {fired.isCapped && ', capped: the label has low confidence'}
      </span>
    </li>
  );
}

/** Reasons with the mark of how each is known; what no rule says, such as what was not read, comes after them. */
function Reasons({ verdict: { fired, sentences, state } }: Pick<Screening, 'verdict'>) {
  const said = new Set(fired.map(({ reason }) => reason));
  const others = sentences.filter((sentence) => !said.has(sentence));
  const shown = fired.toSorted((a, b) => b.weight - a.weight).slice(0, SHOWN);
  return (
    <div className="th-reasons">
      {shown.length > 0 && (
        <ol>
          {shown.map((one) => (
            <Reason key={`${one.rule}/${one.asset}/${one.category}/${one.way}/${one.reason}`} fired={one} />
          ))}
        </ol>
      )}
      {fired.length > SHOWN && (
        <p className="tm-sm">
          <a href="#score">{fired.length - SHOWN} more below</a>
        </p>
      )}
      {others.length > 0 && (
        <ul className={state === 'unknown' ? 'unread' : 'tm-t2'}>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface VerdictBarProps {
  readonly screening: Screening;
  /** Without one label or rule; undefined until it was tested. */
  readonly sensitivity: ScreeningSensitivity | undefined;
  readonly sensitivityHref: string;
  readonly isTesting: boolean;
  readonly onTest: () => void;
  readonly onCancel: () => void;
}

/** Level, score, reasons in words, and what the verdict rests on. */
export function VerdictBar({ screening, ...change }: VerdictBarProps) {
  const { verdict } = screening;
  return (
    <section className={`th-verdict ${verdict.state === 'none' ? 'none' : verdict.level}`} aria-label="Verdict">
      <Score verdict={verdict} />
      <Reasons verdict={verdict} />
      <WhatWouldChange
        verdict={verdict}
        isRead={screening.exposure.some(({ sides }) => sides.length > 0)}
        {...change}
      />
    </section>
  );
}
