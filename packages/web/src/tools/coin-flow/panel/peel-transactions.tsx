import { useQuery } from '@tanstack/react-query';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { useMemo } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { Hash } from '../../../components/hash.tsx';
import { showToast } from '../../../components/toast.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatPlural } from '../../../format/number.ts';
import { transactionUrl } from '../../../url.ts';
import { formatFlowAmount } from '../asset-words.ts';
import { auditQuery } from '../compare-query.ts';
import type { EndChange } from '../end-changes.ts';
import { listTraces } from '../flow-acts.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { ChangeForm } from './change-form.tsx';
import { describeChange } from './node-words.ts';
import { Tracing } from './tracing.tsx';

const SHOWN = 200;

type OutputStep = Extract<TraceAnswer['trace']['steps'][number], { family: 'outputs' }>;

/** The chain may be drawn otherwise now, with this panel gone: what changed is stated where it is seen. */
function describeChanges(changes: readonly EndChange[] | undefined): void {
  if (changes) showToast('done', `Traced again: ${formatPlural(changes.length, 'end')} changed.`);
}

interface TransactionProps {
  readonly node: FlowNode;
  readonly step: OutputStep;
  /** The next of the chain, which says by what output it continues. */
  readonly next: OutputStep | undefined;
}

function PeelTransaction({ node, step, next }: TransactionProps) {
  const { saver } = useWorkspace();
  const document = useDocument();
  const { change, outputs } = step;
  const options = outputs.map(({ ref, address, amount }) => {
    const vout = Number(ref.split(':')[1]);
    const much = amount === null ? '' : `, ${formatFlowAmount(document, node.chain, amount)}`;
    return { vout, words: `Output ${vout}${much}${address === null ? '' : ` to ${shorten(address)}`}` };
  });
  const handed = new Set(next?.inputs.map(({ ref }) => ref));
  const onward = options[outputs.findIndex(({ ref }) => handed.has(ref))];
  return (
    <>
      {onward && <p className="tm-sm">Goes on with: {onward.words}.</p>}
      <p className="tm-t2 tm-sm">
        {change.by === 'rules' && (
          <>
            <EvidenceMark kind="inference" />{' '}
          </>
        )}
        {describeChange({ ...change, rules: change.rules.map(String) })}
      </p>
      {saver && (
        <ChangeForm
          chain={node.chain}
          txid={step.txid}
          vout={change.vout}
          outputs={options}
          onChanges={describeChanges}
        />
      )}
    </>
  );
}

/** The transactions a peel chain was folded from, each with its change and another choice. */
export function PeelTransactions({ node, txids }: { readonly node: FlowNode; readonly txids: readonly string[] }) {
  const { log } = useDocument();
  const request = useMemo(
    () => listTraces(log).find((traced) => traced.request.chain === node.chain)?.request,
    [log, node.chain],
  );
  const { data, error, refetch } = useQuery(auditQuery(request));
  const steps = new Map(
    data?.trace.steps.flatMap((step) => (step.family === 'outputs' ? [[step.txid, step] as const] : [])),
  );
  return (
    <>
      {error && <ErrorPanel error={error} what="Their change" onRetry={() => void refetch()} />}
      {request && !data && !error && <Tracing words="Reading their change" />}
      <ol className="cf-plain cf-numbered">
        {txids.slice(0, SHOWN).map((txid, i) => {
          const step = steps.get(txid);
          return (
            <li key={txid}>
              <Hash value={txid} kind="transaction" href={transactionUrl(node.chain, txid)} />
              {step && <PeelTransaction node={node} step={step} next={steps.get(txids[i + 1] ?? '')} />}
            </li>
          );
        })}
      </ol>
      {txids.length > SHOWN && <p className="tm-t3 tm-sm">and {formatPlural(txids.length - SHOWN, 'more', 'more')}</p>}
    </>
  );
}
