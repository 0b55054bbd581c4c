import type { Host } from '../host.ts';
import { localTime } from '../sales/local-time.ts';
import { STATUS } from '../sales/standing.ts';
import type { PixCharge } from './pix-book.ts';

/** As Cielo says it: a Pix that went back in part stays paid, and so does one whose refund is under way. */
export function pixStatus({ amount, removedAt, payment, refund }: PixCharge): number {
  if (removedAt !== undefined) return STATUS.voided;
  if (!payment) return STATUS.pending;
  return refund?.state === 'done' && refund.amount === amount ? STATUS.refunded : STATUS.confirmed;
}

/** The whole record of a Pix, to its creation and to queries. */
export function pixRecord(host: Host, charge: PixCharge): object {
  const { id, reference, amount, lifeSeconds, customer, txid, code, createdAt, payment, refund } = charge;
  return {
    MerchantOrderId: reference,
    AcquirerOrderId: txid,
    ...(customer && { Customer: customer }),
    Payment: {
      Installments: 1,
      PaymentId: id,
      Type: 'Pix',
      Provider: 'Cielo2',
      Amount: amount,
      SentOrderId: txid,
      ...(payment ? { EndToEndId: payment.endToEndId } : { QrCodeString: code }),
      QrCode: { Expiration: lifeSeconds },
      ReceivedDate: localTime(host.told(createdAt)),
      ...(refund?.state === 'done' && {
        VoidedAmount: refund.amount,
        VoidedDate: localTime(host.told(refund.askedAt)),
      }),
      Currency: 'BRL',
      Country: 'BRA',
      ...(host.manner.codesInQueries && { ReturnCode: '0', ReturnMessage: 'Pix gerado com sucesso' }),
      Status: pixStatus(charge),
      Links: [{ Method: 'GET', Rel: 'self', Href: `${host.addresses().query}/1/sales/${id}` }],
    },
  };
}

/** The short answer to a removal and to a refund: neither says that it is done. */
export function pixMoved(host: Host, { id }: PixCharge, { status, code, message }: PixAnswer): object {
  return {
    Status: status,
    ReasonCode: 0,
    ReasonMessage: 'Successful',
    ProviderReturnCode: code,
    ProviderReturnMessage: message,
    ReturnCode: code,
    ReturnMessage: message,
    Links: [{ Method: 'GET', Rel: 'self', Href: `${host.addresses().query}/1/sales/${id}` }],
  };
}

export interface PixAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
