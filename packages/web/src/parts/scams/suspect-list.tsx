import type { Suspect } from '@trailmark/api/contract/scam-report';
import { isChainId } from '@trailmark/core/chain';
import type { SuspectKind } from '@trailmark/core/scam-report';
import { useState } from 'react';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { listTraits } from '../../format/chain-traits.ts';
import { type ReportDraft, suspectId } from './report-draft.ts';
import { KIND_NAMES, KIND_OPTIONS } from './scam-words.ts';

const CHAINS = listTraits().map(({ id, name }) => [id, name] as const);

interface SuspectListProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** Names, numbers and websites of the other side. Nothing of it is opened or resolved. */
export function SuspectList({ draft, onDraft }: SuspectListProps) {
  const [kind, setKind] = useState<SuspectKind>('domain');
  const [chain, setChain] = useState('btc');
  const [value, setValue] = useState('');
  const { suspects } = draft;
  const set = (next: readonly Suspect[]) => onDraft({ ...draft, suspects: next });
  const add = () => {
    const suspect = { kind, value: value.trim(), chain: kind === 'address' && isChainId(chain) ? chain : null };
    if (suspect.value === '') return;
    set([...suspects.filter((one) => suspectId(one) !== suspectId(suspect)), suspect]);
    setValue('');
  };
  return (
    <section>
      <h3 className="tm-h">The other side</h3>
      {suspects.length === 0 && <p className="tm-hint">Nothing yet.</p>}
      {suspects.length > 0 && (
        <ul className="sc-list">
          {suspects.map((suspect) => (
            <li key={suspectId(suspect)}>
              <span>{KIND_NAMES[suspect.kind]}</span>
              <QuotedText text={suspect.value} />
              <button
                type="button"
                className="tm-linkbtn tm-sm"
                onClick={() => set(suspects.filter((one) => suspectId(one) !== suspectId(suspect)))}
              >
                Remove<span className="tm-sr"> {suspect.value}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="sc-fields">
        <FormSelect
          label="Kind"
          name="suspect-kind"
          options={KIND_OPTIONS}
          value={kind}
          onText={(text) => setKind(text as SuspectKind)}
        />
        {kind === 'address' && (
          <FormSelect label="Chain" name="suspect-chain" options={CHAINS} value={chain} onText={setChain} />
        )}
        <FormField
          label="Value"
          name="suspect-value"
          value={value}
          onText={setValue}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <p>
        <button type="button" className="tm-btn" disabled={value.trim() === ''} onClick={add}>
          Add
        </button>
      </p>
    </section>
  );
}
