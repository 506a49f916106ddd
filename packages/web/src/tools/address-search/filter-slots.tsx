import { IconArrowsLeftRight, IconCalendar, IconStack2, IconUsers } from '@tabler/icons-react';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { ReactNode } from 'react';
import { traitsOf } from '../../format/chain-traits.ts';
import { FilterForm } from './filter-form.tsx';
import { FilterSlot } from './filter-slot.tsx';
import { type FilterPatch, readCounterparty, readRange } from './filters.ts';
import type { HistoryPlace } from './history-place.ts';

/** One filter of the bar. */
export interface SlotProps {
  readonly place: HistoryPlace;
  /** Words of the filter in use. */
  readonly text: string | undefined;
  /** The page without it. */
  readonly removeHref: string;
  /** What amounts are of; undefined while no asset is chosen. */
  readonly asset: AssetReference | undefined;
  readonly onApply: (patch: FilterPatch) => void;
}

/** From and to, in UTC. */
export function DateSlot({ place, text, removeHref, onApply }: SlotProps) {
  const { from, to } = place.search;
  return (
    <FilterSlot name="Date" Icon={IconCalendar} text={text} removeHref={removeHref}>
      {(close) => (
        <FilterForm
          fields={[
            { key: 'from', label: 'From', placeholder: '2009-01-12' },
            { key: 'to', label: 'To', placeholder: '2009-01-13 14:30' },
          ]}
          values={{ ...(from && { from: from.replace('T', ' ') }), ...(to && { to: to.replace('T', ' ') }) }}
          help="Year, month, day in UTC, both days included. A time is optional; an empty end is open. Times are the blocks’ own."
          read={(draft) => keepOnly(readRange(draft), ['from', 'to'])}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

/** First and last height. */
export function HeightSlot({ place, text, removeHref, onApply }: SlotProps) {
  const { fromHeight, toHeight } = place.search;
  return (
    <FilterSlot name="Height" Icon={IconStack2} text={text} removeHref={removeHref}>
      {(close) => (
        <FilterForm
          fields={[
            { key: 'fromHeight', label: 'First height', placeholder: '170' },
            { key: 'toHeight', label: 'Last height', placeholder: '100,000' },
          ]}
          values={{
            ...(fromHeight !== undefined && { fromHeight: String(fromHeight) }),
            ...(toHeight !== undefined && { toHeight: String(toHeight) }),
          }}
          help="Block heights, both included; an empty end is open."
          read={(draft) => keepOnly(readRange(draft), ['fromHeight', 'toHeight'])}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

export interface ChoicesProps {
  readonly name: string;
  readonly choices: readonly { readonly id: string; readonly text: ReactNode }[];
  readonly current: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** One of a few; choosing it applies the filter. */
export function Choices({ name, choices, current, onChoose }: ChoicesProps) {
  return (
    <fieldset className="as-choices tm-scrollchoices">
      <legend className="tm-sr">{name}</legend>
      {choices.map(({ id, text }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === current} onChange={() => onChoose(id)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

const DIRECTIONS = [
  { id: 'in', name: 'Incoming', meaning: 'more received than sent' },
  { id: 'out', name: 'Outgoing', meaning: 'more sent than received' },
  { id: 'self', name: 'To itself', meaning: 'all outputs return to the address' },
] as const;

/** Which way it went; with one asset a transaction has a net direction, whose meaning is stated. */
export function DirectionSlot({ place, text, removeHref, onApply }: SlotProps) {
  const { hasOutputs } = traitsOf(place.chain);
  return (
    <FilterSlot name="Direction" Icon={IconArrowsLeftRight} text={text} removeHref={removeHref}>
      {(close) => (
        <Choices
          name="Direction"
          current={place.search.direction}
          choices={DIRECTIONS.map(({ id, name, meaning }) => ({
            id,
            text: hasOutputs ? (
              <>
                {name} <small className="tm-t3">{meaning}</small>
              </>
            ) : (
              name
            ),
          }))}
          onChoose={(id) => {
            close();
            onApply({ direction: DIRECTIONS.find((each) => each.id === id)?.id });
          }}
        />
      )}
    </FilterSlot>
  );
}

/** The other side. */
export function CounterpartySlot({ place, text, removeHref, onApply }: SlotProps) {
  return (
    <FilterSlot name="Counterparty" Icon={IconUsers} text={text} removeHref={removeHref}>
      {(close) => (
        <FilterForm
          fields={[{ key: 'with', label: 'Address', placeholder: 'A whole address', isIdentifier: true }]}
          values={{ ...(place.search.with && { with: place.search.with }) }}
          help="Only transactions in which this other address takes part, on either side."
          read={readCounterparty}
          onApply={(patch) => {
            close();
            onApply(patch);
          }}
        />
      )}
    </FilterSlot>
  );
}

function keepOnly(
  outcome: ReturnType<typeof readRange>,
  keys: readonly (keyof FilterPatch)[],
): ReturnType<typeof readRange> {
  if ('errors' in outcome) return outcome;
  return { patch: Object.fromEntries(keys.map((key) => [key, outcome.patch[key]])) as FilterPatch };
}
