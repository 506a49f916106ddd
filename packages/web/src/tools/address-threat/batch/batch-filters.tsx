import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { isChainId } from '@trailmark/core/chain';
import { THREAT_LEVELS } from '@trailmark/core/screening/rule-set';
import { AppLink } from '../../../components/app-link.tsx';
import { ANY_OPTION, type FilterOptions, FilterPick } from '../../../components/form/filter-pick.tsx';
import { FindField } from '../../../components/form/find-field.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { LevelTag } from '../level-tag.tsx';
import type { Batch } from './batch-queries.ts';
import { type BatchPatch, type BatchSearch, batchUrl, isNarrowed, ROW_STATES } from './batch-search.ts';
import { nameCategory, ROW_STATE_WORDS } from './batch-words.ts';

const LEVELS = THREAT_LEVELS.toReversed();
const STATES: FilterOptions = [ANY_OPTION, ...ROW_STATES.map((state) => [state, ROW_STATE_WORDS[state]] as const)];

interface FiltersProps {
  readonly batch: Batch;
  readonly search: BatchSearch;
}

/** Levels with how many rows each has. */
function Levels({ batch: { batch, counts }, search }: FiltersProps) {
  const link = (level: BatchSearch['level']) => batchUrl(batch.id, { ...search, level });
  return (
    <nav className="tm-seg tb-levels" aria-label="Level">
      <AppLink href={link(undefined)} aria-current={search.level === undefined ? 'true' : undefined}>
        All <b>{formatCount(batch.screened)}</b>
      </AppLink>
      {LEVELS.map((level) => (
        <AppLink key={level} href={link(level)} aria-current={search.level === level ? 'true' : undefined}>
          <LevelTag level={level} /> {formatCount(counts[level] ?? 0)}
        </AppLink>
      ))}
    </nav>
  );
}

/** What the rows are narrowed to, all of it in the address bar. */
export function BatchFilters({ batch, search }: FiltersProps) {
  const router = useRouter();
  const { id, refusedCount } = batch.batch;
  const go = (patch: BatchPatch) =>
    void router.navigate({ href: batchUrl(id, { ...search, ...patch }), resetScroll: false });
  const categories: FilterOptions = [
    ANY_OPTION,
    ...batch.categories.map(({ name, count }) => [name, `${nameCategory(name)} (${formatCount(count)})`] as const),
  ];
  const chains: FilterOptions = [
    ANY_OPTION,
    ...batch.chains.map(({ name, count }) => {
      const text = isChainId(name) ? chainName(name) : name;
      return [name, `${text} (${formatCount(count)})`] as const;
    }),
  ];
  const isShares = search.columns === undefined;
  return (
    <div className="tb-tools">
      <Levels batch={batch} search={search} />
      <span className="tm-grow" />
      <nav className="tm-seg" aria-label="Columns">
        <AppLink href={batchUrl(id, { ...search, columns: undefined })} aria-current={isShares ? 'true' : undefined}>
          Shares
        </AppLink>
        <AppLink href={batchUrl(id, { ...search, columns: 'reasons' })} aria-current={isShares ? undefined : 'true'}>
          What counts most
        </AppLink>
      </nav>
      <span className="tb-break" />
      <FilterPick
        label="State"
        value={search.state}
        options={STATES}
        onPick={(state) => go({ state: state as never })}
      />
      <FilterPick
        label="Category"
        value={search.category}
        options={categories}
        onPick={(category) => go({ category })}
      />
      {batch.chains.length > 1 && (
        <FilterPick
          label="Chain"
          value={search.chain}
          options={chains}
          onPick={(chain) => go({ chain: chain as never })}
        />
      )}
      <FindField
        key={search.text}
        label="Subject, reason or label"
        words={search.text}
        onFind={(text) => go({ text })}
      />
      {isNarrowed(search) && (
        <AppLink className="tm-sm" href={batchUrl(id, { columns: search.columns, with: search.with })}>
          Clear filters
        </AppLink>
      )}
      {refusedCount > 0 && (
        <a className="tm-sm" href="#refused">
          {formatPlural(refusedCount, 'line')} refused
        </a>
      )}
    </div>
  );
}
