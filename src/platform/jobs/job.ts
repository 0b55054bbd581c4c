/** Work done in the background, over and over. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** `leased`: one instance at a time does it, guarded by a lease in the database. `everywhere`: each instance does its own. */
  readonly where: 'leased' | 'everywhere';
  /**
   * Does one bounded piece of work. `signal` aborts when the service stops, and leased work also when the lease was
   * lost: another instance may do it from then on. What `run` throws is logged and tried again.
   */
  run(signal: AbortSignal): Promise<void>;
}
