import type { Secret } from '../../platform/secret.ts';
import type { PasswordCheckHook } from '../logins/password-verdict.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { createPasskeys, type Passkeys } from '../passkeys/passkeys.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import type { EstimateGuesses } from '../passwords/guesses.ts';
import type { PasswordOptions } from '../passwords/password.ts';
import type { PasswordChecks } from '../passwords/password-checks.ts';
import {
  type Enrolment,
  finishSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../second-factor/enrol.ts';
import { findVisitor, type Visitor } from '../sessions/find-session.ts';
import { type OpenedSession, sessionHash } from '../sessions/open-session.ts';
import type { Session } from '../sessions/session.ts';
import { deleteSession, deleteSessionsOf, selectSessions } from '../sessions/store.ts';
import { changeRole, type Invitation, type Invited, invite, renewUserLink } from '../team/invite.ts';
import { loginTextOf } from '../team/login-text.ts';
import type { TeamRole } from '../team/role.ts';
import { countTeam, findOwner, findUser, selectTeam, selectUserNames, type TeamSize } from '../team/store.ts';
import type { FactorResetter, User } from '../team/user.ts';
import { changePassword, type PasswordChange, type PasswordChangeResult } from './change-password.ts';
import {
  type Confirmed,
  confirmAgain,
  confirmByPassword,
  confirmEntry,
  type SecondFactorTry,
} from './confirm.ts';
import { endAccess } from './end-access.ts';
import { type EntryResult, type EntryTry, enter } from './enter.ts';
import { findLoginHolder, type LoginHolder } from './forgotten-password.ts';
import { findInvited, join } from './join.ts';
import { markResetSeen, resetMemberSecondFactor, resetPersonSecondFactor } from './reset-second-factor.ts';

const MAX_LISTED_SESSIONS = 50;

interface Member {
  readonly personId: number;
  readonly userId: number;
}

/** A user, and the token of the session that does it. */
interface OwnSession {
  readonly userId: number;
  readonly token: string;
}

/** Who logs in to the panel and what keeps them logged in. Each use case documents the refusals it throws. */
export interface PanelAccess {
  enter(given: EntryTry): Promise<EntryResult>;
  confirmEntry(given: {
    readonly visitor: Visitor;
    readonly token: string;
    readonly second: SecondFactorTry;
    /** Of this call: the password may have come from another network. */
    readonly address: string;
    readonly agent: string;
    readonly written?: Written<User>;
  }): Promise<Confirmed<OpenedSession>>;
  confirmAgain(given: {
    readonly visitor: Visitor;
    readonly token: string;
    readonly second: SecondFactorTry | { readonly password: Secret; readonly address: string };
  }): Promise<Confirmed<number>>;
  findVisitor(token: string, options?: { readonly passive?: boolean }): Promise<Visitor | undefined>;
  /** Ends the session; `written` is called where there was one. */
  leave(token: string, written?: Written<Visitor>): Promise<void>;

  listSessions(userId: number): Promise<readonly Session[]>;
  /** Ends one session, or all but the one with this token. Returns how many ended. */
  endSessions(userId: number, which: { readonly id: string } | { readonly except: string }): Promise<number>;

  startSecondFactor(own: OwnSession, account: string): Promise<Enrolment>;
  finishSecondFactor(
    own: OwnSession & { readonly code: string },
    written?: Written<User>,
  ): Promise<readonly Secret[]>;
  renewRecoveryCodes(own: OwnSession, written?: Written<User>): Promise<readonly Secret[]>;
  removeSecondFactor(own: OwnSession, written?: Written<User>): Promise<void>;
  /** Of a member who lost it, by an administrator of the team or of the platform. */
  resetMemberSecondFactor(
    member: Member & { readonly by: FactorResetter },
    written?: Written<User>,
  ): Promise<void>;
  ownerHasSecondFactor(personId: number): Promise<boolean>;
  /** Of a person's own login, by the platform's operator. */
  resetPersonSecondFactor(
    reset: { readonly personId: number; readonly by: FactorResetter },
    written?: Written<User>,
  ): Promise<void>;
  /** The user knows that the second factor was reset. */
  markResetSeen(user: User, written?: Written<User>): Promise<void>;
  changePassword(change: PasswordChange): Promise<PasswordChangeResult>;
  /** Of a login with a password; undefined for any other text. */
  findLoginHolder(login: string): Promise<LoginHolder | undefined>;

  readonly passkeys: Passkeys;

  /** Of users, also of those who left the team. */
  namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** A page of a person's team, those who left last; `afterId`: the last one of the page before. */
  listTeam(wanted: {
    readonly personId: number;
    readonly afterId?: number | undefined;
    readonly limit: number;
  }): Promise<readonly User[]>;
  countTeam(personId: number): Promise<TeamSize>;
  invite(invitation: Invitation, written?: Written<User>): Promise<Invited>;
  renewUserLink(member: Member, written?: Written<User>): Promise<Invited>;
  changeRole(wanted: Member & { readonly role: TeamRole }, written?: Written<User>): Promise<User>;
  endAccess(member: Member, written?: Written<User>): Promise<void>;
  findInvited(token: Secret): Promise<User | undefined>;
  /** What a member types to log in: the e-mail or, where another shop's has it, the shop's CPF or CNPJ and the e-mail. */
  loginOf(user: User): Promise<string>;
  join(given: {
    readonly token: Secret;
    readonly password: Secret;
    readonly written?: Written<User>;
  }): Promise<User>;
}

export function createPanelAccess(
  accounts: AccountsOptions & PasswordOptions & PasswordCheckHook,
  passwords: { readonly passwordChecks: PasswordChecks; readonly estimateGuesses: EstimateGuesses },
): PanelAccess {
  const { database, vault, clock, randomBytes, passwordCost, mode, onPasswordCheck, checkDocuments } =
    accounts;
  const options = {
    ...{ database, vault, clock, randomBytes, passwordCost, mode, onPasswordCheck, checkDocuments },
    ...passwords,
    // The port that the system chose is known only once it listens.
    get publicUrl() {
      return accounts.publicUrl;
    },
  };
  const tables = () => database.read<PasskeyTables>();
  return {
    enter: (given) => enter(options, given),
    confirmEntry: (given) => confirmEntry(options, given),
    confirmAgain: ({ visitor, token, second }) =>
      'password' in second
        ? confirmByPassword(options, { visitor, token, ...second })
        : confirmAgain(options, { visitor, token, second }),
    findVisitor: (token, how) => findVisitor(options, token, how),
    leave: async (token, written) => {
      const visitor = await findVisitor(options, token, { passive: true });
      await database.write(async (write) => {
        await deleteSession(write.tables<PasskeyTables>(), sessionHash(token));
        if (visitor) await written?.(write, visitor);
      });
    },
    listSessions: (userId) => selectSessions(tables(), userId, MAX_LISTED_SESSIONS),
    endSessions: (userId, which) =>
      database.write((write) =>
        deleteSessionsOf(write.tables<PasskeyTables>(), {
          userId,
          ...('id' in which ? { id: which.id } : { exceptHash: sessionHash(which.except) }),
        }),
      ),
    startSecondFactor: (own, account) => startSecondFactor(options, hashed(own), account),
    finishSecondFactor: (own, written) => finishSecondFactor(options, hashed(own), written),
    renewRecoveryCodes: (own, written) => renewRecoveryCodes(options, hashed(own), written),
    removeSecondFactor: (own, written) => removeSecondFactor(options, hashed(own), written),
    resetMemberSecondFactor: (member, written) => resetMemberSecondFactor(options, member, written),
    ownerHasSecondFactor: async (personId) => (await findOwner(tables(), personId))?.secondFactor ?? false,
    resetPersonSecondFactor: (reset, written) => resetPersonSecondFactor(options, reset, written),
    markResetSeen: (user, written) => markResetSeen(options, user, written),
    changePassword: (change) => changePassword(options, change),
    findLoginHolder: (login) => findLoginHolder(options, login),
    passkeys: createPasskeys(options),
    namesOf: (ids) => selectUserNames(tables(), ids),
    listTeam: async ({ personId, afterId, limit }) => {
      const after = afterId === undefined ? undefined : await findUser(tables(), afterId);
      return selectTeam(tables(), { personId, limit, after });
    },
    countTeam: (personId) => countTeam(tables(), personId),
    invite: (invitation, written) => invite(accounts, invitation, written),
    renewUserLink: (member, written) => renewUserLink(accounts, member, written),
    changeRole: (wanted, written) => changeRole(accounts, wanted, written),
    endAccess: (member, written) => endAccess(accounts, member, written),
    findInvited: (token) => findInvited(options, token),
    loginOf: (user) => loginTextOf(tables(), user),
    join: (given) => join(options, given),
  };
}

function hashed<Own extends OwnSession>({ token, ...own }: Own) {
  return { ...own, sessionHash: sessionHash(token) };
}
