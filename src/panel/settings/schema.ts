import Type, { type Static } from 'typebox';
import { SHOP_MAILS, type ShopMail } from '../../accounts/shops/index.ts';
import { clearable } from '../../platform/http/index.ts';
import {
  AddressFields,
  LineField,
  OptionalLine,
  TechnicalPasswordField,
  UnsearchedField,
} from '../interface/fields.ts';

/** Base64 of 8 MiB with a `data:` prefix. */
const MAX_PHOTO_CHARACTERS = 12_000_000;
const MAX_URL = 300;
const MAX_COLOUR = 7;

/** The shop's profile and its appearance to buyers. Absent fields are cleared. */
export const ShopBody = Type.Object({
  name: LineField(),
  tradeName: OptionalLine(),
  email: OptionalLine(),
  phone1: OptionalLine(),
  phone2: OptionalLine(),
  address: Type.Optional(AddressFields),
  colour: OptionalLine(MAX_COLOUR),
  siteUrl: OptionalLine(MAX_URL),
  photo: Type.Optional(UnsearchedField('picture', { maxLength: MAX_PHOTO_CHARACTERS })),
  removePhoto: Type.Optional(Type.Boolean()),
});
export type ShopBody = Static<typeof ShopBody>;

export const SalesBody = Type.Object({
  statementName: OptionalLine(),
  postBackUrl: OptionalLine(MAX_URL),
  /** Hundredths of a percent; absent: it stays. */
  pixDiscount: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_000 })),
  /** Absent: it stays. */
  extraPostbacks: Type.Optional(Type.Boolean()),
  postbackDelaySeconds: Type.Integer(),
  lateApproval: Type.Enum(['accept', 'undo'], { type: 'string' }),
  /** Absent: it stays. */
  retryGuard: Type.Optional(Type.Enum(['warn', 'block'], { type: 'string' })),
  /** Absent: it stays. */
  failover: Type.Optional(Type.Enum(['on', 'off'], { type: 'string' })),
});
export type SalesBody = Static<typeof SalesBody>;

export const SecurityBody = Type.Object({
  idleMinutes: Type.Integer(),
  /** Centavos; absent: refunds never need it. */
  refundLimit: Type.Optional(Type.Integer()),
  /** Absent: it stays. */
  teamSecondFactor: Type.Optional(Type.Boolean()),
});
export type SecurityBody = Static<typeof SecurityBody>;

/** Exactly these are sent. */
export const MailsBody = Type.Object({
  mails: Type.Array(Type.Enum([...SHOP_MAILS], { type: 'string' }), { maxItems: SHOP_MAILS.length }),
  /** Absent: it stays. Null or empty: nobody is sent the sales of each month. */
  accountantEmail: Type.Optional(clearable(LineField(), { byNull: true })),
});
export type MailsBody = Static<typeof MailsBody>;

/** Required to refund a sale made through a pin pad. */
export const TechnicalPasswordBody = Type.Object({ technicalPassword: TechnicalPasswordField() });
export type TechnicalPasswordBody = Static<typeof TechnicalPasswordBody>;

export interface SettingsAnswer {
  readonly shop: {
    readonly name: string;
    readonly tradeName: string | null;
    /** With punctuation; only the platform's operator can change it. */
    readonly document: string;
    readonly email: string | null;
    readonly phone1: string | null;
    readonly phone2: string | null;
    readonly address: Static<typeof AddressFields>;
    readonly colour: string | null;
    /** Where buyers return to. */
    readonly siteUrl: string | null;
    readonly photoUrl: string | null;
  };
  readonly sales: {
    readonly statementName: string | null;
    readonly postBackUrl: string | null;
    /** Hundredths of a percent. */
    readonly pixDiscount: number;
    readonly extraPostbacks: boolean;
    readonly postbackDelaySeconds: number;
    readonly lateApproval: 'accept' | 'undo';
    readonly retryGuard: 'warn' | 'block';
    readonly failover: 'on' | 'off';
  };
  readonly security: {
    readonly idleMinutes: number;
    readonly refundLimit: number | null;
    readonly teamSecondFactor: boolean;
  };
  readonly mails: {
    /** Whether a mail server is set: otherwise none of them is sent. */
    readonly enabled: boolean;
    readonly chosen: readonly ShopMail[];
    readonly accountantEmail: string | null;
  };
  readonly technicalPassword: {
    /** `usual`: the default of every sandbox. */
    readonly password: 'set' | 'usual' | 'none';
    /** ISO 8601, UTC. */
    readonly lockedUntil: string | null;
  };
}

/** The calls of the screen "Configurações", typed for the panel's front end. */
export interface SettingsRoutes {
  'GET /settings': { query: { person?: string }; answer: SettingsAnswer };
  'PATCH /settings/shop': { body: ShopBody; answer: SettingsAnswer };
  'PATCH /settings/sales': { body: SalesBody; answer: SettingsAnswer };
  'PATCH /settings/security': { body: SecurityBody; answer: SettingsAnswer };
  'PATCH /settings/mails': { body: MailsBody; answer: SettingsAnswer };
  'PATCH /settings/technical-password': { body: TechnicalPasswordBody; answer: SettingsAnswer };
}
