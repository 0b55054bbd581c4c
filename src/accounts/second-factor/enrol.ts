import { lockSequence } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { requireSession } from '../sessions/require-session.ts';
import type { SessionTables } from '../sessions/tables.ts';
import { findUser, totpContext, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import { newRecoveryCodes, recoveryHashesOf } from './recovery-code.ts';
import { acceptedStep, base32, keyUri, TOTP_SECRET_BYTES } from './totp.ts';

type EnrolOptions = Pick<AccountsOptions, 'database' | 'clock' | 'randomBytes'> & { readonly vault: Vault };

/** A user's own second factor, changed in one of its sessions. */
export interface OwnFactor {
  readonly userId: number;
  readonly sessionHash: string;
}

export interface Enrolment {
  /** For the QR code. */
  readonly uri: Secret;
  /** The same secret, to be typed. */
  readonly typed: Secret;
}

/**
 * A new secret that takes effect once one of its codes was typed; until then the earlier second factor stays. Throws
 * `second_factor_on` or `session_missing`.
 */
export async function startSecondFactor(
  { database, vault, randomBytes }: EnrolOptions,
  { userId, sessionHash }: OwnFactor,
  account: string,
): Promise<Enrolment> {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const sealed = vault.seal(secret.toString('base64'), totpContext(userId));
  await database.write(async (transaction) => {
    const tables = transaction.tables<SessionTables>();
    await requireSession(transaction, sessionHash);
    // Checked here, not before: a second factor enabled meanwhile in another window must not be replaced.
    await lockSequence(transaction, 'user');
    if ((await findUser(tables, userId))?.totp) throw refuseAccount('second_factor_on');
    await updateUser(tables, userId, { totp_secret: sealed, totp_step: null });
  });
  return {
    uri: new Secret(keyUri(secret, { issuer: 'Guichê', account })),
    typed: new Secret(base32(secret)),
  };
}

/**
 * Enables the app with its first code. Returns the recovery codes, shown once; none where passkeys brought them before.
 * Throws `second_factor_on`, `second_factor_wrong` or `session_missing`.
 */
export async function finishSecondFactor(
  { database, vault, clock, randomBytes }: EnrolOptions,
  { userId, sessionHash, code }: OwnFactor & { readonly code: string },
  written?: Written<User>,
): Promise<readonly Secret[]> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<SessionTables>();
    await requireSession(transaction, sessionHash);
    await lockSequence(transaction, 'user');
    const user = await findUser(tables, userId);
    if (!user || user.totp) throw refuseAccount('second_factor_on');
    const { sealedTotp } = user.secrets;
    if (sealedTotp === undefined) throw refuseAccount('second_factor_wrong');
    const secret = Buffer.from(vault.open(sealedTotp, totpContext(userId)).reveal(), 'base64');
    const now = clock.now();
    const step = acceptedStep(secret, code, { now, lastStep: undefined });
    if (step === undefined) throw refuseAccount('second_factor_wrong', { field: 'code' });
    const codes = user.secondFactor ? [] : newRecoveryCodes(randomBytes);
    await updateUser(tables, userId, {
      totp_since: now,
      totp_step: step,
      ...(codes.length > 0 ? { recovery_codes: recoveryHashesOf(codes) } : {}),
    });
    await written?.(transaction, user);
    return codes;
  });
}

/** New recovery codes in place of all earlier ones. Throws `second_factor_off` or `session_missing`. */
export async function renewRecoveryCodes(
  { database, randomBytes }: Pick<EnrolOptions, 'database' | 'randomBytes'>,
  { userId, sessionHash }: OwnFactor,
  written?: Written<User>,
): Promise<readonly Secret[]> {
  const codes = newRecoveryCodes(randomBytes);
  await database.write(async (transaction) => {
    const tables = transaction.tables<SessionTables>();
    await requireSession(transaction, sessionHash);
    await lockSequence(transaction, 'user');
    const user = await findUser(tables, userId);
    if (!user?.secondFactor) throw refuseAccount('second_factor_off');
    await updateUser(tables, userId, { recovery_codes: recoveryHashesOf(codes) });
    await written?.(transaction, user);
  });
  return codes;
}

/** Switches the app off; recovery codes stay while there are passkeys. Throws `session_missing`. */
export async function removeSecondFactor(
  { database }: Pick<EnrolOptions, 'database'>,
  { userId, sessionHash }: OwnFactor,
  written?: Written<User>,
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<SessionTables>();
    await requireSession(transaction, sessionHash);
    await lockSequence(transaction, 'user');
    const user = await findUser(tables, userId);
    if (!user) throw refuseAccount('user_unknown');
    await updateUser(tables, userId, {
      totp_secret: null,
      totp_since: null,
      totp_step: null,
      ...(user.passkeys === 0 ? { recovery_codes: null } : {}),
    });
    await written?.(transaction, user);
  });
}
