import type { LastBackup } from '../../platform/backup/index.ts';
import type { DatabaseFacts, DiskSpace } from '../../platform/health/index.ts';
import type { ListedInstance } from '../../platform/instances/index.ts';
import type { JobRun } from '../../platform/jobs/index.ts';

/** Sources of the facts about the running service. */
export interface HealthSources {
  /** The id of the process that answers. */
  readonly instanceId: string;
  instances(): Promise<readonly ListedInstance[]>;
  jobs(): Promise<readonly JobRun[]>;
  database(): Promise<DatabaseFacts>;
  disk(): Promise<DiskSpace>;
  cardAccounts(): Promise<readonly CardAccountFacts[]>;
  /** Of accounts at banks, the first to end first. */
  certificates(): Promise<readonly CertificateFacts[]>;
  /** Of accounts at banks. */
  notices(): Promise<readonly NoticeFacts[]>;
  /** Of the embedded database. */
  lastBackup(): LastBackup | undefined;
  /** Milliseconds since 1970. */
  postbacks(): Promise<{ readonly waiting: number; readonly oldestAt: number | undefined }>;
}

/** How an account for cards stands. Milliseconds since 1970. */
export interface CardAccountFacts {
  /** Undefined: the simulator's own, which whoever has none sells through. */
  readonly personId: number | undefined;
  readonly provider: string;
  readonly state: 'healthy' | 'open' | 'paused';
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly reason: string | undefined;
  /** When a sale last went to one that is open. */
  readonly askedAt?: number | undefined;
}

/** Where the bank of an account tells payments. */
export interface NoticeFacts {
  readonly personId: number;
  readonly provider: string;
  readonly told: 'here' | 'elsewhere' | 'nowhere' | 'unknown';
}

/** The certificate of an account at a bank. */
export interface CertificateFacts {
  readonly personId: number;
  readonly provider: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Outcomes of the newest sales at one acquirer. */
export interface AcquirerFacts {
  readonly provider: string;
  readonly sales: number;
  readonly unanswered: number;
  readonly lastSaleAt: number;
}

/** The facts to judge, as of `now` (milliseconds since 1970). */
export interface HealthFacts {
  readonly now: number;
  readonly production: boolean;
  readonly instances: readonly ListedInstance[];
  readonly jobs: readonly JobRun[];
  readonly database: DatabaseFacts;
  readonly disk: DiskSpace;
  readonly backup: LastBackup | undefined;
  readonly postbacks: { readonly waiting: number; readonly oldestAt: number | undefined };
  readonly recovery: {
    readonly open: number;
    readonly manual: number;
    readonly oldestDueAt: number | undefined;
  };
  readonly acquirers: readonly AcquirerFacts[];
  readonly cardAccounts: readonly CardAccountFacts[];
  /** The first to end first. */
  readonly certificates: readonly CertificateFacts[];
  readonly notices: readonly NoticeFacts[];
}
