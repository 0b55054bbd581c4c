import { buffer } from 'node:stream/consumers';
import { Status } from '../../gateway/transactions/index.ts';
import type { MailAttachment, MailText } from '../../platform/mail/index.ts';
import { counted, moneyText } from '../../platform/text/number-text.ts';
import { accountantColumns } from '../exports/export-columns.ts';
import { type ExportSources, pagesOfSales } from '../exports/export-sales.ts';
import { exportFileName, lastDayOf } from '../exports/file-name.ts';
import { salesXlsx, XLSX_TYPE } from '../exports/sales-xlsx.ts';
import { readSalesFilter } from '../sales/read-filter.ts';
import type { SaleRow } from '../sales/schema.ts';

/** Some 3 MB: more than that mail servers refuse, and the service need not hold. */
const MOST_ATTACHED = 20_000;

/** The sales of a month in which money moved or may still move. */
export interface MonthOfSales {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly sales: number;
  readonly captured: number;
  readonly refunded: number;
  /** Undefined: they are too many for a mail. */
  readonly file: MailAttachment | undefined;
}

export async function readMonth(
  sources: ExportSources,
  shop: { readonly personId: number; readonly name: string },
  month: string,
  mostAttached = MOST_ATTACHED,
): Promise<MonthOfSales> {
  const [from, to] = [`${month}-01`, lastDayOf(month)];
  const sums = { sales: 0, captured: 0, refunded: 0 };
  async function* counting(): AsyncGenerator<readonly SaleRow[]> {
    for await (const page of pagesOfSales(sources, readSalesFilter({ from, to }, shop.personId))) {
      const counting = page.filter(isOfAccounts);
      for (const { capturedAmount, refundedAmount } of counting) {
        sums.sales += 1;
        sums.captured += capturedAmount;
        sums.refunded += refundedAmount;
      }
      // Whoever has more gets no file: only the sums go on.
      yield sums.sales > mostAttached ? [] : counting;
    }
  }
  const content = await buffer(await salesXlsx(counting(), accountantColumns(), sources.time));
  const name = `${exportFileName(shop.name, { from, to }, to)}.xlsx`;
  const file = sums.sales > mostAttached ? undefined : { name, type: XLSX_TYPE, content };
  return { month, from, to, ...sums, file };
}

/** To the accountant of a shop. */
export function monthlySalesMail(
  { month, from, to, sales, captured, refunded, file }: MonthOfSales,
  shop: {
    readonly name: string;
    readonly email: string | undefined;
    readonly publicUrl: string;
    readonly isSandbox: boolean;
  },
): MailText {
  const name = monthName(month);
  const url = `${shop.publicUrl}/painel/vendas?from=${from}&to=${to}`;
  return {
    from: shop.name,
    replyTo: shop.email,
    subject: `${shop.isSandbox ? '[Teste] ' : ''}Vendas de ${name}: ${shop.name}`,
    heading: `Vendas de ${name} de ${shop.name}`,
    paragraphs: [
      file
        ? 'A planilha com as vendas do mês está anexada. Ela não traz nome nem CPF de compradores.'
        : 'São vendas demais para um anexo. Quem tem acesso ao painel baixa a planilha em Vendas › Exportar.',
      'O mês é o da venda. O que for capturado ou estornado depois deste e-mail entra na linha da venda: baixe o mês de novo no painel para ver.',
    ],
    lines: [
      ['Vendas', counted(sales, 'venda', 'vendas')],
      ['Capturado', moneyText(captured)],
      ['Estornado', moneyText(refunded)],
      ['Capturado menos estornos', moneyText(captured - refunded)],
    ],
    button: { label: 'Ver no painel', url },
    footer: `Enviado todo dia 1º porque ${shop.name} informou este endereço em Configurações › E-mails. As tarifas da adquirente não estão na planilha.`,
    ...(file ? { attachment: file } : {}),
  };
}

function isOfAccounts({ status, capturedAmount, movementOpen }: SaleRow): boolean {
  return capturedAmount > 0 || movementOpen || status === Status.authorized || status === Status.pending;
}

/** `outubro de 2026` */
function monthName(month: string): string {
  return new Date(`${month}-15T00:00:00Z`).toLocaleDateString('pt-BR', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
