import type { Fields } from '../host/fields.ts';
import type { Merchant } from './access/merchants.ts';

/** A call whose credentials were accepted. */
export interface Call {
  readonly merchant: Merchant;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
}
