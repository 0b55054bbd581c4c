/** Most requests kept. */
const MAX_REQUESTS = 500;

export interface RequestLog<Received> {
  add(request: Received): void;
  /** Newest first. */
  newest(limit: number): readonly Received[];
  clear(): void;
}

/** Keeps the latest requests; each new one replaces the oldest. */
export function createRequestLog<Received>(max = MAX_REQUESTS): RequestLog<Received> {
  let kept: Received[] = [];
  let next = 0;

  return {
    add(request) {
      kept[next] = request;
      next = (next + 1) % max;
    },
    newest(limit) {
      return [...kept.slice(next), ...kept.slice(0, next)].toReversed().slice(0, limit);
    },
    clear() {
      kept = [];
      next = 0;
    },
  };
}
