import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Visitor } from '../../accounts/entry/index.ts';
import { permissionsOf } from '../../accounts/team/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { refusePanel } from '../refusals.ts';
import type { Access, AnyPanelRoute } from './route.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Sent with what the page asks by itself, with nobody at it: no such call of any route extends a session. */
const TIMER_HEADER = 'x-guiche-timer';

export interface GuardOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  /** The platform's team needs a second factor, except in the sandbox. */
  readonly production: boolean;
}

/** Authenticates the caller and checks the access that the route requires. */
export async function admit(
  { accounts, clock, cookie, production }: GuardOptions,
  route: AnyPanelRoute,
  request: FastifyRequest,
  /** Called with a user whose role, or missing second factor, does not permit the call. */
  refused: (visitor: Visitor, code: AccessRefusal) => Promise<void>,
): Promise<{ readonly visitor: Visitor; readonly token: string }> {
  const token = cookie.read(request);
  const passive = route.passive === true || request.headers[TIMER_HEADER] !== undefined;
  const visitor = token === undefined ? undefined : await accounts.panel.findVisitor(token, { passive });
  if (token === undefined || !visitor) throw refusePanel('session_missing');
  if ((visitor.session.state === 'half') !== (route.access === 'half')) throw refusePanel('session_missing');
  const missing = missingAccess(visitor, route.access, production);
  if (missing !== undefined) {
    await refused(visitor, missing);
    throw refusePanel(missing);
  }
  if (route.stepUp && visitor.session.freshUntil <= clock.now()) throw refusePanel('second_factor_needed');
  return { visitor, token };
}

type AccessRefusal = 'second_factor_missing' | 'not_allowed';

function missingAccess(visitor: Visitor, access: Access, production: boolean): AccessRefusal | undefined {
  if (access === 'half' || access === 'session') return undefined;
  if (lacksSecondFactor(visitor, production)) return 'second_factor_missing';
  return permissionsOf(visitor.user.role, visitor.person.role).has(access) ? undefined : 'not_allowed';
}

/** A user who needs a second factor and has none may only set one up. */
function lacksSecondFactor(visitor: Visitor, production: boolean): boolean {
  return needsSecondFactor(visitor, production) && !visitor.user.secondFactor;
}

/** Required for the platform's team in production, and for a shop's team if the shop requires it. */
export function needsSecondFactor({ person, settings }: Visitor, production: boolean): boolean {
  return (production && person.role === 'operator') || settings.teamSecondFactor;
}

/**
 * The person on whose behalf the call acts: the one named by `person`, or the visitor's own. The platform's team may
 * act for everybody; without `person`, for all persons together. A person that the visitor may not act for is refused
 * as not found.
 */
export async function personFor(
  accounts: Pick<Accounts, 'mayActFor'>,
  { person }: Visitor,
  query: unknown,
): Promise<number | undefined> {
  const named = (query as { person?: unknown } | undefined)?.person;
  if (named === undefined || named === '') return person.role === 'operator' ? undefined : person.id;
  const id = typeof named === 'string' && /^[1-9]\d{0,15}$/.test(named) ? Number(named) : undefined;
  if (id === undefined) throw refusePanel('person_foreign', { field: 'person' });
  if (id === person.id) return id;
  const permission = await accounts.mayActFor({ personId: person.id, role: person.role }, id);
  if (permission === 'allowed' || (permission === 'waiting' && person.role !== 'seller')) return id;
  if (permission === 'inactive' && person.role === 'operator') return id;
  throw refusePanel('person_foreign', { field: 'person' });
}
