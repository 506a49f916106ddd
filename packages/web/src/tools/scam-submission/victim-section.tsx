import { useMutation } from '@tanstack/react-query';
import type { ScamReport } from '@trailmark/api/contract/scam-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormField } from '../../components/form/form-field.tsx';

const STORY = {
  contact: 'First contact',
  communications: 'Communications',
  exchanges: 'Services used',
  timeline: 'Timeline',
};

/** What the report states about the victim: closed until somebody opens it with a reason, which is logged. */
export function VictimSection({ report: { id, hasVictim } }: { readonly report: ScamReport }) {
  const [why, setWhy] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.call('openScamVictim', { params: { report: id }, body: { why } }),
  });
  if (!hasVictim) return <p className="tm-sm tm-t2">The reporter withdrew consent. Their details were erased.</p>;
  if (data) {
    const personal = Object.entries(data.victim ?? {}).filter(([, text]) => text !== '');
    const story = Object.entries(STORY).flatMap(([part, title]) => {
      const text = data.story[part as keyof typeof data.story];
      return text.trim() === '' ? [] : [[title, text] as const];
    });
    const files = data.files.map((name) => ['File', name] as const);
    const appeals = data.appeals.filter(({ text }) => text !== '').map(({ text }) => ['Appeal', text] as const);
    const stated = [...personal, ...story, ...files, ...appeals];
    return (
      <section>
        <h3 className="tm-h">What the reporter stated</h3>
        {stated.length === 0 && <p className="tm-hint">Nothing beyond the payments.</p>}
        <dl className="sc-facts">
          {stated.map(([title, text]) => (
            <div key={`${title} ${text}`} style={{ display: 'contents' }}>
              <dt>{title}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  }
  return (
    <div>
      <p className="tm-row tm-wrap tm-sm">
        <span>Victim data: closed</span>
        {!isAsking && (
          <button type="button" className="tm-linkbtn" onClick={() => setAsking(true)}>
            Open with reason
          </button>
        )}
      </p>
      {isAsking && (
        <form
          className="tm-stack"
          onSubmit={(event) => {
            event.preventDefault();
            mutate();
          }}
        >
          <FormField
            label="Why you open it"
            name="why"
            value={why}
            onText={setWhy}
            maxLength={500}
            autoComplete="off"
          />
          <p>
            <button type="submit" className="tm-btn" disabled={why.trim().length < 3 || isPending}>
              Open
            </button>
          </p>
          {error && <ErrorPanel error={error} what="What the reporter stated" />}
        </form>
      )}
    </div>
  );
}
