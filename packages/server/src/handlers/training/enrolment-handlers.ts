import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';
import { toFile } from '../../http/text-file.ts';
import { printCertificate } from '../../training/certificate-sheet.ts';
import { readCertificate } from '../../training/certificates.ts';
import { enrol, giveUpPlace } from '../../training/enrol.ts';
import { readOwnTraining } from '../../training/own-training.ts';

type EnrolmentHandlers = Pick<Handlers, 'getMyTraining' | 'enrolInSession' | 'cancelEnrolment' | 'getCertificateFile'>;

/** What people do with their own enrolments and certificates. */
export function createEnrolmentHandlers(casework: CaseworkContext, software: string): EnrolmentHandlers {
  return {
    getMyTraining: (_, { caller }) => readOwnTraining(casework, caller),
    enrolInSession: ({ params, body }, { caller }) => enrol(casework, caller, { ...body, session: params.session }),
    cancelEnrolment: async ({ params }, { caller }) => {
      await giveUpPlace(casework, caller, params.enrolment);
      return { done: true };
    },
    getCertificateFile: async ({ params, query }, { caller }) => {
      const { file, certificate, revokedAt } = await readCertificate(casework, caller, params.certificate);
      const name = `certificate-${certificate.id}`;
      if (query.format === 'json') return toFile(`${name}.json`, 'application/json', file);
      const revokedOn = revokedAt?.toISOString().slice(0, 10) ?? null;
      const sheet = await printCertificate({ certificate, revokedOn }, software);
      return toFile(`${name}.pdf`, 'application/pdf', sheet);
    },
  };
}
