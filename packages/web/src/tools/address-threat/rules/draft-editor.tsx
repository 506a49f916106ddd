import { useQuery } from '@tanstack/react-query';
import type { ThreatRulesCheck } from '@trailmark/api/contract/threat-rules';
import { useMemo, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useDebouncedValue } from '../../../components/use-debounced-value.ts';
import { formatPlural } from '../../../format/number.ts';
import { ChangesTable } from './changes-table.tsx';
import { PreviewSection } from './preview-section.tsx';
import type { RuleFaults } from './rule-form.tsx';
import { type DraftRule, NEW_RULE, putRule, type RulesDraft, removeRule, toRule } from './rules-draft.ts';
import { checkQuery, type RulesVersion } from './rules-queries.ts';
import { RulesTable } from './rules-table.tsx';
import { SettingsForm } from './settings-form.tsx';

const WAIT_MS = 300;

type Fault = ThreatRulesCheck['faults'][number];

function toFieldFaults(faults: readonly Fault[]): RuleFaults {
  return Object.fromEntries(faults.map(({ field, sentence }) => [field ?? 'id', sentence]));
}

/** Faults of one rule: the server names it by its id, or by its place where it has none. */
function faultsOfRule(faults: readonly Fault[], { id }: DraftRule, place: number): RuleFaults {
  return toFieldFaults(faults.filter(({ rule }) => rule === (id === '' ? `#${place + 1}` : id)));
}

function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <div className="tm-error" role="status">
      <div>
        <b>{formatPlural(faults.length, 'fault')}: these rules cannot be proposed yet.</b>
        <ul className="tr-faults">
          {faults.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export interface DraftEditorProps {
  readonly draft: RulesDraft;
  readonly patterns: readonly { readonly id: string; readonly title: string }[];
  readonly onChange: (draft: RulesDraft) => void;
  readonly onPropose: () => void;
  readonly onDiscard: () => void;
}

/** Writes a draft: rules, settings, what is wrong with it, what it changes, and how past screenings would come out. */
export function DraftEditor({ draft, patterns, onChange, onPropose, onDiscard }: DraftEditorProps) {
  const [open, setOpen] = useState<number | undefined>();
  const asked = useDebouncedValue(draft, WAIT_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery(checkQuery(asked));
  const faults = useMemo(() => data?.faults ?? [], [data]);
  const isReady = data !== undefined && data.faults.length === 0 && asked === draft && !isPlaceholderData;
  const editing = useMemo(
    () => ({
      open,
      patterns,
      faultsOf: (rule: DraftRule, place: number) => faultsOfRule(faults, rule, place),
      onOpen: setOpen,
      onChange: (place: number, rule: DraftRule) => onChange(putRule(draft, place, rule)),
      onRemove: (place: number) => {
        setOpen(undefined);
        onChange(removeRule(draft, place));
      },
    }),
    [open, patterns, faults, draft, onChange],
  );
  const add = () => {
    setOpen(draft.rules.length);
    onChange(putRule(draft, undefined, toRule(NEW_RULE)));
  };
  return (
    <>
      <div className="tm-row tm-wrap tr-bar">
        <b className="tm-grow">Draft, only on this page until it is proposed</b>
        <button type="button" className="tm-btn sm" onClick={add}>
          Add a rule
        </button>
        <button type="button" className="tm-btn sm" onClick={onDiscard}>
          Discard the draft
        </button>
        <button
          type="button"
          className="tm-btn pri sm"
          disabled={!isReady || data.changes.length === 0}
          onClick={onPropose}
        >
          Propose
        </button>
      </div>
      {error && <ErrorPanel error={error} what="The check of the draft" onRetry={() => void refetch()} />}
      {faults.length > 0 && <FaultList faults={faults} />}
      <section className="tm-stack tr-part">
        <h2 className="tm-h">Rules</h2>
        <RulesTable rules={draft.rules} currency={String(draft.currency)} editing={editing} />
      </section>
      <section className="tm-stack tr-part">
        <h2 className="tm-h">Settings</h2>
        <SettingsForm
          draft={draft}
          faults={toFieldFaults(faults.filter(({ rule }) => rule === null))}
          onChange={onChange}
        />
      </section>
      <section className="tm-stack tr-part">
        <h2 className="tm-h">Differences from the rules in force</h2>
        {data && faults.length === 0 ? (
          <ChangesTable changes={data.changes} />
        ) : (
          <p className="tm-t3">Shown when the draft has no fault.</p>
        )}
      </section>
      <PreviewSection draft={draft} isReady={isReady} />
    </>
  );
}

/** A draft that begins as a version that exists. */
export function toDraft({ ruleSet }: RulesVersion): RulesDraft {
  return { ...ruleSet };
}
