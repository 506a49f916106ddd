import type { FlowColour, FlowMark } from '@trailmark/core/flow/flow-document';
import { FLOW_COLOURS } from '@trailmark/core/flow/flow-document';
import { useEffect, useRef, useState } from 'react';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { formatPlural } from '../../../format/number.ts';
import { useSession } from '../../../session.ts';
import { useDocument, useWorkspace } from '../workspace.ts';

type TextField = 'label' | 'note' | 'role' | 'evidence';
const LIMITS: Readonly<Record<TextField, number>> = { label: 120, note: 2_000, role: 60, evidence: 120 };
const NAMES: Readonly<Record<TextField, string>> = {
  label: 'Label',
  note: 'Note',
  role: 'Role',
  evidence: 'Evidence reference',
};
const ROLES = ['Victim', 'Suspect', 'Mule', 'Cash-out', 'Consolidation', 'Change'];

/** The same value of all, or nothing where they differ. */
function common(marks: readonly (FlowMark | undefined)[], field: keyof FlowMark): string {
  const values = new Set(marks.map((mark) => mark?.[field] ?? ''));
  return values.size === 1 ? String([...values][0]) : '';
}

interface TextProps {
  readonly field: TextField;
  readonly value: string;
  readonly onSet: (value: string) => void;
}

/** Written when the field is left, as one step that can be undone. */
function MarkText({ field, value, onSet }: TextProps) {
  const [text, setText] = useState(value);
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    setText(value);
  }, [value]);
  const commit = () => {
    if (text.trim() !== value) onSet(text.trim());
  };
  const id = `cf-mark-${field}`;
  const shared = {
    id,
    className: 'tm-field',
    maxLength: LIMITS[field],
    value: text,
    onBlur: commit,
  };
  return (
    <FieldFrame id={id} label={NAMES[field]}>
      {field === 'note' ? (
        <textarea {...shared} rows={3} onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          list={field === 'role' ? 'cf-roles' : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      )}
    </FieldFrame>
  );
}

function Colours({
  value,
  onSet,
}: {
  readonly value: string;
  readonly onSet: (colour: FlowColour | undefined) => void;
}) {
  return (
    <fieldset className="cf-colours">
      <legend>Colour</legend>
      <button type="button" aria-pressed={value === ''} onClick={() => onSet(undefined)}>
        None
      </button>
      {FLOW_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          className={`cf-colour ${colour}`}
          aria-pressed={value === colour}
          onClick={() => onSet(colour)}
        >
          <span aria-hidden="true" />
          {colour}
        </button>
      ))}
    </fieldset>
  );
}

function Group({ ids }: { readonly ids: readonly string[] }) {
  const { store } = useWorkspace();
  const document = useDocument();
  const current = common(
    ids.map((id) => document.marks[id]),
    'group',
  );
  const set = (group: string | undefined) =>
    store.act(group ? 'Group' : 'Take out of the group', (draft) => {
      for (const id of ids) draft.marks[id] = { ...draft.marks[id], group };
    });
  const create = () => {
    const id = `g${Object.keys(document.groups).length + 1}-${Math.floor(Date.now() / 1000)}`;
    store.act('Make a group', (draft) => {
      draft.groups[id] = { title: `Group ${Object.keys(draft.groups).length + 1}` };
      for (const each of ids) draft.marks[each] = { ...draft.marks[each], group: id };
    });
  };
  const rename = (title: string) =>
    store.act('Name a group', (draft) => {
      if (title !== '') draft.groups[current] = { title };
    });
  const held = document.groups[current];
  return (
    <>
      <FieldFrame id="cf-group" label="Group">
        <select
          id="cf-group"
          className="tm-field"
          value={current}
          onChange={({ currentTarget: { value } }) => (value === '+' ? create() : set(value || undefined))}
        >
          <option value="">None</option>
          {Object.entries(document.groups).map(([id, { title }]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value="+">New group</option>
        </select>
      </FieldFrame>
      {held && (
        <FieldFrame id="cf-group-title" label="Name of the group">
          <input
            id="cf-group-title"
            className="tm-field"
            maxLength={120}
            key={`${current}/${held.title}`}
            defaultValue={held.title}
            onBlur={(event) =>
              event.currentTarget.value.trim() !== held.title && rename(event.currentTarget.value.trim())
            }
          />
        </FieldFrame>
      )}
    </>
  );
}

/** What examiners write on nodes and payments; for several at once, what is written replaces what each had. */
export function MarkForm({ ids }: { readonly ids: readonly string[] }) {
  const { store, saver } = useWorkspace();
  const { marks } = useDocument();
  const { name } = useSession();
  const held = ids.map((id) => marks[id]);
  if (!saver) return null;
  const set = (field: keyof FlowMark, value: string | undefined) =>
    store.act(`${NAMES[field as TextField] ?? 'Colour'}${ids.length > 1 ? ` of ${ids.length}` : ''}`, (draft) => {
      const by = field === 'note' && value ? { noteBy: name.slice(0, 120) } : {};
      for (const id of ids) draft.marks[id] = { ...draft.marks[id], [field]: value || undefined, ...by };
    });
  const unnumbered = held.filter((mark) => mark?.exhibit === undefined).length;
  return (
    <details className="cf-fold" open={held.some((mark) => mark !== undefined)}>
      <summary>Annotate</summary>
      <Colours value={common(held, 'colour')} onSet={(colour) => set('colour', colour)} />
      {(['label', 'role', 'note', 'evidence'] as const).map((field) => (
        <MarkText key={field} field={field} value={common(held, field)} onSet={(value) => set(field, value)} />
      ))}
      <datalist id="cf-roles">
        {ROLES.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <Group ids={ids} />
      <div className="tm-row tm-wrap">
        <button type="button" className="tm-btn sm" disabled={unnumbered === 0} onClick={() => store.exhibit(ids)}>
          {ids.length === 1 ? 'Give an exhibit number' : `Number ${formatPlural(unnumbered, 'exhibit')}`}
        </button>
      </div>
    </details>
  );
}
