import { IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { KNOWLEDGE_MARKS, type KnowledgeMark } from '@trailmark/core/case';
import { CONFIDENCE_WORDS, type ConfidenceWord, LINK_BASES, type LinkBasis } from '@trailmark/core/case-people';
import type { ChainId } from '@trailmark/core/chain';
import { useRef, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { showToast } from '../../components/toast.ts';
import { listTraits } from '../../format/chain-traits.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { OverlapNotice } from './overlap-notice.tsx';
import { keepRefused, showLine } from './pasted-lines.ts';
import { BASIS_WORDS, CONFIDENCE_LABELS, MARK_WORDS } from './people-words.tsx';

type Outcome = Answer<'addCasePeople'>;

const CHAINS = [['', 'The only one it fits'] as const, ...listTraits().map(({ id, name }) => [id, name] as const)];
const BASES = LINK_BASES.map((basis) => [basis, BASIS_WORDS[basis]] as const);
const MARKS = KNOWLEDGE_MARKS.map((mark) => [mark, MARK_WORDS[mark]] as const);
const SURENESS = CONFIDENCE_WORDS.map((word) => [word, CONFIDENCE_LABELS[word]] as const);
const LINES_SHOWN = 100;
/** As the route allows; a longer paste stays whole in the field and is not sent. */
const MOST_CHARACTERS = 100_000;

interface Given {
  readonly chain: string;
  readonly relation: string;
  readonly source: string;
  readonly basis: string;
  readonly mark: string;
  readonly word: string;
}
const INITIAL: Given = {
  ...{ chain: '', relation: '', source: '', basis: 'exchange-records', mark: 'claim', word: 'likely' },
};

function toBody(text: string, { chain, basis, mark, word, ...words }: Given, leavesOut: boolean) {
  return {
    ...{ text, leavesOut, ...words },
    chain: chain === '' ? null : (chain as ChainId),
    basis: basis as LinkBasis,
    mark: mark as KnowledgeMark,
    word: word as ConfidenceWord,
  };
}

/** What a line says where it leaves a cell empty, and how all of its links are known. */
function Defaults({ given, onGiven }: { readonly given: Given; readonly onGiven: (given: Given) => void }) {
  const field = (name: keyof Given) => ({
    name,
    value: given[name],
    onText: (text: string) => onGiven({ ...given, [name]: text }),
  });
  return (
    <div className="cs-two">
      <FormField label="What a link says" required={false} autoComplete="off" maxLength={200} {...field('relation')} />
      <FormField label="Source" required={false} autoComplete="off" maxLength={300} {...field('source')} />
      <FormSelect label="Chain" options={CHAINS} {...field('chain')} />
      <FormSelect label="Basis" options={BASES} {...field('basis')} />
      <FormSelect label="How we know" options={MARKS} {...field('mark')} />
      <FormSelect label="How sure" options={SURENESS} {...field('word')} />
    </div>
  );
}

function FileButton({ onText }: { readonly onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="tm-btn sm cp-file" onClick={() => input.current?.click()}>
        <IconFileText size={16} stroke={1.5} aria-hidden="true" /> Text or CSV file
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/*"
        className="tm-sr"
        tabIndex={-1}
        aria-label="File with people"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void file.text().then(onText);
        }}
      />
    </>
  );
}

const sumOf = ({ people, links }: Outcome) =>
  `${formatPlural(people, 'person or entity', 'people and entities')}, ${formatPlural(links, 'link')}`;

/** What was not understood: each line with its text and its reason. */
function Refused({ text, outcome }: { readonly text: string; readonly outcome: Outcome }) {
  const { refused, isWritten, same } = outcome;
  return (
    <section className="tm-stack" role="status">
      <p>
        {refused.length > 0 && <b>{formatPlural(refused.length, 'line was', 'lines were')} not understood. </b>}
        {isWritten ? `Added: ${sumOf(outcome)}.` : `Nothing was added yet. The other lines make ${sumOf(outcome)}.`}
        {same > 0 && ` ${formatPlural(same, 'link is', 'links are')} in the case already.`}
      </p>
      {refused.length > 0 && (
        <table className="tm-tbl cp-refused">
          <caption className="tm-sr">Lines that were not understood</caption>
          <thead>
            <tr>
              <th className="tm-r">Line</th>
              <th>Text</th>
              <th>Reason</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, LINES_SHOWN).map((one) => (
              <tr key={one.line}>
                <td className="tm-r">{formatCount(one.line)}</td>
                <td className="tm-mono">
                  <bdi>{showLine(text, one)}</bdi>
                </td>
                <td>{one.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refused.length > LINES_SHOWN && (
        <p className="tm-t3">{formatPlural(refused.length - LINES_SHOWN, 'more line', 'more lines')} not shown.</p>
      )}
    </section>
  );
}

interface PasteFormProps {
  readonly caseId: string;
  readonly onDone: (overlaps: readonly CaseOverlap[]) => void;
  readonly onClose: () => void;
}

function usePaste({ caseId, onDone }: PasteFormProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [given, setGiven] = useState(INITIAL);
  /** Of which text the last answer is: what is typed after it has another one. */
  const [answered, setAnswered] = useState<{ readonly of: string; readonly outcome: Outcome } | undefined>();
  const sending = useMutation({
    mutationFn: (leavesOut: boolean) =>
      api.call('addCasePeople', { params: { case: caseId }, body: toBody(text, given, leavesOut) }),
    onSuccess: async (outcome) => {
      setAnswered({ of: text, outcome });
      if (!outcome.isWritten) return;
      await client.invalidateQueries({ queryKey: CASES_KEY });
      showToast('done', `Added ${sumOf(outcome)}.`);
      if (outcome.refused.length === 0) onDone(outcome.overlaps);
      else setText(keepRefused(text, outcome));
    },
  });
  return { text, setText, given, setGiven, answered, sending };
}

function PasteForm(props: PasteFormProps) {
  const { text, setText, given, setGiven, answered, sending } = usePaste(props);
  const isTooLong = text.length > MOST_CHARACTERS;
  const canLeaveOut =
    answered?.of === text && !answered.outcome.isWritten && answered.outcome.people + answered.outcome.links > 0;
  return (
    <form
      className="tm-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !isTooLong && !sending.isPending) sending.mutate(false);
      }}
    >
      <p className="tm-t2 tm-sm">
        One person or entity a line: <b>kind, name, chain, address, link, source</b>, separated by comma, semicolon or
        tab. Only kind and name are needed. A first line may name other columns: detail, phone, domain, handle, account.
        Lines with the same kind and name are one person.
      </p>
      <FormArea
        label="Lines"
        name="lines"
        rows={8}
        isMono
        value={text}
        help="Such as: suspect, Suspect A, btc, bc1q…, controls the key, EV-02 page 1"
        error={isTooLong ? `At most ${formatCount(MOST_CHARACTERS)} characters at a time.` : undefined}
        onText={setText}
        hasFocus
      />
      <FileButton onText={setText} />
      {sending.error && <ErrorPanel error={sending.error} what="The list" />}
      {answered && <OverlapNotice caseId={props.caseId} overlaps={answered.outcome.overlaps} />}
      {answered && !sending.error && <Refused text={answered.of} outcome={answered.outcome} />}
      <fieldset className="cp-given">
        <legend>Where a line leaves it empty, and for all links</legend>
        <Defaults given={given} onGiven={setGiven} />
      </fieldset>
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={text.trim() === '' || isTooLong || sending.isPending}>
          {sending.isPending ? 'Reading the lines…' : 'Add them'}
        </button>
        {canLeaveOut && (
          <button type="button" className="tm-btn" disabled={sending.isPending} onClick={() => sending.mutate(true)}>
            Add the others, keep these here
          </button>
        )}
        <button type="button" className="tm-btn" onClick={props.onClose}>
          {answered?.outcome.isWritten ? 'Close' : 'Cancel'}
        </button>
      </div>
    </form>
  );
}

/** Many people and their addresses at once. What was not understood is listed, and stays in the field. */
export function PastePeopleDialog({ isOpen, ...props }: PasteFormProps & { readonly isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Paste a list of people" width={760}>
      {isOpen && <PasteForm {...props} />}
    </Dialog>
  );
}
