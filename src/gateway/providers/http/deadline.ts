/**
 * The moment by which a call to the acquirer must be over. Uses real time: tests that move the clock do not wait for
 * it.
 */
export interface Deadline {
  remainingMs(): number;
  /** Calls `tell` when it is over, unless the returned function was called before. */
  onOver(tell: () => void): () => void;
}

/** Handed in, so that a test can end the deadlines of calls that a host leaves without an answer. */
export type DeadlineIn = (milliseconds: number) => Deadline;

export const deadlineIn: DeadlineIn = (milliseconds) => {
  const end = performance.now() + milliseconds;
  const remainingMs = () => Math.max(0, end - performance.now());
  return {
    remainingMs,
    onOver: (tell) => {
      const timer = setTimeout(tell, remainingMs());
      return () => clearTimeout(timer);
    },
  };
};
