import { queryOptions, useQuery } from '@tanstack/react-query';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { type LossAnswer, statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import type { Route } from '@trailmark/api/route';
import { createRouteCaller } from '@trailmark/api/route-call';
import { parseUnits } from '@trailmark/core/amount';
import { type FormEvent, useState } from 'react';
import { fetchLongWork, stableKey } from '../../api.ts';
import { casePeopleQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { useRun } from '../../use-run.ts';
import { useWorkingCase } from '../../working-case.ts';
import { LossResult } from './loss-result.tsx';
import { type AskedLosses, type RefusedLine, readVictimLines, writeVictimLines } from './victim-lines.ts';

const call = createRouteCaller(fetchLongWork);
const KEPT_MS = 30 * 60_000;
const SHOWN = 20;

/** What was written for a set, as long as the page is open: names of victims are kept nowhere else in the browser. */
const written = new Map<string, { readonly text: string; readonly available: string }>();

function lossQuery(request: AskedLosses) {
  return queryOptions({
    queryKey: ['statement', 'losses', stableKey(request)],
    queryFn: ({ signal }): Promise<LossAnswer> =>
      call<Route>(statementLossRoutes.listVictimLosses, { body: request, signal }) as never,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
}

function Found({ request, caseId }: { readonly request: AskedLosses; readonly caseId: string | undefined }) {
  const { data, error, isFetching, isCancelled, cancel, run } = useRun(lossQuery(request));
  if (error && !isFetching) return <ErrorPanel error={error} what="This list" onRetry={run} />;
  if (isCancelled)
    return (
      <p className="tm-hint">
        Cancelled; nothing was kept.{' '}
        <button type="button" className="tm-linkbtn" onClick={run}>
          Make the list
        </button>
      </p>
    );
  if (data) return <LossResult answer={data} caseId={caseId} />;
  return (
    <>
      <p className="tm-row tm-between">
        <span className="tm-t2">Everything that came to the set is read.</span>
        <button type="button" className="tm-btn sm" onClick={cancel}>
          Cancel
        </button>
      </p>
      <Skeleton what="the losses">
        <RowBars rows={4} columns={['200px', '160px', '80px', '120px', '120px']} />
      </Skeleton>
    </>
  );
}

function readAvailable(text: string): { readonly value: bigint | null; readonly error?: string } {
  const plain = text.trim().replaceAll(',', '');
  if (plain === '') return { value: null };
  if (!/^\d{1,15}(?:\.\d{1,2})?$/.test(plain)) return { value: null, error: 'Write an amount such as 12500.00.' };
  return { value: parseUnits(plain, 6) };
}

/** Fills the field with the victims of a case and their addresses. */
function FromCase({ id, onLines }: { readonly id: string; readonly onLines: (lines: string) => void }) {
  const { isFetching, refetch } = useQuery({ ...casePeopleQuery(id), enabled: false });
  const [said, setSaid] = useState<string | undefined>(undefined);
  const take = async () => {
    const { data, error } = await refetch();
    const lines = data ? writeVictimLines(data) : '';
    setSaid(error ? error.message : lines === '' ? 'No victim of the case is linked to an address.' : undefined);
    if (lines !== '') onLines(lines);
  };
  return (
    <>
      <button type="button" className="tm-btn" disabled={isFetching} onClick={() => void take()}>
        Take the victims of the case
      </button>
      {said !== undefined && (
        <span className="tm-hint" role="status">
          {said}
        </span>
      )}
    </>
  );
}

function Refused({ lines }: { readonly lines: readonly RefusedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="ws-refused" role="alert">
      <ul>
        {lines.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={line}>
            <span className="tm-t3">line {formatCount(line)}</span> {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface LossesViewProps {
  readonly answer: StatementAnswer;
  /** The case of the address bar. */
  readonly caseId: string | undefined;
}

/** What victims paid to the set, which is that of the suspects here: by victim, with money of the day. */
export function LossesView({ answer, caseId }: LossesViewProps) {
  const { request } = answer;
  const key = stableKey(request.subjects);
  const [working] = useWorkingCase();
  const [{ text, available }, setDraft] = useState(() => written.get(key) ?? { text: '', available: '' });
  const [refused, setRefused] = useState<readonly RefusedLine[]>([]);
  const [error, setError] = useState<string | undefined>(undefined);
  const [asked, setAsked] = useState<AskedLosses | undefined>(undefined);
  const chosen = caseId ?? working?.id;
  const write = (next: { readonly text: string; readonly available: string }) => {
    written.set(key, next);
    setDraft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chains = [...new Set(request.subjects.map(({ chain }) => chain))];
    const found = readVictimLines(text, chains);
    const money = readAvailable(available);
    const isEmpty = found.victims.length === 0 && found.refused.length === 0;
    setRefused(isEmpty ? [{ line: 1, reason: 'Name at least one victim.' }] : found.refused);
    setError(money.error);
    if (found.refused.length > 0 || found.victims.length === 0 || money.error !== undefined) return;
    const { subjects, from, to, zone, currency, priceRule, gapLimit } = request;
    const options = { from, to, zone, currency, priceRule, gapLimit };
    setAsked({ subjects, ...options, victims: [...found.victims], available: money.value });
  };
  return (
    <>
      <form className="ws-losses" onSubmit={submit} noValidate>
        <FormArea
          label="Victims"
          name="victims"
          rows={5}
          value={text}
          isMono
          onText={(next) => write({ text: next, available })}
          help="One line for each address or transaction: name; chain; address or transaction id; number in the case. The set of this statement is that of the suspects."
        />
        <Refused lines={refused} />
        <div className="tm-row tm-wrap ws-lossbar">
          <FormField
            label={`Amount to distribute, ${request.currency}`}
            name="available"
            required={false}
            inputMode="decimal"
            value={available}
            error={error}
            onText={(next) => write({ text, available: next })}
            help="Divided in proportion to the losses, to the cent."
          />
          {chosen !== undefined && <FromCase id={chosen} onLines={(lines) => write({ text: lines, available })} />}
          <button type="submit" className="tm-btn pri">
            List the losses
          </button>
        </div>
      </form>
      {asked && <Found key={stableKey(asked)} request={asked} caseId={chosen} />}
    </>
  );
}
