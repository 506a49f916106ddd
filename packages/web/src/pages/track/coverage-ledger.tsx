import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { Coverage, CoverageRange } from '@trailmark/api/wire';
import { CoverageStrip } from '../../components/coverage-strip.tsx';
import { GapRow } from '../../components/gap-row.tsx';
import { Progress } from '../../components/progress.tsx';
import type { IndexedRange } from '../../format/gap-summary.ts';
import { formatCount, formatPlural } from '../../format/number.ts';

type AccountRange = Coverage['ranges'][number];

function describeAccountRange(range: AccountRange): string {
  const { wholeBlocks, fees, tokens, internals, rewards, timeEstimated, verified } = range;
  const held = [tokens && 'tokens', internals && 'internal transfers', fees && 'fees', rewards && 'rewards'].filter(
    Boolean,
  );
  return [
    wholeBlocks ? 'whole blocks' : 'blocks in part',
    held.length > 0 && `with ${held.join(', ')}`,
    timeEstimated && 'times estimated',
    verified && 'hashes verified',
  ]
    .filter(Boolean)
    .join(', ');
}

function describeOutputRange({ raw, wholeBlocks, timeEstimated, heightEstimated }: CoverageRange): string {
  const parts = [raw ? 'raw blocks' : 'facts without raw bytes', wholeBlocks ? '' : 'blocks in part'];
  const estimated = [timeEstimated && 'times', heightEstimated && 'heights'].filter(Boolean).join(' and ');
  return [...parts, estimated && `${estimated} estimated`].filter(Boolean).join(', ');
}

function describeRange(range: CoverageRange | AccountRange): string {
  return 'internals' in range ? describeAccountRange(range) : describeOutputRange(range);
}

function formatSpan({ fromHeight, toHeight }: IndexedRange): string {
  return fromHeight === toHeight ? formatCount(fromHeight) : `${formatCount(fromHeight)} to ${formatCount(toHeight)}`;
}

function Ingest({ ingest }: { readonly ingest: NonNullable<ChainStatus['ingest']> }) {
  const total = ingest.targetHeight === null ? undefined : ingest.targetHeight;
  if (ingest.state === 'stopped' || ingest.state === 'failed') {
    return (
      <p className={ingest.state === 'failed' ? 'tm-bad' : 'tm-t3'}>
        {ingest.message ?? `Reading ${ingest.source} has stopped.`}
      </p>
    );
  }
  return (
    <Progress
      done={ingest.height ?? ingest.blocks}
      total={ingest.height === null ? undefined : total}
      unit={ingest.state === 'following' ? 'blocks, following the node' : 'blocks'}
      secondsLeft={ingest.secondsLeft}
    >
      <p className="tm-t3 tm-sm">Reading {ingest.source}. What is indexed can be used already.</p>
      {ingest.message !== null && <p className="tm-sm">{ingest.message}</p>}
    </Progress>
  );
}

export interface CoverageLedgerProps {
  /** Of a chain of either family. */
  readonly status: Pick<ChainStatus, 'transactionCount' | 'ingest'> & {
    readonly tip: { readonly height: number } | null;
    readonly coverage: Pick<ChainStatus['coverage'], 'summary' | 'gaps'> & {
      readonly ranges: readonly (CoverageRange | AccountRange)[];
    };
  };
}

/** Index coverage of one chain: runs of heights with their source, and what is missing between them. */
export function CoverageLedger({ status }: CoverageLedgerProps) {
  const { coverage, transactionCount, ingest, tip } = status;
  return (
    <section className="tm-coverage">
      <h2 className="tm-h">
        Index coverage <small>{formatPlural(transactionCount, 'transaction')}</small>
      </h2>
      <p className="tm-t2">{coverage.summary}</p>
      {ingest && <Ingest ingest={ingest} />}
      {tip && <CoverageStrip ranges={coverage.ranges} tip={tip.height} />}
      <ul className="runs">
        {coverage.ranges.map((range) => (
          <li key={`${range.fromHeight}-${range.source}`}>
            <span className="span">{formatSpan(range)}</span>
            <span>
              {range.source}
              <span className="tm-t3">
                {' '}
                {describeRange(range)}, {formatPlural(range.blocks, 'block')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {coverage.gaps.length > 0 && (
        <details className="gaps">
          <summary>{formatPlural(coverage.gaps.length, 'gap')}</summary>
          {coverage.gaps.map((gap, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have a fixed order
            <GapRow key={i} gap={gap} />
          ))}
        </details>
      )}
    </section>
  );
}
