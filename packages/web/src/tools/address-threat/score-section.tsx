import type { FiredRule, Screening } from '@trailmark/core/screening/screening';
import { useState } from 'react';
import { CategoryGlyph } from '../../components/category-glyph.tsx';
import { Empty } from '../../components/empty.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { formatPlural } from '../../format/number.ts';
import { Payments } from './payments.tsx';
import { listScoreParts, type ScorePart } from './score-parts.ts';
import { describeBasis, formatShare } from './threat-words.ts';

const TICKS = [0, 20, 40, 60, 80, 100] as const;

/** Why a bar has no length. */
function describeNothing({ weight }: FiredRule): string {
  return weight === 0
    ? 'No weight: information only.'
    : 'Adds nothing: a rule of the same weight or more, or the cap on behaviours, covers it.';
}

function Bar({ part: { fired, from, to } }: { readonly part: ScorePart }) {
  const width = to - from;
  return (
    <span className="bar" aria-hidden="true">
      <i
        style={{ left: `${from}%`, width: width === 0 ? '2px' : `${width}%` }}
        className={width === 0 ? 'none' : undefined}
      />
      <b style={{ left: `calc(${to}% + 6px)` }}>{width === 0 ? '0' : `+${fired.part}`}</b>
    </span>
  );
}

function Behind({ fired, request }: { readonly fired: FiredRule } & Pick<Screening, 'request'>) {
  const { weight, part, isCapped, hops, sharePpm, labels, refs } = fired;
  return (
    <div className="behind tm-sm">
      <p>
        <EvidenceMark kind={fired.rests} withWord /> <bdi>{fired.reason}</bdi>
      </p>
      <p className="tm-t2">
        {describeBasis(fired)}. Weight {weight}
        {isCapped && ', capped for a label of low confidence'}, adds {part}.
        {sharePpm !== null && ` Share ${formatShare(sharePpm)}.`}
        {hops !== null && ` ${formatPlural(hops, 'hop')}.`}
        {labels.length > 0 && ` ${formatPlural(labels.length, 'label')}.`}
        {part === 0 && ` ${describeNothing(fired)}`}
      </p>
      <p>
        {refs.length === 0 ? (
          'It rests on labels; no payment is behind it.'
        ) : (
          <Payments chain={request.chain} refs={refs} />
        )}
      </p>
    </div>
  );
}

function Row({ part, request }: { readonly part: ScorePart } & Pick<Screening, 'request'>) {
  const [isOpen, setOpen] = useState(false);
  const { fired } = part;
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="name">
          {fired.category ? <CategoryGlyph category={fired.category} /> : <EvidenceMark kind={fired.rests} />}
          <span>{fired.title}</span>
        </span>
        <span className="tm-mono tm-t3">{fired.rule}</span>
        <Bar part={part} />
        <span className="tm-sr">adds {fired.part}</span>
        <span className="tm-sm tm-t2 refs">
          {fired.refs.length === 0
            ? formatPlural(fired.labels.length, 'label')
            : formatPlural(fired.refs.length, 'payment')}
        </span>
      </button>
      {isOpen && <Behind fired={fired} request={request} />}
    </li>
  );
}

export interface Bands {
  readonly medium: number;
  readonly high: number;
  readonly severe: number;
}

function Axis({ bands }: { readonly bands: Bands | undefined }) {
  const levels =
    bands &&
    ([
      ['low', 0, bands.medium],
      ['medium', bands.medium, bands.high],
      ['high', bands.high, bands.severe],
      ['severe', bands.severe, 100],
    ] as const);
  return (
    <div className="axis tm-xs" aria-hidden="true">
      <span className="scale">
        {TICKS.map((tick) => (
          <i key={tick} style={{ left: `${tick}%` }}>
            {tick}
          </i>
        ))}
        {levels?.map(([level, from, to]) => (
          <b key={level} className={level} style={{ left: `${from}%`, width: `calc(${to - from}% - 1px)` }}>
            <span>{level.charAt(0).toUpperCase() + level.slice(1)}</span>
          </b>
        ))}
      </span>
    </div>
  );
}

export interface ScoreSectionProps {
  readonly screening: Screening;
  readonly ruleSetName: string;
  /** Lowest score of each level; undefined where the answer does not state them. */
  readonly bands?: Bands | undefined;
}

/** The score rule by rule: the bars add up to it, and each opens what is behind it. */
export function ScoreSection({ screening: { verdict, request }, ruleSetName, bands }: ScoreSectionProps) {
  const parts = listScoreParts(verdict);
  return (
    <section className="tm-sect th-score" id="score" aria-labelledby="th-score">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h" id="th-score">
          Score by rule
        </h2>
        <span className="tm-sm tm-t3">
          <bdi>{ruleSetName}</bdi>. The weightiest rule decides; each bar opens what is behind it
        </span>
      </div>
      {parts.length === 0 ? (
        <Empty>
          {verdict.state === 'unknown' ? 'No rule fired on what was read.' : 'The rules ran and none fired.'}
        </Empty>
      ) : (
        <>
          <ol className="bars">
            {parts.map((part) => (
              <Row
                key={`${part.fired.rule}/${part.fired.asset}/${part.fired.category}/${part.fired.way}/${part.fired.ring}`}
                part={part}
                request={request}
              />
            ))}
          </ol>
          {verdict.score !== null && (
            <p className="sum">
              <b className="name">Score</b>
              <span />
              <span className="bar" aria-hidden="true">
                <i className={verdict.level} style={{ left: 0, width: `${verdict.score}%` }} />
              </span>
              <b className="figure">{verdict.score} of 100</b>
            </p>
          )}
          <Axis bands={bands} />
        </>
      )}
    </section>
  );
}
