import type { BacenContext } from '../bacen-pix/index.ts';
import type { SlipDialect } from './dialect.ts';

/** What every operation needs. */
export interface SlipContext extends BacenContext {
  readonly dialect: SlipDialect;
}
