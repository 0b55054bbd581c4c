import Type, { type Static } from 'typebox';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const KeyRow = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['api', 'checkout', 'integration', 'postback']),
  /** The public half of a pair. */
  name: TextOrNull,
  label: TextOrNull,
  state: Type.Enum(['in_use', 'expired', 'revoked']),
  createdAt: Type.String(),
  lastUsedAt: TextOrNull,
  expiresAt: TextOrNull,
});
export type KeyRow = Static<typeof KeyRow>;

const MAX_DAYS = 3_650;
const MAX_LABEL = 60;

export const NewKeyBody = Type.Object({
  kind: Type.Enum(['api', 'integration', 'postback'], { type: 'string' }),
  label: Type.Optional(Type.String({ maxLength: MAX_LABEL })),
  /** Absent: valid until revoked. */
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS })),
});

/** Returned only once. */
export const NewKey = Type.Object({
  kind: Type.Enum(['api', 'integration', 'postback']),
  name: TextOrNull,
  secret: Type.String(),
  /** With the first API pair of a shop. */
  signingSecret: TextOrNull,
  /** Base URL of the interface that the key is for. */
  address: Type.String(),
});
export type NewKey = Static<typeof NewKey>;

/** The calls of the screen "Chaves", typed for the panel's front end. */
export interface KeyRoutes {
  'GET /keys': {
    query: { cursor?: string; limit?: number; person?: string };
    answer: { items: readonly KeyRow[]; next: string | null };
  };
  'POST /keys': { body: Static<typeof NewKeyBody>; answer: NewKey };
  'DELETE /keys/:id': { answer: null };
}
