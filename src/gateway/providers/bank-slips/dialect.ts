import type { BankAccess, BankCall } from '../bacen-pix/index.ts';
import type { RegisteredSlip } from '../outcome.ts';
import type { PaidDetails } from '../received-payment.ts';
import type { SlipIds, SlipNames, SlipProvider, SlipRequest } from '../slips/slip-provider.ts';
import type { SlipAccount } from './account.ts';
import type { SlipPaths } from './paths.ts';

/** Where a call goes, and the call. */
export interface SlipCall {
  readonly access: BankAccess;
  readonly call: BankCall;
}

/** A slip as a bank shows it. Amounts in centavos, times in milliseconds since 1970. */
export interface SlipAtBank {
  readonly standing: 'registering' | 'awaited' | 'paid' | 'removed';
  /** In the bank's word. */
  readonly state: string;
  readonly theirId: string | undefined;
  readonly amount: number;
  /** Undefined while it is being registered, and where the bank tells no code. */
  readonly slip: RegisteredSlip | undefined;
  /** The last local day on which it can be paid. */
  readonly payableUntil: string | undefined;
  /** By its barcode, oldest first. */
  readonly payments: readonly PaidByBarcode[];
  /** What the Pix half of a hybrid slip is called at the bank. */
  readonly txid: string | undefined;
}

export interface PaidByBarcode {
  readonly id: string | undefined;
  readonly at: number;
  readonly amount: number;
  readonly details: PaidDetails | undefined;
}

/** How one bank speaks of slips. What a reader cannot read, it tells as a text. */
export interface SlipDialect {
  readonly provider: string;
  readonly version: string;
  readonly terms: ReturnType<SlipProvider['capabilities']>['slip'];
  /** A text where the account or its number cannot be used. */
  create(account: SlipAccount, request: SlipRequest): SlipCall | string;
  readCreated(fields: object, account: SlipAccount, ids: SlipNumber): SlipAtBank | string;
  /** Undefined: nothing is known of it that it could be asked by. */
  query(account: SlipAccount, ids: SlipIds): SlipCall | undefined;
  readFound(fields: object, account: SlipAccount, ids: SlipNumber): SlipAtBank | 'none' | string;
  remove(account: SlipAccount, ids: SlipIds): SlipCall | undefined;
  /** What its refusals are about. */
  readonly paths: SlipPaths;
  /** Whether the bank says that this slip is there already. */
  isTaken(text: string): boolean;
  /** Whether the bank only wants to be asked again later. */
  isBusy(text: string): boolean;
  /** Undefined: the bank is told of the address by hand. */
  notices(account: SlipAccount, url: string): SlipCall | undefined;
  readNotice(body: unknown): readonly SlipNames[];
}

export type SlipNumber = Pick<SlipIds, 'acquirerReference' | 'number'>;
