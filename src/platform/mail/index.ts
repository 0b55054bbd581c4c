export {
  type AddressedMail,
  type AskedMail,
  addressKeyOf,
  type DueMail,
  type MailAttachment,
  type MailKind,
  type MailText,
  type NewMail,
  type NotYet,
} from './mail.ts';
export { mailJob } from './send-mails.ts';
export { createSmtpTransport, type MailSettings } from './smtp.ts';
export { readSmtpUrl } from './smtp-url.ts';
export { createMailQueue, type MailQueue, WAITING_MAILS } from './store.ts';
export { mailMigrations } from './tables.ts';
