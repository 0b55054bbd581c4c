import { type RedeHost, startRedeHost } from '../../../simulators/rede-host/rede-host.ts';

const RATE = 0.25;

/** Rede's host, which tells when so many of its statements have been asked for. */
export interface AskedHost extends RedeHost {
  /**
   * Calls `then` as soon as the `count`th question from now on comes, which is left without an answer where `isHeld`. The
   * returned function ends that.
   */
  atQuestion(count: number, isHeld: boolean, then: () => void): () => void;
}

export async function startAskedHost(): Promise<AskedHost> {
  let awaited: { left: number; readonly isHeld: boolean; readonly then: () => void } | undefined;
  /** Drawn once for each question; while some are counted, nothing else draws. */
  const random = (): number => {
    const usual = RATE + Math.random() * (1 - RATE);
    if (!awaited) return usual;
    awaited.left -= 1;
    if (awaited.left > 0) return usual;
    const { isHeld, then } = awaited;
    awaited = undefined;
    then();
    return isHeld ? 0 : usual;
  };
  const host = await startRedeHost({ random, faults: { query: { timeout_before: RATE } } });
  return {
    ...host,
    atQuestion: (count, isHeld, then) => {
      awaited = { left: count, isHeld, then };
      return () => {
        awaited = undefined;
      };
    },
  };
}
