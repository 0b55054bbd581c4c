import type { Accounts } from '../../accounts/accounts.ts';
import { readDocument } from '../../accounts/persons/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import { Status, transactionRefuse } from '../../gateway/transactions/index.ts';
import { qrCodeSvg } from '../../platform/qr-code.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor, activePerson } from '../interface/acting-for.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { findSale, type SalesDependencies } from '../sales/show-sale.ts';
import { NewPixBody } from './schema.ts';

export interface ChargeRoutesOptions extends Pick<SalesDependencies, 'transactions'> {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly payments: Pick<Payments, 'sell' | 'pixOf'>;
  readonly clock: Clock;
  readonly checkDocuments: boolean;
}

const MINUTE_MS = 60_000;
/** Keeps idempotency keys of the panel apart from those of the shop's system. */
const KEY_PREFIX = 'painel-pix:';

/** A Pix by amount, as a shop asks for it on the screen, and its code. */
export function pixChargeRoutes(options: ChargeRoutesOptions): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/charges/pix',
      access: 'sales.sell',
      body: NewPixBody,
      run: (call) => chargeByPix(options, call),
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/:id/pix-code',
      access: 'sales.read',
      run: async ({ personId, params }) => {
        const sale = await findSale(options, personId, (params.id ?? '').toLowerCase());
        const isOpen = sale?.result.status === Status.intention;
        const code = isOpen ? (await options.payments.pixOf(sale))?.code : undefined;
        if (code === undefined) throw transactionRefuse('transaction_not_found');
        return { qrCode: qrCodeSvg(code, 'QR code do Pix') };
      },
    }),
  ];
}

/** Refusals: those of a sale by Pix, idempotency_key_missing, shop_inactive, shop_needed, document_invalid. */
async function chargeByPix(
  { accounts, payments, clock, checkDocuments }: ChargeRoutesOptions,
  call: PanelCall<NewPixBody, unknown>,
): Promise<{ readonly id: string }> {
  const merchantId = actingFor(call);
  const { amount, lasts, description, referenceId, customerName, customerDocument } = call.body;
  if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
  const { role } = await activePerson(accounts, merchantId);
  if (role !== 'seller') throw refusePanel('shop_needed', { message: NO_SHOP });
  const document = customerDocument ? readDocument(customerDocument, checkDocuments) : undefined;
  if (customerDocument && !document) throw refusePanel('document_invalid', { field: 'customerDocument' });
  const { postBackUrl } = await accounts.shopSettings(merchantId);
  const customer = { name: customerName?.trim() || undefined, document: document?.text };
  const sell = () =>
    payments.sell({
      merchantId,
      origin: { kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id },
      idempotency: { key: `${KEY_PREFIX}${call.idempotencyKey}`, content: call.body },
      sale: {
        referenceId: referenceId?.trim() || undefined,
        amount,
        provider: undefined,
        order: {
          description: description?.trim() || undefined,
          postBackUrl,
          returnUrl: undefined,
          customer: customer.name || customer.document ? customer : undefined,
          intention: undefined,
          payment: {
            kind: 'pix',
            key: 'RANDOM_KEY',
            expiresAt: clock.now() + Number(lasts) * MINUTE_MS,
          },
        },
      },
    });
  const { transaction } = await call.auditAround({ forPersonId: merchantId }, sell, (sold) => ({
    record: `transaction:${sold.transaction.id}`,
  }));
  return { id: transaction.id };
}

/** Why the platform's own person charges nobody. */
export const NO_SHOP = 'Cobranças são de uma loja. Abra em Lojas ou Pessoas a loja que vai receber.';
