export interface OnceMade<Value> {
  /** Makes it if it was not made yet; whoever asks meanwhile gets the same. Rejects as making it did. */
  get(): Promise<Value>;
  /** Undefined when nobody asked for it, or it could not be made. */
  made(): Promise<Value | undefined>;
}

/** What is made when it is first needed, and kept. A failure is not kept: the next call tries again. */
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
