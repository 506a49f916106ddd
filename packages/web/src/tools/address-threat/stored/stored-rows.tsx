import './stored.css';
import { chainName } from '@trailmark/chains/account-catalogue';
import { isChainId } from '@trailmark/core/chain';
import { AppLink } from '../../../components/app-link.tsx';
import { formatCount } from '../../../format/number.ts';
import { formatTime } from '../../../format/time.ts';
import { LevelTag } from '../level-tag.tsx';
import { storedUrl } from '../search.ts';
import { type StoredRow, storedListUrl } from './stored-queries.ts';

/** Screenings listed over a result; a subject that is screened every day has hundreds. */
const SHOWN_OTHERS = 3;

export const toSeconds = (instant: string | null): number => Math.floor(Date.parse(instant ?? '') / 1000);

export const chainText = (chain: string): string => (isChainId(chain) ? chainName(chain) : chain);

type Row = Omit<StoredRow, 'batchName'>;

/** Level and score; what has no score has words. */
export function StoredVerdict({ row: { level, state, score } }: { readonly row: Row }) {
  if (level === null) return <span className="tm-none">not screened</span>;
  const word = state === 'none' ? 'none fired' : 'no score';
  return (
    <span className="tm-row tm-nw">
      <LevelTag level={level} /> {score === null ? <span className="tm-none">{word}</span> : <b>{score}</b>}
    </span>
  );
}

/** "height 170", or why there is none. */
export function describeHeight({ summary }: Row): string {
  if (summary === null) return 'height in the result';
  return summary.height === null ? 'no block indexed' : `height ${formatCount(summary.height)}`;
}

export interface OtherScreeningsProps {
  readonly rows: readonly StoredRow[];
  /** The one that is open. */
  readonly current: string;
}

/** Other screenings of the same subject, each with what is different from the open one. */
export function OtherScreenings({ rows, current }: OtherScreeningsProps) {
  const others = rows.filter(({ id }) => id !== current);
  const at = rows.find(({ id }) => id === current)?.screenedAt ?? null;
  if (others.length === 0) return null;
  return (
    <section className="tm-sect ts-others" aria-labelledby="ts-others">
      <h2 className="tm-h" id="ts-others">
        Other screenings of this subject
      </h2>
      <ul>
        {others.slice(0, SHOWN_OTHERS).map((row) => {
          const isLater = at !== null && (row.screenedAt ?? '') > at;
          return (
            <li key={row.id}>
              <AppLink href={storedUrl(row.id)}>{formatTime(toSeconds(row.screenedAt))} UTC</AppLink>
              <StoredVerdict row={row} />
              <span className="tm-t3 tm-sm">{describeHeight(row)}</span>
              <AppLink
                className="tm-sm"
                href={isLater ? storedUrl(row.id, current) : storedUrl(current, row.id)}
                aria-label={`Differences from the screening of ${formatTime(toSeconds(row.screenedAt))}`}
              >
                Differences
              </AppLink>
            </li>
          );
        })}
      </ul>
      {others.length > SHOWN_OTHERS && (
        <p className="tm-sm">
          <AppLink href={storedListUrl({ text: others[0]?.subject })}>All screenings of this subject</AppLink>
        </p>
      )}
    </section>
  );
}
