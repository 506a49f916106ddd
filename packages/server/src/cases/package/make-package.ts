import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { findAgencyName } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { insertPackage } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { requireAuthority } from '../authorities.ts';
import { readCaseContent } from '../case-file.ts';
import { openCaseKey, sealBytes } from '../case-key.ts';
import { actOnCase } from '../case-scope.ts';
import { toActor } from '../evidence/custody.ts';
import { createSalts, isChosen, toCaseLeaves, toLeaves } from './package-leaves.ts';
import { CUSTODY_TABLE, EVIDENCE_TABLE, packFiles } from './packaged-files.ts';
import { planPackage } from './plan-package.ts';
import { signPackage } from './sign-package.ts';

type Body = RouteInput<Contract['makeCasePackage']>['body'];

function checkEnd(expires: string | null, today: string): void {
  if (expires === null || expires >= today) return;
  throw new AppError('invalid', 'A package ends today or later.', { context: { field: 'expires' } });
}

/** What a stored package is encrypted for. */
export const aboutPackage = (caseId: string, id: string): string => `package ${caseId} ${id}`;

/** Signs the chosen parts of a case for another agency. What is left out stays as hashes that nobody can guess. */
export function makeCasePackage(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  body: Body,
  software: string,
): Promise<RouteOutput<Contract['makeCasePackage']>> {
  const at = casework.now();
  checkEnd(body.expires, at.toISOString().slice(0, 10));
  const { recipient, purpose, handling, expires, areas, files: numbers } = body;
  const packageId = randomUUID();
  const details = ({ root }: { readonly root: string }) => ({
    ...{ package: packageId, recipient, purpose, root, expires },
    areas: areas.join(', '),
    leftOut: [...body.hides, ...body.leaveOut].join(', ').slice(0, 500),
    files: numbers.join(', '),
  });
  return actOnCase(
    casework,
    caller,
    { id, right: 'export', action: 'package', isAfterRecord: true, details },
    async (tx, row) => {
      await requireAuthority(tx, id, 'disclosure', at);
      const about = { caseId: id, caseNumber: row.number, packageId, recipient, purpose, software, at };
      const content = await readCaseContent(tx, casework.keys, row);
      const { hidden } = planPackage(body, content);
      const packed = await packFiles(tx, { ...about, numbers, actor: toActor(caller, row.role) });
      const key = openCaseKey(casework.keys, row);
      const toSalt = createSalts(key, packageId);
      const leaves = [
        ...toCaseLeaves(content, { isWhole: (table) => isChosen(table, areas), hidden, toSalt }),
        ...toLeaves(EVIDENCE_TABLE, packed.rows, hidden, toSalt),
        ...toLeaves(CUSTODY_TABLE, packed.ledgers, hidden, toSalt),
      ];
      const statement = { number: row.number, agency: await findAgencyName(tx, row.agency), madeAt: at.toISOString() };
      const signed = { id: packageId, ...statement, recipient, purpose, handling, expires, software };
      const { root, file } = signPackage(casework, signed, leaves);
      await insertPackage(tx, {
        ...{ id: packageId, caseId: id, agency: row.agency, recipient, purpose, expires, root, at },
        ...{ files: packed.files, size: file.length, by: ownAccount(caller).id },
        hasCustody: packed.ledgers.some((_, index) => !hidden.isFieldHidden(CUSTODY_TABLE, index, 'ledger')),
        content: sealBytes(key, aboutPackage(id, packageId), gzipSync(file)),
      });
      return { id: packageId, root, content: file.toString('utf8') };
    },
  );
}
