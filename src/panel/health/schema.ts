/** `info`: there is nothing to judge, or it cannot be judged from here. */
export type HealthState = 'good' | 'info' | 'warn' | 'bad';

/** One check, in Portuguese. */
export interface HealthCheck {
  readonly key:
    | 'instances'
    | 'database'
    | 'jobs'
    | 'acquirers'
    | 'card_accounts'
    | 'certificates'
    | 'bank_notices'
    | 'recovery'
    | 'postbacks'
    | 'backup'
    | 'disk'
    | 'clock';
  readonly title: string;
  readonly state: HealthState;
  readonly text: string;
  /** What to do about it; null if nothing. */
  readonly advice: string | null;
  /** The screen for it. */
  readonly link: { readonly to: string; readonly label: string } | null;
}

export interface InstanceRow {
  readonly id: string;
  readonly host: string | null;
  readonly version: string | null;
  readonly startedAt: string;
  readonly alive: boolean;
  /** The one that answered this call. */
  readonly own: boolean;
}

/** The last recorded run of a leased job. */
export interface JobRow {
  readonly name: string;
  /** What it does, in Portuguese. */
  readonly title: string;
  readonly state: 'good' | 'bad';
  readonly endedAt: string;
  readonly durationMs: number;
  readonly everyMs: number;
  readonly instance: string;
  readonly error: string | null;
  readonly okAt: string | null;
}

/** Outcomes of the newest sales of the last day at one acquirer, of all shops. */
export interface AcquirerHealthRow {
  readonly provider: string;
  readonly state: 'good' | 'warn' | 'bad';
  readonly sales: number;
  /** Sales that the acquirer answered: approved or denied. */
  readonly answered: number;
  readonly unanswered: number;
  readonly lastSaleAt: string;
}

export interface Health {
  readonly at: string;
  readonly state: HealthState;
  readonly checks: readonly HealthCheck[];
  readonly instances: readonly InstanceRow[];
  readonly jobs: readonly JobRow[];
  readonly acquirers: readonly AcquirerHealthRow[];
}

/** The calls of "Saúde", typed for the panel's front end. */
export interface HealthRoutes {
  'GET /health': { answer: Health };
}
