import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { StatementSubject } from '@trailmark/core/statement/statement';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash, LookAlikeScope } from '../../components/hash.tsx';
import { PasteField } from '../../components/paste-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { holdsPrivateKey, SCAN_LIMIT } from '../../format/pasted-text.ts';
import { CaseSet } from './case-set.tsx';
import { InputsLine } from './inputs-line.tsx';
import { optionsOf, SHARED_LIMIT, type StatementSearch, statementUrl, writeSet } from './search.ts';
import { isWalletKey, WalletKey } from './wallet-key.tsx';

const PRIVATE_KEY =
  'This text contains a private key. It was not sent anywhere. Paste the addresses instead, and treat the key as evidence.';
const TOO_LONG = 'At most one million characters at once. Split the text.';
const SHOWN = 100;

type Found = Answer<'scanText'>['found'][number];

function refuse(text: string): string | undefined {
  if (holdsPrivateKey(text)) return PRIVATE_KEY;
  return text.length > SCAN_LIMIT ? TOO_LONG : undefined;
}

const idOf = ({ chain, id }: Found) => `${chain}:${id}`;

/** Addresses of a text, each once per chain. One that is valid on several chains is chosen on those where it was used. */
function listFound(answer: Answer<'scanText'> | undefined) {
  const found = new Map((answer?.found ?? []).filter(({ kind }) => kind === 'address').map((one) => [idOf(one), one]));
  const all = [...found.values()];
  const isAlone = ({ id }: Found) => all.filter((one) => one.id === id).length === 1;
  return { all, chosen: new Set(all.filter((one) => one.isIndexed || isAlone(one)).map(idOf)) };
}

interface SubjectsProps {
  readonly answer: Answer<'scanText'>;
  readonly search: StatementSearch;
}

function Subjects({ answer, search }: SubjectsProps) {
  const router = useRouter();
  const { all, chosen: first } = listFound(answer);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(first);
  const [clustered, setClustered] = useState<ReadonlySet<string>>(new Set());
  const toggle = (set: ReadonlySet<string>, id: string) =>
    set.has(id) ? new Set([...set].filter((one) => one !== id)) : new Set([...set, id]);
  const wanted = all.filter((one) => chosen.has(idOf(one)));
  const make = () => {
    const subjects = wanted.map((one): StatementSubject => {
      return { kind: clustered.has(idOf(one)) ? 'cluster' : 'address', chain: one.chain, text: one.id };
    });
    void router.navigate({ href: statementUrl({ ...optionsOf(search), set: writeSet(subjects) }) });
  };
  return (
    <>
      <section>
        <h2 className="tm-h">
          {all.length === 0 ? 'No address' : formatPlural(all.length, 'address', 'addresses')}{' '}
          <small>in the text</small>
        </h2>
        {all.length === 0 && <p className="tm-hint">A statement is made of addresses. None was found in this text.</p>}
        <LookAlikeScope values={all.map(({ id }) => id)}>
          <ul className="ws-subjects">
            {all.slice(0, SHOWN).map((one) => (
              <li key={idOf(one)}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.has(idOf(one))}
                    onChange={() => setChosen(toggle(chosen, idOf(one)))}
                    aria-label={`${one.id} on ${chainName(one.chain)}`}
                  />
                </label>
                <Hash value={one.id} kind="address" />
                <span>{chainName(one.chain)}</span>
                <span className="tm-t2">{one.detail}</span>
                {traitsOf(one.chain).hasClusters && (
                  <label className="tm-sm">
                    <input
                      type="checkbox"
                      checked={clustered.has(idOf(one))}
                      onChange={() => setClustered(toggle(clustered, idOf(one)))}
                    />{' '}
                    with its cluster
                  </label>
                )}
              </li>
            ))}
          </ul>
        </LookAlikeScope>
        {all.length > SHOWN && <p className="tm-hint">The first {SHOWN} are shown, all that are chosen are read.</p>}
        {all.length > 0 && (
          <p>
            <button type="button" className="tm-btn pri" disabled={wanted.length === 0} onClick={make}>
              Make the statement of {formatPlural(wanted.length, 'address', 'addresses')}
            </button>
          </p>
        )}
      </section>
      {answer.refused.length > 0 && (
        <section className="ws-refused">
          <h2 className="tm-h">
            {formatPlural(answer.refused.length, 'line')} refused <small>none was guessed</small>
          </h2>
          <ul>
            {answer.refused.slice(0, SHOWN).map(({ text, reason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
              <li key={i}>
                <QuotedText text={text} /> <span className="tm-t2">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The form: one field for any input, the inputs in one line, and the addresses that were found. */
export function StatementStart({ search }: { readonly search: StatementSearch }) {
  const router = useRouter();
  const [kept, setKept] = useState('');
  const [said, setSaid] = useState<string | undefined>(undefined);
  const text = search.q ?? kept;
  const refusal = said ?? refuse(text);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['scan', 'statement', text],
    queryFn: ({ signal }) => api.call('scanText', { body: { text }, signal }),
    enabled: text !== '' && refusal === undefined && !isWalletKey(text),
    staleTime: 300_000,
  });
  const submit = (raw: string) => {
    const next = raw.trim();
    const reason = refuse(next);
    setSaid(reason);
    if (reason !== undefined) return;
    setKept(next);
    void router.navigate({ href: statementUrl({ ...search, q: next.length <= SHARED_LIMIT ? next : undefined }) });
  };
  return (
    <>
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Wallet statement</h1>
        <AppLink className="tm-sm" href="/wallet-statement/seed">
          Seed phrases and keys
        </AppLink>
      </div>
      <PasteField
        key={`text ${text}`}
        text={text}
        refusal={refusal}
        label="Addresses: one, a list, any text that contains some, or an extended public key"
        placeholder="Address, list, any text, xpub or descriptor"
        submitLabel="Find addresses"
        help="Addresses of one or several chains become one statement. Nothing leaves this server."
        onSubmit={submit}
        onFile={(file) => void file.text().then(submit)}
      />
      <InputsLine
        key={JSON.stringify(optionsOf(search))}
        search={search}
        onApply={(options) => void router.navigate({ href: statementUrl({ ...search, ...options }) })}
      />
      {error && <ErrorPanel error={error} what="This text" onRetry={() => void refetch()} />}
      {isFetching && !data && (
        <Skeleton what="the text">
          <RowBars rows={4} columns={['320px', '120px', '160px']} />
        </Skeleton>
      )}
      {refusal === undefined && isWalletKey(text) && <WalletKey key={`key ${text}`} text={text} search={search} />}
      {data && !isWalletKey(text) && <Subjects key={`found ${text}`} answer={data} search={search} />}
      {text === '' && <CaseSet search={search} />}
      {text === '' && (
        <div className="ws-explain tm-t2">
          <p>
            A statement shows what a set of addresses had, what came and went, and what was left: exact in the smallest
            unit of each asset, or with a gap that says what is missing.
          </p>
          <p>
            What moves between addresses of the set is an own transfer. The same request on the same blocks gives the
            same bytes.
          </p>
        </div>
      )}
    </>
  );
}
