import { type Static, Type } from 'typebox';
import { acquirerRefuse } from '../refusals.ts';
import type { CardToRoute } from './choosing.ts';
import { type LocalMoment, momentOf } from './facts.ts';
import { type Schema, schemaFault } from './schema-fault.ts';
import { splitKey } from './split.ts';

/** A payment that rules are tried on, in the words of their conditions. It has no card number. */
export const PaymentToTry = Type.Object(
  {
    amount: Type.Integer({ minimum: 1, maximum: 999_999_999_999, description: 'Centavos.' }),
    kind: Type.Optional(Type.Unsafe<'credit' | 'debit'>(Type.String({ enum: ['credit', 'debit'] }))),
    brand: Type.Optional(Type.String({ pattern: '^[A-Z0-9 _-]{1,20}$' })),
    bin: Type.Optional(Type.String({ pattern: '^[0-9]{6,8}$' })),
    installments: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
    plan: Type.Optional(Type.Unsafe<'store' | 'issuer'>(Type.String({ enum: ['store', 'issuer'] }))),
    recurrence: Type.Optional(
      Type.Unsafe<'first' | 'following'>(Type.String({ enum: ['first', 'following'] })),
    ),
    storedCard: Type.Optional(Type.Boolean()),
    threeDs: Type.Optional(Type.Boolean({ description: 'Pede 3-D Secure e não se vende sem.' })),
    proof: Type.Optional(Type.Boolean({ description: 'Traz a prova de uma autenticação feita fora.' })),
    saveCard: Type.Optional(Type.Boolean()),
    capture: Type.Optional(Type.Boolean()),
    referenceId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Faz a divisão por pesos.' }),
    ),
    at: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d$',
        description: 'Hora local; sem ela, agora.',
      }),
    ),
  },
  { additionalProperties: false },
);

export type PaymentToTry = Static<typeof PaymentToTry>;

export interface TryablePayment {
  readonly payment: CardToRoute;
  /** Undefined: now. */
  readonly at: LocalMoment | undefined;
}

/** Throws routing_payment_invalid with the field. `brandOf` gives the brand of a card that begins so. */
export function readPaymentToTry(
  written: unknown,
  personId: number,
  brandOf: (bin: string) => string | undefined,
): TryablePayment {
  const fault = schemaFault(written, PaymentToTry as unknown as Schema);
  if (fault) {
    const { path, problem } = fault;
    const message = `${path === '' ? 'O pagamento' : `O campo ${path}`} ${problem}.`;
    throw acquirerRefuse('routing_payment_invalid', { field: path, message });
  }
  return tryable(written as PaymentToTry, personId, brandOf);
}

function tryable(
  payment: PaymentToTry,
  personId: number,
  brandOf: (bin: string) => string | undefined,
): TryablePayment {
  const { amount, kind = 'credit', bin, installments = 1, plan = 'store', recurrence } = payment;
  const { storedCard = false, threeDs = kind === 'debit', proof = false } = payment;
  const { saveCard = false, capture = true, referenceId, at } = payment;
  const brand = payment.brand ?? (bin === undefined ? undefined : brandOf(bin));
  return {
    at: at === undefined ? undefined : momentOf(`${at}:00`),
    payment: {
      named: undefined,
      key: splitKey(personId, { referenceId, transactionId: '' }),
      facts: { kind, amount, brand, bin, installments, plan, recurrence, storedCard, threeDs },
      needs: {
        type: kind,
        amount,
        installments,
        plan,
        isCapturedAtOnce: capture || kind === 'debit',
        mustAuthenticate: threeDs,
        hasProof: proof,
        keepsCard: saveCard && kind === 'credit',
      },
    },
  };
}
