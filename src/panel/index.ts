import type { FastifyInstance } from 'fastify';
import type { Payments } from '../gateway/payments/index.ts';
import type {
  Catalogue,
  PaymentClients,
  PaymentMethods,
  Photos,
  TechnicalPasswords,
} from '../operations/index.ts';
import type { MailQueue } from '../platform/mail/index.ts';
import { acquirerRoutes } from './acquirers/routes.ts';
import type { AcquirerDependencies } from './acquirers/show-account.ts';
import { attentionRoutes } from './attention/routes.ts';
import type { AttentionDependencies } from './attention/show-case.ts';
import { tillAttentionRoutes } from './attention/till-routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { type BankStatementRoutesOptions, bankStatementRoutes } from './bank-statements/routes.ts';
import { categoryRoutes } from './categories/routes.ts';
import { pixChargeRoutes } from './charge/routes.ts';
import { slipChargeRoutes } from './charge/slip-routes.ts';
import { checkoutIdRoutes } from './checkout-ids/routes.ts';
import { type ClientDependencies, clientRoutes } from './clients/routes.ts';
import { type DisputeRoutesOptions, disputeRoutes } from './disputes/routes.ts';
import { forgottenPasswordRoutes } from './entry/forgotten-password.ts';
import { type EntryDependencies, entryRoutes } from './entry/routes.ts';
import { type ExportRoutesOptions, exportRoutes } from './exports/routes.ts';
import { registerFrontEnd, registerStartPage } from './front-end/front-end.ts';
import type { HealthSources } from './health/health-facts.ts';
import { healthRoutes } from './health/routes.ts';
import { type HomeRoutesOptions, homeRoutes } from './home/routes.ts';
import { registerPanelRoutes, registerUnknownAddresses } from './interface/register.ts';
import type { AnyOpenRoute, AnyPanelRoute } from './interface/route.ts';
import { type SessionCookie, sessionCookie } from './interface/session-cookie.ts';
import { keyRoutes } from './keys/routes.ts';
import { type LinkRoutesOptions, linkRoutes } from './links/routes.ts';
import type { TellPeople } from './mails/tell-people.ts';
import { type OrderRoutesOptions, orderRoutes } from './orders/routes.ts';
import { paymentMethodRoutes } from './payment-methods/routes.ts';
import { personRoutes } from './persons/routes.ts';
import { placeRoutes } from './places/routes.ts';
import { type PostbackRoutesOptions, postbackRoutes } from './postbacks/routes.ts';
import { productRoutes } from './products/routes.ts';
import { receivableRoutes } from './receivables/routes.ts';
import { type ReconciliationOptions, reconciliationRoutes } from './reconciliation/routes.ts';
import { type RecurrenceRoutesOptions, recurrenceRoutes } from './recurrences/routes.ts';
import { type RoutingDependencies, routingRoutes } from './routing/routes.ts';
import { type LivePaymentsOptions, livePaymentsRoute } from './sales/live-payments.ts';
import { salesRoutes } from './sales/routes.ts';
import type { SendReceipt } from './sales/send-receipt.ts';
import type { SalesDependencies } from './sales/show-sale.ts';
import { passkeyRoutes } from './security/passkey-routes.ts';
import { passwordRoutes } from './security/password-routes.ts';
import { securityRoutes } from './security/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { type ShiftOptions, shiftRoutes } from './shifts/routes.ts';
import { type SlipListOptions, slipListRoutes } from './slips/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { terminalRoutes } from './terminals/routes.ts';
import { testRoutes } from './tests/routes.ts';
import { type TillOptions, tillRoutes } from './till/routes.ts';
import { type TillChoiceOptions, tillChoiceRoutes } from './till-choices/routes.ts';
import { viewRoutes } from './views/routes.ts';

export { bankTestWords, noticeWords, pixTestWords, testedBank } from './acquirers/bank-test-words.ts';
export type { AccountTest } from './acquirers/schema.ts';
export { testWords } from './acquirers/test-words.ts';
export { evidencePdf } from './disputes/collect-evidence.ts';
export { readHealth } from './health/read-health.ts';
export type { HealthCheck } from './health/schema.ts';
export { composeMail } from './mails/compose.ts';
export { createTellPeople, type TellPeople } from './mails/tell-people.ts';
export { createSendReceipt } from './sales/send-receipt.ts';

export interface PanelOptions
  extends Omit<EntryDependencies, 'cookie'>,
    Omit<SalesDependencies, keyof AttentionDependencies>,
    Omit<ExportRoutesOptions, keyof SalesDependencies>,
    PostbackRoutesOptions,
    Omit<HomeRoutesOptions, keyof AttentionDependencies>,
    AttentionDependencies,
    Pick<LinkRoutesOptions, 'links' | 'newLinkId'>,
    Omit<TillOptions, 'accounts'>,
    Omit<ShiftOptions, 'accounts'>,
    Pick<TillChoiceOptions, 'sellerTillChoices'>,
    Pick<LivePaymentsOptions, 'latePayments'>,
    Pick<OrderRoutesOptions, 'sellerOrders'>,
    Pick<SlipListOptions, 'slipsByDueDate'>,
    Pick<DisputeRoutesOptions, 'disputes'>,
    Pick<ReconciliationOptions, 'money'>,
    Pick<BankStatementRoutesOptions, 'bankStatements'>,
    Pick<RecurrenceRoutesOptions, 'sellerRecurrences'>,
    Pick<ClientDependencies, 'sellerCards'>,
    Pick<
      AcquirerDependencies,
      | 'banks'
      | 'pixAcquirers'
      | 'merchantAccounts'
      | 'noticeAddresses'
      | 'acquirerNotices'
      | 'pixAccounts'
      | 'accountHealth'
    > {
  readonly acquirers: AcquirerDependencies['acquirers'] & RoutingDependencies['acquirers'];
  readonly money: ReconciliationOptions['money'] & AcquirerDependencies['money'];
  readonly routing: RoutingDependencies['routing'];
  readonly payments: Payments;
  readonly health: HealthSources;
  readonly catalogue: Catalogue;
  readonly photos: Photos;
  readonly paymentClients: PaymentClients;
  readonly technicalPasswords: TechnicalPasswords;
  readonly paymentMethods: PaymentMethods;
  /** Verify the check digits of CPF and CNPJ. */
  readonly checkDocuments: boolean;
  publicUrl(): string;
  readonly people: TellPeople;
  readonly sendReceipt: SendReceipt;
  readonly mails: MailQueue;
  /** For what fails after its answer. */
  onError(error: unknown): void;
  /** The folder of the built front end. */
  readonly frontEndFolder: string;
  /** Whether the API reference is served. */
  readonly docs: boolean;
}

/** Every call of the panel's interface. */
export function panelRoutes(
  options: Omit<PanelOptions, 'frontEndFolder' | 'docs'>,
  cookie: SessionCookie,
): readonly (AnyPanelRoute | AnyOpenRoute)[] {
  return [
    ...entryRoutes({ ...options, cookie }),
    ...forgottenPasswordRoutes(options),
    ...securityRoutes(options),
    ...passkeyRoutes(options),
    ...passwordRoutes(options),
    ...teamRoutes(options),
    ...productRoutes(options),
    ...categoryRoutes(options),
    ...terminalRoutes(options),
    ...paymentMethodRoutes(options),
    ...clientRoutes(options),
    ...placeRoutes(),
    ...keyRoutes(options),
    ...checkoutIdRoutes(options),
    ...linkRoutes(options),
    ...personRoutes(options),
    ...attentionRoutes(options),
    ...tillAttentionRoutes(options),
    ...acquirerRoutes(options),
    ...routingRoutes(options),
    ...auditRoutes(options),
    ...healthRoutes(options),
    ...pixChargeRoutes(options),
    ...slipChargeRoutes(options),
    ...homeRoutes(options),
    ...salesRoutes(options),
    ...slipListRoutes(options),
    ...receivableRoutes(options),
    ...disputeRoutes(options),
    ...reconciliationRoutes(options),
    ...bankStatementRoutes(options),
    livePaymentsRoute(options),
    ...exportRoutes(options),
    ...postbackRoutes(options),
    ...viewRoutes(options),
    ...tillRoutes(options),
    ...shiftRoutes(options),
    ...tillChoiceRoutes(options),
    ...orderRoutes(options),
    ...recurrenceRoutes(options),
    ...settingsRoutes(options),
    ...(options.mode === 'sandbox' ? testRoutes(options) : []),
  ];
}

/** Adds the panel to the server: its pages and its own interface. */
export function registerPanel(app: FastifyInstance, options: PanelOptions): void {
  const cookie = sessionCookie(options.publicUrl);
  const production = options.mode === 'production';
  registerPanelRoutes(app, { ...options, cookie, production }, panelRoutes(options, cookie));
  registerUnknownAddresses(app);
  registerFrontEnd(app, options.frontEndFolder);
  registerStartPage(app, options);
}
