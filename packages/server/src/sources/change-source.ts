import type { SourceStatus, sourceRoutes } from '@trailmark/api/contract/source';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { getOnDemandSource } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import { lockSourceRow, putSourceRow, type SourceRow } from '@trailmark/store/cases/sources/source-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { parseSourcePlace } from '../outbound/source-endpoint.ts';
import { sealSourceKey } from './source-key.ts';
import { getSourceStatus } from './source-status.ts';

type Change = RouteInput<(typeof sourceRoutes)['changeSource']>['body'];

function refuse(field: string, sentence: string): never {
  throw new AppError('invalid', sentence, { context: { field } });
}

/** Null for the usual place, or none. */
function readEndpoint(text: string, source: AnySource): string | null {
  const given = text.trim();
  if (given === '' || given === source.endpoint) return null;
  return parseSourcePlace(source, given, true).text;
}

function sealKey(casework: CaseworkContext, source: AnySource, text: string): string | null {
  const key = text.trim();
  if (key === '') return null;
  // What goes into a header or a parameter unchanged.
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) refuse('key', 'A key is one word of letters, digits and signs.');
  return sealSourceKey(casework.keys, source.id, key);
}

function readPin(text: string): string | null {
  const pin = text.trim().replaceAll(':', '').toLowerCase();
  if (pin === '') return null;
  return /^[0-9a-f]{64}$/.test(pin) ? pin : refuse('pin', 'A pin is the SHA-256 of a key: 64 hexadecimal digits.');
}

function checkReady(source: AnySource, row: SourceRow): void {
  if (!row.isOn) return;
  if (row.endpoint === null && source.endpoint === '') {
    refuse('endpoint', `${source.name} has no usual place: set the endpoint of your own before it is turned on.`);
  }
  if (row.pin !== null) parseSourcePlace(source, row.endpoint ?? source.endpoint, row.endpoint !== null, row.pin);
  if (source.needsKey && row.keyBox === null) refuse('key', `${source.name} needs a key before it is turned on.`);
}

const unsetRow = (id: string): SourceRow => ({
  ...{ id, isOn: false, onlyForCases: false, endpoint: null, keyBox: null, pin: null },
});

/** Sets what an administrator of the installation sets of a source, and logs what changed; keys are never logged. */
export async function changeSource(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  change: Change,
): Promise<SourceStatus> {
  const source = getOnDemandSource(id);
  const changedBy = caller.account?.id ?? '';
  const endpoint = change.endpoint === undefined ? undefined : readEndpoint(change.endpoint, source);
  const keyBox = change.key === undefined ? undefined : sealKey(casework, source, change.key);
  const pin = change.pin === undefined ? undefined : readPin(change.pin);
  const { status } = await actThenNotify(
    casework,
    caller,
    async (tx) => {
      const before = (await lockSourceRow(tx, id)) ?? unsetRow(id);
      const after: SourceRow = {
        id,
        isOn: change.isOn ?? before.isOn,
        onlyForCases: change.onlyForCases ?? before.onlyForCases,
        endpoint: endpoint === undefined ? before.endpoint : endpoint,
        keyBox: keyBox === undefined ? before.keyBox : keyBox,
        pin: pin === undefined ? before.pin : pin,
      };
      // A key is for the place it was made for: it does not go along to another one unless it is given again.
      const row = after.endpoint !== before.endpoint && keyBox === undefined ? { ...after, keyBox: null } : after;
      checkReady(source, row);
      await putSourceRow(tx, { ...row, changedBy, changedAt: casework.now() });
      return { before, row, status: await getSourceStatus(tx, id) };
    },
    ({ before, row }) => ({
      action: 'source.change',
      object: { kind: 'source', id },
      details: {
        isOnFrom: before.isOn,
        isOn: row.isOn,
        onlyForCases: row.onlyForCases,
        endpointFrom: before.endpoint ?? source.endpoint,
        endpoint: row.endpoint ?? source.endpoint,
        keyChanged: row.keyBox !== before.keyBox,
        hasKey: row.keyBox !== null,
        pin: row.pin,
      },
    }),
  );
  return status;
}
