import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { caseMoneyQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import { CaseAuthorities } from './case-authorities.tsx';
import { CaseContacts } from './case-contacts.tsx';
import { CaseSource } from './case-source.tsx';
import { CaseSources } from './case-sources.tsx';
import type { CaseTabProps } from './case-tabs.tsx';
import { describeDue, formatCaseDay, initialsOf } from './case-words.ts';
import { Comments } from './comments.tsx';
import { MoneyStrip } from './money-strip.tsx';
import { StatementsDialog } from './statements-dialog.tsx';
import { WhereTable } from './where-table.tsx';

type Overview = Answer<'getCase'>;

function WhatHappened({ overview }: { readonly overview: Overview }) {
  const [isEditing, setEditing] = useState(false);
  const mayWrite = overview.rights.includes('write');
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">What happened</h2>
        {mayWrite && (
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => setEditing(true)}>
            Edit<span className="tm-sr"> what happened</span>
          </button>
        )}
      </div>
      {overview.statements.length === 0 && <p className="tm-t3">Nothing is written yet. Three sentences are enough.</p>}
      <ul className="tm-says">
        {overview.statements.map(({ mark, text, source }) => (
          <li key={`${mark} ${text}`}>
            <EvidenceMark kind={mark} withWord />
            <span>
              <bdi>{mark === 'claim' ? `“${text}”` : text}</bdi>
              {source && (
                <span className="tm-t3">
                  {' '}
                  <CaseSource caseId={overview.head.id} source={source} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <StatementsDialog overview={overview} isOpen={isEditing} onClose={() => setEditing(false)} />
    </section>
  );
}

function DueNext({ overview: { head, due, today, counts } }: { readonly overview: Overview }) {
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">Due next</h2>
        <AppLink className="tm-sm" href={caseUrl(head.id, 'tasks')}>
          {counts.tasks ? `All ${formatPlural(counts.tasks, 'open task')}` : 'Tasks'}
        </AppLink>
      </div>
      {due.length === 0 && <p className="tm-t3">Nothing is due.</p>}
      <ul className="cs-due">
        {due.map(({ on, what, tab, who }) => {
          const { text, isLate } = describeDue(on, today);
          return (
            <li key={`${on} ${what}`}>
              <span className={isLate ? 'cs-late' : undefined}>{formatCaseDay(on, today)}</span>
              <AppLink href={caseUrl(head.id, tab === 'overview' ? undefined : tab)}>
                <bdi>{what}</bdi>
              </AppLink>
              <span>
                {who && (
                  <i className="cs-av" title={who}>
                    {initialsOf(who)}
                  </i>
                )}
              </span>
              <span className={isLate ? 'cs-late' : 'tm-t3'}>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Changes({ overview: { changes, lastVisit } }: { readonly overview: Overview }) {
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">{lastVisit === null ? 'What was done' : 'Since your last visit'}</h2>
        {lastVisit !== null && <span className="tm-t3 tm-sm">{formatTime(lastVisit).slice(0, 16)} UTC</span>}
      </div>
      {changes.length === 0 && <p className="tm-t3">Nothing changed.</p>}
      <ul className="cs-due">
        {changes.map(({ at, who, what }) => (
          <li key={`${at} ${who} ${what}`}>
            <time className="tm-t3 tm-nw" dateTime={new Date(at * 1000).toISOString()}>
              {formatTime(at).slice(5, 16)}
            </time>
            <span className="cs-wide">
              <i className="cs-av" title={who}>
                {initialsOf(who)}
              </i>{' '}
              <bdi>
                {who} {what}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The package that the case came from, and above all that its sender took it back. */
function Origin({ overview: { origin } }: { readonly overview: Overview }) {
  if (!origin) return null;
  const { sender, number, revoked } = origin;
  if (!revoked) {
    return (
      <p className="tm-t3 tm-sm">
        Came from case {number} of <bdi>{sender}</bdi>, in a signed package.
      </p>
    );
  }
  return (
    <ul className="cs-notices">
      <li>
        <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />{' '}
        <span>
          <b>Revoked by its sender.</b> <bdi>{sender}</bdi> revoked the package that this case came from (case {number})
          on {formatTime(revoked.at).slice(0, 10)}: <bdi>{revoked.why}</bdi>
        </span>
      </li>
    </ul>
  );
}

function Notices({ overview: { notices } }: { readonly overview: Overview }) {
  const news = notices.filter(({ isNew }) => isNew);
  if (news.length === 0) return null;
  return (
    <ul className="cs-notices">
      {news.map(({ id, sentence }) => (
        <li key={id}>
          <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" /> <bdi>{sentence}</bdi>
        </li>
      ))}
    </ul>
  );
}

function OwnFields({ overview: { template, fields } }: { readonly overview: Overview }) {
  const filled = template.fields.filter(({ id }) => fields[id]);
  if (filled.length === 0) return null;
  return (
    <section>
      <h2 className="tm-h">{template.name}</h2>
      <dl className="tm-facts">
        {filled.map(({ id, name }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <bdi>{fields[id]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What happened, how much, where it is now, who has it, what is due next: on one screen. */
export function OverviewTab({ overview }: CaseTabProps) {
  const { data, error, refetch } = useQuery(caseMoneyQuery(overview.head.id));
  return (
    <div className="tm-stack">
      <Notices overview={overview} />
      <Origin overview={overview} />
      <CaseContacts overview={overview} />
      {!data && !error && (
        <Skeleton what="the money of the case">
          <FigureBars count={5} />
        </Skeleton>
      )}
      {data && <MoneyStrip money={data} today={overview.today} />}
      <div className="cs-half">
        <WhatHappened overview={overview} />
        <DueNext overview={overview} />
      </div>
      {error && <ErrorPanel error={error} what="The money of the case" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="where the money is">
          <RowBars rows={5} columns={['30%', '20%', '10%', '15%']} />
        </Skeleton>
      )}
      {data && <WhereTable overview={overview} money={data} />}
      <CaseAuthorities overview={overview} />
      <CaseSources overview={overview} />
      <div className="cs-half">
        <OwnFields overview={overview} />
        <Changes overview={overview} />
      </div>
      <Comments caseId={overview.head.id} rights={overview.rights} subject={{ about: 'case', number: '' }} />
      {overview.rights.length === 1 && (
        <Empty>You read this case and are no member of it: its owner can make you one.</Empty>
      )}
    </div>
  );
}
