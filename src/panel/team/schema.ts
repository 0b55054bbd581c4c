import Type, { type Static } from 'typebox';
import { Role } from '../entry/schema.ts';
import { UnsearchedField } from '../interface/fields.ts';

export const Member = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  role: Role,
  owner: Type.Boolean(),
  state: Type.Enum(['invited', 'active', 'ended']),
  secondFactor: Type.Boolean(),
  createdAt: Type.String(),
  lastLoginAt: Type.Union([Type.String(), Type.Null()]),
});
export type Member = Static<typeof Member>;

export const InviteBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  role: Type.String({ maxLength: 30 }),
});

export const RoleBody = Type.Object({ role: Type.String({ maxLength: 30 }) });

/** A one-time link to copy: it lets its holder set the password. */
export const Link = Type.Object({
  url: Type.String(),
  expiresAt: Type.String(),
  /** Where it was sent by e-mail too. */
  mailedTo: Type.Union([Type.String(), Type.Null()]),
});

export const InvitationBody = Type.Object({
  token: UnsearchedField('token', { minLength: 1, maxLength: 100 }),
});
export const JoinBody = Type.Object({
  token: UnsearchedField('token', { minLength: 1, maxLength: 100 }),
  password: UnsearchedField('password', { minLength: 1, maxLength: 256 }),
});

/** The calls of the screen "Equipe" and of the invitation, typed for the panel's front end. */
export interface TeamRoutes {
  'GET /team': {
    query: { cursor?: string; limit?: number; person?: string };
    answer: { items: readonly Member[]; next: string | null; roles: readonly string[] };
  };
  'POST /team': {
    body: Static<typeof InviteBody>;
    answer: { member: Member; link: Static<typeof Link> };
  };
  'PATCH /team/:id': { body: Static<typeof RoleBody>; answer: Member };
  'POST /team/:id/link': { body: Record<string, never>; answer: Static<typeof Link> };
  'DELETE /team/:id': { answer: null };
  /** Of a member who lost it: app, passkeys and recovery codes. */
  'DELETE /team/:id/second-factor': { answer: null };
  'POST /invitation': { body: Static<typeof InvitationBody>; answer: { name: string; login: string } };
  'POST /invitation/join': { body: Static<typeof JoinBody>; answer: { login: string } };
}
