import '../../components/tool-page.css';
import './exchange-lookup.css';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { entityUrl, labelPacksUrl, lookupUrl } from '../../url.ts';
import { LookupField } from './lookup-field.tsx';
import { LookupStart } from './lookup-start.tsx';
import { readLookupText } from './lookup-text.ts';
import { SHARED_TEXT_LIMIT } from './search.ts';

// The tool opens with an empty field: what answers it comes with the first question.
const LookupAnswers = lazy(() => import('./lookup-answers.tsx').then((part) => ({ default: part.LookupAnswers })));
const NameAnswers = lazy(() => import('./name-answers.tsx').then((part) => ({ default: part.NameAnswers })));

const route = getRouteApi('/dashboard/exchange-lookup');

const PRIVATE_KEY =
  'This is a private key, or holds one. It was not sent anywhere. Search for its address instead, and treat the key as evidence.';
const TOO_LONG = 'One search takes half a million characters. Split the text.';
const TEXT_LIMIT = 500_000;

interface Kept {
  readonly text: string;
  readonly source: string;
}

/** A short text goes into the address bar, a long one stays in the page. */
function useLookup() {
  const router = useRouter();
  const { q } = route.useSearch();
  const [kept, setKept] = useState<Kept | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const submit = (raw: string, source = 'the text') => {
    const { kind } = readLookupText(raw);
    const isLong = raw.length > TEXT_LIMIT;
    setRefusal(kind === 'private-key' ? PRIVATE_KEY : isLong ? TOO_LONG : undefined);
    if (kind === 'private-key' || isLong) return;
    const isShared = raw.length <= SHARED_TEXT_LIMIT;
    setKept(isShared ? undefined : { text: raw, source });
    void router.navigate({ href: lookupUrl({ q: isShared ? raw.trim() : undefined }) });
  };
  const shown: Kept = q === undefined ? (kept ?? { text: '', source: '' }) : { text: q, source: 'the text' };
  return { shown, refusal, submit };
}

function Answers({ text, source }: Kept) {
  const asked = readLookupText(text);
  if (asked.kind === 'name') return <NameAnswers name={asked.name} />;
  if (asked.kind === 'identifiers') return <LookupAnswers text={asked.text} source={source} />;
  return <LookupStart />;
}

const ANSWERS_WAIT = (
  <Skeleton what="the answers">
    <RowBars rows={4} columns={['40%', '120px', '160px', '80px']} />
  </Skeleton>
);

/** Exchange lookup: one field, and whose the addresses in it are. */
export function LookupScreen() {
  const { shown, refusal, submit } = useLookup();
  useDocumentTitle('Exchange lookup');
  return (
    <div className="tm-page tm-stack as-page">
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Exchange lookup</h1>
        <span className="tm-row tm-sm">
          <AppLink href={entityUrl()}>Organisations</AppLink>
          <AppLink href={labelPacksUrl()}>Label packs</AppLink>
        </span>
      </div>
      <LookupField
        key={shown.text}
        text={shown.text}
        refusal={refusal}
        onSubmit={(text) => submit(text)}
        onFile={(file) => void file.text().then((text) => submit(text, `the file ${file.name.slice(0, 60)}`))}
      />
      <Suspense fallback={ANSWERS_WAIT}>
        <Answers {...shown} />
      </Suspense>
    </div>
  );
}
