import { useMutation } from '@tanstack/react-query';
import type { FlowLogEntry } from '@trailmark/core/flow/flow-document';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Time } from '../../../components/time.tsx';
import { formatPlural } from '../../../format/number.ts';
import { titleOf } from '../build-request.ts';
import { useMethodNames } from '../method-words.ts';
import { callFlow, type FlowAnswer } from '../queries.ts';
import { describeStops } from '../stop-draft.ts';
import { decodeRequest } from '../trace-run.ts';
import { useDocument } from '../workspace.ts';

const ACTIONS: Readonly<Record<FlowLogEntry['action'], string>> = {
  trace: 'Trace',
  expand: 'Expansion',
  add: 'Addition',
  links: 'Payments between two',
  path: 'Paths',
  import: 'Import',
};
type Outcome = FlowAnswer<'replayFlow'>['entries'][number];
const OUTCOMES: Readonly<Record<Outcome['outcome'], string>> = {
  same: 'Same today',
  differs: 'Differs today',
  failed: 'Failed today',
  'not-replayed': 'Not replayed',
};

function Entry({ entry, outcome }: { readonly entry: FlowLogEntry; readonly outcome: Outcome | undefined }) {
  const nameMethod = useMethodNames();
  const request = entry.action === 'trace' ? decodeRequest(entry.request) : undefined;
  return (
    <li>
      <p>
        <b>
          {entry.number}. {ACTIONS[entry.action]}
        </b>{' '}
        {request && titleOf(request)}
      </p>
      <p className="tm-t3 tm-sm">
        <Time seconds={entry.at} />, {formatPlural(entry.nodes, 'node')}, {formatPlural(entry.edges, 'payment')}
      </p>
      {request && (
        <p className="tm-t2 tm-sm">
          {nameMethod(request.method, 'whole')}. {describeStops(request.stops, request.chain)}
          {request.choices.length > 0 && ` ${formatPlural(request.choices.length, 'choice')} by an examiner.`}
        </p>
      )}
      <details>
        <summary className="tm-t3 tm-sm">Request, hash and as-of</summary>
        <p className="tm-t3 tm-xs">Request, as another agency would send it</p>
        <pre className="cf-json">{entry.request}</pre>
        <p className="tm-t3 tm-xs">Hash of what it brought</p>
        <p className="tm-mono tm-xs cf-break">{entry.resultHash}</p>
        <p className="tm-t3 tm-xs">True as of height and block, with these labels and prices</p>
        <p className="tm-mono tm-xs cf-break">{entry.asOf}</p>
      </details>
      {outcome && (
        <p className={outcome.outcome === 'same' ? 'tm-sm' : 'tm-sm cf-warn'}>
          <b>{OUTCOMES[outcome.outcome]}.</b> {outcome.sentence}
        </p>
      )}
    </li>
  );
}

/** Everything that brought something onto the canvas, and whether it would bring the same today. */
export function LogPanel() {
  const { log } = useDocument();
  const replay = useMutation({
    mutationFn: () => callFlow('replayFlow', { body: { log: structuredClone(log.slice(-200)) as never } }),
  });
  if (log.length === 0) return <p className="tm-t2">Nothing was brought onto this canvas yet.</p>;
  return (
    <div className="cf-stack">
      <p className="tm-t2">
        Every step that brought something onto the canvas, with what it was true of. Running it again changes nothing
        here: it says whether each step brings the same today.
      </p>
      <button type="button" className="tm-btn" disabled={replay.isPending} onClick={() => replay.mutate()}>
        {replay.isPending ? 'Running it again' : 'Run again and compare'}
      </button>
      {replay.error && <ErrorPanel error={replay.error} what="The replay" />}
      <ol className="cf-versions">
        {log.toReversed().map((entry) => (
          <Entry
            key={entry.number}
            entry={entry}
            outcome={replay.data?.entries.find(({ number }) => number === entry.number)}
          />
        ))}
      </ol>
    </div>
  );
}
