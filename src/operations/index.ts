import type { Accounts } from '../accounts/accounts.ts';
import { type Database, joinMigrations } from '../platform/database/index.ts';
import type { Clock, LocalTime } from '../platform/time/clock.ts';
import { callbackMigrations } from './callbacks/index.ts';
import { chargeMigrations } from './charges/index.ts';
import { clientCardMigrations } from './client-cards/index.ts';
import { clientMigrations, clientOperations } from './clients/index.ts';
import { recordCountMigrations } from './interface/new-record.ts';
import type { Operation } from './interface/operation.ts';
import { requestKeyMigrations } from './interface/request-keys.ts';
import { operatorMigrations, operatorOperations } from './operators/index.ts';
import { orderMigrations } from './orders/index.ts';
import { pairingMigrations, paymentClientMigrations } from './payment-clients/index.ts';
import {
  type PaymentMethods,
  paymentMethodMigrations,
  paymentMethodOperations,
} from './payment-methods/index.ts';
import { type Photos, photoMigrations } from './photos/index.ts';
import { findPrinterNames, type PrintingTables, printingMigrations } from './printing/index.ts';
import { categoryMigrations, categoryOperations } from './product-categories/index.ts';
import { productMigrations, productOperations } from './products/index.ts';
import { recurrenceMigrations } from './recurrences/index.ts';
import { saleMigrations } from './sales/index.ts';
import { shiftMigrations } from './shifts/index.ts';
import { technicalPasswordMigrations } from './technical-passwords/index.ts';
import { terminalMigrations, terminalOperations } from './terminals/index.ts';
import { tillChoiceMigrations } from './till-choices/index.ts';

export {
  type Callbacks,
  callbackOperations,
  createCallbacks,
  type NewCallback,
} from './callbacks/index.ts';
export { type Catalogue, createCatalogue } from './catalogue.ts';
export {
  type Charge,
  type ChargeResult,
  type ChargeState,
  type ChargeStatus,
  chargeJobs,
  createSettleNow,
  type GatewayCharges,
  markChargesDue,
  type PageCharge,
  type PixToCharge,
} from './charges/index.ts';
export {
  type CardForm,
  type CardForms,
  type CardOfSeller,
  clientCardOperations,
  createSellerCards,
  type SellerCards,
} from './client-cards/index.ts';
export type { Client } from './clients/index.ts';
export { registerOperations } from './interface/register.ts';
export { createWriteLimiter, type WriteLimiter, writesInTurn } from './interface/write-limiter.ts';
export {
  createSellerOrders,
  ORDER_STATUS,
  type OrderDetails,
  orderStatusName,
  type SalesOrder,
  type SellerOrders,
} from './orders/index.ts';
export {
  type ClientWorkOptions,
  createPaymentClients,
  type PaymentClients,
  type Presence,
  paymentClientOperations,
  registerPairingRoutes,
  registerPaymentClientRoutes,
  simulatedPaymentClient,
} from './payment-clients/index.ts';
export {
  createPaymentMethods,
  isPaymentMethod,
  type MethodNeed,
  methodWords,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentMethods,
} from './payment-methods/index.ts';
export {
  BODY_WITH_PAGES_BYTES,
  BODY_WITH_PHOTO_BYTES,
  createPhotos,
  type Photos,
  photoFilesIn,
  registerPhotoRoutes,
} from './photos/index.ts';
export { oldPrintJobs, printExpiry, printingOperations, printOf } from './printing/index.ts';
export type { ProductCategory } from './product-categories/index.ts';
export { insertDefaultProduct, type Product } from './products/index.ts';
export {
  createEntriesToTell,
  createSellerRecurrences,
  ENTRY_STATUS,
  type EntriesToTell,
  entryStatusName,
  isGivenUp,
  isToCome,
  type ListedRecurrence,
  RECURRENCE_VIEWS,
  type RecurrenceDetails,
  type RecurrenceEntry,
  recurrenceOperations,
  recurrenceStatusName,
  recurrenceStatusOf,
  refusalOfEntry,
  type SellerRecurrences,
  settleEntryCharge,
  type ToldEntry,
  tryResultOf,
} from './recurrences/index.ts';
export {
  allSaleOperations,
  changeOf,
  createAnsweredSales,
  createSellerSales,
  createStuckSales,
  createTillSalesReader,
  createWorkSignals,
  type ExternalPayment,
  ensureTillDays,
  flowOfSale,
  INSTALLMENT_KIND,
  isAwaitingPayment,
  type ListedTillSale,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  paymentResultOf,
  readStatuses,
  SALE_STATUS,
  SALE_WAITS,
  type SaleDetails,
  type SaleEvent,
  type SaleRooms,
  type SaleStatus,
  type SalesQuery,
  type SaleToCreate,
  type SellerSales,
  type StatusFigures,
  type StuckCause,
  type StuckSale,
  type StuckSales,
  saleJobs,
  saleStatusName,
  settledStatuses,
  settleSaleCharge,
  stuckCase,
  stuckCause,
  stuckSince,
  type TillDay,
  type TillSaleFilter,
  type TillSalePlace,
  type TillSalesPage,
  type TillSalesReader,
} from './sales/index.ts';
export {
  CASH_METHOD,
  createSellerShifts,
  differenceOf,
  ENTRY_KIND,
  type ListedShift,
  type SellerShifts,
  type ShiftDetails,
  type ShiftEntry,
  type Takings,
} from './shifts/index.ts';
export { createTechnicalPasswords, type TechnicalPasswords } from './technical-passwords/index.ts';
export type { ListedTerminal, PhysicalTerminal } from './terminals/index.ts';
export { createSellerTillChoices, type SellerTillChoices, type TillChoices } from './till-choices/index.ts';
export { WAITING_OPERATIONS } from './waiting.ts';

export const operationMigrations = joinMigrations(
  photoMigrations,
  recordCountMigrations,
  requestKeyMigrations,
  categoryMigrations,
  productMigrations,
  terminalMigrations,
  paymentMethodMigrations,
  clientMigrations,
  clientCardMigrations,
  recurrenceMigrations,
  orderMigrations,
  chargeMigrations,
  callbackMigrations,
  saleMigrations,
  paymentClientMigrations,
  pairingMigrations,
  printingMigrations,
  operatorMigrations,
  technicalPasswordMigrations,
  shiftMigrations,
  tillChoiceMigrations,
);

/** What a seller sells, where, how it is paid, and to whom. */
export function catalogueOperations(options: {
  readonly database: Database;
  readonly accounts: Pick<
    Accounts,
    'findPerson' | 'mayActFor' | 'chooseOperatorPassword' | 'endOperatorLogins'
  >;
  readonly photos: Photos;
  readonly paymentMethods: PaymentMethods;
  readonly checkDocuments: boolean;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'brazilian'>;
}): readonly Operation[] {
  const printerNames = (personId: number, ids: readonly number[]) =>
    findPrinterNames(options.database.read<PrintingTables>(), personId, ids);
  return [
    ...categoryOperations(options),
    ...productOperations(options),
    ...terminalOperations({ ...options, printerNames }),
    ...paymentMethodOperations(options.paymentMethods),
    ...clientOperations(options),
    ...operatorOperations(options),
  ];
}
