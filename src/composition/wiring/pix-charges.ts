import { type PixSale, pixPaymentOf } from '../../gateway/kinds/pix/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import type { Transaction } from '../../gateway/transactions/index.ts';
import type { ChargeResult, ChargeState, GatewayCharges, PixToCharge } from '../../operations/index.ts';

/** The gateway's Pix as the back office makes and shows them. */
export function pixCharges(
  payments: Pick<Payments, 'sell' | 'find' | 'pixOf' | 'pixPagesOf'>,
  stateOf: (transaction: Transaction) => Promise<ChargeState>,
): Pick<GatewayCharges, 'openPix' | 'pixToShow' | 'pixPages'> {
  return {
    openPix: async (wanted) => {
      const known = await payments.find(wanted.personId, wanted.transactionId);
      if (known) return stateOf(known);
      const { transaction } = await payments.sell({
        merchantId: wanted.personId,
        origin: { kind: 'sale' },
        sale: pixSaleOf(wanted),
        newId: wanted.transactionId,
        idempotency: { key: `charge ${wanted.chargeId}`, content: wanted.transactionId },
      });
      return stateOf(transaction);
    },
    pixToShow: async (personId, transactionId) => {
      const transaction = await payments.find(personId, transactionId);
      const beside = transaction && (await payments.pixOf(transaction));
      if (!transaction || beside?.code === undefined || beside.url === undefined) return undefined;
      return { code: beside.code, url: beside.url, expiresAt: pixPaymentOf(transaction.order).expiresAt };
    },
    pixPages: (transactionIds) => payments.pixPagesOf(transactionIds),
  };
}

/** What is known of one, paid or not. */
export function pixResultOf(
  { result, order }: Transaction,
  beside: Awaited<ReturnType<Payments['pixOf']>>,
): ChargeResult {
  const { payment } = beside ?? {};
  return {
    paymentId: payment?.endToEndId,
    terminalNsu: payment?.endToEndId,
    acquirer: order.provider,
    brand: 'PIX',
    acquirerCode: result.providerCode,
    message: result.providerMessage ?? (payment && 'PIX RECEBIDO'),
    acquirerTime: payment?.receivedAt,
    holderName: payment?.payerName,
  };
}

function pixSaleOf(wanted: PixToCharge): PixSale {
  return {
    referenceId: wanted.reference,
    amount: wanted.amount,
    provider: undefined,
    order: {
      description: wanted.description,
      postBackUrl: undefined,
      returnUrl: undefined,
      customer: wanted.customer,
      chargeId: wanted.chargeId,
      intention: undefined,
      payment: { kind: 'pix', key: 'RANDOM_KEY', expiresAt: wanted.expiresAt },
    },
  };
}
