import type { Clock } from '../../platform/time/clock.ts';
import type { CardAcquirer } from './card-acquirer.ts';

/** One setting of a merchant's account at an acquirer, as `acquirer add --setting NAME=VALUE` takes it. */
export interface SettingRule {
  readonly name: string;
  /** What it is for, in Portuguese. */
  readonly meaning: string;
  readonly required: boolean;
  /** Never shown again once it is stored. */
  readonly secret?: boolean;
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
}

/** An acquirer that this version can speak to: what an account there needs, and the connector itself. */
export interface ConnectorKind {
  /** In capitals, as answered in `provider`: `REDE`. */
  readonly provider: string;
  readonly settings: readonly SettingRule[];
  create(options: ConnectorOptions): CardAcquirer;
}
