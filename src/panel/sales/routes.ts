import Type from 'typebox';
import { givenEmail } from '../../accounts/persons/index.ts';
import { transactionRefuse } from '../../gateway/transactions/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { activePerson } from '../interface/acting-for.ts';
import { moment } from '../interface/moment.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { listSales, summarizeSales } from './list-sales.ts';
import { moveSale } from './move-sale.ts';
import { readPage, readSalesFilter } from './read-filter.ts';
import { receiptOf } from './receipt.ts';
import { replaceSlip } from './replace-slip.ts';
import { writePlace } from './sales-place.ts';
import { Movement, ReceiptMail, type ReceiptMailed, type SaleSummary } from './schema.ts';
import { maskedEmail, type SendReceipt } from './send-receipt.ts';
import { findSale, type SalesDependencies, showSale } from './show-sale.ts';
import { NewDueDate } from './slip-schema.ts';

interface SalesRoutesOptions extends SalesDependencies {
  readonly sendReceipt: SendReceipt;
}

/** Read by read-filter.ts, which accepts repeated keys as lists. */
const Query = readLater(Type.Object({}));

/** The list of sales with sums, and the details of one sale. */
export function salesRoutes(options: SalesRoutesOptions): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/sales',
      access: 'sales.read',
      compressed: true,
      query: Query,
      run: async ({ personId, query }) => {
        const filter = readSalesFilter(query, personId);
        const { rows, next, lookedUntil } = await listSales(options, filter, readPage(query));
        return {
          items: rows,
          next: next ? writePlace(next) : null,
          lookedUntil: lookedUntil === undefined ? null : moment(lookedUntil),
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/summary',
      access: 'sales.read',
      query: Query,
      run: async ({ personId, query }): Promise<SaleSummary> =>
        summarizeSales(options, readSalesFilter(query, personId)),
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/:id',
      access: 'sales.read',
      query: Query,
      run: async (call) => showSale(options, await saleOf(options, call)),
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/:id/receipt',
      access: 'sales.read',
      query: Query,
      run: async (call) => receiptOf(options, await saleOf(options, call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/sales/:id/receipt/mail',
      access: 'links.write',
      body: ReceiptMail,
      run: (call) => mailReceipt(options, call),
    }),
    panelRoute({
      method: 'POST',
      path: '/sales/:id/slip/due-date',
      access: 'sales.sell',
      body: NewDueDate,
      run: (call) => changeDueDate(options, call),
    }),
    movementRoute(options, 'capture'),
    movementRoute(options, 'release'),
  ];
}

async function mailReceipt(
  options: SalesRoutesOptions,
  call: PanelCall<ReceiptMail, unknown>,
): Promise<ReceiptMailed> {
  const sale = await saleOf(options, call);
  const email = givenEmail(call.body.email);
  if (email === null) throw refusePanel('receipt_address_missing', { field: 'email' });
  // Throws for a sale without a receipt; one of which nothing was taken yet has one only on the screen.
  const { capturedAmount, id } = await receiptOf(options, sale);
  if (capturedAmount === 0) throw refusePanel('receipt_without_sale');
  const { merchantId } = sale;
  const { state, at } = await options.sendReceipt({ saleId: id, merchantId, to: email }, (write) =>
    call.audit(write, `transaction:${id}`, { forPersonId: merchantId, detail: maskedEmail(email) }),
  );
  return { state, at: moment(at) };
}

async function changeDueDate(
  options: SalesRoutesOptions,
  call: PanelCall<NewDueDate, unknown>,
): Promise<{ readonly id: string }> {
  const sale = await saleOf(options, call);
  const { merchantId } = sale;
  await activePerson(options.accounts, merchantId);
  const audited = { record: `transaction:${sale.id}`, forPersonId: merchantId, detail: call.body.dueOn };
  const made = await call.auditAround(audited, () => replaceSlip(options, sale, call));
  return { id: made.id };
}

/** `release` cancels before the capture and refunds after it: the gateway's void. */
function movementRoute(options: SalesRoutesOptions, which: 'capture' | 'release'): AnyPanelRoute {
  return panelRoute({
    method: 'POST',
    path: `/sales/:id/${which}`,
    access: which === 'capture' ? 'sales.capture' : 'sales.refund',
    body: Movement,
    run: async (call) => {
      const sale = await saleOf(options, call);
      await moveSale(options, { sale, which: which === 'capture' ? 'capture' : 'void', call });
      return showSale(options, await saleOf(options, call));
    },
  });
}

async function saleOf(options: SalesDependencies, { personId, params }: PanelCall<unknown, unknown>) {
  const sale = await findSale(options, personId, (params.id ?? '').toLowerCase());
  if (!sale) throw transactionRefuse('transaction_not_found', { message: 'Venda não encontrada.' });
  return sale;
}
