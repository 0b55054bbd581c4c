import type { Vault } from '../../platform/index.ts';
import type { Tables } from '../tables.ts';
import { replaceRecoveryCodes, totpContext, type UserWithSecrets, useTotpStep } from '../team/store.ts';
import { withoutUsed } from './recovery-code.ts';
import { acceptedStep } from './totp.ts';

export type SecondFactorTry = { readonly code: string } | { readonly recoveryCode: string };

/** Uses up a code of the app or a recovery code; false when it is wrong or was used before. */
export async function useSecondFactor(
  tables: Tables,
  vault: Vault,
  {
    user,
    given,
    now,
  }: { readonly user: UserWithSecrets; readonly given: SecondFactorTry; readonly now: number },
): Promise<boolean> {
  const { sealedTotp, totpSince, lastTotpStep, recoveryHashes } = user.secrets;
  if (totpSince === undefined || sealedTotp === undefined) return false;
  if ('recoveryCode' in given) {
    const left = withoutUsed(recoveryHashes, given.recoveryCode);
    return left !== undefined && replaceRecoveryCodes(tables, user.id, { read: recoveryHashes, left });
  }
  const secret = Buffer.from(vault.open(sealedTotp, totpContext(user.id)).reveal(), 'base64');
  const step = acceptedStep(secret, given.code, { now, lastStep: lastTotpStep });
  return step !== undefined && useTotpStep(tables, user.id, step);
}
