import './case-people.css';
import type { CaseAuthorities, CaseAuthority } from '@trailmark/api/contract/case-authority';
import { ACT_NAMES } from '@trailmark/core/case-authority';
import type { Answer } from '../../api.ts';
import { formatPlural } from '../../format/number.ts';
import { formatCaseDay } from './case-words.ts';

const WIDTH = 116;
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly today: number;
}

/** From the first day of all to the last, today within. An authority without an end reaches the edge. */
function scaleOf({ items, today }: CaseAuthorities): Scale {
  const now = Date.parse(today);
  const days = items.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to ?? today)]);
  const [from, to] = [Math.min(now, ...days), Math.max(now, ...days)];
  return { from, to: Math.max(to, from + 30 * DAY_MS), today: now };
}

const isSoon = ({ daysLeft }: CaseAuthority) => daysLeft !== null && daysLeft <= SOON_DAYS;

function TermBar({ authority, scale }: { readonly authority: CaseAuthority; readonly scale: Scale }) {
  const place = (time: number) => Math.round((WIDTH * (time - scale.from)) / (scale.to - scale.from));
  const [start, end] = [
    place(Date.parse(authority.from)),
    place(authority.to === null ? scale.to : Date.parse(authority.to)),
  ];
  const tone = authority.state === 'valid' && isSoon(authority) ? 'soon' : authority.state;
  return (
    <svg viewBox={`0 0 ${WIDTH} 16`} height="16" preserveAspectRatio="none" aria-hidden="true">
      <line className="track" x1="0" x2={WIDTH} y1="8" y2="8" />
      <rect className={`term ${tone}`} x={start} y="5" width={Math.max(end - start, 2)} height="6" rx="1" />
      <line className="today" x1={place(scale.today)} x2={place(scale.today)} y1="2" y2="14" />
    </svg>
  );
}

/** The end in words: “31 Mar 2027, 131 days”, “3 Jun 2026, ended”. */
function describeTerm({ state, from, to, ended, daysLeft }: CaseAuthority, today: string): string {
  if (ended) return `${formatCaseDay(new Date(ended.at * 1000).toISOString().slice(0, 10), today)}, ended`;
  if (state === 'not-yet') return `from ${formatCaseDay(from, today)}`;
  if (to === null) return 'without an end';
  const day = formatCaseDay(to, today);
  if (state === 'ended') return `${day}, ended`;
  return `${day}, ${daysLeft === 0 ? 'today' : formatPlural(daysLeft ?? 0, 'day')}`;
}

/** What it covers: “requests to services; btc, eth; 2 addresses; accounts of the suspect”. */
function describeScope({ acts, chains, addresses, scope }: CaseAuthority): string {
  const parts = [acts.map((act) => ACT_NAMES[act]).join(', '), chains.join(', ')];
  const count = addresses.length > 0 ? formatPlural(addresses.length, 'address', 'addresses') : '';
  return [...parts, count, scope].filter((part) => part !== '').join('; ');
}

export interface AuthorityBlockProps {
  readonly data: CaseAuthorities;
  /** Why the template of the case demands an authority for an act. */
  readonly reasons: NonNullable<Answer<'getCase'>['template']['needs']>;
  /** Whether the reader keeps authorities. */
  readonly mayChange: boolean;
  readonly onAdd: () => void;
  readonly onChange: (authority: CaseAuthority) => void;
  readonly onEnd: (authority: CaseAuthority) => void;
  readonly onNeeds: () => void;
}

/** Legal authorities with their terms on one scale, today marked; what ended is a dashed outline. */
export function AuthorityBlock({ data, reasons, mayChange, onAdd, onChange, onEnd, onNeeds }: AuthorityBlockProps) {
  const scale = scaleOf(data);
  const needs = data.needs.acts.map((act) => ACT_NAMES[act]).join(', ');
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">Legal authority</h2>
        {data.items.length > 0 && <span className="tm-t3 tm-sm">today marked</span>}
        {mayChange && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={onAdd}>
            Add authority
          </button>
        )}
      </div>
      {data.items.length === 0 && <p className="tm-t3">None is entered.</p>}
      {data.items.map((authority) => (
        <div key={authority.id} className="cp-auth">
          <span>
            <b>
              <bdi>
                {authority.type} {authority.number}
              </bdi>
            </b>{' '}
            <span className="tm-t3 tm-sm">
              <bdi>{authority.issuer}</bdi>: <bdi>{describeScope(authority)}</bdi>
            </span>
            {mayChange && !authority.ended && (
              <span className="tm-row">
                <button type="button" className="tm-linkbtn tm-sm" onClick={() => onChange(authority)}>
                  Change<span className="tm-sr"> {authority.number}</span>
                </button>
                <button type="button" className="tm-linkbtn tm-sm" onClick={() => onEnd(authority)}>
                  End<span className="tm-sr"> {authority.number}</span>
                </button>
              </span>
            )}
          </span>
          <TermBar authority={authority} scale={scale} />
          <span className={`when ${authority.state === 'valid' && isSoon(authority) ? 'cs-late' : 'tm-t3'}`}>
            {describeTerm(authority, data.today)}
          </span>
        </div>
      ))}
      <p className="tm-t3 tm-sm">
        {needs === '' ? 'No act needs an authority in this case.' : `Refused without one: ${needs}.`}{' '}
        {mayChange && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={onNeeds}>
            Choose acts
          </button>
        )}
      </p>
      {reasons
        .filter(({ act }) => data.needs.acts.includes(act))
        .map(({ act, why }) => (
          <p key={act} className="tm-t3 tm-sm">
            For {ACT_NAMES[act]}: {why}
          </p>
        ))}
    </section>
  );
}
