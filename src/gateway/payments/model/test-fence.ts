import type { Acquirers } from '../../providers/index.ts';
import { wrapConnectors } from './test-trouble.ts';

/**
 * Reports every request that moves money and starts after other instances took its sender for dead: they may
 * have settled the same thing already, so the fence must stop it. A request that started before cannot be
 * stopped.
 */
export function reportUnfencedCalls(
  acquirers: Acquirers,
  isAlive: () => boolean,
  report: (problem: Error) => void,
): Acquirers {
  const checked =
    <Arguments extends readonly unknown[], Outcome>(name: string, call: (...args: Arguments) => Outcome) =>
    (...args: Arguments): Outcome => {
      if (!isAlive()) report(new Error(`${name} was sent by an instance that the others had taken for dead`));
      return call(...args);
    };
  return wrapConnectors(acquirers, (connector) => ({
    ...connector,
    authorize: checked('an authorization', connector.authorize),
    capture: checked('a capture', connector.capture),
    void: checked('a void', connector.void),
    refund: checked('a refund', connector.refund),
  }));
}
