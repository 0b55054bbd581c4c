import type { Worker } from 'node:worker_threads';

/** A thread that answers questions, each by its number. It keeps the process alive only while something is asked. */
export interface AskedThread<Question, Answer> {
  /** Questions that are not answered yet. */
  readonly asked: number;
  /** It is about to end, and is asked nothing more. */
  readonly ending: boolean;
  ask(question: Question): Promise<Answer>;
  /** Rejects what is asked. Resolves once the thread is gone. */
  end(why: Error): Promise<void>;
}

export function askedThread<Question extends object, Answer extends { readonly id: number }>(
  worker: Worker,
  options: {
    /** What everybody is told who asked when the thread died. */
    lost(cause: unknown): Error;
    /** Called when the thread is gone, after those who asked were told. */
    onGone(cause: unknown): void;
    /** It ends when nothing was asked for so long. */
    readonly idleMs?: number;
    /** By default each question is a message of its own. Answers may come in one message together. */
    send?(question: Question & { readonly id: number }): void;
  },
): AskedThread<Question, Answer> {
  const { lost, onGone, idleMs, send = (question) => worker.postMessage(question) } = options;
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let ending = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let cause: unknown;

  const rejectAll = (why: Error): void => {
    ending = true;
    clearTimeout(idleTimer);
    for (const { reject } of waiting.values()) reject(why);
    waiting.clear();
  };
  const end = async (why: Error): Promise<void> => {
    rejectAll(why);
    await worker.terminate();
  };
  const rest = (): void => {
    worker.unref();
    if (idleMs === undefined || ending) return;
    idleTimer = setTimeout(() => void end(lost(undefined)), idleMs).unref();
  };
  const settle = (answer: Answer): void => {
    const call = waiting.get(answer.id);
    if (!call) return;
    waiting.delete(answer.id);
    if (waiting.size === 0) rest();
    call.resolve(answer);
  };
  worker.on('message', (message: Answer | readonly Answer[]) => {
    const answers: readonly Answer[] = Array.isArray(message) ? message : [message];
    answers.forEach(settle);
  });
  worker.on('error', (error) => {
    cause = error;
  });
  // Only now is what it held closed, such as a transaction.
  worker.on('exit', () => {
    rejectAll(lost(cause));
    onGone(cause);
  });
  worker.unref();

  return {
    get asked() {
      return waiting.size;
    },
    get ending() {
      return ending;
    },
    ask: (question) => {
      clearTimeout(idleTimer);
      if (waiting.size === 0) worker.ref();
      lastId += 1;
      const call = Promise.withResolvers<Answer>();
      waiting.set(lastId, call);
      send({ ...question, id: lastId });
      return call.promise;
    },
    end,
  };
}
