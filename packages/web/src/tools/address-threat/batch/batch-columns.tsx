import { chainName } from '@trailmark/chains/account-catalogue';
import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import { isChainId } from '@trailmark/core/chain';
import { CategoryGlyph } from '../../../components/category-glyph.tsx';
import type { ColumnSort } from '../../../components/column-header.tsx';
import type { DataColumn } from '../../../components/data-table.tsx';
import { EvidenceMark } from '../../../components/evidence-mark.tsx';
import { Hash } from '../../../components/hash.tsx';
import { LabelClaimText } from '../../../components/label-claim-text.tsx';
import { formatAmount } from '../../../format/amount.ts';
import { capClaimText } from '../../../format/claim-text.ts';
import { LevelTag } from '../level-tag.tsx';
import { storedUrl } from '../search.ts';
import { WAY_WORDS, writePercent } from '../threat-words.ts';
import type { BatchRow } from './batch-queries.ts';
import { type BatchSearch, batchUrl, type ROW_SORTS } from './batch-search.ts';
import { hasShares, heatStep, nameCategory, ROW_STATE_WORDS, toCategory } from './batch-words.ts';

type Column = DataColumn<BatchRow>;
type Sort = (typeof ROW_SORTS)[number];
/** Names and chains begin with a, figures with the largest. */
const FIRST: Partial<Record<Sort, 'ascending'>> = { number: 'ascending', subject: 'ascending', chain: 'ascending' };

const chainText = (chain: string): string => (isChainId(chain) ? chainName(chain) : chain);

/** How a column is sorted now, and the link that sorts by it or the other way round. */
function sortBy(id: string, search: BatchSearch, sort: Sort, category?: CategoryId): ColumnSort {
  const isCategory = search.by === category;
  const isSorted = (search.sort ?? 'score') === sort && isCategory;
  const now = search.order ?? 'descending';
  const order = isSorted ? (now === 'ascending' ? 'descending' : 'ascending') : (FIRST[sort] ?? 'descending');
  return {
    direction: isSorted ? now : null,
    href: batchUrl(id, { ...search, by: category, sort, order }),
  };
}

function Level({ state, level }: Pick<BatchRow, 'state' | 'level'>) {
  if (level === null || state === null) return <span className="tm-t3">{ROW_STATE_WORDS[state ?? 'waiting']}</span>;
  return <LevelTag level={level} />;
}

const NO_FIGURE: Readonly<Record<string, string>> = { none: 'none fired', unknown: 'no score' };

function Score({ state, score }: Pick<BatchRow, 'state' | 'score'>) {
  if (score !== null) return <b>{score}</b>;
  return <span className="tm-none">{NO_FIGURE[state ?? ''] ?? '–'}</span>;
}

/** What reviewers of the reader's agency state of the address now; no rule read it. */
function OfAgency({ ofAgency = [] }: Pick<BatchRow, 'ofAgency'>) {
  const [first] = ofAgency;
  if (!first) return null;
  const more = ofAgency.length > 1 ? ` and ${ofAgency.length - 1} more` : '';
  return (
    <span className="tb-why tm-t3" title={`Label of your agency, which no rule reads: ${first.text}`}>
      Your agency: <bdi>“{capClaimText(first.text)}”</bdi>
      {more}
    </span>
  );
}

/** Labels of the address that the agency contests now, or found wrong: the screening counted them. */
function Appealed({ appealed = [] }: Pick<BatchRow, 'appealed'>) {
  const [first, ...others] = appealed.filter(({ appeal }) => appeal.state !== 'rejected');
  if (!first) return null;
  return (
    <span className="tb-why tm-t3">
      Label <LabelClaimText claim={first} />
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}

function Reason({ row: { reason, summary, ofAgency, appealed } }: { readonly row: BatchRow }) {
  return (
    <>
      {reason !== null && (
        <span className="tb-why" title={reason}>
          {summary?.rests && <EvidenceMark kind={summary.rests} />} <bdi>{reason}</bdi>
        </span>
      )}
      <Appealed appealed={appealed} />
      <OfAgency ofAgency={ofAgency} />
    </>
  );
}

interface SelectProps {
  readonly row: BatchRow;
  readonly isChosen: boolean;
  readonly onToggle: (id: string) => void;
}

function Select({ row: { id, subject }, isChosen, onToggle }: SelectProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${subject.slice(0, 12)}`}
      checked={isChosen}
      onChange={() => onToggle(id)}
    />
  );
}

/** A share on the ramp; hatched where there is no answer, which is no zero. */
function Heat({ ppm, title }: { readonly ppm: number | undefined; readonly title: string }) {
  if (ppm === undefined)
    return (
      <span className="tb-heat hatch" title="No data">
        <span className="tm-sr">no data</span>
      </span>
    );
  return (
    <span className={`tb-heat q${heatStep(ppm)}`} title={title}>
      {writePercent(ppm)}
    </span>
  );
}

function describeHeat({ summary }: BatchRow, category: string): string {
  const exposed = summary?.exposure[category];
  if (!exposed) return `${nameCategory(category)}: 0 %`;
  const { way, symbol, decimals, amount, directPpm, indirectPpm } = exposed;
  const figures = `${writePercent(directPpm)} % direct, ${writePercent(indirectPpm)} % indirect`;
  return `${nameCategory(category)}: ${figures}; ${WAY_WORDS[way]} ${formatAmount(BigInt(amount), decimals)} ${symbol}`;
}

function heatColumn(id: string, search: BatchSearch, category: CategoryId): Column {
  return {
    id: category,
    header: (
      <span className="tb-heathead" title={CATEGORIES[category].name}>
        <CategoryGlyph category={category} />
        <span aria-hidden="true">{CATEGORIES[category].name.split(' ')[0]}</span>
      </span>
    ),
    align: 'right',
    width: '64px',
    sort: sortBy(id, search, 'category', category),
    cell: (row) => (
      <Heat ppm={hasShares(row) ? (row.shares?.[category] ?? 0) : undefined} title={describeHeat(row, category)} />
    ),
  };
}

const UNKNOWN_COLUMN: Column = {
  id: 'unknown-share',
  header: (
    <span className="tb-heathead" title="Nobody knows whose this part is: not read, undecoded, or beyond a limit">
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="2.6 2.1" />
      </svg>
      <span aria-hidden="true">Unknown</span>
    </span>
  ),
  align: 'right',
  width: '64px',
  cell: (row) => (
    <Heat
      ppm={hasShares(row) ? (row.summary?.unknownPpm ?? undefined) : undefined}
      title="Share of which nobody knows whose it is"
    />
  ),
};

const exposedOf = ({ summary }: BatchRow) => (summary?.category ? summary.exposure[summary.category] : undefined);

/** What counts most in each row: its category with both rings, the amount, and the label. */
function reasonColumns(id: string, search: BatchSearch): Column[] {
  const ring = (name: 'direct' | 'indirect'): Column => ({
    id: name,
    header: name === 'direct' ? 'Direct, %' : 'Indirect, %',
    width: '92px',
    align: 'right',
    sort: sortBy(id, search, name),
    cell: (row) => {
      const exposed = exposedOf(row);
      return exposed ? writePercent(exposed[`${name}Ppm`]) : <span className="tm-none">–</span>;
    },
  });
  return [
    {
      id: 'category',
      header: 'Category that counts most',
      width: '190px',
      sort: sortBy(id, search, 'category'),
      cell: ({ summary }) => {
        const category = toCategory(summary?.category);
        if (category) return <CategoryGlyph category={category} withName />;
        return summary?.category ?? <span className="tm-none">none</span>;
      },
    },
    ring('direct'),
    ring('indirect'),
    {
      id: 'amount',
      header: 'Amount',
      width: '230px',
      align: 'right',
      cell: (row) => {
        const exposed = exposedOf(row);
        if (!exposed) return <span className="tm-none">–</span>;
        const { way, amount, decimals, symbol } = exposed;
        return (
          <span className="tm-nw">
            <span className="tm-t3">{WAY_WORDS[way]}</span> {formatAmount(BigInt(amount), decimals)} <bdi>{symbol}</bdi>
          </span>
        );
      },
    },
    {
      id: 'label',
      header: 'Label',
      width: '150px',
      cell: ({ summary }) =>
        summary?.label ? (
          <span className="tb-label" title={summary.label.text}>
            {summary.label.isInherited && <span className="tm-t3">cluster: </span>}
            <bdi>“{summary.label.text}”</bdi>
          </span>
        ) : (
          <span className="tm-none">{summary ? 'no label' : '–'}</span>
        ),
    },
  ];
}

export interface ColumnsProps {
  readonly id: string;
  readonly search: BatchSearch;
  readonly categories: readonly CategoryId[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** Rows of several chains. */
  readonly hasChains: boolean;
}

/** Columns of the grid: who, the verdict, shares by category or what counts most, and the reason. */
export function createColumns({
  id,
  search,
  categories,
  chosen,
  onToggle,
  hasChains,
}: ColumnsProps): readonly Column[] {
  const middle =
    search.columns === 'reasons'
      ? reasonColumns(id, search)
      : [...categories.map((category) => heatColumn(id, search, category)), UNKNOWN_COLUMN];
  const chain: Column = {
    id: 'chain',
    header: 'Chain',
    width: '96px',
    isMinor: true,
    sort: sortBy(id, search, 'chain'),
    cell: (row) => chainText(row.chain),
  };
  return [
    {
      id: 'choose',
      header: <span className="tm-sr">Choose</span>,
      width: '30px',
      cell: (row) => <Select row={row} isChosen={chosen.has(row.id)} onToggle={onToggle} />,
    },
    {
      id: 'subject',
      header: 'Subject',
      width: '164px',
      narrow: 'top-left',
      sort: sortBy(id, search, 'subject'),
      cell: ({ id: row, subject, kind, state }) => (
        <Hash value={subject} kind={kind} {...(state !== null && state !== 'failed' && { href: storedUrl(row) })} />
      ),
    },
    ...(hasChains || search.columns === 'reasons' ? [chain] : []),
    { id: 'level', header: 'Level', width: '100px', narrow: 'top-right', cell: (row) => <Level {...row} /> },
    {
      id: 'score',
      header: 'Score',
      width: '74px',
      align: 'right',
      narrow: 'bottom-right',
      sort: sortBy(id, search, 'score'),
      cell: (row) => <Score {...row} />,
    },
    ...middle,
    {
      id: 'reason',
      header: 'Reason that counts most',
      narrow: 'bottom-left',
      cell: (row) => <Reason row={row} />,
    },
  ];
}
