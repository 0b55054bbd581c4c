/**
 * The moment by which a call to the acquirer must be over. Uses real time: tests that move the clock do not wait for
 * it.
 */
export interface Deadline {
  remainingMs(): number;
}

export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
}
