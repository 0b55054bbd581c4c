import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Secret } from '../secret.ts';
import { htmlText, plainText } from './layout.ts';
import type { AddressedMail, MailAttachment, SendResult } from './mail.ts';
import { isOnThisMachine, readSmtpUrl } from './smtp-url.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
const CONNECTIONS = 2;
/** Of a whole connection, not of the mail that was being sent. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'EDNS',
  'ESOCKET',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'ECONNREFUSED',
  'EPROTOCOL',
  'EPROXY',
]);

export interface MailSettings {
  /** `smtp://usuário:senha@servidor:587` */
  readonly smtpUrl: Secret;
  /** The address mails come from. */
  readonly from: string;
  /** Whether a connection without encryption is refused. */
  readonly needsTls: boolean;
}

/** Hands mails in to a mail server. */
export interface MailTransport {
  send(id: string, mail: AddressedMail): Promise<SendResult>;
  /** Connects and logs in. Throws what is wrong. */
  verify(): Promise<void>;
  close(): void;
}

/** The library is loaded with the first mail: a service without one is as small as before. */
export function createSmtpTransport(settings: MailSettings): MailTransport {
  let opened: Promise<Transporter> | undefined;
  const transporter = () => {
    opened ??= open(settings);
    return opened;
  };
  return {
    send: async (id, mail) => {
      try {
        await (await transporter()).sendMail(messageOf(id, mail, settings));
        return { kind: 'sent' };
      } catch (error) {
        return failed(error);
      }
    },
    verify: async () => {
      await (await transporter()).verify();
    },
    close: () => {
      opened?.then(
        (one) => one.close(),
        () => undefined,
      );
      opened = undefined;
    },
  };
}

async function open({ smtpUrl, needsTls }: MailSettings): Promise<Transporter> {
  const server = readSmtpUrl(smtpUrl.reveal());
  if (!server) throw new Error('the address of the mail server cannot be read');
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, user, password } = server;
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure: tls,
    requireTLS: needsTls && !tls && !isOnThisMachine(server),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Nothing of a mail is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }) as Transporter;
}

function messageOf(id: string, { to, text }: AddressedMail, { from }: MailSettings): SendMailOptions {
  const domain = from.split('@').at(-1) ?? 'localhost';
  return {
    // Always the same one, so that a mail which was sent twice is shown once.
    messageId: `<${id.replace(/[^\w.-]/g, '-')}@${domain}>`,
    from: { name: text.from, address: from },
    to: { name: '', address: to },
    ...(text.replyTo === undefined ? {} : { replyTo: text.replyTo }),
    subject: text.subject,
    text: plainText(text),
    html: htmlText(text),
    attachments: text.attachment ? [attachmentOf(text.attachment)] : [],
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function attachmentOf({ name, type, content }: MailAttachment) {
  return { filename: name, contentType: type, content };
}

function failed(error: unknown): Exclude<SendResult, { kind: 'sent' }> {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number };
  const text = error instanceof Error ? error.message : String(error);
  if (CONNECTION_FAULTS.has(code)) return { kind: 'unreachable', error: text };
  if (responseCode === undefined) return { kind: 'later', error: text };
  return { kind: responseCode >= 500 ? 'refused' : 'later', error: text };
}
