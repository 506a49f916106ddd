import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import type { Answer } from '../../api.ts';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { BatchStart } from './batch/batch-start.tsx';
import { optionsOf, type ThreatSearch, threatUrl } from './search.ts';

type Scan = Answer<'scanText'>;

export interface FoundSubject {
  readonly chain: ChainId;
  readonly kind: 'address' | 'transaction';
  readonly text: string;
  readonly detail: string;
  readonly isIndexed: boolean;
  readonly search: Pick<ThreatSearch, 'chain' | 'address' | 'tx'>;
}

const SHOWN = 200;

/** Addresses and transactions of a scan, each once on each chain where it is valid. */
export function listSubjects(found: Scan['found']): readonly FoundSubject[] {
  const subjects = new Map<string, FoundSubject>();
  for (const { kind, chain, id, detail, isIndexed } of found) {
    if (kind !== 'address' && kind !== 'transaction') continue;
    const search = kind === 'address' ? { chain, address: id, tx: undefined } : { chain, address: undefined, tx: id };
    subjects.set(`${kind}/${chain}/${id}`, { chain, kind, text: id, detail, isIndexed, search });
  }
  return [...subjects.values()];
}

export interface RefusedLinesProps {
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

/** What looked like an address or a transaction and is none, each with the reason. Nothing is guessed. */
export function RefusedLines({ refused }: RefusedLinesProps) {
  if (refused.length === 0) return null;
  return (
    <section className="th-refused" id="refused">
      <h2 className="tm-h">
        {formatPlural(refused.length, 'line')} refused <small>none was guessed</small>
      </h2>
      <ul>
        {refused.map(({ text, reason }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
          <li key={i}>
            <QuotedText text={text} />
            <span className="tm-t2">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function createColumns(search: ThreatSearch): readonly DataColumn<FoundSubject>[] {
  return [
    {
      id: 'subject',
      header: 'Subject',
      narrow: 'top-left',
      cell: ({ text, kind, search: subject }) => (
        <Hash value={text} kind={kind} href={threatUrl({ ...optionsOf(search), ...subject })} />
      ),
    },
    { id: 'kind', header: 'Kind', narrow: 'bottom-left', cell: ({ kind }) => kind },
    { id: 'chain', header: 'Chain', narrow: 'top-right', cell: ({ chain }) => chainName(chain) },
    { id: 'detail', header: 'In this index', narrow: 'bottom-right', cell: ({ detail }) => detail },
  ];
}

export interface FoundSubjectsProps {
  readonly answer: Scan;
  /** "the text", "the file list.csv". */
  readonly source: string;
  readonly search: ThreatSearch;
}

/** What was recognised in a text: each subject opens its own result. */
export function FoundSubjects({ answer: { found, refused, truncated }, source, search }: FoundSubjectsProps) {
  const subjects = listSubjects(found);
  const shown = subjects.slice(0, SHOWN);
  const texts = new Set(subjects.map(({ text }) => text));
  return (
    <>
      <section>
        <h2 className="tm-h">
          {subjects.length === 0 ? 'Nothing to screen' : formatPlural(subjects.length, 'subject')}{' '}
          <small>in {source}</small>
        </h2>
        {subjects.length === 0 && <p className="tm-hint">It contains no valid address and no transaction id.</p>}
        {texts.size === 1 && subjects.length > 1 && (
          <p className="tm-hint">
            It is valid on {formatCount(subjects.length)} chains. Choose one; they are not merged.
          </p>
        )}
        {shown.length > 0 && (
          <LookAlikeScope values={shown.map(({ text }) => text)}>
            <DataTable
              caption="Subjects in the text"
              columns={createColumns(search)}
              rows={shown}
              rowId={({ chain, kind, text }) => `${kind}/${chain}/${text}`}
            />
          </LookAlikeScope>
        )}
        {subjects.length > 1 && <BatchStart key={texts.size} subjects={subjects} refused={refused} search={search} />}
        {subjects.length > SHOWN && <p className="tm-hint">The first {SHOWN} are shown.</p>}
        {truncated && <p className="tm-hint">The text contains more than one scan reads. Send the rest separately.</p>}
      </section>
      <RefusedLines refused={refused} />
    </>
  );
}
