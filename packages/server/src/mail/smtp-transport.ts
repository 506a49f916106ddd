import { AppError } from '@trailmark/core/errors';
import type { DueMail } from '@trailmark/store/cases/mail/delivery-rows';
import { createTransport } from 'nodemailer';

/** Hands emails to a mail server. */
export interface MailTransport {
  /** Resolves when the server has taken it. Throws what the server answered. */
  send(mail: DueMail): Promise<void>;
}

/** Short enough that a transaction which waits for it is not ended as forgotten. */
const STEP_MS = 8_000;
const SEND_MS = 20_000;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function failAfter(ms: number): { readonly expired: Promise<never>; readonly stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('unavailable', 'The mail server took too long.')), ms);
  return { expired: promise, stop: () => clearTimeout(timer) };
}

/**
 * SMTP as RFC 5321 has it, plain text only. A password is sent over TLS or, on this machine, not beyond it. The message id
 * is that of the outbox, so that an email which was taken just before a crash is recognised when it comes again.
 */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
  const { hostname, username } = new URL(smtpUrl);
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: username !== '' && !isLoopback(hostname) && smtpUrl.startsWith('smtp:'),
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name: 'Trailmark', address: from } },
  );
  return {
    send: async (mail) => {
      const { expired, stop } = failAfter(SEND_MS);
      const sending = transport.sendMail({
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        date: mail.createdAt,
        messageId: `<${mail.id}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      try {
        await Promise.race([sending, expired]);
      } finally {
        stop();
        transport.close();
      }
    },
  };
}
