import { useMutation } from '@tanstack/react-query';
import type { TraceAnswer } from '@trailmark/api/contract/trace';
import { useMemo } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { traitsOf } from '../../../format/chain-traits.ts';
import { formatPlural } from '../../../format/number.ts';
import { transactionUrl } from '../../../url.ts';
import { formatFlowAmount } from '../asset-words.ts';
import { type InverseResult, type InverseTest, planInverse, readInverse } from '../inverse-test.ts';
import { callFlow } from '../queries.ts';
import { toWireRequest } from '../trace-run.ts';
import { useDocument } from '../workspace.ts';
import { Tracing } from './tracing.tsx';

interface ResultProps {
  readonly answer: TraceAnswer;
  readonly plan: InverseTest;
  readonly result: InverseResult;
}

function Verdict({ answer, plan, result }: ResultProps) {
  const document = useDocument();
  const { chain } = answer.trace.request;
  const say = (units: bigint) => formatFlowAmount(document, chain, units);
  if (result.isPartial)
    return (
      <p className="tm-t2">
        The way back reads more transactions than one request may: {say(result.returned)} of {say(result.expected)} came
        back so far, and nothing follows from the rest.
      </p>
    );
  return (
    <p className={result.isEqual ? undefined : 'cf-danger'}>
      <b>{result.isEqual ? 'Equal, to the smallest unit.' : 'Not equal.'}</b> {formatPlural(plan.ends, 'end')} traced
      back bring {say(result.returned)} to where the trace began; {say(result.expected)} had gone from there to these
      ends.{!result.isEqual && ' The figures may not be used until this is resolved.'}
    </p>
  );
}

function Beginnings({ answer, result }: Omit<ResultProps, 'plan'>) {
  const document = useDocument();
  const { chain } = answer.trace.request;
  return (
    <ul className="cf-plain">
      {result.seeds.map(({ ref, units }) => {
        const [txid = ref, vout] = ref.split(':');
        return (
          <li key={ref} className="tm-row tm-between">
            <span>
              <Hash value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
              <span className="tm-t3">, output {vout}</span>
            </span>
            <span className="tm-nw">{formatFlowAmount(document, chain, units)} came back</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The proof that a trace turns round: its ends traced back return the same units to its beginnings. */
export function InverseSection({ answer }: { readonly answer: TraceAnswer }) {
  const { chain } = answer.trace.request;
  const plan = useMemo(() => (traitsOf(chain).hasOutputs ? planInverse(answer.trace) : undefined), [answer, chain]);
  const test = useMutation({
    mutationFn: async (asked: InverseTest) => {
      const back = await callFlow('runTrace', { body: { request: toWireRequest(asked.request) } });
      return readInverse(asked, back.trace);
    },
  });
  if (plan === undefined) return null;
  return (
    <section aria-live="polite">
      <h3>Traced back from its ends</h3>
      {typeof plan === 'string' ? (
        <p className="tm-t2">{plan}</p>
      ) : (
        <>
          <p className="tm-t2">
            Under this method every unit has one origin: all ends traced back must return to the beginning what left it
            for them.
          </p>
          {!test.data && (
            <button type="button" className="tm-btn sm" disabled={test.isPending} onClick={() => test.mutate(plan)}>
              Trace back and compare
            </button>
          )}
          {test.isPending && <Tracing words="Tracing back from every end" />}
          {test.error && <ErrorPanel error={test.error} what="The trace back" onRetry={() => test.mutate(plan)} />}
          {test.data && <Verdict answer={answer} plan={plan} result={test.data} />}
          {test.data && <Beginnings answer={answer} result={test.data} />}
        </>
      )}
    </section>
  );
}
