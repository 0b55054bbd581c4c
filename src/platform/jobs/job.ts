/** Work done in the background, over and over. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Pause between the start of the service and the first run. Without it the job runs at once. */
  readonly firstAfterMs?: number;
  /**
   * `leased`: run by one instance at a time, guarded by a lease in the database. `everywhere`: run by each
   * instance.
   */
  readonly where: 'leased' | 'everywhere';
  /**
   * Does one bounded piece of work. `signal` aborts when the service stops and, for leased work, as soon as
   * the service begins to stop or the lease was lost: look at it before each item. Errors are logged and the job runs again. Work that notes what it has done
   * throws the signal's reason, so that nothing it left counts as done.
   */
  run(signal: AbortSignal): Promise<void>;
}
