import type { Visitor } from '../../accounts/entry/index.ts';
import { permissionsOf, type User } from '../../accounts/team/index.ts';
import { needsSecondFactor } from '../interface/guard.ts';
import type { Me, SecondFactorMethod } from './schema.ts';

export interface MeOptions {
  readonly mode: 'sandbox' | 'production';
  readonly timeZone: string;
  readonly version: string;
  readonly photoUrl: (photoId: string) => string;
}

/** What a user may confirm with. */
export function methodsOf({ totp, passkeys }: Pick<User, 'totp' | 'passkeys'>): SecondFactorMethod[] {
  return [...(totp ? (['totp'] as const) : []), ...(passkeys > 0 ? (['passkey'] as const) : [])];
}

/** What the front end knows about the logged-in user. Menu and buttons depend on it; the server checks again. */
export function meOf(visitor: Visitor, options: MeOptions, now: number): Me {
  const { session, user, person, idleMinutes } = visitor;
  return {
    user: {
      id: user.id,
      name: user.name,
      email: user.email ?? null,
      role: user.role,
      owner: user.owner,
    },
    person: {
      id: person.id,
      name: person.name,
      tradeName: person.tradeName ?? null,
      document: person.document,
      kind: person.role,
      photoUrl: person.photoId === undefined ? null : options.photoUrl(person.photoId),
    },
    permissions: [...permissionsOf(user.role, person.role)],
    mode: options.mode,
    timeZone: options.timeZone,
    version: options.version,
    sessionId: session.id,
    unusedMs: Math.max(0, now - session.seenAt),
    idleMinutes,
    endsAt: new Date(session.endsAt).toISOString(),
    secondFactor: {
      enabled: user.secondFactor,
      methods: methodsOf(user),
      required: needsSecondFactor(visitor, options.mode === 'production'),
      fresh: session.freshUntil > now,
      reset: user.factorReset
        ? { ...user.factorReset, at: new Date(user.factorReset.at).toISOString() }
        : null,
    },
  };
}
