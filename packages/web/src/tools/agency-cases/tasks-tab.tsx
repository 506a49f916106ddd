import './case-work.css';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseTask } from '@trailmark/api/contract/case-task';
import { useState } from 'react';
import { api } from '../../api.ts';
import { caseTasksQuery } from '../../case-work.ts';
import { CASES_KEY } from '../../cases.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { useMe } from '../../session.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { describeDue, formatCaseDay, initialsOf } from './case-words.ts';
import { Comments, type CommentsProps } from './comments.tsx';
import { type EditedTask, TaskDialog } from './task-dialog.tsx';

interface TaskLineProps {
  readonly caseId: string;
  readonly rights: CommentsProps['rights'];
  readonly task: CaseTask;
  readonly today: string;
  readonly mayWrite: boolean;
  readonly mayFinish: boolean;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onToggle: () => void;
  readonly onState: (state: CaseTask['state']) => void;
  readonly onPoint: (index: number) => void;
  readonly onEdit: () => void;
}

function DueWords({ task: { due, state, done }, today }: Pick<TaskLineProps, 'task' | 'today'>) {
  if (state === 'done' && done) {
    return (
      <span className="tm-t3">
        done <Time seconds={done.at} />
      </span>
    );
  }
  if (!due) return <span className="tm-none">no due day</span>;
  const { text, isLate } = describeDue(due, today);
  return (
    <span className={isLate ? 'cs-late' : undefined}>
      {formatCaseDay(due, today)}, {text}
    </span>
  );
}

function TaskDetail({
  caseId,
  rights,
  task,
  mayWrite,
  isBusy,
  onPoint,
  onEdit,
}: Omit<TaskLineProps, 'today' | 'mayFinish'>) {
  return (
    <div className="cw-detail">
      {task.note && <p className="cw-text">{task.note}</p>}
      {task.checklist.length > 0 && (
        <ul className="cw-points">
          {task.checklist.map(({ text, isDone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same words
            <li key={index}>
              <label>
                <input
                  type="checkbox"
                  checked={isDone}
                  disabled={!mayWrite || isBusy}
                  onChange={() => onPoint(index)}
                />
                <bdi>{text}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p className="tm-t3 tm-sm">
        Added by <bdi>{task.createdBy}</bdi>, <Time seconds={task.createdAt} />
        {task.version > 1 && (
          <>
            {' '}
            · changed by <bdi>{task.changedBy}</bdi>, <Time seconds={task.changedAt} />
          </>
        )}
        {task.done && (
          <>
            {' '}
            · done by <bdi>{task.done.by}</bdi>
          </>
        )}
      </p>
      {mayWrite && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={onEdit}>
          Edit<span className="tm-sr"> {task.number}</span>
        </button>
      )}
      <Comments caseId={caseId} rights={rights} subject={{ about: 'task', number: task.number }} />
    </div>
  );
}

function TaskLine(props: TaskLineProps) {
  const { task, today, mayFinish, isOpen, isBusy, onToggle, onState } = props;
  const isDone = task.state === 'done';
  const points = task.checklist.filter((point) => point.isDone).length;
  return (
    <li className={isDone ? 'cw-task cw-done' : 'cw-task'}>
      <input
        type="checkbox"
        aria-label={`${task.number} is done`}
        checked={isDone}
        disabled={!mayFinish || isBusy}
        onChange={() => onState(isDone ? 'open' : 'done')}
      />
      <button type="button" className="cw-title" aria-expanded={isOpen} onClick={onToggle}>
        <span className="tm-m tm-t3">{task.number}</span> <bdi>{task.title}</bdi>
        {task.checklist.length > 0 && (
          <span className="tm-t3 tm-sm">
            {' '}
            {points} of {formatPlural(task.checklist.length, 'point')}
          </span>
        )}
      </button>
      <span className="cw-who">
        {task.assignee ? (
          <>
            <i className="cs-av" aria-hidden="true">
              {initialsOf(task.assignee.name)}
            </i>{' '}
            <bdi>{task.assignee.name}</bdi>
          </>
        ) : (
          <span className="tm-none">nobody yet</span>
        )}
      </span>
      <DueWords task={task} today={today} />
      {isOpen && <TaskDetail {...props} />}
    </li>
  );
}

/** What is to be done in the case: open tasks by the day they are due, done ones below. */
export function TasksTab({ overview: { head, rights }, search }: CaseTabProps) {
  const client = useQueryClient();
  const own = useMe()?.account?.id;
  const { data, error, refetch } = useQuery(caseTasksQuery(head.id));
  const [edited, setEdited] = useState<EditedTask | undefined>();
  const [open, setOpen] = useState(typeof search.task === 'string' ? search.task : undefined);
  const mayWrite = rights.includes('write');
  const settle = () => client.invalidateQueries({ queryKey: CASES_KEY });
  const params = (task: CaseTask) => ({ case: head.id, task: task.id });
  const state = useMutation({
    mutationFn: ({ task, to }: { readonly task: CaseTask; readonly to: CaseTask['state'] }) =>
      api.call('setCaseTaskState', { params: params(task), body: { version: task.version, state: to } }),
    onSettled: settle,
  });
  const point = useMutation({
    mutationFn: ({ task, index }: { readonly task: CaseTask; readonly index: number }) => {
      const checklist = task.checklist.map((one, i) => (i === index ? { ...one, isDone: !one.isDone } : one));
      return api.call('updateCaseTask', { params: params(task), body: { version: task.version, checklist } });
    },
    onSettled: settle,
  });
  if (error && !data) return <ErrorPanel error={error} what="The list of tasks" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="tasks">
        <RowBars rows={6} columns={['20px', '50%', '140px', '120px']} />
      </Skeleton>
    );
  }
  const { items, counts, today } = data;
  const failure = state.error ?? point.error;
  return (
    <div className="tm-stack">
      <div className="cs-hd">
        <h2 className="tm-h">
          {formatPlural(counts.open, 'open task')}
          {counts.late > 0 && <span className="cs-late">, {counts.late} late</span>}
        </h2>
        <span className="tm-t3 tm-sm">{counts.done} done</span>
        {mayWrite && (
          <div className="tm-row">
            <button type="button" className="tm-btn pri" onClick={() => setEdited('new')}>
              <IconPlus size={16} stroke={1.5} aria-hidden="true" /> Add task
            </button>
          </div>
        )}
      </div>
      {failure && <ErrorPanel error={failure} what="The change" />}
      {items.length === 0 && <Empty>Nothing is to be done in this case.</Empty>}
      <ul className="cw-tasks">
        {items.map((task) => (
          <TaskLine
            key={task.id}
            caseId={head.id}
            rights={rights}
            task={task}
            today={today}
            mayWrite={mayWrite}
            mayFinish={mayWrite || (own !== undefined && task.assignee?.id === own)}
            isOpen={open === task.id}
            isBusy={state.isPending || point.isPending}
            onToggle={() => setOpen((before) => (before === task.id ? undefined : task.id))}
            onState={(to) => state.mutate({ task, to })}
            onPoint={(index) => point.mutate({ task, index })}
            onEdit={() => setEdited({ task })}
          />
        ))}
      </ul>
      {items.length < counts.open + counts.done && (
        <p className="tm-t3">
          The first {items.length} of {counts.open + counts.done} tasks.
        </p>
      )}
      <TaskDialog caseId={head.id} edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}
