import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
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
import type { Transaction } from '@trailmark/store/cases/casework';
import { z } from 'zod';
import type { Caller, CallerAccount } from '../casework/caller.ts';
import { actThenTell, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import {
  CASE_FILE_FORMAT,
  CASE_FILE_VERSION,
  type CaseContent,
  createIds,
  readCaseContent,
  resolveRefs,
  rootOf,
  sealRow,
} from './case-file.ts';
import { createCaseKey } from './case-key.ts';
import { caseScope, openCase, toCaseEntry } from './case-scope.ts';
import { listTemplates } from './case-templates.ts';
import { toCaseHead } from './case-view.ts';
import { insertNumbered } from './change-case.ts';

type Answer = RouteOutput<Contract['importCase']>;

const MAX_ROWS = 500_000;
const MAX_DEPTH = 60;

const row = z.record(z.string().max(80), z.unknown());
const file = z.object({
  format: z.literal(CASE_FILE_FORMAT),
  version: z.number(),
  content: z.object({
    case: row,
    people: z.array(z.object({ name: z.string().max(200), email: z.string().max(254) })).max(10_000),
    tables: z.record(z.string().max(80), z.array(row).max(MAX_ROWS)),
  }),
});

function parse(text: string): unknown {
  try {
    if (!isJsonDeeper(text, MAX_DEPTH)) return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'This is not a file of a case: it is not JSON.', { cause });
  }
  throw new AppError('invalid', 'This is not a file of a case: it is nested too deep.');
}

/** Throws `invalid` with what is wrong and what would be right. */
function readFile(text: string): CaseContent {
  const value = parse(text);
  const read = z.safeParse(file, value);
  if (!read.success) {
    throw new AppError('invalid', 'This is not a file of a case. Choose the JSON file that “Export” of a case made.');
  }
  const { version, content } = read.data;
  if (version !== CASE_FILE_VERSION) {
    throw new AppError(
      'invalid',
      `This version reads files of version ${CASE_FILE_VERSION}; this one is of another version.`,
    );
  }
  const unknown = Object.keys(content.tables).find((name) => !CASE_FILE_TABLES.some((table) => table.name === name));
  if (unknown !== undefined)
    throw new AppError('invalid', 'The file has a kind of rows that this version does not know.');
  return content;
}

interface Resolver {
  readonly caseId: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly accounts: readonly string[];
}

function createResolver({ caseId, ids, accounts }: Resolver) {
  return (ref: Readonly<Record<string, unknown>>): unknown => {
    if (ref.$case === true) return caseId;
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

/** Opens a case from an exported file: everything of it, or nothing. */
export function importCaseFile(casework: CaseworkContext, caller: Caller, text: string): Promise<Answer> {
  const own = ownAccount(caller);
  const content = readFile(text);
  const [id, at] = [randomUUID(), casework.now()];
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
    const { accounts, strangers } = await matchPeople(tx, own, content.people);
    const resolve = createResolver({ caseId: id, ids: createIds(content.tables), accounts });
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
    return { head: toCaseHead(detail, templates), rows, strangers, root };
  };
  return actThenTell(casework, caller, work, ({ root }) => toCaseEntry('import', id, { root }), caseScope(caller));
}
