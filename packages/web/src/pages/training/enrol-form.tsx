import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrainingSession } from '@trailmark/api/contract/training-wire';
import { COURSE_NAMES, prerequisiteOf } from '@trailmark/core/training/level';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { FormHead } from './form-head.tsx';
import { refreshTraining } from './queries.ts';
import { fieldOf, formatDays, formatFailure, STATE_NAMES } from './training-words.ts';

export interface EnrolFormProps {
  readonly session: TrainingSession;
  /** Whether the course before was passed here. */
  readonly isReady: boolean;
  readonly onClose: () => void;
}

interface AreaProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

function Area({ id, label, help, value, fault, onChange }: AreaProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="tm-field"
        rows={3}
        maxLength={2_000}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-help`} className={fault ? 'tm-bad' : 'tm-t3 tm-sm'}>
        {fault ?? help}
      </p>
    </div>
  );
}

/** Asks for a place: consent, and what the trainer or the administrator has to know. */
export function EnrolForm({ session, isReady, onClose }: EnrolFormProps) {
  const client = useQueryClient();
  const [values, setValues] = useState({ consent: false, accommodations: '', experience: '' });
  const enrol = useMutation({
    mutationFn: () => api.call('enrolInSession', { params: { session: session.id }, body: values }),
    onSuccess: () => refreshTraining(client),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enrol.mutate();
  };
  const field = fieldOf(enrol.error);
  const faultOf = (name: string) => (enrol.isError && field === name ? formatFailure(enrol.error) : undefined);
  const before = prerequisiteOf(session.level);
  if (enrol.data) {
    return (
      <div className="tm-tr-form" role="status">
        <p>
          <b>{STATE_NAMES[enrol.data.state]}.</b> A mail about it is on its way.
        </p>
        <button type="button" className="tm-btn" onClick={onClose}>
          Close
        </button>
      </div>
    );
  }
  return (
    <form className="tm-tr-form" noValidate onSubmit={submit} aria-label="Enrolment">
      <FormHead>
        Enrol in {COURSE_NAMES[session.level]}, {formatDays(session.startsLocal, session.endsLocal)}
      </FormHead>
      {before && !isReady && (
        <Area
          id="tm-tr-experience"
          label={`Experience in place of ${COURSE_NAMES[before]}`}
          help="You have not passed the course before here. State what replaces it; an administrator decides."
          value={values.experience}
          fault={faultOf('experience')}
          onChange={(experience) => setValues({ ...values, experience })}
        />
      )}
      <Area
        id="tm-tr-accommodations"
        label="What you need to take part (optional)"
        help="Access, hearing, sight, diet. Seen by you and the administrators; left out of exports."
        value={values.accommodations}
        fault={faultOf('accommodations')}
        onChange={(accommodations) => setValues({ ...values, accommodations })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={values.consent}
          aria-invalid={field === 'consent'}
          onChange={(event) => setValues({ ...values, consent: event.currentTarget.checked })}
        />
        <span>I agree that my name, agency, attendance and results are kept for this course.</span>
      </label>
      {enrol.isError && field !== 'experience' && (
        <p className="tm-bad" role="alert">
          {formatFailure(enrol.error)}
        </p>
      )}
      <div className="tm-row">
        <button type="submit" className="tm-btn pri" disabled={enrol.isPending}>
          Ask for a place
        </button>
        <button type="button" className="tm-btn quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
