import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type Answer, transactionProofQuery } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { ProofPanel } from '../../components/proof/proof-panel.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { type ClusterPlace, nameAddress } from './cluster-place.ts';
import { ProofSteps } from './proof-steps.tsx';
import { type ProofAsk, proofFileUrl, whyTogetherQuery } from './queries.ts';
import { formatRule } from './rule-text.tsx';
import { VIEW_NAMES } from './view-switch.tsx';

// The drawing library is large, and most visits look at members only.
const ProofGraph = lazy(() =>
  import('../../components/proof-graph.tsx').then((module) => ({ default: module.ProofGraph })),
);

type Answered = Answer<'whyTogether'>;

const HIGH_STEPS_PX = 148;

function PairForm({ place, a }: { readonly place: ClusterPlace; readonly a: string }) {
  const router = useRouter();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    void router.navigate({ href: place.linkTo({ a: read('a'), b: read('b') }), resetScroll: false });
  };
  return (
    <form className="xl-pair" onSubmit={submit}>
      {(['a', 'b'] as const).map((name) => (
        <label key={name}>
          <span>{name === 'a' ? 'This address' : 'and this one'}</span>
          <input
            className="tm-field mono"
            name={name}
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            defaultValue={name === 'a' ? a : place.search.b}
          />
        </label>
      ))}
      <button type="submit" className="tm-btn pri">
        Why together?
      </button>
    </form>
  );
}

/** "They are joined through 3 steps; the weakest has confidence 71 of 100." */
export function describeVerdict({
  verdict,
  steps,
  confidence,
  view,
  isTogetherExpanded,
}: Pick<Answered, 'verdict' | 'steps' | 'confidence' | 'view' | 'isTogetherExpanded'>): string {
  const { name } = VIEW_NAMES[view];
  if (verdict === 'unseen') {
    return 'One of the two is not in the blocks that the clusters cover, so nothing can be said about the pair.';
  }
  if (verdict === 'apart') {
    const lead = isTogetherExpanded ? ' The expanded view joins them, through change links: a lead, not a proof.' : '';
    return `Nothing joins them in the ${name.toLowerCase()} view. That does not show that they have different owners.${lead}`;
  }
  const path = `They are joined through ${formatPlural(steps.length, 'step')}`;
  if (confidence === null) return `${path}.`;
  return steps.length === 1
    ? `${path} of confidence ${confidence} of 100.`
    : `${path}; the weakest has confidence ${confidence} of 100.`;
}

function Together({ place, answer }: { readonly place: ClusterPlace; readonly answer: Answered }) {
  const [selected, setSelected] = useState<number | null>(null);
  const drawn = useMemo(
    () =>
      answer.steps.map(({ from, to, link }) => ({
        from,
        to,
        txid: link.txid,
        height: link.height,
        rules: link.rules.map(formatRule).join(', '),
        confidence: link.confidence,
      })),
    [answer],
  );
  return (
    <LookAlikeScope values={answer.steps.flatMap(({ from, to }) => [from, to])}>
      <Suspense
        fallback={
          <Skeleton what="drawing">
            <Bar width="100%" height={HIGH_STEPS_PX} />
          </Skeleton>
        }
      >
        <ProofGraph steps={drawn} weakestStep={answer.weakestStep} selectedStep={selected} onSelect={setSelected} />
      </Suspense>
      <ProofSteps place={place} answer={answer} selectedStep={selected} onSelect={setSelected} />
    </LookAlikeScope>
  );
}

function StepProof({ place, txid }: { readonly place: ClusterPlace; readonly txid: string }) {
  const router = useRouter();
  const { data, error, refetch } = useQuery(transactionProofQuery(place.chain, txid));
  const close = useCallback(
    () => void router.navigate({ href: place.linkTo({ prove: undefined }), resetScroll: false }),
    [router, place],
  );
  return (
    <SidePanel title="The transaction, checked in this browser" onClose={close}>
      {error && <ErrorPanel error={error} what="The proof" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the proof">
          <RowBars rows={5} columns={['90%']} />
        </Skeleton>
      )}
      {data && <ProofPanel proof={data} asked={{ chain: place.chain, txid, blockHash: null }} />}
    </SidePanel>
  );
}

function ProofAnswer({ place, ask }: { readonly place: ClusterPlace; readonly ask: ProofAsk }) {
  const { data, error, refetch } = useQuery(whyTogetherQuery(ask));
  if (error) return <ErrorPanel error={error} what="The question" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="proof path">
        <Bar width="100%" height={HIGH_STEPS_PX} />
        <RowBars rows={3} columns={['20px', '140px', '160px', '260px', '60px']} />
      </Skeleton>
    );
  }
  return (
    <>
      <div className="tm-row tm-between tm-wrap xl-proofhead">
        <p role="status">
          <EvidenceMark kind="inference" withWord /> <b>{describeVerdict(data)}</b>
          {data.verdict === 'apart' && data.isTogetherExpanded && (
            <>
              {' '}
              <AppLink href={place.linkTo({ view: 'expanded' })}>Show it there</AppLink>
            </>
          )}
        </p>
        {data.verdict === 'together' && data.steps.length > 0 && (
          <a className="tm-btn sm" href={proofFileUrl(ask)} download>
            <IconDownload size={14} stroke={1.5} aria-hidden="true" />
            Proof file
          </a>
        )}
      </div>
      {data.verdict === 'together' && data.steps.length > 0 && <Together place={place} answer={data} />}
      {data.verdict === 'together' && data.steps.length === 0 && (
        <Empty>Both are the same owner in two spellings: there is nothing to prove.</Empty>
      )}
      <div className="tm-foot">
        <AsOfLine asOf={data.asOf} />
      </div>
    </>
  );
}

/** Why two addresses are in one cluster: the shortest path of links, drawn and as a table. */
export function ProofTab({ place, root }: { readonly place: ClusterPlace; readonly root: string }) {
  const { b, prove } = place.search;
  const a = place.search.a ?? nameAddress(place, root);
  const ask = b === undefined || a === b ? undefined : { chain: place.chain, address: a, other: b, view: place.view };
  return (
    <>
      <PairForm key={`${a}/${b}`} place={place} a={a} />
      {ask === undefined ? (
        <Empty>
          {a === b
            ? 'Both fields contain the same address: there is nothing to join. Enter another one.'
            : 'Enter two addresses: the shortest path of links between them appears here, each step to be checked.'}
        </Empty>
      ) : (
        <ProofAnswer place={place} ask={ask} />
      )}
      {prove !== undefined && <StepProof key={prove} place={place} txid={prove} />}
    </>
  );
}
