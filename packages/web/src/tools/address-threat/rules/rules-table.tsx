import { describeConditions, describeSubjects } from '@trailmark/core/screening/describe-rule';
import type { ThreatRule } from '@trailmark/core/screening/rule-set';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { type RuleFaults, RuleForm, type RuleFormProps } from './rule-form.tsx';
import type { DraftRule } from './rules-draft.ts';

/** One line: a rule with its place in the set. */
interface Line {
  readonly rule: DraftRule;
  readonly place: number;
}

/** The rule as far as its numbers are numbers: what is typed wrong is a fault, and no condition. */
function words(rule: DraftRule): ThreatRule {
  const number = (value: DraftRule['weight']) => (typeof value === 'number' ? value : null);
  return {
    ...rule,
    weight: number(rule.weight) ?? 0,
    minHops: number(rule.minHops),
    maxHops: number(rule.maxHops),
    minSharePpm: number(rule.minSharePpm),
    minMoney: number(rule.minMoney),
  };
}

function listColumns(currency: string): DataColumn<Line>[] {
  return [
    {
      id: 'id',
      header: 'Rule',
      narrow: 'top-left',
      cell: ({ rule: { id } }) => <b className="tm-nw">{id || 'no id'}</b>,
    },
    {
      id: 'title',
      header: 'Looks for',
      narrow: 'bottom-left',
      cell: ({ rule }) => (
        <>
          <bdi>{rule.title}</bdi>
          <div className="tm-t3 tm-sm">{describeSubjects(words(rule))}</div>
        </>
      ),
    },
    {
      id: 'when',
      header: 'Fires on',
      narrow: 'bottom-right',
      cell: ({ rule }) => describeConditions(words(rule), currency),
    },
    {
      id: 'weight',
      header: 'Weight',
      align: 'right',
      narrow: 'top-right',
      cell: ({ rule: { weight } }) => (weight === 0 ? <span className="tr-none">0, information</span> : weight),
    },
    {
      id: 'why',
      header: 'Why',
      isMinor: true,
      width: '34%',
      cell: ({ rule: { source } }) => <bdi className="tm-t3 tm-sm">{source}</bdi>,
    },
  ];
}

export interface RulesEditing {
  /** Place of the rule whose form is open. */
  readonly open: number | undefined;
  readonly faultsOf: (rule: DraftRule, place: number) => RuleFaults;
  readonly patterns: RuleFormProps['patterns'];
  readonly onOpen: (place: number | undefined) => void;
  readonly onChange: (place: number, rule: DraftRule) => void;
  readonly onRemove: (place: number) => void;
}

function toActions({ open, faultsOf, onOpen, onRemove }: RulesEditing): DataColumn<Line> {
  return {
    id: 'acts',
    header: 'Change',
    narrow: 'bottom-right',
    cell: ({ rule, place }) => {
      const faults = Object.values(faultsOf(rule, place));
      return (
        <span className="tr-acts">
          <button
            type="button"
            className="tm-linkbtn tm-sm"
            aria-expanded={open === place}
            onClick={() => onOpen(open === place ? undefined : place)}
          >
            Edit<span className="tm-sr"> {rule.id}</span>
          </button>
          <button type="button" className="tm-linkbtn tm-sm" onClick={() => onRemove(place)}>
            Remove<span className="tm-sr"> {rule.id}</span>
          </button>
          {faults.length > 0 && <b className="tm-bad tm-sm">{faults.length === 1 ? 'Fault' : 'Faults'}</b>}
        </span>
      );
    },
  };
}

function withoutPlace({ narrow: _, ...column }: DataColumn<Line>): DataColumn<Line> {
  return column;
}

export interface RulesTableProps {
  readonly rules: readonly DraftRule[];
  readonly currency: string;
  /** Absent: read only. */
  readonly editing?: RulesEditing | undefined;
}

/** The rules of a set; in a draft each can be opened and removed. */
export function RulesTable({ rules, currency, editing }: RulesTableProps) {
  const columns = useMemo(() => {
    const all = listColumns(currency);
    if (!editing) return all;
    // On a phone two columns share no place: what a rule fires on is in its form.
    const [id, title, when, weight] = all.map((column) => (column.id === 'when' ? withoutPlace(column) : column));
    return [id, title, when, weight, toActions(editing)].filter((column) => column !== undefined);
  }, [currency, editing]);
  const lines = rules.map((rule, place) => ({ rule, place }));
  return (
    <DataTable
      caption="Rules"
      columns={columns}
      rows={lines}
      rowId={({ place }) => String(place)}
      {...(editing && { onOpen: ({ place }: Line) => editing.onOpen(editing.open === place ? undefined : place) })}
      detail={({ rule, place }) =>
        editing && editing.open === place ? (
          <RuleForm
            rule={rule}
            patterns={editing.patterns}
            faults={editing.faultsOf(rule, place)}
            currency={currency}
            onChange={(changed) => editing.onChange(place, changed)}
            onClose={() => editing.onOpen(undefined)}
          />
        ) : null
      }
    />
  );
}
