import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Answer } from '../../api.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { adviseOnChecksum } from '../../format/words.ts';
import { KnowledgeLine } from './knowledge-line.tsx';
import { LookupTable, rowUrl } from './lookup-table.tsx';
import { isSingle } from './lookup-text.ts';
import { lookUpQuery } from './queries.ts';

export interface LookupAnswersProps {
  readonly text: string;
  /** Where the text came from: "the file list.csv". */
  readonly source: string;
}

/** One identifier alone goes straight to its page; the search leaves no step in the history. */
function useOpenSingle(text: string, answer: Answer<'lookUp'> | undefined): boolean {
  const router = useRouter();
  const [only, ...others] = answer?.items ?? [];
  const href = only && others.length === 0 && isSingle(text) ? rowUrl(only) : undefined;
  useEffect(() => {
    if (href !== undefined) void router.navigate({ href, replace: true });
  }, [href, router]);
  return href !== undefined;
}

function Refused({ refused, skipped }: Pick<Answer<'lookUp'>, 'refused' | 'skipped'>) {
  if (refused.length === 0 && skipped === 0) return null;
  return (
    <section className="xl-refused">
      <h2 className="tm-h">
        Not searched <small>{formatPlural(refused.length + skipped, 'string')}</small>
      </h2>
      <ul>
        {refused.map(({ text, reason }) => (
          <li key={text + reason}>
            <QuotedText text={`"${text}"`} />
            <span>{adviseOnChecksum(reason)}</span>
          </li>
        ))}
      </ul>
      {skipped > 0 && (
        <p className="tm-t2">
          {formatPlural(skipped, 'further identifier')} not searched: one search takes 200. Search for the rest in
          parts.
        </p>
      )}
    </section>
  );
}

/** What a text holds and whose each address is. */
export function LookupAnswers({ text, source }: LookupAnswersProps) {
  const { data, error, refetch } = useQuery(lookUpQuery(text, 'conservative'));
  const isLeaving = useOpenSingle(text, data);
  if (error) return <ErrorPanel error={error} what="The search" onRetry={() => void refetch()} />;
  if (!data || isLeaving) {
    return (
      <Skeleton what="answers">
        <RowBars rows={5} columns={['180px', '320px', '40px', '120px', '90px']} />
      </Skeleton>
    );
  }
  return (
    <div className="tm-stack">
      <section className="as-found" aria-label="Answers">
        {data.items.length === 0 ? (
          <Empty>No address or output that this version can read is in {source}.</Empty>
        ) : (
          <>
            <h2 className="tm-h">
              {formatPlural(data.items.length, 'answer')} <small>from {source}</small>
            </h2>
            <LookupTable rows={data.items} />
          </>
        )}
      </section>
      <Refused refused={data.refused} skipped={data.skipped} />
      <KnowledgeLine labels={data.labels} rules={data.rules} />
    </div>
  );
}
