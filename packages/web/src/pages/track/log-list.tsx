import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { Hash } from '../../components/hash.tsx';
import { escapeHostile } from '../../format/hostile-text.ts';
import { formatCount, formatPlural } from '../../format/number.ts';

type Log = Answer<'getTransaction', 'accounts'>['logs'][number];

export interface LogListProps {
  readonly logs: readonly Log[];
  readonly linkAddress: (address: string) => string;
  readonly isHeld: boolean;
}

const FIRST_SHOWN = 20;
const with0x = (hex: string): string => (hex.startsWith('0x') ? hex : `0x${hex}`);

function LogItem({ log, linkAddress }: { readonly log: Log } & Pick<LogListProps, 'linkAddress'>) {
  const { logIndex, address, topics, data, name } = log;
  const bytes = data.replace(/^0x/, '').length / 2;
  return (
    <li>
      <span>
        <span className="tm-t3">{formatCount(logIndex)}</span>{' '}
        <b className="tm-m">
          {name === null ? (
            <span className="tm-t3">event not known</span>
          ) : (
            <span className="tm-mono">{escapeHostile(name).slice(0, 120)}</span>
          )}
        </b>{' '}
        <span className="tm-t3">by</span> <Hash value={address} kind="contract" href={linkAddress(address)} />
      </span>
      <details>
        <summary className="tm-sm">
          {formatPlural(topics.length, 'topic')}, {formatPlural(bytes, 'byte')} of data
        </summary>
        <dl>
          {topics.map((topic, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: topics of a log have a fixed order
            <div key={i} style={{ display: 'contents' }}>
              <dt>topic {i}</dt>
              <dd className="tm-hex">{with0x(topic)}</dd>
            </div>
          ))}
          <dt>data</dt>
          <dd className="tm-hex">{bytes === 0 ? 'none' : with0x(data)}</dd>
        </dl>
      </details>
    </li>
  );
}

/** Logs with the names known for their events. Token transfers are listed above, as transfers. */
export function LogList({ logs, linkAddress, isHeld }: LogListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? logs : logs.slice(0, FIRST_SHOWN);
  return (
    <section className="tm-logs">
      <h2 className="tm-h">
        Logs{' '}
        <small>
          {isHeld || logs.length > 0 ? formatPlural(logs.length, 'log') : 'not indexed'}
          {!isHeld && logs.length > 0 && ', others not indexed'}
        </small>
      </h2>
      {logs.length === 0 && (
        <p className="tm-t2">
          {isHeld
            ? 'No log other than the token transfers above.'
            : 'The source carried no logs of it. That does not show that there are none.'}
        </p>
      )}
      <ul>
        {shown.map((log) => (
          <LogItem key={log.logIndex} log={log} linkAddress={linkAddress} />
        ))}
      </ul>
      {logs.length > shown.length && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(logs.length)}
        </button>
      )}
    </section>
  );
}
