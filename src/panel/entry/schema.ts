import Type, { type Static } from 'typebox';
import { UnsearchedField } from '../interface/fields.ts';

/** Roles of a seller's or an integrator's team, then those of the platform operator's. */
export const Role = Type.Enum([
  'admin',
  'finance',
  'operation',
  'developer',
  'read',
  'platform_admin',
  'platform_support',
  'platform_read',
]);
export type Role = Static<typeof Role>;

export const SecondFactorMethod = Type.Enum(['totp', 'passkey']);
export type SecondFactorMethod = Static<typeof SecondFactorMethod>;

/** What the browser gives for a challenge: a `PublicKeyCredential` as its `toJSON` writes it. */
export const PasskeyAnswer = Type.Object({
  id: UnsearchedField('signed', { minLength: 1, maxLength: 1400 }),
  rawId: UnsearchedField('signed', { minLength: 1, maxLength: 1400 }),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: UnsearchedField('signed', { minLength: 1, maxLength: 4000 }),
    authenticatorData: UnsearchedField('signed', { minLength: 1, maxLength: 4000 }),
    signature: UnsearchedField('signed', { minLength: 1, maxLength: 2000 }),
    userHandle: Type.Optional(UnsearchedField('signed', { maxLength: 100 })),
  }),
});

/** Who is logged in, with which permissions, and until when. */
export const Me = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    role: Role,
    /** The person's own login, by CPF or CNPJ. */
    owner: Type.Boolean(),
  }),
  person: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    tradeName: Type.Union([Type.String(), Type.Null()]),
    document: Type.String(),
    kind: Type.Enum(['seller', 'integrator', 'operator']),
    photoUrl: Type.Union([Type.String(), Type.Null()]),
  }),
  permissions: Type.Array(Type.String()),
  mode: Type.Enum(['sandbox', 'production']),
  timeZone: Type.String(),
  version: Type.String(),
  /** Names the session; another one was opened by another login. */
  sessionId: Type.String(),
  /** How long the session has not been used, in any tab of the browser. */
  unusedMs: Type.Integer(),
  /** The session ends after this many minutes without use. */
  idleMinutes: Type.Integer(),
  /** ISO 8601, UTC: the session ends then in any case. */
  endsAt: Type.String(),
  secondFactor: Type.Object({
    enabled: Type.Boolean(),
    /** What this user may confirm with; empty where none is switched on. */
    methods: Type.Array(SecondFactorMethod),
    required: Type.Boolean(),
    /** Whether a factor was given recently enough for keys, team, acquirers' secrets and large refunds. */
    fresh: Type.Boolean(),
    /** The last time that somebody else removed it: when, in which role, and whether the user has been shown it. */
    reset: Type.Union([
      Type.Object({
        at: Type.String(),
        by: Type.Union([Role, Type.Literal('integrator'), Type.Literal('command')]),
        seen: Type.Boolean(),
      }),
      Type.Null(),
    ]),
  }),
});
export type Me = Static<typeof Me>;

/** By CPF or CNPJ, or by the e-mail of a team member, with the CPF or CNPJ of its shop before it or without: both together fit. */
export const LogInBody = Type.Object({
  login: UnsearchedField('login', { minLength: 1, maxLength: 300 }),
  password: UnsearchedField('password', { minLength: 1, maxLength: 256 }),
});

/** Logged in, or asked for the second factor first. */
export const LogInAnswer = Type.Union([
  Type.Object({ kind: Type.Literal('logged_in'), me: Me }),
  Type.Object({ kind: Type.Literal('second_factor_needed'), methods: Type.Array(SecondFactorMethod) }),
]);

/** One of the three: a code of the app, a recovery code, or an answer of a passkey. */
export const SecondFactorBody = Type.Object({
  code: Type.Optional(UnsearchedField('password', { maxLength: 12 })),
  recoveryCode: Type.Optional(UnsearchedField('password', { maxLength: 40 })),
  passkey: Type.Optional(PasskeyAnswer),
});

/** As for the second factor of a login; the password where there is none. */
export const StepUpBody = Type.Object({
  code: Type.Optional(UnsearchedField('password', { maxLength: 12 })),
  recoveryCode: Type.Optional(UnsearchedField('password', { maxLength: 40 })),
  password: Type.Optional(UnsearchedField('password', { maxLength: 256 })),
  passkey: Type.Optional(PasskeyAnswer),
});

export const ForgottenPasswordBody = Type.Object({
  login: UnsearchedField('login', { minLength: 1, maxLength: 300 }),
});

/** The calls of this screen, typed for the panel's front end. */
export interface EntryRoutes {
  'POST /session': { body: Static<typeof LogInBody>; answer: Static<typeof LogInAnswer> };
  'POST /session/second-factor': { body: Static<typeof SecondFactorBody>; answer: Me };
  /** What the browser asks for a passkey with, as `parseRequestOptionsFromJSON` reads it. */
  'POST /session/second-factor/passkey': {
    body: Record<string, never>;
    answer: Readonly<Record<string, unknown>>;
  };
  'POST /session/step-up/passkey': { body: Record<string, never>; answer: Readonly<Record<string, unknown>> };
  'POST /session/step-up': { body: Static<typeof StepUpBody>; answer: Me };
  'POST /session/keep': { body: Record<string, never>; answer: Me };
  'GET /session': { answer: Me };
  'DELETE /session': { answer: null };
  /** Whether links for new passwords are sent by e-mail. */
  /** Whether a mail server is set, and whether this is a sandbox. */
  'GET /entry': { answer: { readonly mails: boolean; readonly sandbox: boolean } };
  'POST /forgotten-password': { body: Static<typeof ForgottenPasswordBody>; answer: null };
}
