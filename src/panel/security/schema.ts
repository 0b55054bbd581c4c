import Type, { type Static } from 'typebox';
import { UnsearchedField } from '../interface/fields.ts';

export const SessionRow = Type.Object({
  id: Type.String(),
  /** The session of this call. */
  current: Type.Boolean(),
  address: Type.String(),
  /** The browser's user agent. */
  agent: Type.String(),
  createdAt: Type.String(),
  seenAt: Type.String(),
});
export type SessionRow = Static<typeof SessionRow>;

export const Enrolment = Type.Object({
  /** An SVG picture. */
  qrCode: Type.String(),
  /** The same secret, to be typed into the app. */
  secret: Type.String(),
});
export type Enrolment = Static<typeof Enrolment>;

export const CodeBody = Type.Object({ code: UnsearchedField('password', { maxLength: 12 }) });

export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) });

export const PasswordBody = Type.Object({
  current: UnsearchedField('password', { minLength: 1, maxLength: 256 }),
  password: UnsearchedField('password', { minLength: 1, maxLength: 256 }),
});

export const PasskeyRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
});
export type PasskeyRow = Static<typeof PasskeyRow>;

/** The browser's new `PublicKeyCredential`, as its `toJSON` writes it. */
export const NewPasskeyBody = Type.Object({
  name: Type.String({ maxLength: 200 }),
  credential: Type.Object({
    id: UnsearchedField('signed', { minLength: 1, maxLength: 1400 }),
    rawId: UnsearchedField('signed', { minLength: 1, maxLength: 1400 }),
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: UnsearchedField('signed', { minLength: 1, maxLength: 4000 }),
      attestationObject: UnsearchedField('signed', { minLength: 1, maxLength: 20_000 }),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
    }),
  }),
});

export const PasskeyNameBody = Type.Object({ name: Type.String({ maxLength: 200 }) });

/** The calls of the screen "Segurança", typed for the panel's front end. */
export interface SecurityRoutes {
  'GET /security/sessions': { answer: { items: readonly SessionRow[] } };
  'DELETE /security/sessions/:id': { answer: null };
  'DELETE /security/sessions': { answer: { ended: number } };
  /** All other sessions of the user end. */
  'POST /security/password': { body: Static<typeof PasswordBody>; answer: null };
  'POST /security/second-factor': { body: Record<string, never>; answer: Enrolment };
  'POST /security/second-factor/confirm': {
    body: Static<typeof CodeBody>;
    answer: Static<typeof RecoveryCodes>;
  };
  'POST /security/recovery-codes': { body: Record<string, never>; answer: Static<typeof RecoveryCodes> };
  /** The user knows that somebody else removed it (`reset` of `Me`). */
  'POST /security/second-factor/reset-seen': { body: Record<string, never>; answer: null };
  'DELETE /security/second-factor': { answer: null };
  'GET /security/passkeys': { answer: { available: boolean; items: readonly PasskeyRow[] } };
  /** What the browser makes a credential with, as `parseCreationOptionsFromJSON` reads it. */
  'POST /security/passkeys/options': {
    body: Record<string, never>;
    answer: Readonly<Record<string, unknown>>;
  };
  'POST /security/passkeys': {
    body: Static<typeof NewPasskeyBody>;
    answer: { passkey: PasskeyRow; codes: readonly string[] };
  };
  'PATCH /security/passkeys/:id': { body: Static<typeof PasskeyNameBody>; answer: null };
  'DELETE /security/passkeys/:id': { answer: null };
}
