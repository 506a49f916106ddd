import { useMutation } from '@tanstack/react-query';
import type { CaseStudyStep } from '@trailmark/api/contract/content';
import { AppError } from '@trailmark/core/errors';
import { fetchOrExplain } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatCount } from '../../format/number.ts';
import { useSession } from '../../session.ts';
import { type ComparedFigure, compareFigures, readPointer } from './compare-figures.ts';

type Check = NonNullable<CaseStudyStep['check']>;

interface Run {
  readonly figures: readonly ComparedFigure[];
  readonly height: unknown;
  readonly hash: unknown;
}

async function runAgain(check: Check): Promise<Run> {
  const response = await fetchOrExplain(check.path, { headers: { accept: 'application/json' } });
  const answer = (await response.json().catch(() => undefined)) as unknown;
  if (!response.ok) {
    const detail = readPointer(answer, '/detail');
    throw new AppError(
      response.status === 401 || response.status === 403 ? 'forbidden' : 'unavailable',
      typeof detail === 'string' ? detail : `The server answered ${response.status}.`,
    );
  }
  return {
    figures: compareFigures(check, answer),
    height: readPointer(answer, '/asOf/height'),
    hash: readPointer(answer, '/asOf/hash'),
  };
}

const describeAll = (count: number) => (count === 1 ? 'the one figure' : `all ${count} figures`);

/** Where a source did not name the hash of its highest block, the height is shown alone. */
function describeAsOf({ height, hash }: Run): string {
  if (typeof height !== 'number') return 'This answer does not depend on a height.';
  const named = typeof hash === 'string' ? `, ${hash.slice(0, 4)}…${hash.slice(-4)}` : '';
  return `As of height ${formatCount(height)}${named}.`;
}

function Outcome({ run }: { readonly run: Run }) {
  const differing = run.figures.filter(({ isSame }) => !isSame).length;
  return (
    <p role="status">
      <b>
        {differing === 0
          ? `Same: ${describeAll(run.figures.length)}.`
          : `Different: ${differing} of ${run.figures.length}.`}
      </b>{' '}
      <span className="tm-t3">
        {describeAsOf(run)}
        {differing > 0 && ' More blocks, labels or rules than at publication can be the reason; compare the as-of.'}
      </span>
    </p>
  );
}

function Figures({ check, run }: { readonly check: Check; readonly run: Run | undefined }) {
  return (
    <table className="tm-checks">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">Published</th>
          {run && <th scope="col">Now</th>}
          {run && <th scope="col">Result</th>}
        </tr>
      </thead>
      <tbody>
        {check.expect.map(({ label, value }, i) => {
          const figure = run?.figures[i];
          return (
            <tr key={label}>
              <td>{label}</td>
              <td className="value">{value}</td>
              {figure && <td className="value">{figure.now ?? <i>not in the answer</i>}</td>}
              {figure && <td className={figure.isSame ? 'same' : 'differs'}>{figure.isSame ? 'same' : 'different'}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function CheckPanel({ check, title }: { readonly check: Check; readonly title: string }) {
  const { isAllowed, isAdmin } = useSession();
  const rerun = useMutation({ mutationFn: () => runAgain(check), networkMode: 'always' });
  const isOpen = check.access === 'public' || isAllowed || isAdmin;
  return (
    <>
      <Figures check={check} run={rerun.data} />
      {rerun.error && <ErrorPanel error={rerun.error} what="The re-run" />}
      {rerun.data && <Outcome run={rerun.data} />}
      <div className="acts">
        {isOpen ? (
          <button
            type="button"
            className="tm-btn"
            aria-label={`Re-run: ${title}`}
            aria-disabled={rerun.isPending}
            onClick={() => !rerun.isPending && rerun.mutate()}
          >
            {rerun.isPending ? 'Running' : 'Re-run'}
          </button>
        ) : (
          <span>
            Needs an account: <AppLink href="/login">sign in</AppLink> to run this step.
          </span>
        )}
        <code className="tm-mono tm-t3">GET {check.path}</code>
      </div>
    </>
  );
}

/** One step of a case: what is stated, where to see it, and a way to ask for the figures again. */
export function CaseStep({ step }: { readonly step: CaseStudyStep }) {
  return (
    <li>
      <div className="step">
        <h3>{step.title}</h3>
        <p>{step.text}</p>
        {step.check && <CheckPanel check={step.check} title={step.title} />}
        {step.href && (
          <p className="tm-sm">
            <AppLink href={step.href} aria-label={`See it: ${step.title}`}>
              See it in Trailmark
            </AppLink>
          </p>
        )}
      </div>
    </li>
  );
}
