import type { BacenContext } from '../bacen-pix/context.ts';
import type { SlipDialect } from './dialect.ts';

/** What every operation needs. */
export interface SlipContext extends BacenContext {
  readonly dialect: SlipDialect;
}
