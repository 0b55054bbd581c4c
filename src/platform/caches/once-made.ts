export interface OnceMade<Value> {
  /** Creates it if necessary; concurrent callers share one creation. Rejects as the creation did. */
  get(): Promise<Value>;
  /** Undefined when it was not created. */
  made(): Promise<Value | undefined>;
}

/** A value created when first needed and kept. A failure is not kept: the next call tries again. */
export function onceMade<Value>(make: () => Promise<Value>): OnceMade<Value> {
  let kept: Promise<Value> | undefined;
  return {
    get: () => {
      kept ??= make().catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return kept;
    },
    made: async () => kept?.catch(() => undefined),
  };
}
