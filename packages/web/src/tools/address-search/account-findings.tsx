import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { ActionList } from '../../components/account/protocol-actions.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { Time } from '../../components/time.tsx';
import { formatHash } from '../../format/account-words.ts';
import { coinOf } from '../../format/coin-of.ts';
import { escapeHostile } from '../../format/hostile-text.ts';
import type { AccountSummary } from '../../format/ledger-summary.ts';
import { formatPlural } from '../../format/number.ts';
import { transactionUrl } from '../../url.ts';
import type { HistoryPlace } from './history-place.ts';

const EVIDENCE_SHOWN = 5;
const EVENTS_SHOWN = 3;

type Finding = AccountSummary['findings'][number];
type Event = AccountSummary['events'][number];

interface PartProps {
  readonly place: HistoryPlace;
}

/** Names of figures in words; one that is not listed here is shown under its own name. */
const FIGURE_WORDS: Readonly<Record<string, string>> = {
  forwards: 'payments passed on',
  forwarded: 'part passed on',
  medianHolding: 'median time before spending',
  label: 'label of the recipient',
  labelSource: 'source of the label',
  units: 'in all',
};

/** Figures of a finding; smallest units of the coin are shown in the coin. */
function Figures({ place: { chain }, figures }: PartProps & Pick<Finding, 'figures'>) {
  const all = Object.entries(figures);
  if (all.length === 0) return null;
  return (
    <p className="tm-t3 tm-sm">
      {all.map(([name, value], i) => (
        <span key={name}>
          {i > 0 && ', '}
          {FIGURE_WORDS[name] ?? name}:{' '}
          {name === 'units' && /^\d+$/.test(value) ? (
            <AssetAmount asset={coinOf(chain)} units={BigInt(value)} />
          ) : (
            escapeHostile(value).slice(0, 200)
          )}
        </span>
      ))}
    </p>
  );
}

function FindingItem({ finding, place }: PartProps & { readonly finding: Finding }) {
  const { rule, title, sentence, confidence, subject, evidence, figures } = finding;
  const more = evidence.length - EVIDENCE_SHOWN;
  return (
    <li>
      <EvidenceMark kind="inference" withWord />
      <div>
        <p>
          <b>{title}.</b> {sentence}{' '}
          <span className="tm-t3">
            Confidence {confidence}, rule <span className="tm-mono">{rule}</span>.
          </span>
        </p>
        {subject !== null && (
          <p>
            Points to <Hash value={subject} kind="address" href={place.linkAddress(subject)} />
          </p>
        )}
        <Figures place={place} figures={figures} />
        {evidence.length > 0 && (
          <p className="tm-sm">
            Rests on {formatPlural(evidence.length, 'transaction')}:{' '}
            {evidence.slice(0, EVIDENCE_SHOWN).map((hash) => (
              <span key={hash}>
                <Hash
                  value={formatHash(place.chain, hash)}
                  kind="transaction"
                  href={transactionUrl(place.chain, hash)}
                />{' '}
              </span>
            ))}
            {more > 0 && <span className="tm-t3">and {more} more</span>}
          </p>
        )}
      </div>
    </li>
  );
}

function EventItem({ event, place }: PartProps & { readonly event: Event }) {
  return (
    <li>
      <p className="tm-sm">
        <Time seconds={event.time} />{' '}
        {event.hash !== null && (
          <Hash
            value={formatHash(place.chain, event.hash)}
            kind="transaction"
            href={transactionUrl(place.chain, event.hash)}
          />
        )}
      </p>
      <ActionList actions={[event]} linkAddress={place.linkAddress} />
    </li>
  );
}

/** What rules conclude of the address, and what was done to it (freezes): calm panels above the history. */
export function AccountFindings({ place, summary }: PartProps & { readonly summary: AccountSummary }) {
  const { events, firstFunder } = summary;
  // The head says the first funder already, with its transaction.
  const findings = summary.findings.filter(({ rule }) => firstFunder === null || !rule.startsWith('first-funder/'));
  const [shown, rest] = [events.slice(0, EVENTS_SHOWN), events.slice(EVENTS_SHOWN)];
  return (
    <>
      {findings.length > 0 && (
        <section className="tm-panel">
          <h2 className="tm-h">Findings</h2>
          <ul className="tm-actionlist">
            {findings.map((finding) => (
              <FindingItem key={finding.rule + finding.title} finding={finding} place={place} />
            ))}
          </ul>
        </section>
      )}
      {events.length > 0 && (
        <section className="tm-panel">
          <h2 className="tm-h">
            Events on the address <small>{formatPlural(events.length, 'event')}, newest first</small>
          </h2>
          <ul>
            {shown.map((event, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have a fixed order
              <EventItem key={i} event={event} place={place} />
            ))}
          </ul>
          {rest.length > 0 && (
            <details>
              <summary>{formatPlural(rest.length, 'earlier event')}</summary>
              <ul>
                {rest.map((event, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: events have a fixed order
                  <EventItem key={i} event={event} place={place} />
                ))}
              </ul>
            </details>
          )}
        </section>
      )}
    </>
  );
}
