import { parseUnits } from '@trailmark/core/amount';
import { AppError } from '@trailmark/core/errors';
import type { FlowFilters } from '@trailmark/core/flow/flow-document';
import { useState } from 'react';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { formatAmount } from '../../../format/amount.ts';
import { endSeconds, formatMoment, parseMoment, startSeconds } from '../../../format/moment.ts';
import { describeFlowAsset } from '../asset-words.ts';
import { useDocument, useWorkspace } from '../workspace.ts';
import { LaterButton } from './later-button.tsx';
import { nameNode } from './node-words.ts';

interface TextFilterProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly help: string;
  /** Throws `invalid` with what is wrong. */
  readonly onSet: (text: string) => void;
}

function TextFilter({ id, label, value, help, onSet }: TextFilterProps) {
  const [error, setError] = useState<string | undefined>(undefined);
  const commit = (text: string) => {
    if (text.trim() === value) return setError(undefined);
    try {
      onSet(text.trim());
      setError(undefined);
    } catch (failure) {
      setError(AppError.is(failure) ? failure.message : 'This cannot be read.');
    }
  };
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <input
        id={id}
        key={value}
        className="tm-field"
        defaultValue={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-help`}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget.value);
        }}
      />
    </FieldFrame>
  );
}

function useFilter() {
  const { store } = useWorkspace();
  return (label: string, change: Partial<FlowFilters>) =>
    store.act(label, (draft) => {
      Object.assign(draft.filters, change);
    });
}

function AmountFilters() {
  const document = useDocument();
  const set = useFilter();
  const { minAmount } = document.filters;
  const assets = [...new Set(Object.values(document.edges).map(({ asset }) => asset))].slice(0, 12);
  return assets.map((asset) => {
    const { symbol, decimals } = describeFlowAsset(document, asset);
    const held = minAmount[asset];
    return (
      <TextFilter
        key={asset}
        id={`cf-min-${asset}`}
        label={`At least, ${symbol}`}
        help="Smaller payments are not drawn. Empty: all."
        value={
          held === undefined
            ? ''
            : formatAmount(BigInt(held), decimals)
                .replaceAll(',', '')
                .replace(/\.?0+$/, '')
        }
        onSet={(text) => {
          const { [asset]: _, ...others } = minAmount;
          set('Filter by amount', {
            minAmount: text === '' ? others : { ...others, [asset]: parseUnits(text, decimals).toString() },
          });
        }}
      />
    );
  });
}

function LaterFilters() {
  const { store } = useWorkspace();
  const document = useDocument();
  const set = useFilter();
  const { laterThan } = document.filters;
  const [selected] = store.selection;
  const edge = selected === undefined ? undefined : document.edges[selected];
  return (
    <section>
      <h3>This payment and later only</h3>
      {edge ? (
        <LaterButton edge={edge} />
      ) : (
        <p className="tm-t2 tm-sm">Select a payment: its panel draws only it and what its payer paid later.</p>
      )}
      <ul className="cf-plain">
        {Object.keys(laterThan).map((id) => {
          const held = document.nodes[id];
          return (
            <li key={id} className="tm-row tm-between">
              <span>{held ? nameNode(document, held) : id}</span>
              <button
                type="button"
                className="tm-linkbtn tm-sm"
                onClick={() => {
                  const { [id]: _, ...others } = laterThan;
                  set('Draw all payments again', { laterThan: others });
                }}
              >
                Draw all
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Hypotheses() {
  const { store, saver } = useWorkspace();
  const { hypotheses } = useDocument();
  return (
    <section>
      <h3>Dropped hypotheses</h3>
      {hypotheses.length === 0 && (
        <p className="tm-t2 tm-sm">Select what a thought was about and drop it with its reason: it stays, dimmed.</p>
      )}
      <ul className="cf-plain">
        {hypotheses.map(({ id, title, reason, discarded }) => (
          <li key={id}>
            <button type="button" className="tm-linkbtn" onClick={() => store.select(discarded)}>
              {title}
            </button>
            <p className="tm-t2 tm-sm">{reason}</p>
            {saver && (
              <button
                type="button"
                className="tm-linkbtn tm-sm"
                onClick={() =>
                  store.act('Take up a hypothesis again', (draft) => {
                    draft.hypotheses = draft.hypotheses.filter((each) => each.id !== id);
                  })
                }
              >
                Take it up again
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hidden() {
  const { store, saver } = useWorkspace();
  const document = useDocument();
  if (document.hidden.length === 0) return null;
  return (
    <section>
      <h3>Hidden by hand</h3>
      <ul className="cf-plain">
        {document.hidden.slice(0, 100).map((id) => {
          const node = document.nodes[id];
          return (
            <li key={id} className="tm-row tm-between">
              <span className="cf-break">{node ? nameNode(document, node) : 'a payment'}</span>
              {saver && (
                <button
                  type="button"
                  className="tm-linkbtn tm-sm"
                  onClick={() =>
                    store.act('Show what was hidden', (draft) => {
                      draft.hidden = draft.hidden.filter((each) => each !== id);
                    })
                  }
                >
                  Show
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What is drawn of the flow: global filters, filters of single nodes, what was hidden or dropped. */
export function FiltersPanel() {
  const { filters } = useDocument();
  const set = useFilter();
  const day = (seconds: number | null) =>
    seconds === null
      ? ''
      : formatMoment(seconds)
          .replace('T', ' ')
          .replace(/ 00:00$/, '');
  return (
    <div className="cf-stack">
      <AmountFilters />
      <div className="cf-numbers">
        <TextFilter
          id="cf-filter-from"
          label="Not before (UTC)"
          help="As 2017-05-12"
          value={day(filters.fromTime)}
          onSet={(text) =>
            set('Filter by time', { fromTime: text === '' ? null : (startSeconds(parseMoment(text)) ?? null) })
          }
        />
        <TextFilter
          id="cf-filter-to"
          label="Not after (UTC)"
          help="As 2017-05-12"
          value={day(filters.toTime)}
          onSet={(text) =>
            set('Filter by time', { toTime: text === '' ? null : (endSeconds(parseMoment(text)) ?? null) })
          }
        />
      </div>
      <label className="cf-check">
        <input
          type="checkbox"
          checked={filters.tracedOnly}
          onChange={(event) => set('Filter traced payments', { tracedOnly: event.currentTarget.checked })}
        />
        <span>Only traced payments</span>
      </label>
      <LaterFilters />
      <Hypotheses />
      <Hidden />
    </div>
  );
}
