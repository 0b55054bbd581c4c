import Type, { type Static } from 'typebox';

export const SessionRow = Type.Object({
  id: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
  address: Type.String(),
  /** The browser, as it names itself. */
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

export const CodeBody = Type.Object({ code: Type.String({ maxLength: 12 }) });

export const RecoveryCodes = Type.Object({ codes: Type.Array(Type.String()) });

export const PasswordBody = Type.Object({
  current: Type.String({ maxLength: 256 }),
  password: Type.String({ maxLength: 256 }),
});

/** The calls of the screen "Segurança", as the panel's front end types them. */
export interface SecurityRoutes {
  'GET /security/sessions': { answer: { items: readonly SessionRow[] } };
  'DELETE /security/sessions/:id': { answer: null };
  'DELETE /security/sessions': { answer: { ended: number } };
  'POST /security/second-factor': { body: Record<string, never>; answer: Enrolment };
  'POST /security/second-factor/confirm': {
    body: Static<typeof CodeBody>;
    answer: Static<typeof RecoveryCodes>;
  };
  'POST /security/recovery-codes': { body: Record<string, never>; answer: Static<typeof RecoveryCodes> };
  'DELETE /security/second-factor': { answer: null };
}
