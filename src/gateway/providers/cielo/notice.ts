import type { AcquirerNotice } from '../connector-kind.ts';

const PAYMENT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `ChangeType`: a chargeback, and an alert of fraud. */
const DISPUTES: ReadonlySet<unknown> = new Set([7, 8]);

/** `{"PaymentId", "ChangeType"}`: which sale it is about. Nothing else of it is believed. */
export function readCieloNotice(body: unknown): AcquirerNotice | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const members = new Map(
    Object.entries(body).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  );
  const paymentId = members.get('paymentid');
  if (typeof paymentId !== 'string' || !PAYMENT_ID.test(paymentId)) return undefined;
  return { theirId: paymentId, tellsDispute: DISPUTES.has(Number(members.get('changetype'))) };
}
