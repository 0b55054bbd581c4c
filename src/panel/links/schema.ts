import Type, { type Static } from 'typebox';
import { LineField } from '../interface/fields.ts';

const MAX_AMOUNT = 999_999_999_999;
const Amount = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }));

export const LinksQuery = Type.Object({
  /** The last link of the previous page. */
  cursor: Type.Optional(Type.String({ maxLength: 36 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

/** Amounts in centavos. Without `amount` the buyer types it, between minAmount and maxAmount. */
export const NewLinkBody = Type.Object({
  name: LineField(100),
  description: Type.Optional(LineField(300)),
  productId: Type.Optional(Type.Integer({ minimum: 1 })),
  amount: Amount,
  minAmount: Amount,
  maxAmount: Amount,
  maxUses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The last local day on which it can be paid. */
  lastDay: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })),
  types: Type.Enum(['any', 'credit', 'debit'], { type: 'string' }),
  installments: Type.Integer({ minimum: 1, maximum: 12 }),
  askDocument: Type.Boolean(),
  /** What its page offers, in this order; absent: cards. */
  methods: Type.Optional(Type.Enum(['card', 'card_pix', 'pix_card', 'pix'], { type: 'string' })),
  /** Its page offers a slip too, after the others. */
  bankSlip: Type.Optional(Type.Boolean()),
  /** Hundredths of a percent off what is paid by Pix; absent: as the shop's settings say. */
  pixDiscount: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_000 })),
  /** The reference of each of its sales; absent: the link gets its own. */
  referenceId: Type.Optional(LineField(100)),
});
export type NewLinkBody = Static<typeof NewLinkBody>;

export const LinkEditBody = Type.Object({ active: Type.Boolean() });

export type LinkState = 'open' | 'inactive' | 'expired' | 'used_up';

/** A link that may be paid many times. Amounts in centavos. */
export interface LinkRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Null: the buyer types it. */
  readonly amount: number | null;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  /** Payments made, also those that were refunded since. */
  readonly paid: number;
  /** Buyers whose payment is under way: each holds a use until its outcome is known. */
  readonly underWay: number;
  /** Null: no limit. */
  readonly maxUses: number | null;
  readonly state: LinkState;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

export interface LinkDetail extends LinkRow {
  readonly active: boolean;
  readonly description: string | null;
  /** Path of the QR code, as SVG. */
  readonly qrCodePath: string;
  readonly types: 'any' | 'credit' | 'debit';
  readonly installments: number;
  readonly askDocument: boolean;
  /** `card`, `pix`, `bankSlip`, as its page shows them. */
  readonly methods: readonly string[];
  /** Hundredths of a percent; null: as the shop's settings say. */
  readonly pixDiscount: number | null;
  /** The reference of its sales; null for a link created by the API without one. */
  readonly referenceId: string | null;
  readonly product: {
    readonly id: number;
    readonly name: string;
    readonly thumbnailUrl: string | null;
  } | null;
}

/** The calls of "Links de pagamento", typed for the panel's front end. */
export interface LinkRoutes {
  'GET /links': {
    query: Static<typeof LinksQuery>;
    answer: { items: readonly LinkRow[]; next: string | null };
  };
  'GET /links/:id': { answer: LinkDetail };
  'POST /links': { body: NewLinkBody; answer: LinkDetail };
  'PATCH /links/:id': { body: Static<typeof LinkEditBody>; answer: LinkDetail };
}
