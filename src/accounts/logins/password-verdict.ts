/** What a checked password is, subject to the lock-out. */
export type PasswordVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number };

export interface PasswordCheckHook {
  /** Called with the result of every checked password, for the metrics. */
  readonly onPasswordCheck?: ((result: PasswordVerdict['kind']) => void) | undefined;
}
