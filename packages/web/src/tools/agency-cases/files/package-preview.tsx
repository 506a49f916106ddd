import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PackagePreviewTable } from '@trailmark/api/contract/case-package';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { type Answer, api } from '../../../api.ts';
import { caseKey } from '../../../cases.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import { forgetRows, type PackageChoice, type PreviewPage, toChoiceBody, togglePlace } from './package-choice.ts';
import { PreviewRows } from './preview-rows.tsx';

type Preview = Answer<'previewCasePackage'>;

function useCasePreview(caseId: string, choice: PackageChoice, page: PreviewPage) {
  const body = { ...toChoiceBody(choice), page };
  return useQuery({
    queryKey: [...caseKey(caseId), 'package-preview', body],
    queryFn: ({ signal }) => api.call('previewCasePackage', { params: { case: caseId }, body, signal }),
    placeholderData: keepPreviousData,
    // The case may change at any time: a choice that was seen before is read again.
    ...{ staleTime: 0, gcTime: 0, retry: false },
  });
}

/** Where each text is repeated, in the order in which it was found. */
function groupRepeats(repeats: Preview['repeats']): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { text, where } of repeats) places.set(text, [...(places.get(text) ?? []), where]);
  return places;
}

function Repeats({ repeats, areRepeatsCut, tooShort }: Preview) {
  const places = groupRepeats(repeats);
  const notSearched = tooShort > 0 && (
    <p className="tm-t3 tm-sm">
      {formatPlural(tooShort, 'text')} left out {tooShort === 1 ? 'has' : 'have'} fewer than 4 characters and{' '}
      {tooShort === 1 ? 'was' : 'were'} not searched for.
    </p>
  );
  if (places.size === 0) return notSearched;
  return (
    <>
      <details className="cf-repeats">
        <summary>
          {formatPlural(places.size, 'text')} left out {places.size === 1 ? 'is' : 'are'} repeated in what the recipient
          reads
        </summary>
        <ul className="cf-leftover">
          {[...places].map(([text, where]) => (
            <li key={text}>
              “<bdi>{text}</bdi>” <span className="tm-t3">in</span> <bdi>{where.join('; ')}</bdi>
            </li>
          ))}
        </ul>
        {areRepeatsCut && <p>The first {formatCount(repeats.length)} places are listed. There are more.</p>}
      </details>
      {notSearched}
    </>
  );
}

interface TableProps {
  readonly table: PackagePreviewTable;
  readonly choice: PackageChoice;
  readonly onToggle: (place: string) => void;
  readonly onPage: (page: PreviewPage) => void;
}

function PreviewTable(props: TableProps) {
  const { name, rows, hiddenRows } = props.table;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name}{' '}
        <span className="tm-t3">
          {formatPlural(rows - hiddenRows, 'row')}
          {hiddenRows > 0 && `, ${formatCount(hiddenRows)} left out`}
        </span>
      </summary>
      {isOpen && <PreviewRows {...props} />}
    </details>
  );
}

interface PackagePreviewProps {
  readonly caseId: string;
  readonly choice: PackageChoice;
  readonly onChange: (choice: PackageChoice) => void;
}

/** What the recipient would read, field by field, each of which can be left out. */
export function PackagePreview({ caseId, choice, onChange }: PackagePreviewProps) {
  const [page, setPage] = useState<PreviewPage>(null);
  const { data, error, isPlaceholderData, refetch } = useCasePreview(caseId, choice, page);
  if (error) {
    const isStale = AppError.is(error, 'conflict') && choice.basis !== null;
    return (
      <ErrorPanel error={error} what="The preview" {...(isStale ? {} : { onRetry: () => void refetch() })}>
        {isStale && (
          <button type="button" className="tm-btn" onClick={() => onChange(forgetRows(choice))}>
            Choose rows again
          </button>
        )}
      </ErrorPanel>
    );
  }
  if (!data) {
    return (
      <Skeleton what="the preview">
        <RowBars rows={4} columns={['30%', '15%']} />
      </Skeleton>
    );
  }
  return (
    <div className="cf-preview" aria-busy={isPlaceholderData}>
      <h3 className="tm-h">
        What the recipient reads {isPlaceholderData && <span className="tm-t3 tm-sm">is being read again …</span>}
      </h3>
      <Repeats {...data} />
      {data.tables.map((table) => (
        <PreviewTable
          key={table.table}
          table={table}
          choice={choice}
          onToggle={(place) => onChange(togglePlace(choice, place, data.basis))}
          onPage={setPage}
        />
      ))}
      {data.leftOut.length > 0 && (
        <p className="tm-t3 tm-sm">
          Left out as a whole: {data.leftOut.map(({ name, rows }) => `${name} (${formatCount(rows)})`).join(', ')}.
        </p>
      )}
    </div>
  );
}
