import type { MailText } from '../../platform/mail/index.ts';
import { counted, moneyText } from '../../platform/text/number-text.ts';

/** What a mail of a sale tells, read when it is sent. */
export interface MailedSale {
  readonly id: string;
  readonly shopName: string;
  /** CPF or CNPJ with its punctuation. */
  readonly shopDocument: string;
  readonly shopEmail: string | undefined;
  readonly publicUrl: string;
  /** When it was paid, already in the shop's time zone: `26/11/2026 às 10:15`. */
  readonly when: string;
  /** Whether an acquirer pays it to the shop: what is paid by Pix or slip is on the shop's account at once. */
  readonly byCard: boolean;
  /** Centavos, in all. */
  readonly captured: number;
  readonly refunded: number;
  /** `Crédito, 3x de R$ 150,00`, `Pix`. */
  readonly paidBy: string;
  /** `Visa •••• 0433`; undefined where no card paid. */
  readonly card: string | undefined;
  readonly referenceId: string | undefined;
  readonly description: string | undefined;
  readonly customerName: string | undefined;
  readonly authorizationCode: string | undefined;
  readonly nsu: string | undefined;
  readonly isSandbox: boolean;
}

type Line = readonly [label: string, value: string];

/** To the shop: money came in. */
export function paymentMail(sale: MailedSale, amount: number): MailText {
  const from = sale.customerName ? ` de ${sale.customerName}` : '';
  const of = sale.description ?? sale.referenceId;
  return {
    ...ofShop(sale),
    subject: test(sale, `${moneyText(amount)} recebidos${from}${of ? `: ${of}` : ''}`),
    heading: `Você recebeu ${moneyText(amount)}${from}`,
    paragraphs: sale.isSandbox ? ['É uma venda de teste: nenhum dinheiro entrou.'] : [],
    lines: factsOf(sale),
    button: { label: 'Ver a venda', url: saleUrl(sale) },
  };
}

/** To the shop: money went back. */
export function refundMail(sale: MailedSale, amount: number): MailText {
  return {
    ...ofShop(sale),
    subject: test(
      sale,
      `${moneyText(amount)} estornados${sale.customerName ? ` a ${sale.customerName}` : ''}`,
    ),
    heading: `${moneyText(amount)} foram devolvidos ao comprador`,
    paragraphs: [
      sale.byCard
        ? 'O valor já não entra no que a adquirente paga à sua loja.'
        : 'O valor saiu da conta da sua loja e voltou para quem pagou.',
    ],
    lines: [...factsOf(sale, 'Data da venda'), ...refundedOf(sale)],
    button: { label: 'Ver a venda', url: saleUrl(sale) },
  };
}

/** To the buyer, in the name of the shop. */
export function receiptMail(sale: MailedSale, amount: number): MailText {
  return {
    from: sale.shopName,
    replyTo: sale.shopEmail,
    subject: test(sale, `Seu pagamento de ${moneyText(amount)} para ${sale.shopName}`),
    heading: `Pagamento de ${moneyText(amount)} confirmado`,
    paragraphs: [
      ...(sale.isSandbox ? ['Este é um pagamento de teste: nada foi cobrado.'] : []),
      `${sale.shopName} recebeu o seu pagamento. Guarde este e-mail como comprovante.`,
    ],
    lines: [
      ['Loja', sale.shopName],
      ['CPF ou CNPJ da loja', sale.shopDocument],
      ...factsOf(sale),
      ...optional('Autorização', sale.authorizationCode),
      ...optional('NSU', sale.nsu),
      ...refundedOf(sale),
    ],
    footer: sale.shopEmail
      ? 'Dúvidas sobre a compra? Responda a este e-mail: a resposta vai para a loja. Este comprovante não é documento fiscal.'
      : 'Dúvidas sobre a compra? Fale com a loja. Este comprovante não é documento fiscal.',
  };
}

/** To the shop: its program did not take notices. */
export function failedNoticesMail(
  shop: Pick<MailedSale, 'shopName' | 'publicUrl' | 'isSandbox'>,
  failed: number,
): MailText {
  return {
    ...ofShop(shop),
    subject: test(shop, `${counted(failed, 'aviso não chegou', 'avisos não chegaram')} à sua loja`),
    heading: `${counted(failed, 'aviso não chegou', 'avisos não chegaram')} à sua loja`,
    paragraphs: [
      'O Guichê avisa o sistema da sua loja de cada mudança de uma venda. Depois de sete tentativas em dois dias, ele não respondeu com sucesso.',
      `As vendas estão certas aqui. Confira o endereço que recebe os avisos e reenvie ${failed === 1 ? 'o que falta' : 'os que faltam'}.`,
    ],
    button: { label: 'Ver os avisos', url: `${shop.publicUrl}/painel/avisos?state=failed` },
  };
}

function ofShop({ shopName, publicUrl }: Pick<MailedSale, 'shopName' | 'publicUrl'>) {
  return {
    from: 'Guichê',
    footer: `Enviado a ${shopName}. Escolha o que receber em ${publicUrl}/painel/configuracoes.`,
  };
}

function saleUrl({ publicUrl, id }: Pick<MailedSale, 'publicUrl' | 'id'>): string {
  return `${publicUrl}/painel/vendas/${id}`;
}

function factsOf(sale: MailedSale, date = 'Data'): readonly Line[] {
  return [
    [date, sale.when],
    ['Forma de pagamento', sale.paidBy],
    ...optional('Cartão', sale.card),
    ...optional('Cliente', sale.customerName),
    ...optional('Pedido', sale.referenceId),
    ...optional('Descrição', sale.description),
  ];
}

/** Nothing of it as long as nothing went back. */
function refundedOf({ refunded, captured }: MailedSale): readonly Line[] {
  if (refunded === 0) return [];
  return [
    [
      'Estornado',
      refunded < captured ? `${moneyText(refunded)} de ${moneyText(captured)}` : moneyText(refunded),
    ],
  ];
}

function optional(label: string, value: string | undefined): readonly Line[] {
  return value === undefined || value === '' ? [] : [[label, value]];
}

function test({ isSandbox }: Pick<MailedSale, 'isSandbox'>, subject: string): string {
  return isSandbox ? `[Teste] ${subject}` : subject;
}
