import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** Exact schemas of every answer of a connector (`connector.ts`): no other fields, no other types. */

export const optional = Type.Optional;
export const text = Type.String({ minLength: 1 });
const anyText = Type.String();
export const amount = Type.Integer({ minimum: 0 });

export function exactly(fields: Readonly<Record<string, TSchema>>): TSchema {
  return Type.Object(fields, { additionalProperties: false });
}

export function outcome(name: string, fields: Readonly<Record<string, TSchema>> = {}): TSchema {
  return exactly({ outcome: Type.Literal(name), ...fields });
}

export const hostAnswer = exactly({
  theirId: optional(text),
  nsu: optional(text),
  authorizationCode: optional(text),
  rawCode: optional(text),
  rawMessage: optional(anyText),
  httpStatus: optional(Type.Integer({ minimum: 100, maximum: 599 })),
  abecsCode: optional(Type.String({ pattern: '^[0-9A-Z]{1,3}$' })),
  merchantAdviceCode: optional(Type.String({ pattern: '^\\d{2}$' })),
  schemeIds: optional(exactly({ transactionId: optional(text), linkId: optional(text) })),
  eci: optional(Type.Integer({ minimum: 0, maximum: 9 })),
  seen: optional(
    exactly({
      amount: optional(amount),
      cardBin: optional(Type.String({ pattern: '^\\d{6,8}$' })),
      cardLast4: optional(Type.String({ pattern: '^\\d{4}$' })),
    }),
  ),
});

const decline = exactly({
  code: text,
  message: text,
  declineClass: Type.Union(
    [
      'hard',
      'fix_data',
      'soft_customer',
      'soft_technical',
      'wrong_function',
      'merchant_config',
      'authentication',
    ].map((name) => Type.Literal(name)),
  ),
  reversible: Type.Boolean(),
});

export const notSent = outcome('not_sent', { reason: text });
export const invalidRequest = outcome('invalid_request', { reason: text, answer: hostAnswer });
export const declined = outcome('declined', { decline, answer: hostAnswer });
export const unknown = outcome('unknown', { reason: text, answer: optional(hostAnswer) });
export const unanswered = outcome('unknown', { reason: text });

const authorizeOutcomes = [
  outcome('approved', { captured: Type.Boolean(), answer: hostAnswer }),
  outcome('buyer_awaited', {
    nextAction: Type.Object({ kind: Type.Literal('redirect'), url: Type.String({ pattern: '^https?://' }) }),
    expiresAt: Type.Number({ exclusiveMinimum: 0 }),
    answer: hostAnswer,
  }),
  outcome('pending', { answer: hostAnswer }),
  declined,
  notSent,
  invalidRequest,
  outcome('duplicate', { answer: hostAnswer }),
  unknown,
];

export const move = Type.Union([
  outcome('done', { amount, refundId: optional(text), answer: hostAnswer }),
  outcome('pending', { refundId: optional(text), answer: hostAnswer }),
  declined,
  outcome('not_found', { answer: hostAnswer }),
  notSent,
  invalidRequest,
  unknown,
]);

export const undo = Type.Union([
  outcome('undone', { existed: Type.Boolean(), answer: optional(hostAnswer) }),
  outcome('refused', { decline, answer: hostAnswer }),
  notSent,
  unanswered,
]);

const charge = exactly({
  state: Type.Union(
    ['approved', 'declined', 'pending', 'canceled', 'buyer_awaited'].map((name) => Type.Literal(name)),
  ),
  amount,
  authorizedAmount: amount,
  capturedAmount: amount,
  refundedAmount: amount,
  refunds: Type.Array(
    exactly({
      refundId: text,
      amount,
      state: Type.Union(['done', 'pending', 'denied'].map((name) => Type.Literal(name))),
    }),
  ),
  decline: optional(decline),
  answer: hostAnswer,
});

const query = Type.Union([outcome('found', { charge }), outcome('not_found'), notSent, unanswered]);

export const queryRefund = Type.Union([
  ...['done', 'denied', 'pending'].map((name) => outcome(name, { amount, answer: hostAnswer })),
  outcome('not_found'),
  notSent,
  unanswered,
]);

/** A Secret, which other checks inspect. */
const secret = Type.Unknown();

const storeCard = Type.Union([
  outcome('stored', { acquirerToken: secret }),
  declined,
  notSent,
  invalidRequest,
  unknown,
]);

const findStoredCard = Type.Union([
  outcome('found', { acquirerToken: secret }),
  outcome('not_found'),
  notSent,
  unanswered,
]);

const deleteStoredCard = Type.Union([
  outcome('deleted', { existed: Type.Boolean() }),
  outcome('forgotten'),
  outcome('refused', { reason: text }),
  notSent,
  unanswered,
]);

const forms = {
  authorize: Type.Union(authorizeOutcomes),
  continueAfterAuthentication: Type.Union(authorizeOutcomes),
  capture: move,
  void: move,
  refund: move,
  undo,
  query,
  queryRefund,
  verifyCard: Type.Union([...authorizeOutcomes, outcome('not_supported')]),
  storeCard,
  findStoredCard,
  deleteStoredCard,
  health: exactly({ healthy: Type.Boolean(), reason: optional(text) }),
} as const satisfies Record<string, TSchema>;

export type Method = keyof typeof forms;

/** Describes a violation of the schema; undefined for none. Keys with the value `undefined` are a violation. */
export function faultOfForm(method: Method, answer: unknown): string | undefined {
  if (hasUndefined(answer)) return `${method} set a field to undefined`;
  if (Value.Check(forms[method], answer)) return undefined;
  return `${method} returned an answer of no known form: ${JSON.stringify(answer)}`;
}

/** A key whose value is undefined is a member that is there. */
export function hasUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => inner === undefined || hasUndefined(inner));
}
