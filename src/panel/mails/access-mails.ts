import type { MailText } from '../../platform/mail/index.ts';

/** Whom a mail about access is for. */
interface Access {
  readonly userName: string;
  readonly shopName: string;
}

const FROM = 'Guichê';

/** Somebody was added to a team. */
export function invitationMail({ userName, shopName }: Access, url: string): MailText {
  return {
    from: FROM,
    subject: `Convite para o painel de ${shopName}`,
    heading: `${userName}, você recebeu um convite para o painel de ${shopName}`,
    paragraphs: ['Crie a sua senha para entrar. O link vale uma vez, por 72 horas.'],
    button: { label: 'Criar a senha', url },
    footer: `Enviado porque um administrador de ${shopName} convidou este endereço. Se você não esperava o convite, não faça nada.`,
  };
}

/** A link for a new password, asked for on the page of the login or given by an administrator. */
export function newPasswordMail({ userName, shopName }: Access, url: string): MailText {
  return {
    from: FROM,
    subject: 'Crie uma nova senha',
    heading: `${userName}, crie uma nova senha`,
    paragraphs: [
      `Foi pedida uma nova senha para o seu acesso ao painel de ${shopName}. O link vale uma vez, por 72 horas. Até lá a senha atual continua valendo.`,
    ],
    button: { label: 'Criar nova senha', url },
    footer: 'Se não foi você que pediu, não faça nada: sem este link ninguém troca a sua senha.',
  };
}

export function passwordChangedMail({ userName, shopName }: Access, when: string): MailText {
  return {
    from: FROM,
    subject: 'Sua senha foi trocada',
    heading: `${userName}, sua senha foi trocada`,
    paragraphs: [
      `A senha do seu acesso ao painel de ${shopName} foi trocada em ${when}.`,
      'Se não foi você, peça agora um novo link a um administrador da loja ou a quem opera este Guichê.',
    ],
    footer: 'Enviado a cada troca de senha, para a sua segurança.',
  };
}

export function secondFactorRemovedMail({ userName, shopName }: Access, when: string): MailText {
  return {
    from: FROM,
    subject: 'Seu segundo fator foi removido',
    heading: `${userName}, seu segundo fator foi removido`,
    paragraphs: [
      `O segundo fator do seu acesso ao painel de ${shopName} foi removido em ${when}, e todas as sessões terminaram. Entre com a senha e ative outro.`,
      'Se você não pediu isso, troque a senha agora e fale com um administrador da loja ou com quem opera este Guichê.',
    ],
    footer: 'Enviado a cada remoção, para a sua segurança.',
  };
}
