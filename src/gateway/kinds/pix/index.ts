export type { PixAtAddress } from './at-address.ts';
export { type BesideDependencies, PIX_PAGE_PATH, type PixBeside, pixBeside } from './beside.ts';
export { CHARGED_BY_PIX } from './charged-by-pix.ts';
export { foundPix } from './found.ts';
export { createPixAccountStore, type PixAccountStore } from './notices/account-store.ts';
export { pixAccountMigrations, waitingPixAccounts } from './notices/accounts-table.ts';
export { takeAcquirersPixNotice } from './notices/acquirer-notice.ts';
export { createNoticeAddresses, type NoticeAddresses } from './notices/addresses.ts';
export {
  type RegisterDependencies,
  type RegisteredNotices,
  registerNoticeAddress,
} from './notices/register.ts';
export { type NoticeResult, registerNoticeRoutes } from './notices/routes.ts';
export {
  amountByPix,
  isPixOffer,
  type PixOffer,
  payableOffers,
  pixOffer,
  pixOfferOf,
  SHORTEST_CODE_MS,
} from './offer/pix-offer.ts';
export { type PixChoice, pixSaleOfOffer } from './offer/sale-of-offer.ts';
export { isPixPayment, pixPaymentOf } from './payment.ts';
export { createPix, type Pix } from './pix.ts';
export { pixKind } from './pix-kind.ts';
export type { PixSale } from './prepare.ts';
export { PIX_REASONS } from './reasons.ts';
export { refusePix } from './refusals.ts';
export { findPix, type PixSearch, searchingPix } from './search/find-pix.ts';
export { type MoneyOfPix, moneyOfPix } from './search/money-of-pix.ts';
export { type PayerOfPix, payersOfPix } from './search/payers-of-pix.ts';
export { checkPixExpiration, readPix } from './wire/read.ts';
export { PixBody, PixRecord } from './wire/schema.ts';
export { writePix } from './wire/write.ts';
