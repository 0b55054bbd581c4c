import { formatDocument } from '../../accounts/persons/index.ts';
import type { PdfSection } from '../../platform/pdf/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { KIND_WORDS } from '../sales/kind-words.ts';
import type { Receipt, Sale } from '../sales/schema.ts';
import { DISPUTE_KIND_WORDS, DISPUTE_MONEY_WORDS, DISPUTE_STATE_WORDS } from './dispute-words.ts';
import type { ShownDispute } from './schema.ts';

/** Of the buyer's browser or machine, as the sale came with it. */
export interface BuyerDeviceFacts {
  readonly userAgent: string | undefined;
  readonly language: string | undefined;
  readonly screen: string | undefined;
}

/** An earlier sale to the same buyer that nobody contested. */
export interface EarlierSale {
  readonly at: string;
  readonly amount: number;
  readonly paidBy: string;
  readonly referenceId: string | null;
}

export interface Evidence {
  readonly dispute: ShownDispute;
  readonly sale: Sale;
  readonly receipt: Receipt;
  readonly device: BuyerDeviceFacts;
  /** `ECI 5, 2.2.0, …`, of a proof that the shop had made elsewhere. */
  readonly proven: string | undefined;
  readonly email: string | undefined;
  readonly earlier: readonly EarlierSale[];
  /** That the shop added: pictures of their pages, encoded here. */
  readonly files: readonly { readonly name: string; readonly pages: readonly Buffer[] }[];
  /** `26/11/2026 às 10:15` */
  when(moment: string): string;
}

type Facts = PdfSection['facts'] & {};

/** Addresses in texts: viewers make links of them. */
const SCHEME = /\b(?:https?|ftp|mailto):(?:\/\/)?/gi;
const MAX_EVENTS = 200;

/** What the shop can show of a sale that is contested, in the order in which somebody who decides reads it. */
export function evidenceSections(evidence: Evidence): readonly PdfSection[] {
  const sections: readonly PdfSection[] = [
    { title: 'A disputa', facts: factsOfDispute(evidence) },
    ...statementOf(evidence),
    { title: 'A venda e o comprovante', facts: factsOfSale(evidence) },
    { title: 'Autenticação do comprador', facts: factsOfAuthentication(evidence) },
    { title: 'Comprador e aparelho', facts: factsOfBuyer(evidence) },
    { title: 'Estornos e devoluções', ...refundsOf(evidence) },
    { title: 'O que aconteceu com a venda', ...historyOf(evidence) },
    { title: 'Avisos ao sistema da loja', ...deliveriesOf(evidence) },
    { title: 'Compras anteriores do mesmo comprador, sem contestação', ...earlierOf(evidence) },
    ...filesOf(evidence),
  ];
  return sections.map(withoutLinks);
}

function statementOf({ dispute: { statement } }: Evidence): readonly PdfSection[] {
  return statement === null ? [] : [{ title: 'O que a loja diz', paragraphs: statement.split(/\n+/) }];
}

function filesOf({ files }: Evidence): readonly PdfSection[] {
  if (files.length === 0) return [];
  const paragraphs = files.map(({ name }, index) => `${index + 1}. ${name}`);
  const pictures = files.flatMap(({ name, pages }) =>
    pages.map((content, index) => ({
      name: pages.length === 1 ? name : `${name}, página ${index + 1} de ${pages.length}`,
      content,
    })),
  );
  return [{ title: 'Anexos da loja, nas páginas seguintes', paragraphs, pictures }];
}

function factsOfDispute({ dispute }: Evidence): Facts {
  const { reasonCode, reason, answerBy, money, moneyDay } = dispute;
  return given([
    ['Tipo', DISPUTE_KIND_WORDS[dispute.kind]],
    ['Processo', dispute.process],
    ['Motivo', [dispute.kind === 'med' ? null : reasonCode, reason].filter(Boolean).join(' · ')],
    ['Valor contestado', moneyText(dispute.amount)],
    ['Avisada em', dayText(dispute.notifiedDay)],
    ['Responder até', answerBy && dayText(answerBy)],
    ['Situação', DISPUTE_STATE_WORDS[dispute.state]],
    [
      'Dinheiro',
      [DISPUTE_MONEY_WORDS[money], moneyDay && `em ${dayText(moneyDay)}`].filter(Boolean).join(' '),
    ],
  ]);
}

function factsOfSale({ sale, receipt, when }: Evidence): Facts {
  const { installments, installmentAmount, brand, last4 } = receipt;
  return given([
    ['Loja', receipt.shopName],
    ['CPF ou CNPJ da loja', receipt.shopDocument],
    ['Data e hora', when(sale.createdAt)],
    ['Valor', moneyText(receipt.amount)],
    ['Capturado', moneyText(receipt.capturedAmount)],
    ['Forma', KIND_WORDS[receipt.kind]],
    ['Parcelas', installments > 1 ? `${installments} de ${moneyText(installmentAmount)}` : null],
    ['Cartão', last4 && `${brand ?? 'Cartão'} •••• ${last4}`],
    ['Nome no cartão', receipt.holderName],
    ['Texto na fatura', sale.softDescriptor],
    ['Adquirente', receipt.provider],
    ['NSU', receipt.nsu],
    ['Autorização', receipt.authorizationCode],
    ['Número na adquirente', receipt.providerReference],
    ['Identificação do Pix', sale.pix?.endToEndId],
    ['Pedido', receipt.referenceId],
    ['Descrição', receipt.description],
    ['Transação', sale.id],
  ]);
}

/** Never the proof itself. */
function factsOfAuthentication({ sale, receipt, proven }: Evidence): Facts {
  const otherwise = UNAUTHENTICATED[receipt.kind];
  if (otherwise !== undefined) return [['Resultado', otherwise]];
  if (sale.eci === null) return [['Resultado', 'Sem autenticação do portador (3-D Secure)']];
  const [, version] = proven?.split(', ') ?? [];
  return given([
    ['Resultado', ECI_WORDS[sale.eci] ?? 'Autenticação pedida (3-D Secure)'],
    ['ECI', String(sale.eci).padStart(2, '0')],
    ['Versão', version],
  ]);
}

/** Of what is not paid by card. */
const UNAUTHENTICATED: Readonly<Partial<Record<Receipt['kind'], string>>> = {
  pix: 'Paga por Pix: o pagador se identificou no aplicativo do banco dele',
  bankSlip: 'Paga por boleto: não há autenticação do pagador',
};

const ECI_WORDS: Readonly<Record<number, string>> = {
  1: 'Autenticação tentada: o banco emissor não participa (3-D Secure)',
  2: 'Portador autenticado pelo banco emissor (3-D Secure)',
  5: 'Portador autenticado pelo banco emissor (3-D Secure)',
  6: 'Autenticação tentada: o banco emissor não participa (3-D Secure)',
  7: 'Não autenticada (3-D Secure)',
};

function factsOfBuyer({ sale, device, email }: Evidence): Facts {
  const facts = given([
    ['Nome', sale.customerName ?? sale.pix?.payerName],
    ['CPF ou CNPJ', formatDocument(sale.customerDocument ?? sale.pix?.payerDocument ?? '')],
    ['E-mail', email],
    ['Navegador', device.userAgent],
    ['Idioma', device.language],
    ['Tela', device.screen],
  ]);
  return facts.length > 0 ? facts : [['Comprador', 'A venda não trouxe dados do comprador nem do aparelho']];
}

function refundsOf({ sale, dispute }: Evidence): Partial<PdfSection> {
  if (sale.refundedAmount === 0) return { paragraphs: ['Nada foi estornado desta venda.'] };
  const all = sale.refundedAmount >= dispute.amount;
  return {
    facts: [['Já estornado', moneyText(sale.refundedAmount)]],
    paragraphs: [
      all
        ? 'O crédito ao comprador já foi processado: a contestação pede de novo o que já voltou.'
        : 'Uma parte já voltou ao comprador.',
    ],
  };
}

function historyOf({ sale, when }: Evidence): Partial<PdfSection> {
  if (sale.timeline.length === 0) return { paragraphs: [sale.historyGone ?? 'Sem histórico.'] };
  return {
    table: {
      headings: ['Quando', 'O que', 'Por quem'],
      widths: [2, 5, 2],
      rows: sale.timeline
        .toReversed()
        .slice(0, MAX_EVENTS)
        .map(({ at, title, by, reason }) => [
          when(at),
          [title, reason && `Motivo: ${reason}`].filter(Boolean).join('. '),
          by ?? '',
        ]),
    },
  };
}

function deliveriesOf({ sale: { postbacks }, when }: Evidence): Partial<PdfSection> {
  if (postbacks.length === 0) return { paragraphs: ['A venda não pediu avisos.'] };
  const words = { waiting: 'esperando', delivered: 'recebido', failed: 'não recebido' } as const;
  return {
    table: {
      headings: ['Criado', 'Situação', 'Terminou', 'Tentativas'],
      widths: [2, 2, 2, 1],
      rows: postbacks.map(({ createdAt, state, endedAt, tries }) => [
        when(createdAt),
        words[state],
        endedAt === null ? '' : when(endedAt),
        String(tries),
      ]),
    },
  };
}

function earlierOf({ earlier, when }: Evidence): Partial<PdfSection> {
  if (earlier.length === 0) return { paragraphs: ['Nenhuma foi encontrada.'] };
  return {
    table: {
      headings: ['Quando', 'Valor', 'Forma', 'Pedido'],
      widths: [2, 1, 2, 2],
      rows: earlier.map(({ at, amount, paidBy, referenceId }) => [
        when(at),
        moneyText(amount),
        paidBy,
        referenceId ?? '',
      ]),
    },
  };
}

function given(facts: readonly (readonly [string, string | null | undefined])[]): Facts {
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

function withoutLinks({ title, facts, paragraphs, table, pictures }: PdfSection): PdfSection {
  const bare = (text: string) => text.replace(SCHEME, '');
  return {
    title,
    facts: facts?.map(([label, value]) => [label, bare(value)] as const),
    paragraphs: paragraphs?.map(bare),
    table: table && { ...table, rows: table.rows.map((row) => row.map(bare)) },
    pictures: pictures?.map((picture) => ({ ...picture, name: bare(picture.name) })),
  };
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}
