import type { FastifyReply } from 'fastify';

/** What an operation does about the way of its answer to the caller. */
export interface AnswerSteps {
  /** Before a 200 is handed to the caller's connection; not when the caller has hung up before. */
  readonly handing: () => Promise<void>;
  /** After `handing`: the connection did not take the whole 200. */
  readonly cut: () => void;
}

/** Follows the caller's connection from now on. Returns what is to be awaited just before the answer is sent. */
export function followAnswer(
  { raw }: Pick<FastifyReply, 'raw'>,
  { handing, cut }: AnswerSteps,
): () => Promise<void> {
  // Gone already while the write was committed.
  let hungUp = raw.destroyed || raw.closed;
  let isOver = false;
  let isHanding = false;
  // Once finished, the response has given its connection up.
  const { socket } = raw;
  // A response to a closed connection ends too: only the connection knows.
  const hangUp = () => {
    hungUp = true;
  };
  const end = (isWhole: boolean) => {
    if (isOver) return;
    isOver = true;
    socket?.off('close', hangUp);
    if (isHanding && !isWhole) cut();
  };
  socket?.once('close', hangUp);
  raw.once('finish', () => end(!hungUp && raw.statusCode === 200));
  raw.once('close', () => end(false));
  return async () => {
    if (hungUp || isOver) return;
    await handing();
    if (isOver) cut();
    else isHanding = true;
  };
}
