import { Secret } from '../../../platform/secret.ts';
import type { ChargeConnectorKind } from '../connector-kind.ts';
import { readCertificate } from './call/certificate.ts';
import { bankSettings, certificateIn, togetherProblem } from './call/settings.ts';
import { createBankConnector } from './connector.ts';
import type { BankProfile } from './profiles/profile.ts';
import { BANK_PROFILES } from './profiles/profiles.ts';

/** The banks of this version, each as a provider of its own. */
export const bankKinds: readonly ChargeConnectorKind[] = BANK_PROFILES.map(kindOf);

function kindOf(profile: BankProfile): ChargeConnectorKind {
  return {
    provider: profile.provider,
    settings: bankSettings(profile),
    togetherProblem: (settings) => togetherProblem(settings, (value) => new Secret(value)),
    certificateEnds: ({ settings }) => {
      const read = readCertificate(certificateIn(settings));
      return typeof read === 'string' ? undefined : read.ends;
    },
    create: (options) => createBankConnector(profile, options),
  };
}

export { readBankCharge } from './answer/charge.ts';
export { reaisOf } from './answer/money.ts';
export { type BankCall, certificateProblem, createBankHost } from './call/host.ts';
export { type BankAccess, type BankAccount, bankAccess, bankAccount, bankSettings } from './call/settings.ts';
export { type BankTiming, bacenTiming } from './call/timing.ts';
export { createBankTokens } from './call/tokens.ts';
export {
  type BacenContext,
  bankDecline,
  isForbidden,
  isMissing,
  noAnswer,
  reasonOf,
  refusalAnswer,
} from './context.ts';
export { queryPaymentRefund, refundPayment } from './payments/refund.ts';
export type { BankProfile } from './profiles/profile.ts';
export { BANK_PROFILES } from './profiles/profiles.ts';
