import { type MailSettings, readSmtpUrl } from '../../platform/mail/index.ts';
import { Secret } from '../../platform/secret.ts';
import { ConfigError } from './config-error.ts';

const ADDRESS = /^[^\s@<>,;:"()[\]]{1,64}@[^\s@<>,;:"()[\]]{1,253}$/;

/** How mails are sent; undefined: not at all. In production never without encryption, but to this machine. */
export function readMail(
  { url, from }: { readonly url: string | undefined; readonly from: string | undefined },
  production: boolean,
): MailSettings | undefined {
  if (url === undefined) {
    if (from === undefined) return undefined;
    throw new ConfigError(
      'GUICHE_MAIL_FROM',
      'só tem sentido com GUICHE_SMTP_URL: dê as duas, ou retire esta',
    );
  }
  const server = readSmtpUrl(url);
  if (!server) {
    throw new ConfigError(
      'GUICHE_SMTP_URL',
      'deve ser como smtp://usuário:senha@servidor:587 ou smtps://usuário:senha@servidor:465, com caracteres especiais em %XX',
    );
  }
  const sender = from ?? server.user;
  if (sender === undefined || !ADDRESS.test(sender)) {
    throw new ConfigError(
      'GUICHE_MAIL_FROM',
      sender === undefined || from === undefined
        ? 'falta: diga o endereço de onde saem os e-mails, como pagamentos@exemplo.com.br'
        : `"${from}" não é um endereço de e-mail`,
    );
  }
  return { smtpUrl: new Secret(url), from: sender, needsTls: production };
}
