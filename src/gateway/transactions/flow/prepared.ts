import type {
  AccountSettings,
  AuthorizeOutcome,
  ChargeRoute,
  Decline,
  NextAction,
} from '../../providers/index.ts';
import type { Attempt } from '../rules/attempt.ts';
import type { Order } from '../rules/order.ts';
import type { RowBeside } from '../rules/row-beside.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { SaleResult } from './results.ts';

/** The names of one try: its reference is new and never used again. */
export interface TryNames {
  readonly acquirerReference: string;
  readonly account: AccountSettings;
  /** The most that it may take, in milliseconds, where less than usual is left of the request. */
  readonly withinMs?: number | undefined;
}

/** What is stored of a buyer who has to act first. */
export interface BuyerAway {
  /** What the record of the sale keeps of the buyer's page. */
  readonly redirectUrl: string | undefined;
  readonly row: RowBeside;
  /** Who asks how it ended when nobody tells: recovery, by a case, or the kind of the payment, by a job of its own. */
  readonly watchedBy: 'recovery' | 'its kind';
}

/** What a buyer has to do, until when (milliseconds since 1970). */
export interface AwaitedAction {
  readonly nextAction: NextAction;
  readonly expiresAt: number;
}

/** A checked payment with its way to the provider, as its kind makes it. The engine sends it and stores what comes of it. */
export interface PreparedPayment {
  readonly order: Order;
  readonly route: ChargeRoute;
  /** Kept with each attempt: why it goes that way. Undefined where there was nothing to choose. */
  readonly routing?: string | undefined;
  /** What the tries of one intention are told apart by. */
  readonly mask: string;
  /** What is certain to be declined is told without asking the provider. */
  readonly decline: Decline | undefined;
  /** Asks the provider, at most once for each try. */
  charge(names: TryNames): Promise<AuthorizeOutcome>;
  /**
   * The same payment at another provider, after an outcome that provably charged nothing; undefined where that outcome
   * stands. Asked once for each request. Neither throws nor rejects.
   */
  elsewhere?(outcome: AuthorizeOutcome): Promise<PreparedPayment | undefined>;
  /** What its kind keeps beside the sale from the beginning, written in the commit of the first attempt. */
  rowOf?(started: Transaction, attempt: Pick<Attempt, 'reference' | 'createdAt'>): RowBeside;
  /** Of the try that the provider answered with what the buyer has to do. */
  sendAway(action: AwaitedAction, attempt: Pick<Attempt, 'reference' | 'transactionId'>): BuyerAway;
  /** What people are to know of its try beside the outcome: a reason, as the history keeps it. */
  readonly remark?: string | undefined;
  /** What proved who the buyer is, as far as it may be kept. */
  readonly proven?: string | undefined;
  /** Whether another try may follow, once so many were made of this one. Without it: always. */
  mayTryAgain?(made: number): boolean;
  /** Once the outcome is stored, before it is answered. Neither throws nor rejects. */
  ended(result: SaleResult): Promise<void>;
}
