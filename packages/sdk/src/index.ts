export type {
  CardFormRequest,
  CardRequest,
  Dispute,
  DisputePage,
  DisputeRequest,
  KeptCard,
  LinkRequest,
  ListedTransaction,
  PaymentLink,
  ReceivablePage,
  SaleRequest,
  Transaction,
  TransactionPage,
} from './api.ts';
export {
  createClient,
  type DisputeFilter,
  type GuicheClient,
  type GuicheOptions,
  type ListPeriod,
  type MovementOptions,
  type PixNames,
  type ReceivablePeriod,
  type WaitOptions,
  type WriteOptions,
} from './client.ts';
export {
  ConflictError,
  CredentialsError,
  GuicheError,
  NotFoundError,
  RateLimitError,
  RequestError,
  UnavailableError,
} from './errors.ts';
export {
  type CardPostback,
  type Postback,
  type PostbackToVerify,
  verifyCardPostback,
  verifyPostback,
} from './postback.ts';
