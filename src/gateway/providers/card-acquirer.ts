import type { Secret } from '../../platform/secret.ts';
import type { Capabilities, CardType, InterestPlan, MinorUnits } from './capabilities.ts';
import type { AuthorizeOutcome, Decline, HostAnswer, SchemeIds } from './outcome.ts';
import type { AccountSettings, ChargeIds, Charges, Provider } from './provider.ts';

export interface AttemptCard {
  readonly number: Secret;
  readonly cvv: Secret | undefined;
  /** `MM` */
  readonly expirationMonth: string;
  /** `yyyy` */
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** Brand in capitals as `card-data` detects it (`VISA`, `MASTERCARD`, `ELO` …), or undefined when unknown. */
  readonly brand: string | undefined;
}

/** A card that the acquirer keeps, charged by the acquirer's token. */
export interface TokenCard extends Omit<AttemptCard, 'number'> {
  readonly acquirerToken: Secret;
  /** First 6 and last 4 digits of the card that was kept. */
  readonly mask: string;
}

/** The card schemes' card-on-file indicators: the first sale, which stores the card, or a sale with a stored card. */
export interface CardOnFile {
  readonly use: 'first' | 'used';
  readonly reason: 'recurring' | 'unscheduled';
}

export interface BuyerDevice {
  readonly userAgent: string;
  readonly colorDepth: number;
  readonly deviceType3ds: string;
  readonly javaEnabled: boolean;
  readonly language: string;
  readonly screenHeight: number;
  readonly screenWidth: number;
  readonly timeZoneOffset: number;
}

/** Asks the acquirer to authenticate the buyer first (embedded 3-D Secure). */
export interface AuthenticationRequest {
  readonly onFailure: 'decline' | 'continue';
  readonly device: BuyerDevice;
  /** Addresses of this service that the buyer's browser is sent back to. */
  readonly successUrl: string;
  readonly failureUrl: string;
}

/**
 * Proof of a 3-D Secure authentication that the merchant had made elsewhere. It is sent and then forgotten: never logged,
 * never stored.
 */
export interface AuthenticationProof {
  readonly cavv: Secret;
  /** Of 3-D Secure 1 only, which acquirers still have a field for. */
  readonly xid: Secret | undefined;
  /** One digit. */
  readonly eci: string;
  /** `2` or `2.x.y` */
  readonly version: string;
  /** The directory server's id of the transaction, a GUID. */
  readonly referenceId: string;
  /** The issuer was told of the buyer, and nobody was authenticated. */
  readonly dataOnly: boolean;
  /** Not to be sold without the authentication, should the acquirer not accept the proof. */
  readonly isRequired?: boolean;
}

/** One attempt to charge, as it is sent. Its reference is new and is never used again (docs/contract/acquirers.md G.5 rule 0). */
export interface AuthorizeRequest {
  /** 16 characters of Crockford's base 32, in capitals: every host accepts them. */
  readonly acquirerReference: string;
  readonly account: AccountSettings;
  readonly amount: MinorUnits;
  readonly kind: CardType;
  readonly capture: boolean;
  readonly installments: { readonly count: number; readonly plan: InterestPlan };
  readonly card: AttemptCard | TokenCard;
  readonly softDescriptor: string | undefined;
  readonly recurrent: boolean;
  /** Undefined for a card that is not kept. */
  readonly cardOnFile: CardOnFile | undefined;
  /** Of the first sale of a kept card. */
  readonly schemeIds?: SchemeIds | undefined;
  readonly authentication: AuthenticationRequest | undefined;
  /** Instead of an authentication by the acquirer, where `capabilities` say that it takes one. */
  readonly proof?: AuthenticationProof | undefined;
  /** The most that the whole call may take, in milliseconds, where it is less than usual: then its outcome is unknown. */
  readonly withinMs?: number | undefined;
}

export type VerifyOutcome = AuthorizeOutcome | { readonly outcome: 'not_supported' };

/** One request to keep a card. Its reference is new and is never used again. */
export interface StoreCardRequest {
  /** As that of an authorization; connectors send it where the acquirer takes one. */
  readonly reference: string;
  readonly account: AccountSettings;
  readonly card: AttemptCard;
}

export type StoreCardOutcome =
  | { readonly outcome: 'stored'; readonly acquirerToken: Secret }
  | { readonly outcome: 'declined'; readonly decline: Decline; readonly answer: HostAnswer }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'invalid_request'; readonly reason: string; readonly answer: HostAnswer }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

/** The two names of a kept card at the acquirer: ours, and theirs once it is known. */
export interface StoredCardIds {
  readonly reference: string;
  readonly acquirerToken: Secret | undefined;
  readonly account: AccountSettings;
}

export type FindStoredCardOutcome =
  | { readonly outcome: 'found'; readonly acquirerToken: Secret }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type DeleteStoredCardOutcome =
  /** It cannot be charged (any more); also when it never existed. */
  | { readonly outcome: 'deleted'; readonly existed: boolean }
  /** The acquirer has no call for it: the token is forgotten here, and nothing else can charge the card. */
  | { readonly outcome: 'forgotten' }
  /** The acquirer will never delete it: a case for the operator. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * A connector of an acquirer of cards speaks its protocol. It keeps no state of ours, touches no database of ours and does not
 * throw for business or network reasons; an exception is a bug and is treated as `unknown` (docs/contract/acquirers.md G.2).
 */
export interface CardAcquirer extends Provider, Charges {
  capabilities(brand: string | undefined, kind: CardType): Capabilities;
  /** Called at most once per attempt. */
  authorize(attempt: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /** After the browser came back, or when the time is up: asks the host how the sale ended. Safe to repeat. */
  continueAfterAuthentication(ids: ChargeIds): Promise<AuthorizeOutcome>;
  verifyCard(card: AttemptCard, account: AccountSettings): Promise<VerifyOutcome>;
  /** Called at most once per reference. `invalid_request` where `capabilities` promise no stored cards. */
  storeCard(request: StoreCardRequest): Promise<StoreCardOutcome>;
  /** What became of `storeCard` when its answer was lost. `unknown` without `storedCards: 'by_reference'`. */
  findStoredCard(ids: StoredCardIds): Promise<FindStoredCardOutcome>;
  /** Safe to repeat; "did not exist" is success. */
  deleteStoredCard(ids: StoredCardIds): Promise<DeleteStoredCardOutcome>;
}
