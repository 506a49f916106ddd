import type { OutputChainId } from '@trailmark/core/chain';
import { useMemo } from 'react';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatCount } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { RuleText } from './rule-text.tsx';

type Answered = Answer<'whyTogether'>;

/** A step with its place on the path. */
interface StepRow {
  readonly number: number;
  readonly isWeakest: boolean;
  readonly step: Answered['steps'][number];
}

const NO_RAW = 'The block came from a table of facts without raw bytes, so there is nothing to hash.';

function Bridge({ isBridge }: Pick<StepRow['step'], 'isBridge'>) {
  if (isBridge === null)
    return <Missing reason="The cluster is too large to calculate in time.">not calculated</Missing>;
  return isBridge ? <b className="tm-m tm-nw">only way</b> : <span className="tm-t3 tm-nw">others exist</span>;
}

function Between({ chain, step: { from, to, link } }: { chain: OutputChainId; step: StepRow['step'] }) {
  const owners = link.ownerCount > 2 ? `, ${formatCount(link.ownerCount)} owners in all` : '';
  return (
    <span className="xl-joined" data-chain={chain}>
      <Hash value={from} kind="address" /> <span className="tm-t3">with</span> <Hash value={to} kind="address" />
      <span className="tm-t3 tm-sm">
        {link.vout === null
          ? `inputs of one transaction${owners}`
          : `output ${link.vout} inferred to be change${owners}`}
      </span>
    </span>
  );
}

function createColumns(place: ClusterPlace): readonly DataColumn<StepRow>[] {
  const { chain } = place;
  return [
    { id: 'number', header: 'Step', cell: ({ number }) => <span className="xl-step">{number}</span> },
    { id: 'rule', header: 'Rule', narrow: 'top-left', cell: ({ step }) => <RuleText rules={step.link.rules} /> },
    {
      id: 'txid',
      header: 'Transaction',
      narrow: 'bottom-left',
      cell: ({ step: { link } }) => (
        <span className="xl-joined">
          <Hash value={link.txid} kind="transaction" href={transactionUrl(chain, link.txid, { height: link.height })} />
          <span className="tm-t3 tm-sm tm-nw">height {formatCount(link.height)}</span>
        </span>
      ),
    },
    { id: 'between', header: 'What it shows', cell: ({ step }) => <Between chain={chain} step={step} /> },
    {
      id: 'confidence',
      header: 'Confidence',
      align: 'right',
      narrow: 'top-right',
      cell: ({ step, isWeakest }) => (
        <>
          <b>{step.link.confidence}</b>
          {isWeakest && <span className="xl-weak"> weakest</span>}
        </>
      ),
    },
    { id: 'bridge', header: 'Link', isMinor: true, cell: ({ step }) => <Bridge isBridge={step.isBridge} /> },
    {
      id: 'actions',
      header: <span className="tm-sr">Check and leave out</span>,
      narrow: 'bottom-right',
      cell: ({ step: { link } }) => (
        <span className="xl-packactions">
          {link.hasRaw ? (
            <AppLink href={place.linkTo({ prove: link.txid })}>Check it here</AppLink>
          ) : (
            <Missing reason={NO_RAW}>no raw bytes</Missing>
          )}
          <AppLink href={place.linkTo({ tab: 'what-if', txs: link.txid, prove: undefined })}>Leave out</AppLink>
        </span>
      ),
    },
  ];
}

export interface ProofStepsProps {
  readonly place: ClusterPlace;
  readonly answer: Answered;
  readonly selectedStep: number | null;
  readonly onSelect: (step: number) => void;
}

/** The path as a table: each step with its rule, its transaction, and where to check it. */
export function ProofSteps({ place, answer, selectedStep, onSelect }: ProofStepsProps) {
  const columns = useMemo(() => createColumns(place), [place]);
  const rows = useMemo(
    () =>
      answer.steps.map((step, i) => ({
        number: i + 1,
        isWeakest: answer.weakestStep === i && answer.steps.length > 1,
        step,
      })),
    [answer],
  );
  return (
    <DataTable
      caption="Steps of the proof"
      columns={columns}
      rows={rows}
      rowId={({ number }) => String(number)}
      onOpen={({ number }) => onSelect(number - 1)}
      opensOnClick
      selectedId={selectedStep === null ? undefined : String(selectedStep + 1)}
    />
  );
}
