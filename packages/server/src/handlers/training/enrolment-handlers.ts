import { COURSE_LEVELS } from '@trailmark/core/training/level';
import { listCertificates } from '@trailmark/store/cases/training/certificate-rows';
import { listRoster } from '@trailmark/store/cases/training/enrolment-rows';
import type { Handlers } from '../../http/mount.ts';
import { type Office, read } from '../../office/office.ts';
import { printCertificate } from '../../training/certificate-sheet.ts';
import { readCertificate } from '../../training/certificates.ts';
import { accountOf, enrol, giveUpPlace } from '../../training/enrol.ts';
import { toEnrolmentView } from '../../training/enrolment-view.ts';
import { toFile } from '../../training/text-file.ts';

type EnrolmentHandlers = Pick<Handlers, 'getMyTraining' | 'enrolInSession' | 'cancelEnrolment' | 'getCertificateFile'>;

/** What people do with their own enrolments and certificates. */
export function createEnrolmentHandlers(office: Office, software: string): EnrolmentHandlers {
  return {
    getMyTraining: async (_, { caller }) => {
      const { id } = accountOf(caller);
      const { rows, certificates } = await read(office, caller, async (tx) => ({
        rows: await listRoster(tx, { account: id }),
        certificates: await listCertificates(tx, id),
      }));
      const passed = new Set(rows.filter(({ state }) => state === 'passed').map(({ level }) => level));
      return {
        enrolments: rows.map((row) => toEnrolmentView(row, office.now())),
        certificates: certificates.map((each) => ({
          id: each.id,
          level: each.level,
          issuedAt: each.issuedAt.toISOString(),
          validUntil: each.validUntil,
          revokedAt: each.revokedAt?.toISOString() ?? null,
        })),
        passed: COURSE_LEVELS.filter((level) => passed.has(level)),
      };
    },
    enrolInSession: ({ params, body }, { caller }) => enrol(office, caller, { ...body, session: params.session }),
    cancelEnrolment: async ({ params }, { caller }) => {
      await giveUpPlace(office, caller, params.enrolment);
      return { done: true };
    },
    getCertificateFile: async ({ params, query }, { caller }) => {
      const { file, certificate, revokedAt } = await readCertificate(office, caller, params.certificate);
      const name = `certificate-${certificate.id}`;
      if (query.format === 'json') return toFile(`${name}.json`, 'application/json', file);
      const revokedOn = revokedAt?.toISOString().slice(0, 10) ?? null;
      const sheet = await printCertificate({ certificate, revokedOn }, software);
      return toFile(`${name}.pdf`, 'application/pdf', sheet);
    },
  };
}
