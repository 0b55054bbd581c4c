import type { Static } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { type Actor, type AuditEntry, actorOfUser, NOBODY } from '../../accounts/audit/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { firstOfMinute, type IsFirstOfMinute } from '../interface/first-of-minute.ts';
import {
  type AnyOpenRoute,
  type AnyPanelRoute,
  type OpenCall,
  openRoute,
  type PanelCall,
  panelRoute,
} from '../interface/route.ts';
import type { SessionCookie } from '../interface/session-cookie.ts';
import { refusePanel } from '../refusals.ts';
import { type MeOptions, meOf, methodsOf } from './me.ts';
import { LogInBody, type Me, SecondFactorBody, StepUpBody } from './schema.ts';

export interface EntryDependencies extends MeOptions {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
}

/** Login, second factor, step-up and logout. */
export function entryRoutes(dependencies: EntryDependencies): readonly (AnyPanelRoute | AnyOpenRoute)[] {
  const { accounts, clock } = dependencies;
  const entering: Entering = { ...dependencies, isFirstOfMinute: firstOfMinute(clock) };
  return [
    openRoute({
      method: 'POST',
      path: '/session',
      access: 'anybody',
      body: LogInBody,
      run: (call) => logIn(entering, call),
    }),
    panelRoute({
      method: 'POST',
      path: '/session/second-factor',
      access: 'half',
      body: SecondFactorBody,
      run: (call) => confirmEntry(entering, call),
    }),
    panelRoute({
      method: 'POST',
      path: '/session/step-up',
      access: 'session',
      body: StepUpBody,
      run: async (call) => {
        await stepUp(entering, call);
        return meOfToken(entering, call.token);
      },
    }),
    ...(['half', 'session'] as const).map((access) =>
      panelRoute({
        method: 'POST',
        path: access === 'half' ? '/session/second-factor/passkey' : '/session/step-up/passkey',
        access,
        run: ({ visitor, token }) => accounts.panel.passkeys.ask(visitor.user.id, token),
      }),
    ),
    panelRoute({
      method: 'GET',
      path: '/session',
      access: 'session',
      passive: true,
      run: async (call) => meOf(call.visitor, dependencies, clock.now()),
    }),
    panelRoute({
      method: 'POST',
      path: '/session/keep',
      access: 'session',
      run: async (call) => meOf(call.visitor, dependencies, clock.now()),
    }),
    openRoute({
      method: 'DELETE',
      path: '/session',
      access: 'anybody',
      run: (call) => logOut(entering, call),
    }),
  ];
}

interface Entering extends EntryDependencies {
  readonly isFirstOfMinute: IsFirstOfMinute;
}

async function logIn(entering: Entering, call: OpenCall<Static<typeof LogInBody>>) {
  const { accounts, clock, cookie, isFirstOfMinute } = entering;
  const result = await accounts.panel.enter({
    login: call.body.login,
    password: new Secret(call.body.password),
    address: call.address,
    agent: call.agent,
    replaces: call.token === '' ? undefined : call.token,
    written: (transaction, user) =>
      accounts.auditWithin(transaction, entryOfUser('POST', call, clock.now(), user)),
  });
  const auditRefused = (code: string, personId: number | undefined) =>
    accounts.audit(
      sessionEntry('POST', call, clock.now(), {
        by: { ...NOBODY, origin: 'panel' },
        personId,
        result: code,
      }),
    );
  switch (result.kind) {
    case 'wrong':
      await auditRefused('login_invalid', result.personId);
      throw refusePanel('login_invalid');
    case 'locked':
      if (isFirstOfMinute(result.login)) await auditRefused('login_locked', result.personId);
      throw refusePanel('login_locked', { retryAfterSeconds: result.retryAfterSeconds });
    case 'second_factor_needed':
      cookie.set(call.reply, result.opened.token.reveal());
      return { kind: 'second_factor_needed', methods: methodsOf(result.user) };
    case 'entered':
      cookie.set(call.reply, result.opened.token.reveal());
      return { kind: 'logged_in', me: await meOfToken(entering, result.opened.token.reveal()) };
  }
}

async function confirmEntry(
  entering: Entering,
  call: PanelCall<Static<typeof SecondFactorBody>, unknown>,
): Promise<Me> {
  const confirmed = await entering.accounts.panel.confirmEntry({
    visitor: call.visitor,
    token: call.token,
    second: secondFactorOf(call.body),
    address: call.address,
    agent: call.agent,
    written: (transaction) => call.audit(transaction),
  });
  if (confirmed.kind !== 'right') throw await refuseSecondFactor(entering, call, 'second-factor', confirmed);
  const token = confirmed.value.token.reveal();
  entering.cookie.set(call.reply, token);
  return meOfToken(entering, token);
}

async function logOut({ accounts, clock, cookie }: Entering, call: OpenCall<unknown>): Promise<null> {
  if (call.token !== '') {
    await accounts.panel.leave(call.token, (transaction, { user }) =>
      accounts.auditWithin(transaction, entryOfUser('DELETE', call, clock.now(), user)),
    );
  }
  cookie.clear(call.reply);
  return null;
}

async function meOfToken(entering: Entering, token: string): Promise<Me> {
  const visitor = await entering.accounts.panel.findVisitor(token);
  if (!visitor) throw refusePanel('session_missing');
  return meOf(visitor, entering, entering.clock.now());
}

function secondFactorOf({ code, recoveryCode, passkey }: Static<typeof SecondFactorBody>) {
  if (passkey !== undefined) return { passkey };
  if (recoveryCode !== undefined) return { recoveryCode };
  return { code: code ?? '' };
}

async function stepUp(
  entering: Entering,
  call: PanelCall<Static<typeof StepUpBody>, unknown>,
): Promise<void> {
  const { visitor, token, body, address } = call;
  const confirmed = await entering.accounts.panel.confirmAgain({
    visitor,
    token,
    second: visitor.user.secondFactor
      ? secondFactorOf(body)
      : { password: new Secret(body.password ?? ''), address },
  });
  if (confirmed.kind !== 'right') throw await refuseSecondFactor(entering, call, 'step-up', confirmed);
}

/** A wrong code, passkey or password is in the audit; of those that a lock refuses, one in a minute. */
async function refuseSecondFactor(
  { accounts, clock, isFirstOfMinute }: Entering,
  call: PanelCall<Static<typeof SecondFactorBody>, unknown>,
  step: 'second-factor' | 'step-up',
  refused: { readonly kind: 'wrong' } | { readonly kind: 'locked'; readonly retryAfterSeconds: number },
): Promise<Error> {
  const { user } = call.visitor;
  const locked = refused.kind === 'locked';
  const code = locked ? 'second_factor_locked' : wrongCodeOf(call);
  if (!locked || isFirstOfMinute(`second factor of ${user.id}`)) {
    const tried = { by: actorOfUser(user), personId: user.personId, result: code };
    const entry = sessionEntry('POST', call, clock.now(), tried);
    await accounts.audit({ ...entry, operation: `${entry.operation}/${step}` });
  }
  if (locked) return refusePanel('second_factor_locked', { retryAfterSeconds: refused.retryAfterSeconds });
  return code === 'login_invalid'
    ? refuseAccount('login_invalid', { message: 'A senha não confere.' })
    : refusePanel(code);
}

function wrongCodeOf({ visitor, body }: PanelCall<Static<typeof SecondFactorBody>, unknown>) {
  if (!visitor.user.secondFactor) return 'login_invalid';
  return body.passkey === undefined ? 'second_factor_invalid' : 'passkey_invalid';
}

/** The entry of a user who comes or goes. */
function entryOfUser(
  method: 'POST' | 'DELETE',
  call: OpenCall<unknown>,
  at: number,
  user: Parameters<typeof actorOfUser>[0],
): AuditEntry {
  return sessionEntry(method, call, at, { by: actorOfUser(user), personId: user.personId, result: 'ok' });
}

function sessionEntry(
  method: 'POST' | 'DELETE',
  call: { readonly requestId: string; readonly address: string },
  at: number,
  tried: { readonly by: Actor; readonly personId: number | undefined; readonly result: string },
): AuditEntry {
  return {
    requestId: call.requestId,
    at,
    operation: `painel ${method} /session`,
    by: tried.by,
    forPersonId: tried.personId,
    address: call.address,
    result: tried.result,
    record: undefined,
  };
}
