import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { type AuditSearch, auditUrl } from './search.ts';

interface Fields {
  readonly from: string;
  readonly to: string;
  readonly action: string;
  readonly outcome: string;
  readonly object: string;
}

function toFields({ from, to, action, outcome, object }: Partial<AuditSearch>): Fields {
  return { from: from ?? '', to: to ?? '', action: action ?? '', outcome: outcome ?? '', object: object ?? '' };
}

/** The filters of the log; they live in the address bar. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const router = useRouter();
  const [fields, setFields] = useState<Fields>(() => toFields(search));
  const set = (part: Partial<Fields>) => setFields((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim() || undefined]));
    void router.navigate({ href: auditUrl({ account: search.account, ...given }), resetScroll: false });
  };
  const isFiltered = Object.values(fields).some((value) => value !== '') || search.account !== undefined;
  return (
    <form className="au-filters" onSubmit={submit} aria-label="Filters">
      <label>
        From day (UTC)
        <input className="tm-field" type="date" value={fields.from} onChange={(e) => set({ from: e.target.value })} />
      </label>
      <label>
        To day (UTC)
        <input className="tm-field" type="date" value={fields.to} onChange={(e) => set({ to: e.target.value })} />
      </label>
      <label>
        Action begins with
        <input
          className="tm-field"
          value={fields.action}
          maxLength={100}
          placeholder="account."
          spellCheck={false}
          onChange={(e) => set({ action: e.target.value })}
        />
      </label>
      <label>
        Outcome
        <select className="tm-field" value={fields.outcome} onChange={(e) => set({ outcome: e.target.value })}>
          <option value="">All</option>
          <option value="success">Done</option>
          <option value="denied">Denied</option>
          <option value="failed">Failed</option>
        </select>
      </label>
      <label className="wide">
        Names
        <input
          className="tm-field"
          value={fields.object}
          maxLength={200}
          placeholder="An address, an id, an email address"
          spellCheck={false}
          onChange={(e) => set({ object: e.target.value })}
        />
      </label>
      <span className="actions">
        <button type="submit" className="tm-btn">
          Filter
        </button>
        {isFiltered && (
          <AppLink className="tm-btn quiet" href={auditUrl()} onClick={() => setFields(toFields({}))}>
            Clear
          </AppLink>
        )}
      </span>
      {search.account !== undefined && (
        <p className="note">
          Only events of one account, <span className="tm-mono tm-sm">{search.account}</span>.
        </p>
      )}
    </form>
  );
}
