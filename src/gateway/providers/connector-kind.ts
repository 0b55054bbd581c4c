import type { Clock } from '../../platform/time/clock.ts';
import type { AccountLimits } from './account-limits.ts';
import type { CardAcquirer } from './card-acquirer.ts';
import type { ChargeProvider } from './charge-provider.ts';
import type { AccountSettings } from './provider.ts';
import type { StatementSource } from './statements/index.ts';

/** One setting of a merchant's account at an acquirer, as `acquirer add --setting NAME=VALUE` takes it. */
export interface SettingRule {
  readonly name: string;
  /** What it is for, in Portuguese. */
  readonly meaning: string;
  readonly required: boolean;
  /** Never shown again once it is stored. */
  readonly secret?: boolean;
  /** What a file holds that is given in its place: `@FILE` is read whole, and a binary one becomes base64. */
  readonly file?: 'pem' | 'binary';
  /** Identifies the merchant at the acquirer. Another value means another account, so it is never changed in place. */
  readonly identifies?: boolean;
  /** A problem with the value, in Portuguese; undefined when it is good. Never repeats a secret. */
  check(value: string, production: boolean): string | undefined;
}

export interface ConnectorOptions {
  readonly clock: Clock;
  readonly production: boolean;
  /** Divides every wait and deadline; 1 in production. */
  readonly timeScale: number;
  /** Aborted when the service must end: a call under way ends as unknown, and none is begun. */
  readonly ending?: AbortSignal | undefined;
  /** Called when the provider does not take the credentials of an account: no call goes out. */
  readonly onTokenRefused?: ((provider: string) => void) | undefined;
}

/** What an account at a provider needs that this version can speak to, whatever is paid through it. */
export interface AccountKind {
  /** In capitals, as answered in `provider`: `REDE`. */
  readonly provider: string;
  readonly settings: readonly SettingRule[];
  /** What is wrong with settings that are good by themselves, in Portuguese. Never repeats a secret. */
  togetherProblem?(
    settings: Readonly<Record<string, string>>,
  ): { readonly name: string; readonly problem: string } | undefined;
  /** The last moment of the account's certificate, milliseconds since 1970; undefined where it has none. */
  certificateEnds?(account: AccountSettings): number | undefined;
}

/** What an acquirer tells of a change without being asked. */
export interface AcquirerNotice {
  /** Of the sale that it is about. */
  readonly theirId: string;
  /** Whether to ask what is disputed of it. */
  readonly tellsDispute: boolean;
}

/** An acquirer of cards, and the connector itself. */
export interface ConnectorKind extends AccountKind {
  /** What an account does not sell; undefined: all that the connector can. */
  limits?(settings: Readonly<Record<string, string>>): AccountLimits | undefined;
  create(options: ConnectorOptions): CardAcquirer;
  /** Absent: its accounts take cards alone. Present: Pix too, where an account says so (`AccountLimits.pix`). */
  createPix?(options: ConnectorOptions): ChargeProvider;
  /** Absent: it tells nothing of what it paid. */
  createStatements?(options: ConnectorOptions): StatementSource;
  /** For an acquirer that tells of changes; undefined where a notice is none. */
  readNotice?(body: unknown): AcquirerNotice | undefined;
}

/** A bank for charges that a buyer pays by himself, and the connector itself. */
export interface ChargeConnectorKind extends AccountKind {
  /** What an account does not take; undefined: all that the connector can. */
  limits?(settings: Readonly<Record<string, string>>): AccountLimits | undefined;
  create(options: ConnectorOptions): ChargeProvider;
}
