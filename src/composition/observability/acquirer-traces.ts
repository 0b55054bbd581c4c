import type { AroundAcquirerCall } from '../../gateway/providers/index.ts';
import type { Tracing } from '../../platform/tracing/index.ts';

/** In the sandbox a sale may name any provider: a name that could hold a card number is not repeated. */
const PROVIDER = /^(?!.*\d{5})[\w-]{1,30}$/;
/** Outcomes that say nothing about the card: the call did not do its work. */
const FAULTS = ['not_sent', 'invalid_request', 'unknown'];

/** A span for each call to an acquirer, which gets no `traceparent`: ours means nothing to it (docs/traces.md). */
export function traceAcquirerCalls(tracing: Tracing): AroundAcquirerCall {
  return ({ provider, operation }, run) =>
    tracing.call(`acquirer ${operation}`, tracing.current(), async () => {
      const result = await run();
      const { outcome, decline } = result;
      return {
        result,
        attributes: {
          'guiche.acquirer.provider': PROVIDER.test(provider) ? provider : 'other',
          'guiche.acquirer.operation': operation,
          'guiche.acquirer.outcome': outcome,
          'guiche.acquirer.decline_class': decline?.declineClass,
        },
        fault: FAULTS.includes(outcome) ? outcome : undefined,
      };
    });
}
