/** From a worker process to the primary one. */
export type WorkerMessage =
  | { readonly kind: 'serving'; readonly startText: string }
  | { readonly kind: 'metrics-wanted'; readonly ticket: number };

/** From the primary process to a worker. */
export type PrimaryMessage =
  | { readonly kind: 'stop' }
  | { readonly kind: 'metrics'; readonly ticket: number; readonly page: string | undefined };

/** Environment variable of a worker: its slot, from 1. A worker that replaces a dead one gets the slot of that one. */
export const SLOT_VARIABLE = 'WORKER_SLOT';

/** Other messages on the channel are those of the cluster and of the metrics library. */
export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return hasKind(message, ['serving', 'metrics-wanted']);
}

export function isPrimaryMessage(message: unknown): message is PrimaryMessage {
  return hasKind(message, ['stop', 'metrics']);
}

function hasKind(message: unknown, kinds: readonly string[]): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    typeof message.kind === 'string' &&
    kinds.includes(message.kind)
  );
}
