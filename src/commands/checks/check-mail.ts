import type { Config } from '../../composition/config/config.ts';
import { createSmtpTransport } from '../../platform/mail/index.ts';
import type { Finding } from './finding.ts';

const TITLE = 'E-mail';

/** Whether the mail server answers and accepts the login. No mail is sent. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Finding> {
  if (!mail) {
    return {
      title: TITLE,
      state: 'info',
      text: 'nenhum servidor configurado: nada é enviado, e cada link fica na tela para copiar',
      advice: 'Para avisar lojas e compradores, dê GUICHE_SMTP_URL e GUICHE_MAIL_FROM.',
    };
  }
  const transport = createSmtpTransport(mail);
  try {
    await transport.verify();
    return { title: TITLE, state: 'good', text: `o servidor responde; sai de ${mail.from}`, advice: null };
  } catch (error) {
    return {
      title: TITLE,
      state: 'warn',
      text: `o servidor não aceita (${error instanceof Error ? error.message : 'sem motivo'})`,
      advice: 'Confira GUICHE_SMTP_URL: servidor, porta, usuário e senha. As vendas não dependem disso.',
    };
  } finally {
    transport.close();
  }
}
