import Type, { type Static } from 'typebox';
import { AddressFields, LineField, OptionalLine, UnsearchedField } from '../interface/fields.ts';
import { PageQuery } from '../interface/list-page.ts';

const Kind = Type.Enum(['seller', 'integrator', 'operator'], { type: 'string' });
const PersonStatus = Type.Enum(['waiting', 'active', 'inactive'], { type: 'string' });

export const PersonsQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(PersonStatus),
  kind: Type.Optional(Kind),
});

const PROFILE = {
  /** CPF or CNPJ, with or without punctuation. */
  document: UnsearchedField('document', { maxLength: 30 }),
  name: LineField(),
  tradeName: OptionalLine(),
  email: OptionalLine(),
  phone: OptionalLine(),
  address: Type.Optional(AddressFields),
};

/** A complete profile from its form: absent fields are cleared. */
export const PersonBody = Type.Object(PROFILE);
export type PersonBody = Static<typeof PersonBody>;

/** An integrator creates sellers only. */
export const NewPersonBody = Type.Object({ ...PROFILE, kind: Type.Optional(Kind) });
export type NewPersonBody = Static<typeof NewPersonBody>;

export const ReasonBody = Type.Object({ reason: OptionalLine(300) });

export const PersonSettingsBody = Type.Object({
  lateApproval: Type.Enum(['accept', 'undo'], { type: 'string' }),
  /** Between the answer of a sale and its first postback. */
  postbackDelaySeconds: Type.Integer({ minimum: 0, maximum: 60 }),
});
export type PersonSettingsBody = Static<typeof PersonSettingsBody>;

export type PersonKind = Static<typeof Kind>;
export type PersonStatus = Static<typeof PersonStatus>;

/** Another person that may be the same one. */
export interface LikePerson {
  readonly id: number;
  readonly name: string;
  readonly status: PersonStatus;
  readonly same: 'document' | 'email';
}

export interface PersonRow {
  readonly id: number;
  readonly kind: PersonKind;
  readonly status: PersonStatus;
  readonly name: string;
  readonly tradeName: string | null;
  /** With punctuation. */
  readonly document: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly createdAt: string;
  readonly activatedAt: string | null;
  /** Who created it: a person's key, a caller without a key from this network, or the operator. */
  readonly createdBy: { readonly id: number; readonly name: string } | null;
  readonly keyless: boolean;
  readonly network: string | null;
  /** Only for waiting persons. */
  readonly like: readonly LikePerson[];
}

export interface PersonDetail extends PersonRow {
  readonly address: Static<typeof AddressFields>;
  readonly settings: PersonSettingsBody;
  /** ISO 8601: the login is locked until then after wrong passwords. */
  readonly heldUntil: string | null;
  readonly keys: { readonly inUse: number };
  readonly team: { readonly active: number };
  /** Of its own login. */
  readonly password: boolean;
  readonly secondFactor: boolean;
  /** What the person may receive with, as people call it. */
  readonly methods: readonly string[];
}

export interface OneTimeLink {
  readonly url: string;
  readonly expiresAt: string;
  /** Where it was sent by e-mail too. */
  readonly mailedTo: string | null;
}

/** The calls of "Ativações", "Pessoas" and of an integrator's persons, typed for the panel's front end. */
export interface PersonRoutes {
  'GET /persons': {
    query: Static<typeof PersonsQuery>;
    answer: { items: readonly PersonRow[]; next: string | null };
  };
  'GET /persons/:id': { answer: PersonDetail };
  'POST /persons': { body: NewPersonBody; answer: PersonDetail };
  'PATCH /persons/:id': { body: PersonBody; answer: PersonDetail };
  'POST /persons/:id/activate': { body: Record<string, never>; answer: OneTimeLink };
  'POST /persons/:id/refuse': { body: Static<typeof ReasonBody>; answer: null };
  'POST /persons/:id/link': { body: Record<string, never>; answer: OneTimeLink };
  'POST /persons/:id/deactivate': { body: Static<typeof ReasonBody>; answer: PersonDetail };
  'POST /persons/:id/reactivate': { body: Record<string, never>; answer: PersonDetail };
  'POST /persons/:id/unlock': { body: Record<string, never>; answer: PersonDetail };
  /** Of a person who lost it: app, passkeys and recovery codes. */
  'DELETE /persons/:id/second-factor': { answer: PersonDetail };
  'POST /persons/:id/settings': { body: PersonSettingsBody; answer: PersonDetail };
}
