import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PasteField } from '../../components/paste-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { holdsPrivateKey, SCAN_LIMIT } from '../../format/pasted-text.ts';
import { FoundSubjects, listSubjects } from './found-subjects.tsx';
import { OptionsLine } from './options-line.tsx';
import { rulesUrl } from './rules/rules-queries.ts';
import { optionsOf, SHARED_TEXT_LIMIT, type ThreatSearch, threatUrl } from './search.ts';

const PRIVATE_KEY =
  'This text contains a private key. It was not sent anywhere. Paste the address instead, and treat the key as evidence.';
const TOO_LONG = 'At most one million characters at once. Split the text.';

interface Kept {
  readonly text: string;
  readonly source: string;
}

function scanQuery(text: string) {
  return {
    queryKey: ['scan', 'threat', text],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call('scanText', { body: { text }, signal }),
    enabled: text !== '',
    staleTime: 300_000,
  };
}

function refuse(text: string): string | undefined {
  if (holdsPrivateKey(text)) return PRIVATE_KEY;
  return text.length > SCAN_LIMIT ? TOO_LONG : undefined;
}

/** A short text goes into the address bar, a long one stays in the page. */
function usePasted(search: ThreatSearch) {
  const router = useRouter();
  const [kept, setKept] = useState<Kept | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const submit = (raw: string, source = 'the text') => {
    const text = raw.trim();
    const reason = refuse(text);
    setRefusal(reason);
    if (reason !== undefined) return;
    const isShared = text.length <= SHARED_TEXT_LIMIT;
    setKept(isShared ? undefined : { text, source });
    void router.navigate({ href: threatUrl({ ...search, q: isShared ? text : undefined }) });
  };
  const shown: Kept =
    search.q === undefined ? (kept ?? { text: '', source: '' }) : { text: search.q, source: 'the text' };
  // A link may carry anything: a key in it is not sent either.
  return { shown, refusal: refusal ?? refuse(shown.text), submit, router };
}

/** One subject without a doubt: its result opens at once, and Back leads to the form. */
function onlySubject({ found, refused }: Answer<'scanText'>) {
  const subjects = listSubjects(found);
  return subjects.length === 1 && refused.length === 0 ? subjects[0] : undefined;
}

/** The form: one field for any input, the options in one line, and what was recognised. */
export function ThreatStart({ search }: { readonly search: ThreatSearch }) {
  const { shown, refusal, submit, router } = usePasted(search);
  const { data, error, isFetching, refetch } = useQuery(scanQuery(refusal === undefined ? shown.text : ''));
  const only = data && onlySubject(data);
  const onlyHref = only && threatUrl({ ...optionsOf(search), ...only.search });
  useEffect(() => {
    if (onlyHref !== undefined) void router.navigate({ href: onlyHref, replace: true });
  }, [onlyHref, router]);
  return (
    <>
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Address threat analysis</h1>
        <nav className="tm-row tm-sm th-links" aria-label="Kept">
          <AppLink href={threatUrl({ view: 'stored' })}>Screenings</AppLink>
          <AppLink href={threatUrl({ view: 'batches' })}>Batches</AppLink>
          <AppLink href={threatUrl({ view: 'appeals' })}>Appeals</AppLink>
          <AppLink href={rulesUrl()}>Rules</AppLink>
        </nav>
      </div>
      <PasteField
        key={shown.text}
        text={shown.text}
        refusal={refusal}
        label="Addresses and transactions: one, a list, or any text that contains some"
        placeholder="Address, transaction id, list or any text"
        submitLabel="Screen"
        help="1 to 10,000 addresses or transactions, of any chain. Nothing leaves this server."
        onSubmit={(text) => submit(text)}
        onFile={(file) => void file.text().then((text) => submit(text, `the file ${file.name.slice(0, 60)}`))}
      />
      <OptionsLine
        key={JSON.stringify(optionsOf(search))}
        search={search}
        onApply={(options) => void router.navigate({ href: threatUrl({ ...search, ...options }) })}
      />
      {error && <ErrorPanel error={error} what="This text" onRetry={() => void refetch()} />}
      {isFetching && !data && (
        <Skeleton what="the text">
          <RowBars rows={4} columns={['320px', '120px', '160px']} />
        </Skeleton>
      )}
      {data && only === undefined && <FoundSubjects answer={data} source={shown.source} search={search} />}
      {shown.text === '' && <Explanation />}
    </>
  );
}

function Explanation() {
  return (
    <div className="th-explain tm-t2">
      <p>
        A screening states whose address a source says it is, where its money came from and went to, and how it behaves.
        Rules that you can read turn that into a level: Unknown, Low, Medium, High or Severe.
      </p>
      <p>
        Every figure has its transactions. The same request on the same blocks, labels and rules gives the same result,
        and no level clears anybody.
      </p>
    </div>
  );
}
