import Type, { type Static } from 'typebox';

/** As the page of its sale shows it. */
export const SalePostback = Type.Object({
  transactionId: Type.String(),
  version: Type.Integer(),
  status: Type.Integer(),
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  url: Type.String(),
  tries: Type.Integer(),
  lastStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** Portuguese. */
  lastError: Type.Union([Type.String(), Type.Null()]),
  nextAt: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  endedAt: Type.Union([Type.String(), Type.Null()]),
});
export type SalePostback = Static<typeof SalePostback>;

export const PostbackRow = Type.Object({
  ...SalePostback.properties,
  /** Null: a card was stored without a sale. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  referenceId: Type.Union([Type.String(), Type.Null()]),
  personId: Type.Integer(),
  personName: Type.String(),
});
export type PostbackRow = Static<typeof PostbackRow>;

export const PostbackTry = Type.Object({
  at: Type.String(),
  httpStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** Portuguese. */
  error: Type.Union([Type.String(), Type.Null()]),
  /** How the body of the shop's answer begins, where the attempt failed. */
  answer: Type.Union([Type.String(), Type.Null()]),
  state: Type.Enum(['waiting', 'delivered', 'failed']),
});

/** One postback with its body as sent and every attempt. */
export const Postback = Type.Object({
  ...PostbackRow.properties,
  body: Type.String(),
  attempts: Type.Array(PostbackTry),
});
export type Postback = Static<typeof Postback>;

export const PostbackTestBody = Type.Object({ url: Type.String({ minLength: 1, maxLength: 300 }) });

export const PostbackTest = Type.Object({
  delivered: Type.Boolean(),
  httpStatus: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()]),
  milliseconds: Type.Integer(),
});

/** The calls of the screen "Avisos", typed for the panel's front end. */
export interface PostbackRoutes {
  'GET /postbacks': {
    query: {
      state?: string;
      from?: string;
      to?: string;
      search?: string;
      cursor?: string;
      limit?: string;
      person?: string;
    };
    answer: { items: readonly PostbackRow[]; next: string | null; failed: number };
  };
  'GET /postbacks/:transactionId/:version': { answer: Postback };
  'POST /postbacks/:transactionId/:version/resend': { body: Record<string, never>; answer: PostbackRow };
  'POST /postbacks/resend-failed': {
    query: { person?: string };
    body: Record<string, never>;
    answer: { count: number };
  };
  'POST /postbacks/test': {
    query: { person?: string };
    body: { url: string };
    answer: Static<typeof PostbackTest>;
  };
}
