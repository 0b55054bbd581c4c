import { type PostbackOutbox, postbackId, type TraceAttempt } from '../../gateway/postbacks/index.ts';
import { boundedCache } from '../../platform/bounded-cache.ts';
import type { TracePlace, Tracing } from '../../platform/tracing/index.ts';

/** Postbacks beyond them are traces of their own, as those of another instance and of before a restart are. */
const MAX_PLACES = 10_000;

/** Each attempt to deliver a postback belongs to the trace of the request that made the change. */
export function tracePostbacks(tracing: Tracing, outbox: Pick<PostbackOutbox, 'subscribe'>): TraceAttempt {
  const places = boundedCache<string, TracePlace>(MAX_PLACES);
  outbox.subscribe((postback) => {
    const place = tracing.current();
    if (place) places.set(postbackId(postback), place);
  });
  return (postback, send) => {
    const id = postbackId(postback);
    return tracing.call('postback', places.get(id), async (headers) => {
      const result = await send(headers);
      if (result.kind === 'delivered') places.delete(id);
      return {
        result,
        attributes: {
          'guiche.postback.kind': postback.kind,
          'guiche.postback.result': result.kind,
          'guiche.postback.attempt': postback.tries + 1,
          'guiche.transaction_id': postback.transactionId,
          'guiche.merchant_id': postback.merchantId,
          'http.request.method': 'POST',
          'http.response.status_code': statusOf(result),
        },
        fault: result.kind === 'refused' ? result.error : undefined,
      };
    });
  };
}

function statusOf(result: Awaited<ReturnType<TraceAttempt>>): number | undefined {
  if (result.kind === 'interrupted') return undefined;
  return result.kind === 'delivered' ? (result.status ?? 200) : result.status;
}
