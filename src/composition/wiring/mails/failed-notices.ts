import type { NewMail } from '../../../platform/mail/index.ts';

/** What is asked of a try to deliver a notice. */
interface Tried {
  readonly postback: { readonly merchantId: number };
  readonly after: { readonly state: string };
  readonly at: number;
}

/** One mail a day to each shop, however many of its notices failed. */
export function mailsOfFailed(tries: readonly Tried[], dayOf: (at: number) => string): readonly NewMail[] {
  return tries.flatMap(({ postback: { merchantId }, after: { state }, at }) =>
    state === 'failed'
      ? [
          {
            id: `failed_notices-${merchantId}-${dayOf(at)}`,
            kind: 'failed_notices' as const,
            about: String(merchantId),
            facts: {},
          },
        ]
      : [],
  );
}
