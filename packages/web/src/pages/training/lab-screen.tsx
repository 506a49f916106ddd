import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Lab, LabMarking, LabQuestion } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES } from '@trailmark/core/training/level';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { courseUrl } from '../../url.ts';
import { labQuery, refreshTraining } from './queries.ts';
import { formatIn } from './training-words.ts';
import './training.css';

const HELP = {
  amount: '',
  count: 'A whole number.',
  height: 'A block height.',
  txid: '64 hexadecimal digits.',
  address: 'A whole address.',
  day: 'A day, YYYY-MM-DD.',
  choice: '',
} as const;

type Mark = LabMarking['marks'][number];

interface QuestionProps {
  readonly question: LabQuestion;
  readonly number: number;
  readonly value: string;
  readonly mark: Mark | undefined;
  readonly onChange: (value: string) => void;
}

function Choices({ question, value, onChange }: Pick<QuestionProps, 'question' | 'value' | 'onChange'>) {
  return (
    <div className="choices">
      {question.choices.map(({ id, text }) => (
        <label key={id} className="check">
          <input type="radio" name={question.id} checked={value === id} onChange={() => onChange(id)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}

function Verdict({ mark }: { readonly mark: Mark }) {
  const Sign = mark.isRight ? IconCheck : IconX;
  return (
    <div className={`verdict ${mark.isRight ? 'right' : 'wrong'}`}>
      <Sign size={16} stroke={1.5} aria-hidden="true" />
      <div>
        <b>{mark.isRight ? 'Right.' : 'Not right.'}</b> {mark.feedback}
        {mark.answer && (
          <p className="tm-mono">
            <span className="tm-t3">Ledger: </span>
            {mark.answer}
          </p>
        )}
      </div>
    </div>
  );
}

function Question({ question, number, value, mark, onChange }: QuestionProps) {
  const { id, prompt, kind, link, hint, unit } = question;
  const isLong = kind === 'txid' || kind === 'address';
  return (
    <fieldset>
      <legend>
        {number}. {prompt}
      </legend>
      <div className="tm-row tm-wrap">
        {link && (
          <AppLink href={link.href} target="_blank" rel="noopener">
            {link.text} (new tab)
          </AppLink>
        )}
        <details>
          <summary>Hint</summary>
          {hint}
        </details>
      </div>
      {kind === 'choice' ? (
        <Choices question={question} value={value} onChange={onChange} />
      ) : (
        <div className="field">
          <input
            className={`tm-field${isLong ? ' tm-mono' : ''}`}
            aria-label={`Answer to question ${number}`}
            aria-describedby={`help-${id}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <p id={`help-${id}`} className="tm-t3 tm-sm">
            {kind === 'amount' ? `An amount in ${unit.symbol}, such as 12.5.` : HELP[kind]}
          </p>
        </div>
      )}
      {mark && <Verdict mark={mark} />}
    </fieldset>
  );
}

function Attempts({ lab }: { readonly lab: Lab }) {
  if (lab.attempts.length === 0) return null;
  return (
    <section>
      <h2>Your attempts</h2>
      <ul className="tm-tr-bullets">
        {lab.attempts.map(({ at, points, ofPoints }) => (
          <li key={at}>
            {formatIn(at, 'UTC')} UTC: {points} of {ofPoints}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LabForm({ lab }: { readonly lab: Lab }) {
  const client = useQueryClient();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const mark = useMutation({
    mutationFn: () => api.call('submitLab', { params: { lab: lab.id }, body: { answers } }),
    onSuccess: () => refreshTraining(client),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mark.mutate();
  };
  return (
    <form className="tm-tr-lab" onSubmit={submit} aria-label={lab.title}>
      {lab.questions.map((question, i) => (
        <Question
          key={question.id}
          question={question}
          number={i + 1}
          value={answers[question.id] ?? ''}
          mark={mark.data?.marks.find((each) => each.question === question.id)}
          onChange={(value) => setAnswers({ ...answers, [question.id]: value })}
        />
      ))}
      {mark.isError && <ErrorPanel error={mark.error} what="The marking" />}
      <div className="tm-row tm-wrap">
        <button type="submit" className="tm-btn pri" disabled={mark.isPending || lab.unavailable !== null}>
          Mark my answers
        </button>
        <p role="status">
          {mark.data && (
            <>
              <b>
                {mark.data.points} of {mark.data.ofPoints} right.
              </b>{' '}
              <span className="tm-t3 tm-sm">Marked at {mark.data.markedAsOf}</span>
            </>
          )}
        </p>
      </div>
    </form>
  );
}

/** One lab: background, questions with a screen to find each answer on, and marks. */
export function LabScreen() {
  const { lab: id } = useParams({ strict: false }) as { readonly lab: string };
  const lab = useQuery(labQuery(id));
  useDocumentTitle(lab.data?.title ?? 'Lab');
  if (lab.isError)
    return (
      <div className="tm-page tm-tr">
        <ErrorPanel error={lab.error} what="This lab" onRetry={() => void lab.refetch()} />
      </div>
    );
  if (!lab.data)
    return (
      <div className="tm-page tm-tr">
        <Skeleton what="lab">
          <RowBars rows={6} columns={['60%', '20%']} />
        </Skeleton>
      </div>
    );
  const { title, summary, level, minutes, background, unavailable } = lab.data;
  return (
    <div className="tm-page tm-tr">
      <header className="head">
        <p>
          <AppLink href={courseUrl(level, true)}>{COURSE_NAMES[level]}</AppLink>
        </p>
        <h1>{title}</h1>
        <p className="lead">{summary}</p>
        <p className="tm-t3">About {minutes} minutes. Answers are marked against the ledger of this installation.</p>
      </header>
      {background.map((paragraph) => (
        <p key={paragraph} className="tm-prose">
          {paragraph}
        </p>
      ))}
      {unavailable && <p className="tm-banner">{unavailable}</p>}
      <LabForm key={id} lab={lab.data} />
      <Attempts lab={lab.data} />
    </div>
  );
}
