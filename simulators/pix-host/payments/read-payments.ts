import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Payment } from '../charges/book.ts';
import { instant, paymentForm } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import { documentOf, flagOf, pageOf, periodOf } from '../wire/paging.ts';
import { violation } from '../wire/problems.ts';

const INVALID = 'PixConsultaInvalida';

/** `GET /pix/{e2eid}` */
export async function readPayment(host: Host, call: Call): Promise<HostAnswer> {
  return { status: 200, body: paymentForm(paymentOf(host, call), host.quirks) };
}

/** `GET /pix?inicio&fim&…`, by the time of the payment. */
export async function listPayments(host: Host, { client, query }: Call): Promise<HostAnswer> {
  const { from, to } = periodOf(query, INVALID);
  const document = documentOf(query, INVALID);
  const named = flagOf(query, 'txIdPresente', INVALID);
  const returned = flagOf(query, 'devolucaoPresente', INVALID);
  const found = host.book
    .payments()
    .filter((payment) => payment.client === client && payment.at >= from && payment.at <= to)
    .filter(({ txid }) => query.txid === undefined || txid === query.txid)
    .filter(({ txid }) => named === undefined || named === (txid !== undefined))
    .filter(({ returns }) => returned === undefined || returned === returns.length > 0)
    .filter(({ payer }) => document === undefined || payer.document === document)
    .toSorted((one, other) => one.at - other.at);
  const { items, paginacao } = pageOf(found, query, INVALID);
  return {
    status: 200,
    body: {
      parametros: { inicio: instant(from), fim: instant(to), paginacao },
      pix: items.map((payment) => paymentForm(payment, host.quirks)),
    },
  };
}

/** The payment of a call. One of another receiver is as unknown as one that never was. */
export function paymentOf({ book }: Host, { client, params }: Call): Payment {
  const payment = book.payment(String(params.e2eid));
  if (payment?.client === client) return payment;
  throw violation('PixNaoEncontrado', 'e2eid', 'não existe', params.e2eid);
}
