import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { PasskeyEnrolment } from './passkey-enrolment.tsx';
import { type Factors, factorsQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';
import './account-parts.css';

export interface FactorListProps {
  readonly factors: Factors;
  readonly isBusy: boolean;
  readonly onRemoveTotp: () => void;
  readonly onRemovePasskey: (id: string) => void;
}

/** Second factors that are set up, each with the way to take it off. */
export function FactorList({ factors, isBusy, onRemoveTotp, onRemovePasskey }: FactorListProps) {
  const { hasTotp, passkeys } = factors;
  if (!hasTotp && passkeys.length === 0) return <p className="tm-t2">No second factor is set up yet.</p>;
  return (
    <ul className="tm-rows">
      {hasTotp && (
        <li>
          <span className="tm-grow">
            <b>Authenticator app</b>
          </span>
          <button type="button" className="tm-btn sm" disabled={isBusy} onClick={onRemoveTotp}>
            Take off authenticator
          </button>
        </li>
      )}
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id}>
          <span className="tm-grow">
            <b>{name}</b>
            <span className="tm-t3">
              Passkey, made <UtcTime iso={createdAt} />
              {lastUsedAt ? (
                <>
                  , last used <UtcTime iso={lastUsedAt} />
                </>
              ) : (
                ', not used yet'
              )}
            </span>
          </span>
          <button type="button" className="tm-btn sm" disabled={isBusy} onClick={() => onRemovePasskey(id)}>
            Take off {name.slice(0, 30)}
          </button>
        </li>
      ))}
    </ul>
  );
}

type Change =
  | { readonly kind: 'totp' }
  | { readonly kind: 'passkey'; readonly id: string }
  | { readonly kind: 'codes' };

async function makeChange(change: Change): Promise<readonly string[]> {
  if (change.kind === 'codes') return (await api.call('renewRecoveryCodes', { body: {} })).recoveryCodes;
  if (change.kind === 'totp') await api.call('removeTotp', { body: {} });
  else await api.call('removePasskey', { body: { id: change.id } });
  return [];
}

/** Second factors of the own account with everything that can be done to them. Queries the server itself. */
export function FactorPanel() {
  const { data, error, refetch } = useQuery(factorsQuery());
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const refresh = (next: readonly string[]) => {
    setCodes(next);
    void queryClient.invalidateQueries({ queryKey: ['factors'] });
    void queryClient.invalidateQueries({ queryKey: ['me'] });
  };
  const change = useMutation({ mutationFn: makeChange, onSuccess: refresh });
  if (error) return <ErrorPanel error={error} what="The list of second factors" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="second factors">
        <RowBars rows={2} columns={['40%', '20%']} />
      </Skeleton>
    );
  }
  if (codes.length > 0) return <RecoveryCodes codes={codes} onKept={() => setCodes([])} />;
  return (
    <div className="tm-factors">
      <FactorList
        factors={data}
        isBusy={change.isPending}
        onRemoveTotp={() => change.mutate({ kind: 'totp' })}
        onRemovePasskey={(id) => change.mutate({ kind: 'passkey', id })}
      />
      {change.error && <ErrorPanel error={change.error} what="The change" />}
      {!data.hasTotp && data.takesTotp && <TotpEnrolment onDone={refresh} />}
      <PasskeyEnrolment onDone={refresh} />
      <p className="tm-row tm-wrap">
        <span>{data.recoveryCodesLeft} recovery codes left.</span>
        <button
          type="button"
          className="tm-btn sm"
          disabled={change.isPending}
          onClick={() => change.mutate({ kind: 'codes' })}
        >
          Make new recovery codes
        </button>
      </p>
    </div>
  );
}
