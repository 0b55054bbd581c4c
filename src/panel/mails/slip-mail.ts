import type { Accounts } from '../../accounts/accounts.ts';
import { formatDocument } from '../../accounts/persons/index.ts';
import type { SlipBeside } from '../../gateway/kinds/slip/index.ts';
import { afterDueText, dayText, type PrintedSlip, termsTexts } from '../../gateway/printed-slip/index.ts';
import { groupedLine } from '../../gateway/providers/index.ts';
import { Status, type Transaction, type TransactionStore } from '../../gateway/transactions/index.ts';
import type { AddressedMail, DueMail, MailText, NotYet } from '../../platform/mail/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { waitOf } from '../sales/slip-of-sale.ts';
import { isBeyondLimits, type TypedAddressOptions } from './typed-address.ts';

export interface SlipMailOptions extends TypedAddressOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly transactions: Pick<TransactionStore, 'findAny' | 'attemptsOf'>;
  readonly clock: Clock;
  readonly mode: 'sandbox' | 'production';
  slipOf(transaction: Transaction): Promise<SlipBeside | undefined>;
}

/** What a mail with a slip tells. Days of the local calendar, `YYYY-MM-DD`. */
export interface MailedSlip extends Pick<PrintedSlip, 'dueOn' | 'payableUntil' | 'terms'> {
  readonly shopName: string;
  /** CPF or CNPJ with its punctuation. */
  readonly shopDocument: string;
  readonly shopEmail: string | undefined;
  /** Centavos. */
  readonly amount: number;
  /** 47 digits. */
  readonly line: string;
  /** Of its page, below which the file lies. */
  readonly url: string;
  readonly hasPix: boolean;
  readonly payerName: string | undefined;
  readonly description: string | undefined;
  readonly referenceId: string | undefined;
  /** Whether another one was taken back for it. */
  readonly isReplacement: boolean;
  readonly isSandbox: boolean;
}

/**
 * To who was to pay it when it was asked for. Undefined where it cannot be paid any more, there is another by now, the shop
 * does not want it, the payer has no address, or it may be anybody's and got too many that day; put off while its buyer
 * tries to pay in another way.
 */
export async function slipMailOf(
  options: SlipMailOptions,
  mail: Pick<DueMail, 'about' | 'facts' | 'askedBy' | 'addressKey' | 'createdAt'>,
): Promise<AddressedMail | NotYet | undefined> {
  const { accounts, transactions, slipOf, mode } = options;
  const sale = await transactions.findAny(mail.about);
  if (!sale) return undefined;
  const [person, { mails }, beside, attempts] = await Promise.all([
    accounts.findPerson(sale.merchantId),
    accounts.shopSettings(sale.merchantId),
    slipOf(sale),
    transactions.attemptsOf(sale.id),
  ]);
  const { slip, terms, order, url } = beside ?? {};
  const to = order?.customer?.email;
  if (!person || !mails.includes('receipt') || !beside || !terms || !slip?.line || !url || !to)
    return undefined;
  if (slip.reference !== mail.facts.reference || !waitOf(options, sale, beside, attempts).canBePaid)
    return undefined;
  if (sale.result.status !== Status.intention) return { kind: 'not_yet' };
  if (await isBeyondLimits(options, mail)) return undefined;
  const { interest, fine, discounts } = terms;
  return {
    to,
    text: slipMail({
      shopName: person.tradeName ?? person.name,
      shopDocument: formatDocument(person.document),
      shopEmail: person.email,
      ...{ amount: slip.amount, line: slip.line, url },
      ...{ dueOn: terms.dueOn, payableUntil: terms.payableUntil },
      terms: { ...(interest && { interest }), ...(fine && { fine }), discounts },
      hasPix: slip.qrCode !== undefined,
      // Of a hosted page it is what somebody typed there, to whatever address: nobody writes to strangers in a shop's name.
      payerName: order.intention ? undefined : order.customer?.name,
      description: order.description,
      referenceId: sale.referenceId,
      isReplacement: slip.replaces !== undefined,
      isSandbox: mode === 'sandbox',
    }),
  };
}

/** To the payer, in the name of the shop: what a bank asks for, and where the slip lies whole. */
export function slipMail(slip: MailedSlip): MailText {
  const { shopName, shopEmail, amount, dueOn, url, isSandbox } = slip;
  const what = `Boleto de ${moneyText(amount)} para ${shopName}, com vencimento em ${dayText(dueOn)}`;
  return {
    from: shopName,
    replyTo: shopEmail,
    subject: isSandbox ? `[Teste] ${what}` : what,
    heading: `Seu boleto de ${moneyText(amount)} vence em ${dayText(dueOn)}`,
    paragraphs: [
      ...(isSandbox ? ['Este é um boleto de teste: nenhum banco o recebe.'] : []),
      ...(slip.isReplacement
        ? ['Ele fica no lugar do boleto anterior, que foi cancelado: pague só este.']
        : []),
      howToPay(slip),
      [afterDueText(slip), ...termsTexts(slip.terms)].join(' '),
    ],
    lines: linesOf(slip),
    button: { label: 'Abrir o boleto', url },
    also: { label: 'Baixar em PDF', url: `${url}/pdf` },
    footer: shopEmail
      ? 'Dúvidas sobre a cobrança? Responda a este e-mail: a resposta vai para a loja.'
      : 'Dúvidas sobre a cobrança? Fale com a loja.',
  };
}

function howToPay({ hasPix }: MailedSlip): string {
  const byLine = 'No aplicativo do seu banco, escolha pagar boleto e cole a linha digitável.';
  return hasPix ? `${byLine} Também pode ser pago com Pix: o QR code está na página do boleto.` : byLine;
}

function linesOf(slip: MailedSlip): NonNullable<MailText['lines']> {
  const { line, dueOn, amount, payerName, shopName, shopDocument, referenceId, description } = slip;
  const known: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Linha digitável', groupedLine(line)],
    ['Valor', moneyText(amount)],
    ['Vencimento', dayText(dueOn)],
    ['Pagador', payerName],
    ['Loja', shopName],
    ['CPF ou CNPJ da loja', shopDocument],
    ['Pedido', referenceId],
    ['Descrição', description],
  ];
  return known.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
