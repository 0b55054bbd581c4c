import type { MailText } from '../../platform/mail/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';

/** What a client is told of a month of a plan. */
export interface MailedCharge {
  readonly shopName: string;
  /** CPF or CNPJ with its punctuation. */
  readonly shopDocument: string;
  readonly shopEmail: string | undefined;
  readonly clientName: string | undefined;
  readonly description: string;
  /** Centavos. */
  readonly amount: number;
  /** `2 de 12`; undefined: it is charged once. */
  readonly part: string | undefined;
  /** `29/11/2026` */
  readonly dueOn: string;
  readonly isSandbox: boolean;
}

/** What the client can do about a card. */
interface CardStand {
  /** Whether there is one that can be charged. */
  readonly hasCard: boolean;
  /** Where another is typed, while a form is open. */
  readonly formUrl: string | undefined;
}

/** To the client: the card is charged soon, or there is none yet. */
export function chargeSoonMail(charge: MailedCharge, { hasCard, formUrl }: CardStand): MailText {
  const { shopName, dueOn } = charge;
  const text = hasCard
    ? `${shopName} vai cobrar ${thisPart(charge)} no seu cartão salvo. Você não precisa fazer nada.`
    : `${shopName} vai cobrar ${thisPart(charge)} em ${dueOn}, mas ainda não há um cartão válido cadastrado.`;
  return {
    ...ofCharge(charge),
    subject: subjectOf(charge, `Em ${dueOn}: ${moneyText(charge.amount)} de ${charge.description}`),
    heading: `${moneyText(charge.amount)} serão cobrados em ${dueOn}`,
    paragraphs: [`${greeting(charge)}${text}`],
    ...(hasCard || formUrl === undefined ? {} : { button: { label: 'Cadastrar o cartão', url: formUrl } }),
  };
}

const WHY_NOT = {
  no_card: 'não há um cartão válido cadastrado',
  refused: 'o banco do seu cartão não autorizou',
  failed: 'a cobrança não pôde ser feita',
} as const;

function untilThen(why: keyof typeof WHY_NOT, formUrl: string | undefined): string {
  if (why === 'failed') return '';
  if (why === 'refused') return ' Confira o limite e a validade do cartão até lá.';
  return formUrl === undefined
    ? ' Fale com a loja para cadastrar um cartão até lá.'
    : ' Cadastre um cartão até lá.';
}

/** To the client: the bank refused, or there is no card. Nothing was charged. */
export function chargeRefusedMail(
  charge: MailedCharge,
  {
    why,
    nextTryOn,
    formUrl,
  }: {
    readonly why: keyof typeof WHY_NOT;
    /** `02/12/2026`; undefined: it is not tried again. */
    readonly nextTryOn: string | undefined;
    readonly formUrl: string | undefined;
  },
): MailText {
  const then =
    nextTryOn === undefined
      ? `Não haverá outra tentativa: fale com ${charge.shopName} para combinar o pagamento.`
      : `A cobrança será tentada de novo em ${nextTryOn}.${untilThen(why, formUrl)}`;
  return {
    ...ofCharge(charge),
    subject: subjectOf(
      charge,
      `Não foi possível cobrar ${moneyText(charge.amount)} de ${charge.description}`,
    ),
    heading: `Não foi possível cobrar ${moneyText(charge.amount)}`,
    paragraphs: [
      `${greeting(charge)}${charge.shopName} tentou cobrar ${thisPart(charge)}, mas ${WHY_NOT[why]}. Nada foi cobrado.`,
      then,
    ],
    ...(formUrl === undefined
      ? {}
      : {
          button: {
            label: why === 'no_card' ? 'Cadastrar o cartão' : 'Cadastrar outro cartão',
            url: formUrl,
          },
        }),
  };
}

function ofCharge({ shopName, shopDocument, shopEmail, description, part, dueOn, amount }: MailedCharge) {
  return {
    from: shopName,
    replyTo: shopEmail,
    lines: [
      ['Loja', shopName],
      ['CPF ou CNPJ da loja', shopDocument],
      ['Descrição', description],
      ...(part === undefined ? [] : [['Parcela', part] as const]),
      ['Data', dueOn],
      ['Valor', moneyText(amount)],
    ] as const,
    footer: shopEmail
      ? 'Dúvidas, ou quer cancelar? Responda a este e-mail: a resposta vai para a loja.'
      : 'Dúvidas, ou quer cancelar? Fale com a loja.',
  };
}

function thisPart({ part }: MailedCharge): string {
  return part === undefined ? 'este valor' : 'esta parcela';
}

function greeting({ clientName }: MailedCharge): string {
  return clientName ? `Olá, ${clientName}. ` : '';
}

function subjectOf({ isSandbox }: MailedCharge, subject: string): string {
  return isSandbox ? `[Teste] ${subject}` : subject;
}
