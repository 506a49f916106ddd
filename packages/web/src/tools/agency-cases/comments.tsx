import './case-work.css';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseComment } from '@trailmark/api/contract/case-comment';
import { type FormEvent, useId, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { type CommentedThing, caseCommentsQuery } from '../../case-work.ts';
import { caseKey } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';
import { AskDialog, type Asked } from './ask-dialog.tsx';
import { initialsOf } from './case-words.ts';

/** The tab that shows a thing, and whether its address names the thing. */
const PLACES: Readonly<Record<CaseComment['subject']['about'], readonly [tab: string, isPart: boolean]>> = {
  case: ['overview', false],
  item: ['evidence', true],
  file: ['evidence', true],
  person: ['people', true],
  task: ['tasks', false],
  note: ['notes', false],
  request: ['requests', true],
};

function About({ caseId, comment: { subject } }: { readonly caseId: string; readonly comment: CaseComment }) {
  if (subject.about === 'case') return <span>the case</span>;
  const [tab, isPart] = PLACES[subject.about];
  return <AppLink href={caseUrl(caseId, tab, isPart ? subject.number : undefined)}>{subject.number}</AppLink>;
}

interface LineProps {
  readonly caseId: string;
  readonly comment: CaseComment;
  readonly hasSubject: boolean;
  readonly mayWithdraw: boolean;
  readonly onWithdraw: () => void;
}

function CommentLine({ caseId, comment, hasSubject, mayWithdraw, onWithdraw }: LineProps) {
  const { number, by, at, text, withdrawn } = comment;
  return (
    <li>
      <p className="tm-t3 tm-sm cw-by">
        <i className="cs-av" aria-hidden="true">
          {initialsOf(by)}
        </i>{' '}
        <bdi>{by}</bdi>
        {hasSubject && (
          <>
            {' '}
            on <About caseId={caseId} comment={comment} />
          </>
        )}
        , <Time seconds={at} />, {number}
        {mayWithdraw && !withdrawn && (
          <>
            {' '}
            <button type="button" className="tm-linkbtn" onClick={onWithdraw}>
              Withdraw<span className="tm-sr"> {number}</span>
            </button>
          </>
        )}
      </p>
      <p className={withdrawn ? 'cw-text cw-gone' : 'cw-text'}>
        <bdi>{text}</bdi>
      </p>
      {withdrawn && (
        <p className="cs-late tm-sm">
          Withdrawn by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
        </p>
      )}
    </li>
  );
}

interface WriteProps {
  readonly caseId: string;
  readonly subject: CommentedThing;
  readonly onSaved: () => Promise<unknown>;
}

function WriteComment({ caseId, subject, onSaved }: WriteProps) {
  const [text, setText] = useState('');
  const field = useId();
  const adding = useMutation({
    mutationFn: () => api.call('addCaseComment', { params: { case: caseId }, body: { subject, text: text.trim() } }),
    onSuccess: () => {
      setText('');
      return onSaved();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !adding.isPending) adding.mutate();
  };
  return (
    <form className="cw-write" onSubmit={send}>
      <label className="tm-sr" htmlFor={field}>
        Comment on {subject.number || 'the case'}
      </label>
      <textarea
        id={field}
        className="tm-field"
        rows={2}
        maxLength={4_000}
        placeholder={`Comment on ${subject.number || 'the case'}`}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
        }}
      />
      <button type="submit" className="tm-btn sm" disabled={text.trim() === '' || adding.isPending}>
        {adding.isPending ? 'Saving…' : 'Add comment'}
      </button>
      {adding.error && <ErrorPanel error={adding.error} what="The comment" />}
    </form>
  );
}

export interface CommentsProps {
  readonly caseId: string;
  readonly rights: Answer<'getCase'>['rights'];
  /** The thing it is about; all comments of the case are shown where it is the case. */
  readonly subject: CommentedThing;
}

/** Comments on one thing of the case, or on all of it, and a field to add one. */
export function Comments({ caseId, rights, subject }: CommentsProps) {
  const client = useQueryClient();
  const isAll = subject.about === 'case';
  const query = useInfiniteQuery(caseCommentsQuery(caseId, isAll ? undefined : subject));
  const [asked, setAsked] = useState<Asked | undefined>();
  const settle = () => client.invalidateQueries({ queryKey: caseKey(caseId) });
  const mayComment = rights.includes('comment');
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const count = query.data?.pages[0]?.count ?? 0;
  const askWithdrawal = ({ id, number }: CaseComment): Asked => ({
    title: `Withdraw ${number}`,
    text: 'The comment stays readable and is marked as withdrawn.',
    button: `Withdraw ${number}`,
    label: 'Why',
    run: async (why) => {
      await api.call('withdrawCaseComment', { params: { case: caseId, comment: id }, body: { why } });
      await settle();
    },
  });
  return (
    <section className="tm-stack" aria-label={isAll ? 'Comments of the case' : `Comments on ${subject.number}`}>
      <div className="cs-hd">
        <h3 className="tm-h">Comments {query.data && <span className="tm-t3">{formatCount(count)}</span>}</h3>
      </div>
      {query.error && !query.data && (
        <ErrorPanel error={query.error} what="The comments" onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && (
        <Skeleton what="comments">
          <Bar width="60%" />
        </Skeleton>
      )}
      {mayComment && <WriteComment caseId={caseId} subject={subject} onSaved={settle} />}
      {query.data && items.length === 0 && !mayComment && <p className="tm-none">No comments.</p>}
      <ul className="cw-comments">
        {items.map((comment) => (
          <CommentLine
            key={comment.id}
            caseId={caseId}
            comment={comment}
            hasSubject={isAll}
            mayWithdraw={mayComment && (comment.isOwn || rights.includes('manage'))}
            onWithdraw={() => setAsked(askWithdrawal(comment))}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className="tm-linkbtn tm-sm"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading…' : 'Earlier comments'}
        </button>
      )}
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
