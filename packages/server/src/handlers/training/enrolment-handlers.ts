import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';
import { printCertificate } from '../../training/certificate-sheet.ts';
import { readCertificate } from '../../training/certificates.ts';
import { enrol, giveUpPlace } from '../../training/enrol.ts';
import { readOwnTraining } from '../../training/own-training.ts';
import { toFile } from '../../training/text-file.ts';

type EnrolmentHandlers = Pick<Handlers, 'getMyTraining' | 'enrolInSession' | 'cancelEnrolment' | 'getCertificateFile'>;

/** What people do with their own enrolments and certificates. */
export function createEnrolmentHandlers(office: Office, software: string): EnrolmentHandlers {
  return {
    getMyTraining: (_, { caller }) => readOwnTraining(office, caller),
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
