import type { AccountSettings, AuthorizeOutcome, ChargeRoute, Decline } from '../../providers/index.ts';
import type { Order } from '../rules/order.ts';
import type { RowBeside } from '../rules/row-beside.ts';
import type { SaleResult } from './results.ts';

/** The names of one try: its reference is new and never used again. */
export interface TryNames {
  readonly acquirerReference: string;
  readonly account: AccountSettings;
}

/** What is stored of a buyer whom the provider wants to see first. */
export interface BuyerAway {
  /** What the record of the sale keeps of the buyer's page. */
  readonly redirectUrl: string;
  readonly row: RowBeside;
}

/** A checked payment with its way to the provider, as its kind makes it. The engine sends it and stores what comes of it. */
export interface PreparedPayment {
  readonly order: Order;
  readonly route: ChargeRoute;
  /** What the tries of one intention are told apart by. */
  readonly mask: string;
  /** What is certain to be declined is told without asking the provider. */
  readonly decline: Decline | undefined;
  /** Asks the provider, at most once for each try. */
  charge(names: TryNames): Promise<AuthorizeOutcome>;
  /** Of the try that the provider answered with its page for the buyer. */
  sendAway(
    page: { readonly url: string; readonly expiresAt: number },
    attempt: { readonly reference: string; readonly transactionId: string },
  ): BuyerAway;
  /** Once the outcome is stored, before it is answered. Neither throws nor rejects. */
  ended(result: SaleResult): Promise<void>;
}
