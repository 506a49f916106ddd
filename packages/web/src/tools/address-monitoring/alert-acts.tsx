import { IconCircleX, IconEye, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertDetail, AlertHead } from '@trailmark/api/contract/alert';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { ALERTS_KEY, alertPeopleQuery } from '../../monitoring.ts';
import { useHotkeys } from '../../shell/hotkeys.ts';

type State = AlertHead['state'];
type Reason = NonNullable<AlertHead['reason']>;

const REASONS: readonly (readonly [Reason, string])[] = [
  ['handled', 'Handled'],
  ['own-transfer', 'Own transfer'],
  ['expected', 'Expected'],
  ['false-alarm', 'False alarm'],
  ['duplicate', 'Duplicate'],
  ['retracted', 'Retracted'],
];

export interface HandleInput {
  readonly alerts: readonly { readonly id: string; readonly version: number }[];
  readonly state: State;
  readonly assignee?: string;
  readonly reason?: Reason;
  readonly words?: string;
}

/** Handles alerts, and reads again whatever shows them. */
export function useHandleAlerts(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      alerts,
      reason = null as unknown as Reason,
      words = '',
      ...input
    }: HandleInput): Promise<Answer<'handleAlerts'>> =>
      api.call('handleAlerts', { body: { ...input, alerts: [...alerts], reason, words } }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ALERTS_KEY }),
  });
}

function CloseDialog({
  alert,
  onClose,
  onSend,
}: {
  readonly alert: AlertDetail;
  readonly onClose: () => void;
  readonly onSend: (reason: Reason, words: string) => void;
}) {
  const [reason, setReason] = useState<Reason>(alert.retracted ? 'retracted' : 'handled');
  const [words, setWords] = useState('');
  return (
    <Dialog isOpen onClose={onClose} title={`Close ${alert.number}`}>
      <form
        className="tm-stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSend(reason, words);
        }}
      >
        <FormSelect
          label="Reason"
          name="reason"
          value={reason}
          options={REASONS}
          onText={(text) => setReason(text as Reason)}
        />
        <FormArea label="In words" name="words" value={words} rows={2} maxLength={1_000} isOptional onText={setWords} />
        <button type="submit" className="tm-btn pri" data-autofocus>
          Close the alert
        </button>
      </form>
    </Dialog>
  );
}

function AssignDialog({
  alert,
  onClose,
  onSend,
}: {
  readonly alert: AlertDetail;
  readonly onClose: () => void;
  readonly onSend: (account: string) => void;
}) {
  const { data, error } = useQuery(alertPeopleQuery(alert.id));
  const [chosen, setChosen] = useState(alert.assignee?.id ?? '');
  const people = data?.items ?? [];
  const account = chosen === '' ? (people[0]?.id ?? '') : chosen;
  return (
    <Dialog isOpen onClose={onClose} title={`Assign ${alert.number}`}>
      <form
        className="tm-stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSend(account);
        }}
      >
        {error && <ErrorPanel error={error} what="The members of the case" />}
        <FormSelect
          label="Who"
          name="assignee"
          value={account}
          options={people.map(({ id, name }) => [id, name])}
          onText={setChosen}
        />
        <button type="submit" className="tm-btn pri" disabled={account === ''} data-autofocus>
          Assign
        </button>
      </form>
    </Dialog>
  );
}

/** What can be done with an alert, each with its key. A retracted one can only be closed. */
export function AlertActs({ alert, onDone }: { readonly alert: AlertDetail; readonly onDone: () => void }) {
  const [open, setOpen] = useState<'close' | 'assign' | undefined>();
  const { mutate, error, isPending } = useHandleAlerts(onDone);
  const isValid = alert.retracted === null;
  const handle = (state: State, more: Partial<HandleInput> = {}) => {
    setOpen(undefined);
    mutate({ alerts: [{ id: alert.id, version: alert.version }], state, ...more });
  };
  useHotkeys({
    ...(isValid ? { a: () => handle('acknowledged'), s: () => setOpen('assign'), e: () => handle('escalated') } : {}),
    ...(alert.state === 'new' ? {} : { z: () => handle('new') }),
    w: () => setOpen('close'),
  });
  return (
    <div className="am-acts">
      <div className="tm-row tm-wrap">
        {isValid && alert.state === 'new' && (
          <button type="button" className="tm-btn pri" disabled={isPending} onClick={() => handle('acknowledged')}>
            <IconEye size={16} stroke={1.5} aria-hidden="true" /> Acknowledge <kbd>a</kbd>
          </button>
        )}
        {isValid && (
          <>
            <button type="button" className="tm-btn" disabled={isPending} onClick={() => setOpen('assign')}>
              <IconUserPlus size={16} stroke={1.5} aria-hidden="true" /> Assign <kbd>s</kbd>
            </button>
            <button type="button" className="tm-btn" disabled={isPending} onClick={() => handle('escalated')}>
              <IconUpload size={16} stroke={1.5} aria-hidden="true" /> Escalate <kbd>e</kbd>
            </button>
          </>
        )}
        {alert.state !== 'closed' && (
          <button
            type="button"
            className={isValid ? 'tm-btn' : 'tm-btn pri'}
            disabled={isPending}
            onClick={() => setOpen('close')}
          >
            <IconCircleX size={16} stroke={1.5} aria-hidden="true" /> {isValid ? 'Close' : 'Close as retracted'}{' '}
            <kbd>w</kbd>
          </button>
        )}
        {alert.state !== 'new' && (
          <button type="button" className="tm-btn quiet" disabled={isPending} onClick={() => handle('new')}>
            Open again <kbd>z</kbd>
          </button>
        )}
      </div>
      {error && <ErrorPanel error={error} what="The alert" />}
      {open === 'close' && (
        <CloseDialog
          alert={alert}
          onClose={() => setOpen(undefined)}
          onSend={(reason, words) => handle('closed', { reason, words })}
        />
      )}
      {open === 'assign' && (
        <AssignDialog
          alert={alert}
          onClose={() => setOpen(undefined)}
          onSend={(assignee) => handle('assigned', { assignee })}
        />
      )}
    </div>
  );
}
