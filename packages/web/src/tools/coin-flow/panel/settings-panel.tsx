import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { traitsOf } from '../../../format/chain-traits.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { fillParams, listMethodsFor, type TraceMethodItem } from '../build-request.ts';
import type { EndChange } from '../end-changes.ts';
import { areOneTrace, type LoggedTrace, retrace } from '../flow-acts.ts';
import { MethodFields, type MethodParams } from '../method-fields.tsx';
import { useMethodNames } from '../method-words.ts';
import { methodsQuery } from '../queries.ts';
import { describeSeed } from '../read-seeds.ts';
import { describeStops, readStops, toStopDraft } from '../stop-draft.ts';
import { StopRulesFields } from '../stop-rules-fields.tsx';
import { useWorkspace } from '../workspace.ts';
import { EndChangeList } from './end-change-list.tsx';
import { TraceChoice, useChosenTrace } from './trace-choice.tsx';
import { Working } from './working.tsx';

const SEEDS_SHOWN = 20;

function Beginning({ request }: LoggedTrace) {
  const [first, ...more] = request.seeds;
  return (
    <section>
      <h3>Begins with</h3>
      {request.incident && <p className="tm-t2">{request.incident}</p>}
      <p className="tm-t2">
        {request.direction === 'forward' ? 'Forward' : 'Back'} from{' '}
        {first && <span title={describeSeed(first).id}>{`${describeSeed(first).words.toLowerCase()} `}</span>}
        {first && <span className="tm-id">{shorten(describeSeed(first).id)}</span>}
      </p>
      {more.length > 0 && (
        <details>
          <summary className="tm-sm">and {formatPlural(more.length, 'other beginning')}</summary>
          <ul className="cf-plain">
            {more.slice(0, SEEDS_SHOWN).map((seed) => (
              <li key={JSON.stringify(seed)}>
                {describeSeed(seed).words} <span className="tm-id">{shorten(describeSeed(seed).id)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface FormProps extends LoggedTrace {
  readonly methods: readonly TraceMethodItem[];
  readonly isOnly: boolean;
  readonly changes: readonly EndChange[] | undefined;
  readonly onChanges: (changes: readonly EndChange[] | undefined) => void;
}

function SettingsForm({ request, methods, isOnly, changes, onChanges }: FormProps) {
  const { store, trace } = useWorkspace();
  const { decimals } = traitsOf(request.chain);
  const [wanted, setMethod] = useState(request.method);
  const [params, setParams] = useState<MethodParams>(request.params);
  const [draft, setDraft] = useState(() => toStopDraft(request.stops, request.budget, decimals));
  const method = methods.find(({ id }) => id === wanted) ?? methods[0];
  const { stops, budget, errors } = readStops(draft, decimals);
  if (!method) return null;
  const again = () => {
    const known = fillParams(method, request.chain, params);
    onChanges(undefined);
    void trace.run({ ...request, method: method.id, params: known, stops, budget }, async (answer) =>
      onChanges(await retrace(store, 'Trace with other settings', answer, isOnly)),
    );
  };
  return (
    <>
      <MethodFields
        methods={methods}
        chain={request.chain}
        method={method}
        onMethod={setMethod}
        params={params}
        onParams={setParams}
      />
      <section>
        <h3>Where trails end</h3>
        <StopRulesFields draft={draft} onDraft={setDraft} errors={errors} chain={request.chain} />
      </section>
      <div className="cf-stickyfoot">
        <button
          type="button"
          className="tm-btn"
          disabled={trace.state.kind === 'running' || Object.keys(errors).length > 0}
          onClick={again}
        >
          Trace again with these settings
        </button>
        {changes && <EndChangeList changes={changes} />}
        {!isOnly && (
          <p className="tm-t3 tm-sm">
            Several traces are on this canvas: what the earlier settings brought stays until you hide it.
          </p>
        )}
      </div>
    </>
  );
}

/** The settings of a trace, and the same trace with other settings. */
export function SettingsPanel() {
  const { saver } = useWorkspace();
  const chosen = useChosenTrace();
  const [changes, setChanges] = useState<readonly EndChange[] | undefined>(undefined);
  const nameMethod = useMethodNames();
  const { data, error, refetch } = useQuery(methodsQuery());
  const logged = chosen.traces[chosen.index] ?? chosen.traces[0];
  if (!logged) return <p className="tm-t2">Nothing on this canvas was traced yet.</p>;
  const { request, entry } = logged;
  return (
    <div className="cf-stack">
      <TraceChoice {...chosen} />
      <Beginning {...logged} />
      {!saver && (
        <p className="tm-t2">
          {nameMethod(request.method, 'whole')}. {describeStops(request.stops, request.chain)}
        </p>
      )}
      {saver && error && <ErrorPanel error={error} what="The tracing methods" onRetry={() => void refetch()} />}
      {saver && !data && !error && <Working words="Loading the methods" />}
      {saver && data && (
        <SettingsForm
          key={chosen.traces.length - chosen.index}
          request={request}
          entry={entry}
          methods={listMethodsFor(data.items, request.chain)}
          isOnly={areOneTrace(chosen.traces)}
          changes={changes}
          onChanges={setChanges}
        />
      )}
    </div>
  );
}
