import { joinMigrations } from '../../../platform/database/index.ts';
import { authenticationMigrations } from './authentication/authentications-table.ts';
import { cardTriesMigrations } from './tries/tries-table.ts';
import { captureWindowMigrations } from './windows/capture-windows-table.ts';

export {
  type AuthenticationPages,
  createAuthenticationPages,
} from './authentication/authentication-pages.ts';
export { createAuthenticationStore } from './authentication/authentication-store.ts';
export { registerBuyerPages } from './authentication/buyer-routes.ts';
export { authenticatedBuyers } from './authentication/resume.ts';
export { authenticationSweep } from './authentication/sweep.ts';
export { waitingAuthentications } from './authentication/waiting.ts';
export { cardKind } from './card-kind.ts';
export { type AcquirerNoticeAddresses, createAcquirerNoticeAddresses } from './notices/addresses.ts';
export { registerAcquirerNotices } from './notices/routes.ts';
export {
  agreedAuthenticate,
  type CardOffer,
  type ChoiceRefusal,
  cardOffer,
  cardOfferOf,
  isCardOffer,
  refusalOfChoice,
} from './offer/card-offer.ts';
export { offerCard } from './offer/offer-card.ts';
export { type CardChoice, saleOfOffer } from './offer/sale-of-offer.ts';
export {
  Authenticate,
  type CardPayment,
  cardPayment,
  cardPaymentOf,
  type Device,
  ISSUER_INTEREST,
  interestPlan,
  isCapturedAtOnce,
  isCardPayment,
  type KeptCard,
  last4Of,
  STORE_INTEREST,
} from './payment.ts';
export { CARD_REASONS } from './reasons.ts';
export { refuseCard } from './refusals.ts';
export { cardAdviceOf } from './retry-advice.ts';
export type { CardSale, TypedCard } from './sale/card-sale.ts';
export {
  refuseCardNumberBeside,
  refuseCardNumberIn,
  SEARCHED_WITH_CARD,
  type TextFields,
} from './sale/exposed-number.ts';
export { type CardSaleDependencies, INSTALLMENTS_MESSAGE, openCard, prepareCard } from './sale/prepare.ts';
export { type StoredCardCharge, saleByToken } from './sale/sale-by-token.ts';
export { storedToRoute } from './sale/stored-to-route.ts';
export { type MerchantDefaults, withDefaults, withPostBackUrl } from './sale/with-defaults.ts';
export { isLiveSale, saleStandOf, savedMaskOf } from './sale-of-card.ts';
export { createCardTries } from './tries/card-tries.ts';
export type { AboveLimit } from './tries/guard-try.ts';
export { LIMIT_TEXTS } from './tries/limit-texts.ts';
export { RETRY_LIMITS, type RetryLimit } from './tries/retry-limits.ts';
export { captureWindowJob, countEndingWindows } from './windows/capture-windows.ts';
export { WAITING_CAPTURE_WINDOWS } from './windows/capture-windows-table.ts';
export { readCard } from './wire/read.ts';
export { CardBody, CardRecord, CVV_PATH, DeviceBody } from './wire/schema.ts';
export { type BesideCard, writeBrowser, writeCard } from './wire/write.ts';

/** What payments by card keep in tables of their own. */
export const cardMigrations = joinMigrations(
  authenticationMigrations,
  cardTriesMigrations,
  captureWindowMigrations,
);
