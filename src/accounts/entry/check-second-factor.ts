import type { Kysely } from 'kysely';
import type { Vault } from '../../platform/vault/index.ts';
import { type CheckedPasskey, usePasskey } from '../passkeys/check-passkey.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { withoutUsed } from '../second-factor/recovery-code.ts';
import { acceptedStep } from '../second-factor/totp.ts';
import { replaceRecoveryCodes, totpContext, type UserWithSecrets, useTotpStep } from '../team/store.ts';

/** What is used up in the transaction of a login: an answer of a passkey was checked before. */
export type SecondFactorUse =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: CheckedPasskey };

/** Uses up a code of the app, a recovery code or a passkey's answer; false when it is wrong or was used before. */
export async function useSecondFactor(
  tables: Kysely<PasskeyTables>,
  vault: Vault,
  {
    user,
    given,
    now,
  }: { readonly user: UserWithSecrets; readonly given: SecondFactorUse; readonly now: number },
): Promise<boolean> {
  const { sealedTotp, totpSince, lastTotpStep, recoveryHashes } = user.secrets;
  if ('passkey' in given) return usePasskey(tables, given.passkey, now);
  if ('recoveryCode' in given) {
    const left = withoutUsed(recoveryHashes, given.recoveryCode);
    return left !== undefined && replaceRecoveryCodes(tables, user.id, { read: recoveryHashes, left });
  }
  if (totpSince === undefined || sealedTotp === undefined) return false;
  const secret = Buffer.from(vault.open(sealedTotp, totpContext(user.id)).reveal(), 'base64');
  const step = acceptedStep(secret, given.code, { now, lastStep: lastTotpStep });
  return step !== undefined && useTotpStep(tables, user.id, step);
}
