import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SessionPlanInput, TrainingSession } from '@trailmark/api/contract/training-wire';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { ChoiceLabel } from './choice-label.tsx';
import { FormHead } from './form-head.tsx';
import { refreshTraining } from './queries.ts';
import { fieldOf, formatFailure, LEVEL_CHOICES, MODE_CHOICES, ownZone } from './training-words.ts';

export interface SessionFormProps {
  /** Undefined for a new one. */
  readonly session: TrainingSession | undefined;
  readonly onClose: () => void;
}

function toPlan(session: TrainingSession | undefined): SessionPlanInput {
  const { level = 'essentials', mode = 'in-person', place = '', language = 'en' } = session ?? {};
  return {
    level,
    mode,
    place,
    language,
    startsLocal: session?.startsLocal ?? '',
    endsLocal: session?.endsLocal ?? '',
    cancelUntilLocal: session?.cancelUntilLocal ?? '',
    zone: session?.zone ?? ownZone(),
    trainer: session?.trainer ?? '',
    note: session?.note ?? '',
    seats: session?.seats ?? 12,
  };
}

const TEXTS = [
  ['startsLocal', 'Begins', 'datetime-local', 'On a clock of the zone below.'],
  ['endsLocal', 'Ends', 'datetime-local', ''],
  ['cancelUntilLocal', 'Places can be given up until', 'datetime-local', ''],
  ['zone', 'Time zone', 'text', 'A name such as Europe/Berlin.'],
  ['place', 'Place, or how the link is sent', 'text', 'Public: write no meeting link here.'],
  ['language', 'Language', 'text', 'Two letters, such as en.'],
  ['trainer', 'Trainer', 'text', 'Public: a role rather than a name.'],
  ['note', 'Note', 'text', ''],
] as const;

/** Makes or changes a date. */
export function SessionForm({ session, onClose }: SessionFormProps) {
  const client = useQueryClient();
  const [plan, setPlan] = useState(() => toPlan(session));
  const save = useMutation({
    mutationFn: async () => {
      if (session) await api.call('updateTrainingSession', { params: { session: session.id }, body: plan });
      else await api.call('createTrainingSession', { body: plan });
    },
    onSuccess: async () => {
      await refreshTraining(client);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const field = fieldOf(save.error);
  return (
    <form className="tm-tr-form" onSubmit={submit} aria-label={session ? 'Change a date' : 'New date'}>
      <FormHead>{session ? 'Change this date' : 'New date'}</FormHead>
      <div className="grid">
        <ChoiceLabel
          label="Course"
          options={LEVEL_CHOICES}
          value={plan.level}
          onChoose={(level) => level && setPlan({ ...plan, level })}
        />
        <ChoiceLabel
          label="Held"
          options={MODE_CHOICES}
          value={plan.mode}
          onChoose={(mode) => mode && setPlan({ ...plan, mode })}
        />
        <label>
          Seats
          <input
            className="tm-field"
            type="number"
            min={1}
            max={1_000}
            required
            value={plan.seats}
            aria-invalid={field === 'seats'}
            onChange={(event) => setPlan({ ...plan, seats: Number(event.currentTarget.value) })}
          />
        </label>
        {TEXTS.map(([name, label, type, help]) => (
          <label key={name}>
            {label}
            <input
              className="tm-field"
              type={type}
              required={name !== 'trainer' && name !== 'note'}
              maxLength={name === 'note' ? 2_000 : 300}
              value={plan[name]}
              aria-invalid={field === name}
              onChange={(event) => setPlan({ ...plan, [name]: event.currentTarget.value })}
            />
            {field === name ? (
              <span className="tm-bad">{formatFailure(save.error)}</span>
            ) : (
              help && <span className="tm-t3 tm-sm">{help}</span>
            )}
          </label>
        ))}
      </div>
      {save.isError && (
        <p className="tm-bad" role="alert">
          {formatFailure(save.error)}
        </p>
      )}
      <div className="tm-row">
        <button type="submit" className="tm-btn pri" disabled={save.isPending}>
          {session ? 'Save changes' : 'Add to the schedule'}
        </button>
        <button type="button" className="tm-btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
