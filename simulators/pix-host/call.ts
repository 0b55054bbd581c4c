import type { Fields } from '../host/fields.ts';
import type { BankClient } from './access/clients.ts';

/** A call whose token, headers and body were accepted. */
export interface Call {
  readonly client: BankClient;
  readonly params: Fields;
  readonly query: Fields;
  /** In lower case. */
  readonly headers: Fields;
  readonly body: Fields;
}
