import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  amount,
  declined,
  exactly,
  hasUndefined,
  hostAnswer,
  invalidRequest,
  move,
  notSent,
  optional,
  outcome,
  queryRefund,
  text,
  unanswered,
  undo,
  unknown,
} from '../outcome-forms.ts';

/** Exact schemas of every answer of a provider of charges (`charge-provider.ts`): no other fields, no other types. */

const time = Type.Number({ exclusiveMinimum: 0 });
const nextAction = exactly({
  kind: Type.Literal('pix'),
  code: Type.String({ pattern: '^000201.{10,500}$' }),
});
const awaited = { nextAction, expiresAt: time };

const create = Type.Union([
  outcome('approved', { captured: Type.Literal(true), answer: hostAnswer }),
  outcome('buyer_awaited', { ...awaited, answer: hostAnswer }),
  outcome('pending', { answer: hostAnswer }),
  declined,
  notSent,
  invalidRequest,
  outcome('duplicate', { answer: hostAnswer }),
  unknown,
]);

const state = Type.Union(['done', 'pending', 'denied'].map((name) => Type.Literal(name)));
const payment = {
  endToEndId: Type.String({ pattern: '^[a-zA-Z0-9]{32}$' }),
  txid: optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' })),
  amount,
  at: time,
  key: optional(text),
  payer: optional(
    exactly({ name: optional(text), document: optional(Type.String({ pattern: '^[0-9A-Z*]+$' })) }),
  ),
  returns: Type.Array(
    exactly({
      id: Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' }),
      amount,
      state,
      nature: Type.Union(['original', 'med_fraud', 'med_error'].map((name) => Type.Literal(name))),
      at: time,
      reason: optional(text),
      isUnnamed: optional(Type.Literal(true)),
    }),
  ),
};

const snapshot = exactly({
  state: Type.Union(['approved', 'canceled', 'buyer_awaited'].map((name) => Type.Literal(name))),
  awaited: optional(exactly(awaited)),
  amount,
  authorizedAmount: amount,
  capturedAmount: amount,
  refundedAmount: amount,
  refunds: Type.Array(exactly({ refundId: text, amount, state })),
  payments: Type.Array(exactly({ ...payment, settles: Type.Boolean() })),
  answer: hostAnswer,
});

const unnamed = outcome('invalid_request', { reason: text });

const FORMS = {
  create,
  capture: move,
  void: move,
  refund: move,
  refundPayment: move,
  undo,
  query: Type.Union([outcome('found', { charge: snapshot }), outcome('not_found'), notSent, unanswered]),
  queryRefund,
  queryPaymentRefund: queryRefund,
  received: Type.Union([
    exactly({
      outcome: Type.Literal('listed'),
      payments: Type.Array(exactly(payment)),
      nextPage: Type.Union([Type.Undefined(), Type.Integer({ minimum: 1 })]),
    }),
    unnamed,
    notSent,
    unanswered,
  ]),
  registerNotices: Type.Union([
    outcome('registered'),
    outcome('refused', { reason: text }),
    notSent,
    unanswered,
  ]),
  noticesOf: Type.Union([outcome('found', { urls: Type.Array(text) }), notSent, unanswered]),
  health: exactly({ healthy: Type.Boolean(), reason: optional(text) }),
} as const satisfies Record<string, TSchema>;

export type ChargeMethod = keyof typeof FORMS;

/** Describes a violation of the form; undefined for none. */
export function faultOfChargeForm(method: ChargeMethod, answer: unknown): string | undefined {
  // The last page says so by a member that is undefined.
  if (method !== 'received' && hasUndefined(answer)) return `${method} set a field to undefined`;
  if (Value.Check(FORMS[method], answer)) return undefined;
  return `${method} returned an answer of no known form: ${JSON.stringify(answer)}`;
}
