import { useQuery } from '@tanstack/react-query';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { ChainId } from '@trailmark/core/chain';
import type { TraceSeed } from '@trailmark/core/trace/trace-request';
import { useMemo } from 'react';
import { type Answer, api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { describeField, FieldFrame } from '../../components/form/field-frame.tsx';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { shorten } from '../../format/identifier.ts';
import { formatPlural } from '../../format/number.ts';
import { holdsPrivateKey } from '../../format/pasted-text.ts';
import { type ChainChoice, describeSeed, listChainChoices, listSeeds, readParts } from './read-seeds.ts';

const PRIVATE_KEY =
  'This contains a private key. Nothing of it was sent anywhere. Paste its address instead, and treat the key as evidence.';
const LOOK_AFTER_MS = 350;
const SHOWN = 6;
/** So many refusals are shown by default. */
const OPENED = 3;

export interface ReadSeeds {
  readonly chain: ChainId | undefined;
  readonly choices: readonly ChainChoice[];
  readonly seeds: readonly TraceSeed[];
  readonly refused: Answer<'scanText'>['refused'];
  /** Not indexed: the trace will state so. */
  readonly missing: number;
  readonly refusal: string | undefined;
  readonly error: unknown;
  readonly isReading: boolean;
}

const NOTHING = 'This text contains no address and no transaction id.';

function readFound(
  found: Answer<'scanText'>['found'],
  parts: ReturnType<typeof readParts>['parts'],
  wanted: ChainId | undefined,
  isDone: boolean,
): Pick<ReadSeeds, 'chain' | 'choices' | 'seeds' | 'missing' | 'refusal'> {
  const choices = listChainChoices(found);
  const chain = choices.find((choice) => choice.chain === wanted)?.chain ?? choices[0]?.chain;
  const seeds = chain === undefined ? [] : listSeeds(found, parts, chain);
  const missing = found.filter((hit) => hit.chain === chain && !hit.isIndexed).length;
  return { chain, choices, seeds, missing, refusal: isDone && seeds.length === 0 ? NOTHING : undefined };
}

/** What a pasted text can begin a trace with, as the server reads it; private keys stay in the browser. */
export function useSeeds(text: string, wanted: ChainId | undefined): ReadSeeds {
  const settled = useDebouncedValue(text.trim(), LOOK_AFTER_MS);
  const isKey = useMemo(() => holdsPrivateKey(text), [text]);
  const { plain, parts } = useMemo(() => readParts(settled), [settled]);
  const isAsked = useMemo(() => settled !== '' && !holdsPrivateKey(settled), [settled]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['flow-seeds', plain],
    queryFn: () => api.call('scanText', { body: { text: plain } }),
    enabled: isAsked,
    retry: false,
  });
  return useMemo(() => {
    const found = isAsked ? (data?.found ?? []) : [];
    const isDone = isAsked && data !== undefined && text.trim() === settled;
    return {
      ...readFound(found, parts, wanted, isDone),
      ...(isKey && { refusal: PRIVATE_KEY }),
      refused: isAsked ? (data?.refused ?? []) : [],
      error: isAsked ? error : null,
      isReading: isFetching,
    };
  }, [data, error, isFetching, isAsked, isKey, parts, settled, text, wanted]);
}

function SeedList({ seeds }: { readonly seeds: readonly TraceSeed[] }) {
  return (
    <ul className="cf-seeds">
      {seeds.slice(0, SHOWN).map((seed) => {
        const { words, id } = describeSeed(seed);
        return (
          <li key={JSON.stringify(seed)}>
            {words}{' '}
            <span className="tm-id" title={id}>
              {shorten(id, { head: 12, tail: 10, differing: [] })}
            </span>
          </li>
        );
      })}
      {seeds.length > SHOWN && <li className="tm-t3">and {formatPlural(seeds.length - SHOWN, 'more', 'more')}</li>}
    </ul>
  );
}

function Refused({ refused }: Pick<ReadSeeds, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <details className="cf-refused" open={refused.length <= OPENED}>
      <summary>{formatPlural(refused.length, 'piece of text was', 'pieces of text were')} refused</summary>
      <ul>
        {refused.slice(0, 50).map(({ text, reason }) => (
          <li key={text + reason}>
            <span className="tm-quoted">“{text.slice(0, 64)}”</span> <span className="tm-t3">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ChainRadiosProps extends Pick<ReadSeeds, 'choices' | 'chain'> {
  readonly onChain: (chain: ChainId) => void;
}

function ChainRadios({ choices, chain, onChain }: ChainRadiosProps) {
  if (choices.length < 2) return null;
  return (
    <fieldset className="cf-radios">
      <legend>{choices.length} chains fit. Choose one: a trace follows one chain, and they are not merged.</legend>
      {choices.map((choice) => (
        <label key={choice.chain}>
          <input
            type="radio"
            name="seed-chain"
            checked={choice.chain === chain}
            onChange={() => onChain(choice.chain)}
          />
          <span>
            {chainName(choice.chain)}{' '}
            <span className="tm-t3">
              {choice.held > 0 ? `${choice.held} of ${choice.valid} in the index` : 'nothing of it in the index'}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface SeedFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly read: ReadSeeds;
  readonly onChain: (chain: ChainId) => void;
}

const HELP =
  'An address, a transaction id, one output as txid:number, one transfer as hash#number, or a list of them. What you paste stays on this server.';

/** The field for what a trace begins with, and what was found in it. */
export function SeedField({ text, onText, read, onChain }: SeedFieldProps) {
  const { chain, seeds, missing, refusal } = read;
  return (
    <div className="cf-seedfield">
      <FieldFrame id="cf-seeds" label="Begin with" error={refusal} help={HELP}>
        <textarea
          id="cf-seeds"
          className="tm-field tm-mono"
          rows={text.length > 60 || text.includes('\n') ? 4 : 2}
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-invalid={refusal !== undefined || undefined}
          aria-describedby={describeField('cf-seeds', { error: refusal, help: HELP })}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </FieldFrame>
      <div aria-live="polite">
        {read.error !== null && read.error !== undefined && <ErrorPanel error={read.error} what="This text" />}
        {chain !== undefined && seeds.length > 0 && (
          <>
            <p className="tm-t2">
              Found on {chainName(chain)}: {formatPlural(seeds.length, 'beginning')}.
              {missing > 0 && ` ${formatPlural(missing, 'is', 'are')} not in the index.`}
            </p>
            <SeedList seeds={seeds} />
          </>
        )}
        <Refused refused={read.refused} />
      </div>
      <ChainRadios choices={read.choices} chain={chain} onChain={onChain} />
    </div>
  );
}
