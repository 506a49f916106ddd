import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  CASE_FILE_TABLES,
  listPeopleByEmail,
  settleItemNumbers,
  writeFileHead,
  writeFileRows,
} from '@trailmark/store/cases/agency-cases/case-file-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { putMember } from '@trailmark/store/cases/agency-cases/member-rows';
import { refreshCaseSums } from '@trailmark/store/cases/agency-cases/money-rows';
import { insertOrigin } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { type CaseContent, createIds, readCaseContent, resolveRefs, rootOf, sealRow } from './case-file.ts';
import { createCaseKey } from './case-key.ts';
import { caseScope, openCase, toCaseEntry } from './case-scope.ts';
import { listTemplates } from './case-templates.ts';
import { toCaseHead } from './case-view.ts';
import { insertNumbered } from './change-case.ts';
import { type ReadCaseFile, readCaseFile } from './read-case-file.ts';

type Answer = RouteOutput<Contract['importCase']>;

interface Resolver {
  readonly caseId: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly accounts: readonly string[];
  /** Who imports: what another format says is filed under them. */
  readonly importer: string;
}

function createResolver({ caseId, ids, accounts, importer }: Resolver) {
  return (ref: Readonly<Record<string, unknown>>): unknown => {
    if (ref.$case === true) return caseId;
    if (ref.$importer === true) return importer;
    const found = typeof ref.$row === 'string' ? ids.get(ref.$row) : accounts[Number(ref.$person)];
    if (found !== undefined) return found;
    throw new AppError('invalid', 'The file refers to a row or a person that it does not have.');
  };
}

/** Which account each person of the file is here; who is unknown is filed under who imports. */
async function matchPeople(tx: Transaction, own: CallerAccount, people: CaseContent['people']) {
  const known = await listPeopleByEmail(
    tx,
    own.agency,
    people.map(({ email }) => email),
  );
  const byEmail = new Map(known.map(({ email, id }) => [email, id]));
  return {
    accounts: people.map(({ email }) => byEmail.get(email) ?? own.id),
    strangers: people.filter(({ email }) => !byEmail.has(email)).map(({ name }) => name),
  };
}

/** What failed is imported by nobody, and what an unknown key signed only by who accepts exactly that key. Throws `invalid`. */
function checkSound({ checks, mustAccept }: ReadCaseFile, acceptedKey: string | null): void {
  const failed = checks.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence);
  if (failed.length > 0) throw new AppError('invalid', `The package is not imported. ${failed.join(' ')}`);
  if (mustAccept === null || mustAccept === acceptedKey) return;
  throw new AppError(
    'invalid',
    `The package is not imported: its key ${mustAccept} is not trusted here. Compare that fingerprint with the sender, and accept the key for this import.`,
    { context: { field: 'acceptedKey' } },
  );
}

/** Opens a case from an exported file: everything of it, or nothing. */
export async function importCaseFile(
  casework: CaseworkContext,
  caller: Caller,
  { content: text, acceptedKey }: RouteInput<Contract['importCase']>['body'],
): Promise<Answer> {
  const own = ownAccount(caller);
  const [id, at] = [randomUUID(), casework.now()];
  const file = await readCaseFile(casework, caller, text);
  checkSound(file, acceptedKey);
  const { format, content, notUnderstood } = file;
  const templates = listTemplates(casework.filesDir);
  const work = async (tx: Transaction): Promise<Answer> => {
    const opened = { id, agency: own.agency, account: own.id, at };
    const blank = {
      title: 'Imported',
      type: 'imported',
      priority: 'medium',
      policy: 'need-to-know',
      unit: '',
    } as const;
    const key = createCaseKey(casework.keys, id);
    await insertNumbered(tx, { ...opened, ...blank, reference: null, deadline: null, fields: {}, key });
    await putMember(tx, { caseId: id, agency: own.agency, account: own.id, role: 'owner', by: own.id, at });
    await writeFileHead(tx, id, content.case);
    if (file.origin) await insertOrigin(tx, { ...file.origin, caseId: id, agency: own.agency });
    const { accounts, strangers } = await matchPeople(tx, own, content.people);
    const resolve = createResolver({ caseId: id, ids: createIds(content.tables), accounts, importer: own.id });
    const rows: Record<string, number> = {};
    for (const table of CASE_FILE_TABLES) {
      const given = resolveRefs(content.tables[table.name] ?? [], resolve) as CaseContent['tables'][string];
      const resolved = given.map((one) => sealRow(casework.keys, { id, key }, table.name, one));
      await writeFileRows(tx, table, { caseId: id, agency: own.agency }, resolved);
      rows[table.name.replace('case_', '')] = resolved.length;
    }
    await settleItemNumbers(tx, id);
    await refreshCaseSums(tx, id);
    await refreshNextDue(tx, id);
    const detail = await openCase(tx, id, 'read');
    const root = rootOf(await readCaseContent(tx, casework.keys, detail));
    return { head: toCaseHead(detail, templates), format, rows, strangers, notUnderstood: [...notUnderstood], root };
  };
  return actThenNotify(
    casework,
    caller,
    work,
    ({ root }) => toCaseEntry('import', id, { root, format, ...(file.mustAccept ? { acceptedKey } : {}) }),
    caseScope(caller),
  );
}
