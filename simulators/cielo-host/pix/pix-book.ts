import { randomBytes, randomUUID } from 'node:crypto';
import { brCode } from '../../pix-host/wire/br-code.ts';

/** A Pix at the host. Amounts in centavos, times in epoch ms. */
export interface PixCharge {
  readonly id: string;
  readonly merchantId: string;
  readonly reference: string;
  readonly amount: number;
  readonly lifeSeconds: number;
  readonly customer: object | undefined;
  readonly txid: string;
  readonly code: string;
  readonly createdAt: number;
  removedAt: number | undefined;
  payment: { readonly endToEndId: string; readonly at: number } | undefined;
  refund: PixRefund | undefined;
}

/** Of a Pix there is one. */
export interface PixRefund {
  readonly amount: number;
  readonly askedAt: number;
  state: 'pending' | 'done';
}

export interface PixBook {
  add(
    made: Pick<PixCharge, 'merchantId' | 'reference' | 'amount' | 'lifeSeconds' | 'customer' | 'createdAt'>,
  ): PixCharge;
  byId(id: string): PixCharge | undefined;
  /** A merchant's with an order number, newest first; of any merchant's where none is named. */
  ofOrder(reference: string, merchantId?: string): readonly PixCharge[];
  /** Newest first. */
  all(): readonly PixCharge[];
}

/** Beyond this the oldest is forgotten. */
const MAX_KEPT = 200_000;
const TXID_BYTES = 16;
const LOCATION = 'pix.cielo.test/qr/v2/';
const RECEIVER = { name: 'LOJA EXEMPLO', city: 'SAO PAULO' } as const;

export function createPixBook(): PixBook {
  const kept = new Map<string, PixCharge>();
  const all = () => [...kept.values()].reverse();
  return {
    add: (made) => {
      const id = randomUUID();
      const txid = randomBytes(TXID_BYTES).toString('hex');
      const code = brCode({ location: `${LOCATION}${txid}`, ...RECEIVER });
      const charge: PixCharge = {
        ...made,
        id,
        txid,
        code,
        removedAt: undefined,
        payment: undefined,
        refund: undefined,
      };
      kept.set(id, charge);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
      return charge;
    },
    byId: (id) => kept.get(id),
    ofOrder: (reference, merchantId) =>
      all().filter(
        (one) => one.reference === reference && (merchantId === undefined || one.merchantId === merchantId),
      ),
    all,
  };
}

export function expiresAt({ createdAt, lifeSeconds }: PixCharge): number {
  return createdAt + lifeSeconds * 1_000;
}
