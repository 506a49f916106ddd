import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import type { RouteInput } from '@trailmark/api/route';
import { wasSent } from '@trailmark/core/case-request';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { insertMoney, refreshCaseSums } from '@trailmark/store/cases/agency-cases/money-rows';
import {
  insertRequestAsset,
  type NewRequestAsset,
  withdrawRequestAsset,
} from '@trailmark/store/cases/agency-cases/request-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { valueAmount } from '../case-money.ts';
import { actOnCase } from '../case-scope.ts';
import { toDay } from '../case-view.ts';
import { getRequestRow, readRequest, toRequestNumber } from './read-requests.ts';

interface Named {
  readonly id: string;
  readonly request: string;
}

interface Money {
  readonly recipient: string;
  readonly number: string;
  readonly usd: bigint | null;
}

/** The same in the money table: a claim of the service, which shows the request as its source. */
async function enterInMoney(tx: Transaction, row: NewRequestAsset, { recipient, number, usd }: Money): Promise<string> {
  const { caseId, agency, asset, symbol, decimals, amount, day, by, at } = row;
  const money = randomUUID();
  await insertMoney(tx, {
    ...{
      id: money,
      caseId,
      agency,
      asset,
      symbol,
      decimals,
      amount,
      day,
      usd,
      by,
      at,
      kind: 'place',
      state: row.outcome,
    },
    ...{ mark: 'claim', place: recipient, controller: recipient, next: '', nextOn: null, source: row.source || number },
  });
  await refreshCaseSums(tx, caseId);
  return money;
}

/** Enters what the service froze or returned. Throws `conflict` for a request that was not sent. */
export function addAsset(
  casework: CaseworkContext,
  knowledge: Knowledge,
  caller: Caller,
  { id, request }: Named,
  { isInMoney, outcome, asset, amount, day, source }: RouteInput<Contract['addRequestAsset']>['body'],
): Promise<CaseRequest> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const field = (name: string) => ({ context: { field: name } });
  if (amount <= 0n) throw new AppError('invalid', 'What was frozen or returned is more than nothing.', field('amount'));
  if (day > toDay(at))
    throw new AppError('invalid', 'The day on which it was done is not in the future.', field('day'));
  const { usd, ...known } = valueAmount(knowledge, { asset, amount, day });
  const details = ({ number }: CaseRequest) => ({ request, number, outcome, isInMoney });
  return actOnCase(casework, caller, { id, right: 'write', action: 'request.asset', details }, async (tx, opened) => {
    const row = await getRequestRow(tx, id, request);
    if (!wasSent(row.state)) {
      throw new AppError('conflict', 'A service freezes or returns something on a request that was sent.');
    }
    const given = { ...known, id: randomUUID(), requestId: request, outcome, amount, day, source, moneyId: null };
    const line = { ...given, caseId: id, agency: opened.agency, by, at };
    const words = { recipient: row.recipient, number: toRequestNumber(row), usd };
    const moneyId = isInMoney ? await enterInMoney(tx, line, words) : null;
    await insertRequestAsset(tx, { ...line, moneyId });
    await touchCase(tx, id, at);
    return readRequest(tx, id, request, { account: by, role: opened.role });
  });
}

/** Withdraws a line; the money table keeps its own. */
export function withdrawLine(
  casework: CaseworkContext,
  caller: Caller,
  { id, request, asset }: Named & { readonly asset: string },
  why: string,
): Promise<CaseRequest> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number }: CaseRequest) => ({ request, number, asset });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'request.asset-withdraw', details },
    async (tx, { role }) => {
      const { assets } = await readRequest(tx, id, request, { account: by, role });
      const line = assets.find((one) => one.id === asset);
      if (!line) throw new AppError('not-found', 'There is no such line on this request.');
      if (line.withdrawn) throw new AppError('conflict', 'This line was withdrawn before.');
      await withdrawRequestAsset(tx, { requestId: request, id: asset }, { by, why, at });
      await touchCase(tx, id, at);
      return readRequest(tx, id, request, { account: by, role });
    },
  );
}
