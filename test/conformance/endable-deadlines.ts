import { type DeadlineIn, deadlineIn as realDeadlineIn } from '../../src/gateway/providers/http/index.ts';

/** Deadlines that end with their time, and all of those that run when `endAll` is called. */
export function endableDeadlines(): {
  readonly deadlineIn: DeadlineIn;
  /** How long each call was given, in milliseconds. */
  readonly given: readonly number[];
  endAll(): void;
} {
  let ended = 0;
  const given: number[] = [];
  const waiting = new Set<() => void>();
  return {
    given,
    deadlineIn: (milliseconds) => {
      given.push(milliseconds);
      const begun = ended;
      const real = realDeadlineIn(milliseconds);
      return {
        remainingMs: () => (begun < ended ? 0 : real.remainingMs()),
        onOver: (tell) => {
          if (begun < ended) return realDeadlineIn(0).onOver(tell);
          const tellNow = () => {
            cancel();
            tell();
          };
          const cancelReal = real.onOver(tellNow);
          const cancel = () => {
            cancelReal();
            waiting.delete(tellNow);
          };
          waiting.add(tellNow);
          return cancel;
        },
      };
    },
    endAll: () => {
      ended += 1;
      for (const tell of [...waiting]) tell();
    },
  };
}
